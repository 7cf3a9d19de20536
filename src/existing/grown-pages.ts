// Specs: spec/existing/add-field.spec.ts
import { carry } from '../rules/carry';
import type { Field } from '../fields/words';
import { ACTIONS } from '../naming/actions';
import type { ResourceNames } from '../naming/resource-names';
import type { ViewNames } from '../naming/view-names';
import type { Outcome } from '../rules/outcome';
import type { Templates } from '../templates/templates';
import type { ExistingApplication } from './application';
import { dataOf } from './asked-page';
import { FUNCTIONS, type PlainAction } from './links';
import { withNeighbours } from './neighbours';
import { contentOf } from './page-edits';
import { blueprintCalled, type PagePlace, placeOfPage } from './page-place';
import type { Records } from './records';

/** A page of a resource that exists. */
export interface GrownPage {
  readonly names: ViewNames;
  readonly action: PlainAction;
  readonly place: PagePlace;
  readonly path: string;
}

/** The pages that an application has of a resource: none without its blueprint. */
export async function pagesOf(
  application: ExistingApplication,
  { views }: ResourceNames,
): Promise<GrownPage[]> {
  const pages: GrownPage[] = [];
  for (const { action, names } of views) {
    const [blueprint] = names.blueprints;
    const isServed = blueprintCalled(application, blueprint.name)?.isRegistered;
    if (isServed && names.template !== undefined) {
      const place = await placeOfPage(application, names);
      const path = `${place.templates}/${place.template}`;
      if (application.project.has(path)) {
        pages.push({ names, action: FUNCTIONS[action], place, path });
      }
    }
  }
  return pages;
}

/** The text that a run would make of a page. */
export function textOf(
  application: ExistingApplication,
  { action, names, place }: GrownPage,
  records: Records,
  fields: readonly string[],
  templates: Templates,
): string {
  const own = withNeighbours(application, place);
  const data = { ...dataOf(own, place, records, action), fields };
  return contentOf({ application: own, names, place, data }, templates);
}

/**
 * Carries new columns to a page.
 *
 * @param before The text that a run would make of it without them, and with them.
 */
export async function carryPage(
  { project }: ExistingApplication,
  fields: readonly Field[],
  { action, path }: GrownPage,
  { record }: Records['names'],
  before: string,
  after: string,
): Promise<Outcome> {
  const owner = new RegExp(ACTIONS[action].usesForm ? `form|${record}_form` : record);
  return carry(project, fields, { path, before, after, owner });
}

// Specs: spec/existing/add-field.spec.ts
import { grownModel, type GrownModel } from '../rules/grown-model';
import { type GrowingResource, withAndWithout } from '../rules/model-edits';
import type { ViewOptions } from '../naming/view-options';
import { UsageError } from '../errors';
import { checkAddable } from '../fields/field-list';
import type { Field } from '../fields/words';
import { resourceNames, type ResourceNames } from '../naming/resource-names';
import { findModel } from '../project/models';
import { allOf, NOTHING, type Outcome } from '../rules/outcome';
import { refusalOf, resourceSegments } from '../view/resource';
import { adviseFields } from '../rules/template';
import type { Templates } from '../templates/templates';
import type { App, IndexedApp } from '../app/app';
import { indexed } from '../app/index-app';
import { formNameFor } from '../app/style';
import { dataOf, withNeighbours } from './asked-page';
import { contentOf } from './page-edits';
import { databaseOf } from '../app/database';
import { grownForm } from './grown-form';
import { placedModel } from '../view/model-home';
import { refuseForeign } from './page-checks';
import { type Records, recordsOf } from './records';
import { ACTIONS } from '../naming/actions';
import { functionOf, type PlainAction } from './links';
import { blueprintCalled, type PagePlace, placeOfPage } from './page-place';
import type { ViewNames } from '../naming/view-names';
import { carry } from '../rules/with-difference';

/**
 * A resource of an application that `new` did not make, and the fields that it is to get: columns of its model, and what
 * follows from them in its form and its pages. Its views do not name columns.
 *
 * @throws UsageError if a name or a field is wrong, SchematicsException and SourceError if the application does not
 *   allow it.
 */
export async function foreignResource(
  app: App,
  options: Pick<ViewOptions, 'name' | 'controller' | 'model'>,
  fields: readonly Field[],
  templates: Templates,
): Promise<GrowingResource> {
  databaseOf(app);
  const application = await indexed(app);
  const { project } = app;
  const names = namesOf(application, options);
  const placed = placedModel(application, names.model, names.model.table);
  const place = await findModel(project, placed);
  if (place === undefined) {
    throw new UsageError(await refusalOf(project, names, fields));
  }
  const model = await grownModel(app, { model: placed, parents: [] }, place, fields, templates);
  checkAddable(model.fields.missing);
  const carry = (): Promise<Outcome> => carryFields(application, names, model, fields, templates);
  return { names, model, carry };
}

function namesOf(
  application: IndexedApp,
  { name: typed, controller, model }: Pick<ViewOptions, 'name' | 'controller' | 'model'>,
): ResourceNames {
  const [name = '', ...others] = resourceSegments(typed, (segments) =>
    application.blueprints.some(({ endpoints }) => endpoints === segments.join('.')),
  );
  if (others.length > 0) {
    throw new UsageError(
      `${typed} has folders, and views here have one. Did you mean add:field ${others.at(-1)}?`,
    );
  }
  const wanted = { name, generateModel: true, model };
  const names = resourceNames(wanted, new Set(), 'int', application.project.layout);
  const [view] = names.views;
  refuseForeign(view.names, { controller });
  return names;
}

/** Carries new columns of a model to its form and its pages. */
async function carryFields(
  application: IndexedApp,
  resource: ResourceNames,
  { columns, place }: GrownModel,
  fields: readonly Field[],
  templates: Templates,
): Promise<Outcome> {
  if (columns.filter(({ isPrimaryKey }) => isPrimaryKey).length !== 1) {
    return NOTHING;
  }
  const pages = await pagesOf(application, resource);
  const { model } = resource;
  const look = async (known: readonly Field[]): Promise<Records> => {
    const { names } = resource.views[0];
    const request = { names, feature: model.table, fields: known, isMade: false };
    const records = await recordsOf(application, request, templates);
    if (records === undefined) {
      throw new Error(`${model.className} is gone.`);
    }
    return records;
  };
  const { after, before } = await withAndWithout(application.project, place, fields, look);
  const of = pages.find(({ action }) => action !== 'index') ?? pages[0];
  const form = await grownForm(application, before, after, of?.place, fields, templates);
  const outcomes: Outcome[] = [form];
  for (const page of pages) {
    const [from, to] = [
      textOf(application, page, before, form.before, templates),
      textOf(application, page, after, form.after, templates),
    ];
    const added = form.after.filter((name) => !form.before.includes(name));
    outcomes.push(await carryPage(application, fields, page, after.names, from, to, added));
  }
  return allOf(outcomes);
}

/** A page of a resource that exists. */
interface GrownPage {
  readonly names: ViewNames;
  readonly action: PlainAction;
  readonly place: PagePlace;
  readonly path: string;
}

/** The pages that an application has of a resource: none without its blueprint. */
async function pagesOf(application: IndexedApp, { views }: ResourceNames): Promise<GrownPage[]> {
  const pages: GrownPage[] = [];
  for (const { action, names } of views) {
    const [blueprint] = names.blueprints;
    const isServed = blueprintCalled(application, blueprint.name)?.isRegistered;
    if (isServed && names.template !== undefined) {
      const place = await placeOfPage(application, names);
      const path = `${place.templates}/${place.template}`;
      if (application.project.has(path)) {
        pages.push({ names, action: functionOf(action), place, path });
      }
    }
  }
  return pages;
}

/** The text that a run would make of a page. */
function textOf(
  application: IndexedApp,
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
 * @param added The fields that the form of the page gets.
 */
async function carryPage(
  { layout, project }: IndexedApp,
  fields: readonly Field[],
  { action, path }: GrownPage,
  { record }: Records['names'],
  before: string,
  after: string,
  added: readonly string[],
): Promise<Outcome> {
  if (!ACTIONS[action].usesForm) {
    return carry(project, fields, { path, before, after, owner: new RegExp(record) });
  }
  if (before === after) {
    // A macro shows the whole form, unless a person has listed its fields.
    const form = formNameFor(project, String(layout.layout.value), record);
    const show = (code: string): string => `{{ ${code}.label }} {{ ${code} }}`;
    return adviseFields(path, project.text(path), form, added, show);
  }
  return carry(project, fields, { path, before, after, owner: new RegExp(`form|${record}_form`) });
}

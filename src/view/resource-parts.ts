// Specs: spec/add-field/index.spec.ts
import type { IndexedApp } from '../app/app';
import type { Field } from '../fields/words';
import { ACTIONS } from '../naming/actions';
import type { ResourceNames } from '../naming/resource-names';
import type { Project } from '../project/project';
import { apiPath, type ApiState, apiState } from './api-state';
import type { NamedLook } from './asked';
import { blueprintCalled } from './blueprint-place';
import { existingViews, lookAtAll } from './look';
import { existingLooks } from './present-guard';
import { type SectionPage, sectionPages } from './section-pages';
import type { Templates } from '../templates/templates';
import { type TestsState, testsState } from './tests-state';
import type { View } from './view';

/** What a resource consists of beside its model, as far as the project has it. */
export interface ResourceParts {
  readonly views: readonly View[];
  readonly tests: TestsState | undefined;
  /** Undefined if the API does not serve it. */
  readonly api: ApiState | undefined;
  /** The pages of what its records belong to. */
  readonly pages: readonly SectionPage[];
}

/** An application without known places, and the fields of a model as typed: they say more of formats than its columns. */
interface Unplaced {
  readonly index: IndexedApp;
  readonly fields: readonly Field[];
}

/**
 * The parts of a resource that exist, as this run would make them with the model as it is.
 *
 * @param above The resources on whose pages its records are.
 */
async function partsOf(
  project: Project,
  names: ResourceNames,
  above: readonly ResourceNames[],
  templates: Templates,
  unplaced: Unplaced | undefined,
): Promise<ResourceParts> {
  if (unplaced) {
    const { fields, index } = unplaced;
    const [first, ...others] = placedLooks(index, names);
    const common = { fields, index, resource: undefined, templates };
    const views = first ? await lookAtAll(project, [first, ...others], common) : [];
    return { views, tests: undefined, api: undefined, pages: [] };
  }
  const looks = await existingLooks(project, names.views);
  const views = await existingViews(project, looks, templates);
  return { views, ...(await partsAround(project, names, views, above, templates)) };
}

/** The views with pages: none without a blueprint that the application registers. */
function placedLooks(index: IndexedApp, { views }: ResourceNames): NamedLook[] {
  const [{ names }] = views;
  const isServed = blueprintCalled(index, names.blueprints[0].name)?.isRegistered;
  return isServed ? views.filter(({ action }) => ACTIONS[action].hasTemplate) : [];
}

/** The parts of a resource around its views. */
export async function partsAround(
  project: Project,
  names: ResourceNames,
  views: readonly View[],
  above: readonly ResourceNames[],
  templates: Templates,
): Promise<Omit<ResourceParts, 'views'>> {
  const tests = views.length > 0 ? await testsState(project, names, views, templates) : undefined;
  const isServed = tests !== undefined && project.has(apiPath(project, names));
  return {
    tests,
    api: isServed ? apiState(project, names, views, tests, templates) : undefined,
    pages: await sectionPages(project, above, templates),
  };
}

/** The parts of several resources of one model. */
export async function partsOfAll(
  project: Project,
  resources: readonly ResourceNames[],
  above: readonly ResourceNames[],
  templates: Templates,
  unplaced?: Unplaced,
): Promise<ResourceParts[]> {
  const parts: ResourceParts[] = [];
  for (const [at, names] of resources.entries()) {
    // All resources of a model are on the same pages.
    parts.push(await partsOf(project, names, at === 0 ? above : [], templates, unplaced));
  }
  return parts;
}

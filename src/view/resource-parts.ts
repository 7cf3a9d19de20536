// Specs: spec/add-field/index.spec.ts
import type { App, OtherApp } from '../app/app';
import type { Field } from '../fields/words';
import type { Home } from '../manifest/format';
import { ACTIONS } from '../naming/actions';
import { modelOfClass } from '../naming/class-names';
import type { ResourceNames } from '../naming/resource-names';
import type { Column } from '../project/column-type';
import { findModelOfTable } from '../project/models';
import { guardsIn } from './api-operations';
import { apiPath, type ApiState, apiState } from './api-state';
import { type NamedLook, urlsOf } from './asked';
import { blueprintCalled } from './blueprint-place';
import { existingViews, lookAtAll } from './look';
import type { PageState } from './page-state';
import { existingLooks } from './present-guard';
import { findResource } from './resource';
import { resourcesOf } from './resources-of';
import { type TestsState, testsState } from './tests-state';
import type { View } from './view';

/** The page of a record, as it would be made now. It shows what belongs to the record. */
export interface SectionPage {
  readonly page: PageState;
  readonly home: Home;
}

/** The resources of the models that columns lead to. The pages of their records show the records that have these columns. */
export async function resourcesAbove(
  app: App,
  columns: readonly Pick<Column, 'references'>[],
): Promise<ResourceNames[]> {
  const { project } = app;
  const targets = columns.flatMap(({ references }) => references?.replace(/\.\w+$/, '') ?? []);
  const found: ResourceNames[] = [];
  for (const target of new Set(targets)) {
    const place = await findModelOfTable(project, target);
    const model = modelOfClass(place?.definition.name ?? target, project.layout);
    for (const { look } of await resourcesOf(project, model)) {
      const name = look.name.replace(/\.index$/, '');
      found.push((await findResource(app, { ...look, name })).names);
    }
  }
  return found;
}

/** The pages of the records of resources, as far as the project has them. */
async function sectionPages(app: App, resources: readonly ResourceNames[]): Promise<SectionPage[]> {
  const pages: SectionPage[] = [];
  for (const { name, views } of resources) {
    const looks = await existingLooks(app.project, views);
    const shows = looks.filter(({ names }) => names.action === 'show');
    const [show] = await existingViews(app, shows, urlsOf(looks));
    if (show?.page?.existing !== undefined) {
      pages.push({ page: show.page, home: { resource: name } });
    }
  }
  return pages;
}

/** What a resource consists of beside its model, as far as the project has it. */
export interface ResourceParts {
  readonly views: readonly View[];
  readonly tests: TestsState | undefined;
  /** Undefined if the API does not serve it. */
  readonly api: ApiState | undefined;
  /** The pages of what its records belong to. */
  readonly pages: readonly SectionPage[];
}

/**
 * The parts of a resource that exist, as this run would make them with the model as it is.
 *
 * @param above The resources on whose pages its records are.
 */
async function partsOf(
  app: App,
  names: ResourceNames,
  above: readonly ResourceNames[],
  fields: readonly Field[],
): Promise<ResourceParts> {
  if (!app.isOurs) {
    const [first, ...others] = placedLooks(app, names);
    const common = { fields, resource: undefined };
    const views = first ? await lookAtAll(app, [first, ...others], common) : [];
    return { views, tests: undefined, api: undefined, pages: [] };
  }
  const views = await existingViews(app, await existingLooks(app.project, names.views));
  return { views, ...(await partsAround(app, names, views, { above })) };
}

/** The views with pages: none without a blueprint that the application registers. */
function placedLooks(app: OtherApp, { views }: ResourceNames): NamedLook[] {
  const [{ names }] = views;
  const isServed = blueprintCalled(app, names.blueprints[0].name)?.isRegistered;
  return isServed ? views.filter(({ action }) => ACTIONS[action].hasTemplate) : [];
}

/**
 * The parts of a resource around its views.
 *
 * @param options `above`: the resources on whose pages its records are. `isGuarding`: whether operations of the API get the guards that
 *   their pages have by now; otherwise they keep theirs.
 */
export async function partsAround(
  app: App,
  names: ResourceNames,
  views: readonly View[],
  {
    above = [],
    isGuarding = false,
  }: { readonly above?: readonly ResourceNames[]; readonly isGuarding?: boolean } = {},
): Promise<Omit<ResourceParts, 'views'>> {
  const { project } = app;
  const tests = views.length > 0 ? await testsState(app, names, views) : undefined;
  const path = apiPath(project, names);
  const guards = isGuarding ? undefined : await guardsIn(project, path);
  return {
    tests,
    api: tests && project.has(path) ? apiState(app, names, views, tests, { guards }) : undefined,
    // Its own views have its own page.
    pages: await sectionPages(
      app,
      above.filter(({ name }) => name !== names.name),
    ),
  };
}

/**
 * The parts of several resources of one model.
 *
 * @param fields Those of the model, as typed: without known places, they say more of formats than its columns.
 */
export async function partsOfAll(
  app: App,
  resources: readonly ResourceNames[],
  above: readonly ResourceNames[],
  fields: readonly Field[] = [],
): Promise<ResourceParts[]> {
  const parts: ResourceParts[] = [];
  for (const [at, names] of resources.entries()) {
    // All resources of a model are on the same pages.
    parts.push(await partsOf(app, names, at === 0 ? above : [], fields));
  }
  return parts;
}

// Specs: spec/make-resource/index.spec.ts
import { modelOfClass } from '../naming/class-names';
import { GUARDS, isWeaker } from '../naming/guards';
import { capitalize, phrase } from '../naming/spelling';
import type { ExistingRoute } from '../project/existing-routes';
import type { Project } from '../project/project';
import { guardOf } from '../project/route-guards';
import { routesOf } from '../project/served';
import type { ViewBasis } from './basis';
import { type Blueprints, ownBlueprint } from './blueprint-state';
import type { Choices } from './choices';
import { foldersBelow } from './resources-of';
import type { RouteState } from './route-state';

/** The pages that those of a view may link to. */
export interface Pages {
  /** The URLs of the resource's own pages, by the last part of their endpoints: those that exist, and those of this run. */
  readonly own: ReadonlyMap<string, string>;
  /**
   * The URLs of all pages that exist or are made by this run, by endpoint. Undefined for a view that is made alone: its
   * page tests for each page that may be made later.
   */
  readonly known: ReadonlyMap<string, string> | undefined;
  /** The URLs of the pages that exist for the model elsewhere, by endpoint, as far as all who see the view may open them. */
  readonly elsewhere: ReadonlyMap<string, string>;
}

interface PagesBasis extends Pick<ViewBasis, 'app' | 'guard' | 'layout' | 'names' | 'resource'> {
  readonly blueprints: Blueprints;
  readonly choices: ReadonlyMap<string, Choices>;
  readonly route: RouteState;
}

/**
 * The pages that those of a view may link to: of its resource, of its parent, of its children, of what it refers to, and
 * those that its model has elsewhere, as far as all who see the view may open them.
 */
export async function pagesOf(view: PagesBasis): Promise<Pages> {
  const { app, blueprints, choices, guard, layout, names, resource, route } = view;
  const existing = route.own.map(({ endpoint, path }) => [endpoint, path] as const);
  const own = new Map([...(resource ?? []), ...existing]);
  const { project } = app;
  if (!app.isOurs) {
    return { own, known: new Map(named(own, route.endpoints)), elsewhere: new Map() };
  }
  const elsewhere = names.model
    ? await pagesIn(`${layout.routes}/${names.model.table}`, names.model.table, isOpen)
    : [];
  if (resource === undefined) {
    return { own, known: undefined, elsewhere: new Map(elsewhere) };
  }
  const { folder } = ownBlueprint(view).names;
  const above = blueprints.at(-2);
  const referred = [...choices.values()].map(({ className }) => modelOfClass(className, layout));
  const others = await Promise.all([
    ...(above ? [pagesIn(above.names.folder, route.endpoints.replace(/\.[^.]*$/, ''))] : []),
    ...project
      .foldersIn(folder)
      .map((child) => pagesIn(`${folder}/${child}`, `${route.endpoints}.${child}`)),
    ...referred.map(({ table }) => pagesIn(`${layout.routes}/${table}`, table)),
  ]);
  const known = new Map([...others.flat(), ...elsewhere, ...named(own, route.endpoints)]);
  return { own, known, elsewhere: new Map(elsewhere) };

  async function pagesIn(
    at: string,
    endpoints: string,
    isMeant: (page: ExistingRoute) => boolean = () => true,
  ): Promise<[string, string][]> {
    const routes = await routesOf(project, at);
    return routes.filter(isMeant).map(({ endpoint, path }) => [`${endpoints}.${endpoint}`, path]);
  }

  function isOpen(page: ExistingRoute): boolean {
    const own = guard && GUARDS[guard.word].reads;
    return !isWeaker(own, guardOf(page));
  }
}

function named(pages: ReadonlyMap<string, string>, endpoints: string): [string, string][] {
  return [...pages].map(([endpoint, path]) => [`${endpoints}.${endpoint}`, path]);
}

/** A list of records that belong to another one, in a folder below the routes of that one. */
export interface ChildFolder {
  /** `comments` */
  readonly folder: string;
  /** `Comments` */
  readonly title: string;
}

/**
 * The lists of what belongs to a record, as far as the project has routes for them.
 *
 * @param folder Of the routes of the record.
 * @param id The column with the key of the record: `recipe_id`.
 */
export async function childFolders(
  project: Project,
  folder: string,
  id: string,
): Promise<ChildFolder[]> {
  const children = await foldersBelow(project, folder, id);
  return children.map((each) => ({ folder: each.folder, title: capitalize(phrase(each.folder)) }));
}

/** Whether pages can show what belongs to a record. Those of applications that earlier versions made link to it. */
export function hasSections(project: Project): boolean {
  return project.text(`${project.layout.package}/records.py`).includes('def newest');
}

/** Whether the dialog that asks before a record is deleted can name it, and say what is deleted with it. */
export function tellsLost(project: Project): boolean {
  const { package: app, templates } = project.layout;
  return (
    project.text(`${app}/records.py`).includes('def lost(') &&
    project.text(`${templates}/macros/forms.html`).includes('delete(action, label, name')
  );
}

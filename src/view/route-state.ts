// Specs: spec/rules/taken-url.spec.ts
import { dirname } from 'node:path';
import { SchematicsException } from '@angular-devkit/schematics';
import type { IndexedApp } from '../app/app';
import { initOf, moduleOfPath } from '../layout';
import type { ManifestAction } from '../manifest/format';
import { ACTIONS } from '../naming/actions';
import { resourceOf, type ViewNames } from '../naming/view-names';
import { type Blueprint, findBlueprint, sourcesIn } from '../project/blueprints';
import { findServed, type Served, type ServedBlueprint } from '../project/served';
import { type ExistingRoute, routesIn, serves } from '../project/existing-routes';
import { sourceOfModule } from '../project/class-place';
import type { Project } from '../project/project';
import { pathsBelow } from '../project/walk';
import { foldersAround, prefixesOf } from '../project/registered-blueprints';
import type { PythonSource } from '../python/source';
import { applicationFile, registeredElsewhere } from './application-file';
import { type Blueprints, type BlueprintState, importOf, ownBlueprint } from './blueprint-state';
import type { ViewBasis } from './basis';

/** How a view is reached, and what else is at its URL. */
export interface RouteState {
  /** What the blueprint puts before its URLs. */
  readonly prefix: string;
  /** What its endpoints start with: `recipes.comments`. */
  readonly endpoints: string;
  /** The routes of the view's own blueprint. */
  readonly own: readonly ExistingRoute[];
  /** What the function of the view answers. */
  readonly methods: readonly string[];
  /** What the manifest has of them, by endpoint. */
  readonly made: Readonly<Partial<Record<string, ManifestAction>>>;
  /** The route of the view. */
  readonly existing: ExistingRoute | undefined;
  /** Another function that serves the URL. */
  readonly taken: ExistingRoute | undefined;
  /** A blueprint outside the folder of routes that has the name of one that this run makes. */
  readonly namesake: ServedBlueprint | undefined;
  /** The file that a new route goes to; undefined if it is to be made. */
  readonly file: PythonSource | undefined;
  readonly application: ApplicationState | undefined;
}

/** The file in which the application gets its blueprints. */
export interface ApplicationState {
  readonly source: PythonSource;
  /** Where it registers the blueprint without naming it: `app/__init__.py:12`. */
  readonly registeredBy: string | undefined;
}

interface RouteBasis extends Pick<ViewBasis, 'index' | 'names' | 'wants'> {
  readonly blueprints: Blueprints;
}

/** What serves the resource that a view belongs to. */
interface ServedState extends Omit<RouteState, 'existing' | 'methods' | 'taken'> {
  /** What serves URLs outside the folder of routes; undefined for a view without a route. */
  readonly elsewhere: Served | undefined;
  /** The code in the folder of routes, to search; none for a view without a route. */
  readonly code: ReadonlyMap<string, string>;
}

/** How the views of a resource are reached, by endpoint, as the manifest has it. */
export function madeActions(
  project: Project,
  names: Pick<ViewNames, 'view'>,
): Readonly<Partial<Record<string, ManifestAction>>> {
  return project.changes.manifest({ resource: resourceOf(names) })?.request.actions ?? {};
}

/** What serves a resource. */
export async function servedState(
  project: Project,
  blueprints: Blueprints,
  { index, names, wants }: Pick<ViewBasis, 'index' | 'names' | 'wants'>,
): Promise<ServedState> {
  const last = ownBlueprint({ blueprints });
  const { place } = last;
  if (index && place) {
    return {
      prefix: place.found?.prefix.replace(/\/$/, '') ?? '',
      endpoints: place.name,
      own: index.routes.filter(({ blueprint }) => blueprint && blueprint === place.found),
      made: madeActions(project, names),
      elsewhere: wants.route ? index : undefined,
      code: new Map(),
      namesake: undefined,
      file: await project.source(last.file),
      application: last.isNew ? await applicationOf(project, last, index) : undefined,
    };
  }
  const { endpoints, prefix } = await prefixesOf(project, blueprints);
  const elsewhere = wants.route ? await findServed(project) : undefined;
  return {
    prefix,
    endpoints,
    own: last.sources.flatMap((source) => routesIn(source, prefix)),
    made: madeActions(project, names),
    elsewhere,
    code: wants.route ? codeOfRoutes(project) : new Map<string, string>(),
    namesake: blueprints[0].isNew
      ? elsewhere?.blueprints.find(({ endpoints }) => endpoints === blueprints[0].names.name)
      : undefined,
    file: await project.source(last.file),
    application: wants.route ? await applicationOf(project, blueprints[0]) : undefined,
  };
}

async function applicationOf(
  project: Project,
  state: BlueprintState,
  index?: IndexedApp,
): Promise<ApplicationState | undefined> {
  const start = index
    ? await registrar(index, state)
    : await project.source(project.layout.application);
  return start && state.found
    ? applicationState(project, start, importOf(state, state.found))
    : undefined;
}

/** Where most blueprints are registered; if each registers itself, where the application is made. */
async function registrar(
  { layout, project }: IndexedApp,
  { names }: BlueprintState,
): Promise<PythonSource> {
  const { factory, registration: usual } = layout;
  const isShared = typeof usual.value === 'string' && !usual.value.includes('{name}');
  const { from, value } = isShared ? usual : factory;
  const source = await sourceOfModule(project, String(value));
  if (source === undefined) {
    throw new SchematicsException(
      `${from}: scaffold did not find the module ${String(value)}, where it would register the blueprint ${names.name}. ` +
        'Set registration in [tool.scaffold] of pyproject.toml.',
    );
  }
  return source;
}

/** How a view is reached. */
export async function routeState(
  project: Project,
  known: RouteBasis,
  { code, elsewhere, ...served }: ServedState,
): Promise<RouteState> {
  const { index, names } = known;
  const { usesForm } = ACTIONS[names.action ?? 'index'];
  const methods = index && usesForm ? ['GET', 'POST'] : [names.route.method];
  const { path } = names.route;
  const same = served.own.filter(({ endpoint }) => endpoint === names.route.endpoint);
  const existing = same.find((route) => serves(route, names.route)) ?? same[0];
  const isDone = existing !== undefined && (index !== undefined || serves(existing, names.route));
  return {
    ...served,
    methods,
    existing,
    taken:
      elsewhere && !isDone
        ? [
            ...served.own.filter((route) => !same.includes(route)),
            ...elsewhere.routes,
            ...(index ? [] : await otherRoutes(project, known, code)),
          ].find((route) => methods.some((method) => serves(route, { method, path })))
        : undefined,
  };
}

/**
 * Where the application gets a blueprint.
 *
 * @param start The file to look in first.
 */
export async function applicationState(
  project: Project,
  start: PythonSource,
  blueprint: Blueprint,
): Promise<ApplicationState> {
  const source = await applicationFile(project, start);
  const other = await registeredElsewhere(project, source, blueprint);
  return { source, registeredBy: other && source.placeOf(other.call.node) };
}

/** The routes of other packages that may serve the URL. Those whose code lacks a part of it are not parsed. */
async function otherRoutes(
  project: Project,
  { blueprints, names }: RouteBasis,
  code: ReadonlyMap<string, string>,
): Promise<ExistingRoute[]> {
  const { path } = names.route;
  const around = await foldersAround(project, path);
  const folders = new Set([
    ...blueprints.map((each) => each.names.folder),
    ...around.keys(),
    ...foldersHolding(code, partsOf(path, [...around.values()])),
  ]);
  folders.delete(ownBlueprint({ blueprints }).names.folder);
  const found = await Promise.all([...folders].map((folder) => routesOf(project, folder)));
  return found.flat();
}

/** The routes of a package, or of the module of its name. */
export async function routesOf(project: Project, folder: string): Promise<ExistingRoute[]> {
  const { routes } = project.layout;
  const names = folder.slice(routes.length + 1).split('/');
  const blueprints = names.map(async (name, index) => {
    const place = [routes, ...names.slice(0, index + 1)].join('/');
    const own = { name, folder: place, package: moduleOfPath(place) };
    return { names: own, found: await findBlueprint(project, own) };
  });
  const { prefix } = await prefixesOf(project, await Promise.all(blueprints));
  return (await sourcesIn(project, folder)).flatMap((source) => routesIn(source, prefix));
}

/** What the code that serves a URL contains, apart from these prefixes of it: one text of each part. */
function partsOf(path: string, prefixes: readonly string[]): string[][] {
  const known = new Set(prefixes.flatMap((prefix) => prefix.split('/')));
  const literals = path.split('/').filter((part) => part !== '' && !part.includes('<'));
  return literals.length === 0
    ? [[`"${path}"`, `'${path}'`]]
    : literals.filter((part) => !known.has(part)).map((part) => [`/${part}`]);
}

/** The packages and modules that have all of these parts, in their own code or in that of a package above. */
function foldersHolding(code: ReadonlyMap<string, string>, parts: readonly string[][]): string[] {
  const holds = (folder: string, texts: readonly string[]): boolean => {
    const own = code.get(folder);
    return own !== undefined
      ? texts.some((text) => own.includes(text)) || holds(dirname(folder), texts)
      : false;
  };
  return [...code.keys()].filter((folder) => parts.every((texts) => holds(folder, texts)));
}

/** The code in the folder of routes, by the package or the module that it belongs to. */
function codeOfRoutes(project: Project): ReadonlyMap<string, string> {
  const { routes } = project.layout;
  const code = new Map<string, string>();
  for (const path of pathsBelow(project, routes)) {
    if (path.endsWith('.py') && path !== initOf(routes)) {
      const folder = dirname(path) === routes ? path.slice(0, -'.py'.length) : dirname(path);
      code.set(folder, (code.get(folder) ?? '') + project.text(path));
    }
  }
  return code;
}

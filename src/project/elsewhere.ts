import { dirname } from 'node:path';
import { initOf } from '../layout';
import { functionsOf } from '../python/queries';
import { importsWith, isImportedAt, mayMean } from '../python/imports';
import { type Node, stringValue } from '../python/node';
import type { PythonSource } from '../python/source';
import { topLevel } from '../python/import-statement';
import { aliasesOf } from './blueprint-aliases';
import { blueprintsIn, type FoundBlueprint, type MadeBlueprint } from './blueprints';
import { moduleOf } from './class-place';
import { type ExistingRoute, routesIn } from './existing-routes';
import { otherModules } from './other-modules';
import type { Project } from './project';
import { blueprintOf, callsToRegister, mayRegister, registeredTogether } from './register-calls';

/** What files of an application serve. */
export interface Elsewhere {
  readonly blueprints: readonly ServedBlueprint[];
  readonly routes: readonly ServedRoute[];
}

/** A blueprint with the name and the prefix that its registrations give it. */
export interface ServedBlueprint extends FoundBlueprint {
  /** What its endpoints start with: `api.users`. */
  readonly endpoints: string;
  /** Whether the application registers it, as far as its code says. */
  readonly isRegistered: boolean;
  /** Where its definition stands: `app/api/users.py:3`. */
  readonly place: string;
}

/** A route, and its blueprint; undefined if it belongs to the application itself. */
export interface ServedRoute extends ExistingRoute {
  readonly blueprint: ServedBlueprint | undefined;
}

/** A call of `register_blueprint`, with the blueprint as written. */
interface RegisterCall {
  readonly source: PythonSource;
  readonly node: Node;
  readonly receiver: string;
  readonly blueprint: string;
  readonly prefix: string | undefined;
  readonly name: string | undefined;
}

/** What is decorated or added with a URL. A dictionary has `get`, too, but no key that starts with a slash. */
const ROUTE = /\.(route|get|post|put|patch|delete|add_url_rule)\(\s*(rule\s*=\s*)?["'](\/|["'])/;

/** Finds what these files serve. By default, they are those of the package that are not in a folder of the layout. */
export async function findElsewhere(
  project: Project,
  files: readonly string[] = otherModules(project),
): Promise<Elsewhere> {
  const isMeant = (text: string): boolean =>
    ['Blueprint(', 'PATH_INFO'].some((word) => text.includes(word)) ||
    mayRegister(text) ||
    ROUTE.test(text);
  const sources = await project.sources(files.filter((path) => isMeant(project.text(path))));
  const served = await servedIn(project, sources);
  const meantBy = (source: PythonSource, name: string): ServedBlueprint | undefined =>
    served.find((each) => isNamed(source, source.root, name, each));
  return {
    blueprints: served,
    routes: sources.flatMap((source) =>
      routesIn(source, (receiver) => meantBy(source, receiver)?.prefix).map((route) => ({
        ...route,
        blueprint: meantBy(source, route.receiver),
      })),
    ),
  };
}

/** The blueprints that these files define. */
async function servedIn(
  project: Project,
  sources: readonly PythonSource[],
): Promise<ServedBlueprint[]> {
  const made = sources.flatMap(blueprintsIn);
  if (made.length === 0) {
    return [];
  }
  const naming = [...sources, ...(await packagesOf(project, made, sources))];
  const known = made.map((each) => ({ ...each, aliases: aliasesOf(each, naming) }));
  const calls = sources.flatMap(registerCallsIn);
  const registered = registeredAmong(project, known, sources);
  return known.map((each) => ({
    ...servedAs(each, known, calls),
    isRegistered: registered.has(each),
  }));
}

/** The packages that these blueprints are in, which may pass their names on. */
async function packagesOf(
  project: Project,
  made: readonly MadeBlueprint[],
  known: readonly PythonSource[],
): Promise<PythonSource[]> {
  const folders = made.flatMap(({ source: { path } }) => foldersOf(path));
  const paths = [...new Set(folders.map(initOf))].filter(
    (path) => project.text(path).includes('import') && !known.some((each) => each.path === path),
  );
  const sources = await Promise.all(paths.map((path) => project.source(path)));
  return sources.filter((source) => source !== undefined);
}

/** `app/main` and `app` for `app/main/views.py`. */
function foldersOf(path: string): string[] {
  const folder = dirname(path);
  return folder === '.' ? [] : [folder, ...foldersOf(folder)];
}

function servedAs(
  made: FoundBlueprint,
  known: readonly FoundBlueprint[],
  calls: readonly RegisterCall[],
): Omit<ServedBlueprint, 'isRegistered'> {
  const { name, prefix, source, node } = made;
  const call = calls.find((each) => isNamed(each.source, each.node, each.blueprint, made));
  // The calls that are left are fewer each time, so a circle of blueprints ends.
  const others = calls.filter((each) => each !== call);
  const parent = call && known.find((each) => isNamed(call.source, call.node, call.receiver, each));
  const above = parent && servedAs(parent, known, others);
  return {
    ...made,
    endpoints: `${above ? `${above.endpoints}.` : ''}${call?.name ?? name}`,
    prefix: `${above?.prefix ?? ''}${call?.prefix ?? prefix}`,
    place: source.placeOf(node),
  };
}

/** The blueprints that these files register by name: all if one is registered that is only known when the code runs. */
function registeredAmong(
  project: Project,
  known: readonly FoundBlueprint[],
  sources: readonly PythonSource[],
): ReadonlySet<FoundBlueprint> {
  const found = new Set<FoundBlueprint>();
  for (const source of sources.filter(({ text }) => mayRegister(text))) {
    const places = [source.root, ...functionsOf(source).map(({ node }) => node)];
    for (const names of registeredTogether(source)) {
      const own = known.filter((each) =>
        names.some((name) => places.some((place) => isNamed(source, place, name, each))),
      );
      if (own.length === 0 && !names.every((name) => isForeign(project, source, name))) {
        return new Set(known);
      }
      own.forEach((each) => found.add(each));
    }
  }
  return found;
}

/** Whether a file imports a name from a package that is not the project's own. */
function isForeign(project: Project, source: PythonSource, name: string): boolean {
  const [first = ''] = name.split('.');
  const modules = importsWith(source, first)
    .filter(({ local, names }) => local === first || names.some((each) => each.local === first))
    .map(({ module }) => topLevel(module));
  const isOwn = (each: string): boolean =>
    project.has(`${each}.py`) || project.filesIn(each).length > 0;
  return modules.length > 0 && !modules.some(isOwn);
}

/** Whether a name at a place of a file means a blueprint. */
function isNamed(
  source: PythonSource,
  place: Node,
  name: string,
  { aliases }: FoundBlueprint,
): boolean {
  const own = aliases.filter(({ module }) => module === moduleOf(source));
  const [first = ''] = name.split('.');
  const imports = importsWith(source, first).filter((each) => isImportedAt(place, each));
  return (
    own.some((each) => each.name === name) || aliases.some((each) => mayMean(imports, name, each))
  );
}

function registerCallsIn(source: PythonSource): RegisterCall[] {
  return callsToRegister(source.root).map((call) => ({
    source,
    node: call.node,
    receiver: call.receiver ?? '',
    blueprint: blueprintOf(call)?.text ?? '',
    prefix: stringValue(call.keywords.get('url_prefix')),
    name: stringValue(call.keywords.get('name')),
  }));
}

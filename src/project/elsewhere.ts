import { functionsOf } from '../python/definitions';
import type { Node } from '../python/node';
import type { PythonSource } from '../python/source';
import { stringValue } from '../python/string-value';
import { aliasesOf, localAliases } from './blueprint-aliases';
import { blueprintsIn, type FoundBlueprint } from './blueprints';
import { moduleOf } from './class-place';
import { type ExistingRoute, routesIn } from './existing-routes';
import { otherModules } from './other-modules';
import type { Project } from './project';
import {
  blueprintOf,
  callsToRegister,
  mayRegister,
  registeredNames,
  registeredNodes,
} from './register-calls';

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
    text.includes('Blueprint(') || mayRegister(text) || ROUTE.test(text);
  const sources = await project.sources(files.filter((path) => isMeant(project.text(path))));
  const known = sources
    .flatMap(blueprintsIn)
    .map((made) => ({ ...made, aliases: aliasesOf(made, sources) }));
  const calls = sources.flatMap(registerCallsIn);
  const registered = registeredAmong(known, sources);
  const served = known.map((each) => ({
    ...servedAs(each, known, calls),
    isRegistered: registered.has(each),
  }));
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
    place: `${source.path}:${node.row + 1}`,
  };
}

/** The blueprints that these files register by name: all if a file registers what it only knows when it runs. */
function registeredAmong(
  known: readonly FoundBlueprint[],
  sources: readonly PythonSource[],
): ReadonlySet<FoundBlueprint> {
  const found = new Set<FoundBlueprint>();
  for (const source of sources.filter(({ text }) => mayRegister(text))) {
    const names = [
      ...registeredNames(source.root),
      ...registeredNodes(source).map(({ text }) => text),
    ];
    const places = [source.root, ...functionsOf(source).map(({ node }) => node)];
    const own = known.filter((each) =>
      names.some((name) => places.some((place) => isNamed(source, place, name, each))),
    );
    if (own.length === 0) {
      return new Set(known);
    }
    own.forEach((each) => found.add(each));
  }
  return found;
}

/** Whether a name at a place of a file means a blueprint. */
function isNamed(
  source: PythonSource,
  place: Node,
  name: string,
  { aliases }: FoundBlueprint,
): boolean {
  const own = aliases.filter(({ module }) => module === moduleOf(source));
  return (
    own.some((each) => each.name === name) || localAliases(source, place, aliases).includes(name)
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

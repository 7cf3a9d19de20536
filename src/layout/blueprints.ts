// Specs: spec/layout/read-layout.spec.ts
import { dirname, posix } from 'node:path';
import { blueprintsIn } from '../project/blueprints';
import { type RouteDecorator, routeDecorators } from '../project/existing-routes';
import { blueprintOf, callsToRegister, REGISTER } from '../project/register-calls';
import { isBelow } from '../project/walk';
import { classesOf, type Definition, functionsIn } from '../python/queries';
import type { PythonSource } from '../python/source';
import { stringValue } from '../python/node';
import type { FoundApplication } from './application';
import { type Finding, majority, none, type Sighting } from './finding';
import { patternOf } from './models';
import type { Sources } from './sources';

/** A blueprint as its file defines it. */
interface DefinedBlueprint {
  readonly name: string;
  readonly variable: string;
  readonly hasPrefix: boolean;
  /** Its own folder of templates, from the root of the project. */
  readonly templates: string | undefined;
  readonly source: PythonSource;
  readonly place: () => string;
}

/** Routes of one blueprint in one file. */
interface Routes {
  readonly blueprint: DefinedBlueprint;
  readonly source: PythonSource;
  readonly decorators: readonly RouteDecorator[];
}

/** Where an application has its views, and how it writes them. */
interface FoundRoutes {
  readonly views: Finding;
  readonly routes: Finding;
  readonly blueprint: Finding;
  readonly pages: Finding;
  readonly decorator: Finding;
  readonly typed: Finding;
}

const USUAL_PAGES = /^(mains?|pages?|public|home|site|core|web|views|frontend|static_?pages)$/;

/** The blueprints of an application's package. */
export function blueprintsOf(sources: Sources, { folder }: FoundApplication): DefinedBlueprint[] {
  const prefixed = prefixedIn(sources.containing(`${REGISTER}(`));
  return sources
    .containing('Blueprint(')
    .filter(({ path }) => isBelow(path, folder))
    .flatMap((source) =>
      blueprintsIn(source).map(({ call, name, variable }): DefinedBlueprint => {
        const templates = stringValue(call.keywords.get('template_folder'));
        const words = wordsOf({ name, variable });
        return {
          name,
          variable,
          hasPrefix: call.keywords.has('url_prefix') || words.some((each) => prefixed.has(each)),
          templates:
            templates === undefined ? undefined : posix.join(dirname(source.path), templates),
          source,
          place: () => source.placeOf(call.node),
        };
      }),
    );
}

/** The words of the blueprints that get a prefix where they are registered: `posts` of `posts.bp` and of `posts_bp`. */
function prefixedIn(sources: readonly PythonSource[]): ReadonlySet<string> {
  const names = sources.flatMap(({ root }) =>
    callsToRegister(root).flatMap((call) => {
      const prefix = call.keywords.get('url_prefix');
      const isRoot = prefix === undefined || /^\/?$/.test(stringValue(prefix) ?? '…');
      return isRoot ? [] : (blueprintOf(call)?.text.split('.') ?? []);
    }),
  );
  return new Set(names.flatMap((each) => [each, stemOf(each)]));
}

/** Where blueprints are, and how their views are written. */
export function routesOf(
  sources: Sources,
  application: FoundApplication,
  blueprints: readonly DefinedBlueprint[],
  isOldFlask: boolean,
): FoundRoutes {
  const routes = blueprints.flatMap((each) => routesOfBlueprint(sources, each));
  const decorated = routes.flatMap(({ decorators, source }) =>
    decorators.map(({ call, definition }) => ({ call, definition, source })),
  );
  const controllers = sources.paths
    .filter((path) => /(^|\/)controllers\//.test(path))
    .flatMap((path) => sources.withAny(path, ['Controller']) ?? [])
    .find((source) => classesOf(source).some(({ name }) => name.endsWith('Controller')));
  const decorator = majority(
    decorated.map(({ call, source }) => ({
      value: call.name === 'route' ? 'route' : 'get',
      place: () => source.placeOf(call.node),
    })),
  );
  return {
    views: controllers
      ? { value: 'class', from: controllers.path }
      : { value: 'function', from: 'no controllers' },
    ...homesOf(blueprints, routes, application),
    pages: pagesBlueprint(blueprints, routes),
    decorator: isOldFlask
      ? { value: 'route', from: 'the required Flask is older than 2' }
      : (decorator ?? none('no routes with decorators')),
    typed:
      majority(decorated.flatMap(({ definition, source }) => typing(source, definition))) ??
      none('no views'),
  };
}

/** The routes of a blueprint, by file: that of its definition, and those in the same folder or below. */
function routesOfBlueprint(sources: Sources, blueprint: DefinedBlueprint): Routes[] {
  const { source: home, variable } = blueprint;
  const folder = dirname(home.path);
  const isPackage = home.path.endsWith('/__init__.py');
  return sources.paths
    .filter((path) => path === home.path || (isPackage && isBelow(path, folder)))
    .flatMap((path) => sources.withAny(path, [`@${variable}.`]) ?? [])
    .map((source) => ({
      blueprint,
      source,
      decorators: routeDecorators(source).filter(({ receiver }) => receiver === variable),
    }))
    .filter(({ decorators }) => decorators.length > 0);
}

/** The pattern of files and of variables. A blueprint without routes that are decorated counts with its own file. */
function homesOf(
  blueprints: readonly DefinedBlueprint[],
  routes: readonly Routes[],
  { folder }: FoundApplication,
): Pick<FoundRoutes, 'routes' | 'blueprint'> {
  const [largest] = blueprints
    .map((blueprint) => routes.filter((each) => each.blueprint === blueprint))
    .sort((one, other) => other.length - one.length);
  const [first] = largest ?? [];
  if (first && largest && largest.length > 4 && largest.length > blueprints.length) {
    const files = majority(
      largest.map(({ source: { path } }) => ({
        value: `${dirname(path)}/{name}.py`,
        place: () => path,
      })),
    );
    return {
      routes: files ?? none('no routes'),
      blueprint: { value: first.blueprint.variable, from: first.blueprint.place() },
    };
  }
  const homes = blueprints.flatMap((blueprint) => {
    const own = routes.filter((each) => each.blueprint === blueprint);
    const [most] = own.toSorted((one, other) => other.decorators.length - one.decorators.length);
    const path = most?.source.path ?? blueprint.source.path;
    const hasRoutes =
      most !== undefined || /add_url_rule|register_view|MethodView/.test(blueprint.source.text);
    const call = most?.decorators[0]?.call;
    const place = call ? (): string => most.source.placeOf(call.node) : blueprint.place;
    return hasRoutes ? { path: patternOf(path, wordsOf(blueprint), folder), place, blueprint } : [];
  });
  const found = majority(homes.map(({ path, place }) => ({ value: path, place })));
  const variables = homes.map(({ blueprint }): Sighting => ({
    value: variablePattern(blueprint),
    place: blueprint.place,
  }));
  return {
    routes: found ?? none('no blueprints with routes'),
    blueprint: majority(variables) ?? none('no blueprints with routes'),
  };
}

const AFFIX = /^(bp|mod)_|_?(bp|blueprint|views?|routes?|module|mod)$/g;

/** What a blueprint may be called in paths: `auth` for the variable `auth_bp`, `profile` for the name `profiles`. */
export function wordsOf({ name, variable }: Pick<DefinedBlueprint, 'name' | 'variable'>): string[] {
  const stems = [name, variable].flatMap((each) => [each, stemOf(each)]);
  return stems.flatMap(inBothNumbers).filter((each) => each.length > 1 && stemOf(each) !== '');
}

/** `{name}_bp` for the variable `auth_bp`, `bp` for `bp`. */
function variablePattern({ name, variable }: DefinedBlueprint): string {
  const [word] = [stemOf(name), stemOf(variable)]
    .flatMap(inBothNumbers)
    .filter((each) => each.length > 1 && variable.includes(each))
    .sort((one, other) => other.length - one.length);
  return word === undefined || stemOf(variable) === ''
    ? variable
    : variable.replace(word, '{name}');
}

function stemOf(word: string): string {
  return word.replace(AFFIX, '');
}

function inBothNumbers(word: string): string[] {
  return [word, word.replace(/s$/, ''), `${word}s`];
}

/** The blueprint of the start page, if it has no prefix; of several, one with a usual name. */
function pagesBlueprint(
  blueprints: readonly DefinedBlueprint[],
  routes: readonly Routes[],
): Finding {
  const [best] = blueprints
    .filter(({ hasPrefix }) => !hasPrefix)
    .map((blueprint) => {
      const start = routes
        .filter((each) => each.blueprint === blueprint)
        .flatMap(({ decorators, source }) => decorators.map((each) => ({ ...each, source })))
        .find(({ rule }) => rule === '/' || rule === '/index');
      const isUsual = USUAL_PAGES.test(blueprint.name);
      const place = start ? start.source.placeOf(start.call.node) : blueprint.place();
      return { value: blueprint.name, from: place, weight: (start ? 2 : 0) + (isUsual ? 1 : 0) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight);
  return best ?? none('no blueprint serves the start page');
}

/** Whether a view, or the first method of a class of views, has a return type. */
function typing(source: PythonSource, { node }: Definition): Sighting<boolean>[] {
  const view = node.type === 'function_definition' ? node : functionsIn(node)[0]?.node;
  return view
    ? [{ value: view.child('return_type') !== undefined, place: () => source.placeOf(view) }]
    : [];
}

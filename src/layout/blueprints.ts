// Specs: spec/layout/read-layout.spec.ts
import { dirname, posix } from 'node:path';
import { isBelow } from '../project/walk';
import type { FoundApplication } from './application';
import { type Code, keyword, literal } from './code';
import { type Finding, majority, none, type Sighting } from './finding';
import { patternOf } from './pattern';
import type { Sources } from './sources';

/** A blueprint as its file defines it. */
export interface DefinedBlueprint {
  readonly name: string;
  readonly variable: string;
  readonly hasPrefix: boolean;
  /** Its own folder of templates, from the root of the project. */
  readonly templates: string | undefined;
  readonly code: Code;
  readonly place: () => string;
}

/** Routes of one blueprint in one file. */
interface Routes {
  readonly blueprint: DefinedBlueprint;
  readonly code: Code;
  readonly decorators: readonly RegExpExecArray[];
}

/** Where an application has its views, and how it writes them. */
export interface FoundRoutes {
  readonly views: Finding;
  readonly routes: Finding;
  readonly blueprint: Finding;
  readonly pages: Finding;
  readonly decorator: Finding;
  readonly typed: Finding;
}

const DEFINITION = /^[ \t]*(\w+)[ \t]*(?::[ \t]*[\w.]+[ \t]*)?=[ \t]*(?:\w+\.)*\w*Blueprint\(/gm;
const DECORATOR = /^[ \t]*@(\w+)\.(route|get|post|put|patch|delete)\(/gm;
const START = /^\s*(rule\s*=\s*)?["']\/(index)?["']/;
const USUAL_PAGES = /^(mains?|pages?|public|home|site|core|web|views|frontend|static_?pages)$/;

/** The blueprints of an application's package. */
export function blueprintsOf(sources: Sources, { folder }: FoundApplication): DefinedBlueprint[] {
  const prefixed = prefixedIn(sources);
  return sources
    .containing('Blueprint(')
    .filter(({ path }) => isBelow(path, folder))
    .flatMap((code) =>
      code.matches(DEFINITION).map((match): DefinedBlueprint => {
        const [, variable = ''] = match;
        const end = match.index + match[0].length;
        const { texts } = code.arguments(end - 1);
        const templates = literal(keyword(texts, 'template_folder'));
        const name = literal(texts[0] ?? keyword(texts, 'name')) ?? variable;
        const words = wordsOf({ name, variable });
        return {
          name,
          variable,
          hasPrefix:
            keyword(texts, 'url_prefix') !== undefined || words.some((each) => prefixed.has(each)),
          templates:
            templates === undefined ? undefined : posix.join(dirname(code.path), templates),
          code,
          place: code.place(end - 1),
        };
      }),
    );
}

/** The words of the blueprints that get a prefix where they are registered: `posts` of `posts.bp` and of `posts_bp`. */
function prefixedIn(sources: Sources): ReadonlySet<string> {
  const names = sources.containing('register_blueprint(').flatMap((code) =>
    code.matches(/\.register_blueprint\(/g).flatMap(({ index, 0: { length } }) => {
      const { texts } = code.arguments(index + length - 1);
      const prefix = keyword(texts, 'url_prefix');
      const isRoot = prefix === undefined || /^\/?$/.test(literal(prefix) ?? '…');
      return isRoot ? [] : (texts[0] ?? '').split('.');
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
  const routes = blueprints.flatMap((blueprint) => routesOfBlueprint(sources, blueprint));
  const decorated = routes.flatMap(({ code, decorators }) =>
    decorators.map((match) => ({ code, match })),
  );
  const controllers = sources
    .containing('Controller')
    .find(
      ({ text, path }) => /(^|\/)controllers\//.test(path) && /^class \w+Controller\b/m.test(text),
    );
  const decorator = majority(
    decorated.map(({ code, match }) => ({
      value: match[2] === 'route' ? 'route' : 'get',
      place: code.place(match.index),
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
      majority(decorated.flatMap(({ code, match }) => typing(code, match))) ?? none('no views'),
  };
}

/** The routes of a blueprint, by file: that of its definition, and those in the same folder or below. */
function routesOfBlueprint(sources: Sources, blueprint: DefinedBlueprint): Routes[] {
  const { code: home, variable } = blueprint;
  const folder = dirname(home.path);
  const isPackage = home.path.endsWith('/__init__.py');
  return sources
    .containing(`@${variable}.`)
    .filter(({ path }) => path === home.path || (isPackage && isBelow(path, folder)))
    .map((code) => ({
      blueprint,
      code,
      decorators: code.matches(DECORATOR).filter(({ 1: name }) => name === variable),
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
      largest.map(({ code }) => ({
        value: `${dirname(code.path)}/{name}.py`,
        place: () => code.path,
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
    const path = most?.code.path ?? blueprint.code.path;
    const hasRoutes =
      most !== undefined || /add_url_rule|register_view|MethodView/.test(blueprint.code.text);
    const match = most?.decorators[0];
    const place = match ? most.code.place(match.index) : blueprint.place;
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
        .flatMap(({ code, decorators }) => decorators.map((match) => ({ code, match })))
        .find(({ code, match }) => START.test(code.text.slice(match.index + match[0].length)));
      const isUsual = USUAL_PAGES.test(blueprint.name);
      const place = start ? start.code.place(start.match.index) : blueprint.place;
      return { value: blueprint.name, from: place(), weight: (start ? 2 : 0) + (isUsual ? 1 : 0) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight);
  return best ?? none('no blueprint serves the start page');
}

/** Whether the function behind a decorator says what it returns. */
function typing(code: Code, decorator: RegExpExecArray): Sighting<boolean>[] {
  const head = /^[ \t]*(?:async[ \t]+)?def[ \t]+\w+[ \t]*\(/gm;
  head.lastIndex = decorator.index;
  const match = head.exec(code.text);
  if (match === null) {
    return [];
  }
  const { end } = code.arguments(match.index + match[0].length - 1);
  const isTyped = /^\)\s*->/.test(code.text.slice(end, end + 40));
  return [{ value: isTyped, place: code.place(match.index) }];
}

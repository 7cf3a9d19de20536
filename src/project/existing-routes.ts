// Specs: spec/rules/route.spec.ts
import {
  argumentOf,
  assignmentsIn,
  type Call,
  callOf,
  callsOf,
  classesOf,
  decoratorsOf,
  type Definition,
  functionsOf,
} from '../python/queries';
import { type Node, remembered, stringValue, textsIn, withoutBrackets } from '../python/node';
import type { PythonSource } from '../python/source';
import { isWithin, scopeOf } from '../python/statements';
import { blueprintsIn } from './blueprints';

/** A route that a file of the project defines. */
export interface ExistingRoute {
  /** Its URL, with the known prefix. */
  readonly path: string;
  readonly methods: readonly string[];
  /** What it is decorated with or added to, as written: `bp`. */
  readonly receiver: string;
  /** The last part of its endpoint. */
  readonly endpoint: string;
  /** The view function as written: `index`, `PostController().index`. */
  readonly function: string;
  /** The function, if this file defines it. */
  readonly definition: Definition | undefined;
  readonly source: PythonSource;
  /** What makes the route: a decorator without its `@`, a call, a comparison. */
  readonly node: Node;
  /** Where that is: `app/routes/posts/routes.py:12`. */
  readonly place: string;
}

/** The prefix of URLs: of a file, or of each variable that they are added to. */
type Prefix = string | ((receiver: string) => string | undefined);

/** What browsers send. */
const BROWSER: readonly string[] = ['GET', 'POST'];

/** The methods of a blueprint that make routes for one method of HTTP. */
export const METHODS: readonly string[] = ['get', 'post', 'put', 'patch', 'delete'];

/** The one that makes a route without a decorator. */
export const ADD = 'add_url_rule';

/**
 * The routes of a file, from decorators, calls and WSGI functions. A function may have several.
 *
 * @param prefix The prefix of the URLs. By default, that of the blueprint in this file.
 */
export function routesIn(source: PythonSource, prefix?: Prefix): ExistingRoute[] {
  return writtenRoutes(source).map((route) => ({
    ...route,
    path: prefixOf(route, prefix) + route.path,
  }));
}

/** The routes of a file with their URLs as written. */
const writtenRoutes = remembered((source: PythonSource): readonly ExistingRoute[] => [
  ...decorated(source),
  ...added(source),
  ...compared(source),
]);

/** A URL that a WSGI function compares has no receiver, and no prefix. */
function prefixOf({ receiver, source }: ExistingRoute, prefix?: Prefix): string {
  const given = typeof prefix === 'function' ? prefix(receiver) : prefix;
  const own = (): string | undefined =>
    blueprintsIn(source).find(({ variable }) => variable === receiver)?.prefix;
  return receiver === '' ? '' : (given ?? own() ?? '');
}

/** A decorator that makes a route: `@bp.get("/posts")`. */
export interface RouteDecorator {
  readonly call: Call;
  /** What it is decorated with: `bp`. */
  readonly receiver: string;
  readonly methods: readonly string[];
  /** Its URL below the prefix; undefined if that is computed. */
  readonly rule: string | undefined;
  /** The function, or the class of views. */
  readonly definition: Definition;
}

/** The decorators of a file that make routes, in their order. */
export const routeDecorators = remembered((source: PythonSource): readonly RouteDecorator[] =>
  [...functionsOf(source), ...(source.text.includes('class ') ? classesOf(source) : [])]
    .flatMap((definition) =>
      decoratorsOf(definition).flatMap((decorator) => {
        const call = callOf(decorator);
        const methods = call && methodsOf(call);
        return call?.receiver !== undefined && methods
          ? { call, receiver: call.receiver, methods, rule: ruleOf(call), definition }
          : [];
      }),
    )
    .sort((one, other) => one.call.node.startIndex - other.call.node.startIndex),
);

function decorated(source: PythonSource): ExistingRoute[] {
  return routeDecorators(source).flatMap(({ call, definition, methods, receiver }) => {
    const path = ruleWritten(source, call);
    return path !== undefined && definition.node.type === 'function_definition'
      ? {
          path,
          methods,
          receiver,
          endpoint: stringValue(call.keywords.get('endpoint')) ?? definition.name,
          function: definition.name,
          definition,
          source,
          node: call.node,
          place: source.placeOf(call.node),
        }
      : [];
  });
}

function added(source: PythonSource): ExistingRoute[] {
  return [
    ...callsOf(source.root, ADD).map((call) => ({ call, node: call.node })),
    ...callsOfMakers(source),
  ].flatMap(({ call, node }) => {
    const path = ruleWritten(source, call);
    const view = viewOf(node);
    const name = view && viewName(view);
    return path === undefined
      ? []
      : {
          path,
          receiver: call.receiver ?? '',
          methods: view && mayAnswerAll(source, view) ? BROWSER : (methodsOf(call) ?? []),
          endpoint:
            stringValue(argumentOf(call, 'endpoint', call.name === ADD ? 1 : undefined)) ??
            name ??
            '',
          function: view?.text ?? '',
          definition: functionAt(source, node, view?.text),
          source,
          node,
          place: source.placeOf(node),
        };
  });
}

/** Whether a view may have its own HTTP methods, as a class has that answers, and a function with an attribute `methods`. */
function mayAnswerAll(source: PythonSource, view: Node): boolean {
  const name = callOf(view)?.name ?? view.text;
  return (
    /\bas_view\(/.test(view.text) ||
    assignmentsIn(source.root).some(({ target }) => [name, `${name}.methods`].includes(target))
  );
}

/** Each `bp.get("/posts")(index)`. What a dictionary has under a key may be called, too, but no key starts with a slash. */
function callsOfMakers(source: PythonSource): { call: Call; node: Node }[] {
  const calls = /\)\s*\(/.test(source.text) ? source.root.descendants('call') : [];
  return calls.flatMap((node) => {
    const call = makerIn(node);
    return call && (ruleOf(call)?.startsWith('/') || isOfBlueprint(source, call))
      ? { call, node }
      : [];
  });
}

/** `bp.get("/posts")` of `bp.get("/posts")(index)` */
function makerIn(node: Node): Call | undefined {
  const callee = node.type === 'call' ? node.child('function') : undefined;
  const call = callee && callOf(withoutBrackets(callee));
  return call?.receiver !== undefined && methodsOf(call) ? call : undefined;
}

/** What a call makes a route of: `index` in `bp.add_url_rule("/posts", view_func=index)` and `bp.get("/posts")(index)`. */
export function viewOf(node: Node): Node | undefined {
  if (!makerIn(node)) {
    const call = callOf(node);
    return call && argumentOf(call, 'view_func', 2);
  }
  const given = node.child('arguments')?.namedChildren.find(({ isExtra }) => !isExtra);
  const view = given?.type === 'keyword_argument' ? given.child('value') : given;
  return view && makerIn(view) ? viewOf(view) : view;
}

/** The function that a name means at a place of a file. */
function functionAt(source: PythonSource, place: Node, name?: string): Definition | undefined {
  const visible = functionsOf(source).filter(
    (each) => each.name === name && isWithin(place, scopeOf(each.node)),
  );
  return visible.findLast(({ node }) => node.startIndex < place.startIndex) ?? visible[0];
}

/** The URLs that a WSGI function compares its requests with, and answers before Flask sees them. */
function compared(source: PythonSource): ExistingRoute[] {
  const comparisons = source.text.includes('PATH_INFO')
    ? source.root.descendants('comparison_operator')
    : [];
  return comparisons.flatMap((node) => {
    const [, , path] = /\bPATH_INFO\b[^=]*==\s*(["'])(\/[^"']*)\1$/.exec(node.text) ?? [];
    const around = functionsOf(source).findLast((each) => isWithin(node, each.node));
    return path === undefined || !around
      ? []
      : {
          path,
          receiver: '',
          methods: BROWSER,
          endpoint: '',
          function: around.name,
          definition: around,
          source,
          node,
          place: source.placeOf(node),
        };
  });
}

/** `index` for `index`, `PostController().index` and `Index.as_view("index")`. */
function viewName(view: Node): string | undefined {
  const call = callOf(view);
  return call?.name === 'as_view'
    ? stringValue(argumentOf(call, 'name', 0))
    : /(\w+)(\(.*\))?$/s.exec(view.text)?.[1];
}

function ruleOf(call: Call): string | undefined {
  return stringValue(argumentOf(call, 'rule', 0));
}

/** The URL of a route. One that the program computes is as written, if it is clear that it is a URL: a guard must see the route, too. */
function ruleWritten(source: PythonSource, call: Call): string | undefined {
  return (
    ruleOf(call) ?? (isOfBlueprint(source, call) ? argumentOf(call, 'rule', 0)?.text : undefined)
  );
}

function isOfBlueprint(source: PythonSource, { receiver }: Call): boolean {
  return blueprintsIn(source).some(({ variable }) => variable === receiver);
}

/** The HTTP methods of a decorator or a call; undefined if it does not define a route. */
function methodsOf({ name, keywords, positional }: Call): readonly string[] | undefined {
  if (METHODS.includes(name)) {
    return [name.toUpperCase()];
  }
  const spread = positional.find(({ type }) => type === 'dictionary_splat');
  return name === 'route' || name === ADD ? listed(keywords.get('methods') ?? spread) : undefined;
}

/** A list that the program computes may contain both methods of a browser. */
function listed(methods: Node | undefined): readonly string[] {
  if (methods === undefined) {
    return ['GET'];
  }
  const names = textsIn(methods);
  return names.length > 0 ? names.map((name) => name.toUpperCase()) : BROWSER;
}

/** Whether a route answers a request. */
export function serves(
  { methods, path }: ExistingRoute,
  request: { readonly method: string; readonly path: string },
): boolean {
  return methods.includes(request.method) && shapeOf(path) === shapeOf(request.path);
}

/** A key that is equal for two URLs that match the same requests. It leaves out the names of parameters. */
export function shapeOf(path: string): string {
  return path
    .replace(/<(?:([a-z_]\w*)(\([^<>]*\))?:)?[^<>]*>/gi, (_, converter = 'string', args = '') => {
      return `<${converter === 'default' ? 'string' : String(converter)}${String(args)}>`;
    })
    .replace(/(?<=.)\/$/, '');
}

/** The names of a URL's parameters. */
export function parametersOfPath(path: string): string[] {
  return [...path.matchAll(/<(?:[^<>]*:)?([^<>:]*)>/g)].map(([, name = '']) => name);
}

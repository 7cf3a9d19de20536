// Specs: spec/rules/guard.spec.ts
import type { ManifestAction } from '../manifest/format';
import {
  type Decorator,
  decoratorOf,
  type Guard,
  GUARD_NAMES,
  GUARDS,
  isGuard,
  strongest,
} from '../naming/guards';
import { type Call, callOf, callsOf, decoratorsIn, type Definition } from '../python/queries';
import { originalName } from '../python/imports';
import type { Node } from '../python/node';
import { isWithin } from '../python/statements';
import { type ExistingRoute, routesIn, viewOf } from './existing-routes';

/** What guards a function: a decorator, or the argument `guard=login_required` of an operation. */
interface FunctionGuard {
  readonly node: Node;
  /** Whom it lets in. */
  readonly name: Decorator;
  /** Whether it is written as scaffold writes it. */
  readonly isPlain: boolean;
}

/** Whom the decorators of sign-in let in. */
const DECORATORS: ReadonlyMap<string, Decorator> = new Map([
  ['login_required', 'login_required'],
  ['fresh_login_required', 'login_required'],
  ['admin_required', 'admin_required'],
]);

/** The module of `operation`, which describes and guards functions of the API. */
const OPERATIONS = 'app.api.openapi';

/** The decorator that guards the function of a route; undefined if everybody may open it. */
export function guardOf({
  definition,
  node,
  source,
}: Pick<ExistingRoute, 'definition' | 'node' | 'source'>): Decorator | undefined {
  return strongest(
    definition
      ? guardsBelow(source, definition, lastOf(definition, [node])).map(({ name }) => name)
      : [...DECORATORS].flatMap(([name, guard]) => (callsOf(node, name).length > 0 ? guard : [])),
  );
}

/**
 * What else may refuse whoever opens a route, as written and with its place: decorators that are not known, and
 * `before_request` of its blueprint.
 */
export function unknownGuards({ definition, node, receiver, source }: ExistingRoute): string[] {
  const own = definition && decoratorsIn(definition);
  const last = definition && lastOf(definition, [node]);
  const routes = definition ? routesOfFunction(source, definition) : [];
  const known = definition ? guardsBelow(source, definition, last).map((guard) => guard.node) : [];
  const view = viewOf(node);
  const wrapper = view && callOf(view);
  const before = `${receiver}.before_request`;
  return [
    ...(own ?? []).filter(
      (each) =>
        each.row > (last?.row ?? -1) &&
        !known.includes(each) &&
        !routes.some((route) => isWithin(route.node, each)),
    ),
    ...(wrapper && !own && !DECORATORS.has(wrapper.name) ? [view] : []),
    ...(source.text.includes(before) ? source.root.descendants('attribute') : []).filter(
      ({ text }) => text === before,
    ),
  ].map((each) => `${source.placeOf(each)}: ${each.text}`);
}

/** The guard that the decorators of routes show; undefined if everybody may open them. */
export function guardShown(routes: readonly ExistingRoute[]): Guard | undefined {
  const reading = routes.filter((each) => decoratorOf('users-write', each) === undefined);
  const [reads, changes] = [reading, routes].map((all) => strongest(all.map(guardOf)));
  return GUARD_NAMES.find(
    (word) => GUARDS[word].reads === reads && GUARDS[word].changes === changes,
  );
}

/** The last of the decorators that make a function a route. Above it, a guard has no effect. */
export function lastRouteOf({ definition, source }: ExistingRoute): Node | undefined {
  return (
    definition &&
    lastOf(
      definition,
      routesOfFunction(source, definition).map(({ node }) => node),
    )
  );
}

/** What a change of guard does to a route. */
interface RouteGuard {
  /** The decorator that an earlier guard put there; undefined if there is none. */
  readonly own: FunctionGuard | undefined;
  /** The one to put in its place; undefined if what a person put there lets in as few people. */
  readonly wanted: Decorator | undefined;
  /** What guards the route then. */
  readonly after: Decorator | undefined;
}

/**
 * What a change of guard does to a route. Its decorator takes the place of the one that an earlier guard put there, and what a
 * person put there stays.
 *
 * @param word Undefined to open the route.
 * @param made What the manifest has of the route.
 */
export function guardedBy(
  route: ExistingRoute,
  word: Guard | undefined,
  made: ManifestAction | undefined,
): RouteGuard {
  const { definition, source } = route;
  const routes = definition ? routesOfFunction(source, definition) : [route];
  const wordOf = (guard: Guard | undefined): Decorator | undefined =>
    strongest(routes.map((each) => decoratorOf(guard, each)));
  const guards = definition ? guardsBelow(source, definition, lastRouteOf(route)) : [];
  const former = isGuard(made?.guard) ? wordOf(made.guard) : undefined;
  const own = guards.find(({ isPlain, name }) => isPlain && name === former);
  const others = definition
    ? strongest(guards.filter((each) => each !== own).map(({ name }) => name))
    : guardOf(route);
  const next = wordOf(word);
  const after = strongest([others, next]);
  return { own, wanted: after === others ? undefined : next, after };
}

function routesOfFunction(source: ExistingRoute['source'], { node }: Definition): ExistingRoute[] {
  return routesIn(source).filter((each) => each.definition?.node === node);
}

function lastOf(definition: Definition, routes: readonly Node[]): Node | undefined {
  return decoratorsIn(definition).findLast((each) => routes.some((route) => isWithin(route, each)));
}

/** The decorator of an operation of the API, `@operation("List posts", guard=login_required)`, and its call. */
export function operationOf(
  { text }: ExistingRoute['source'],
  definition: Definition,
): { readonly node: Node; readonly call: Call } | undefined {
  const calls = decoratorsIn(definition).flatMap((node) => {
    const call = node.firstNamedChild && callOf(node.firstNamedChild);
    return call?.name === 'operation' ? [{ node, call }] : [];
  });
  return text.includes(OPERATIONS) ? calls[0] : undefined;
}

/** A guard that a route has, as its code writes it: `@login_required`, or `guard=login_required` of an operation. */
export function guardAsWritten(route: ExistingRoute, name: Decorator): string {
  const { definition, source } = route;
  const guards = definition ? guardsBelow(source, definition, lastRouteOf(route)) : [];
  const isArgument = guards.find((each) => each.name === name)?.node.type === 'keyword_argument';
  return `${isArgument ? 'guard=' : '@'}${name}`;
}

/** What guards an operation of the API if it is none of the decorators of sign-in, as written: `guard=editors_only`. */
export function unknownOperationGuard({ definition, source }: ExistingRoute): string | undefined {
  const given = definition && operationOf(source, definition)?.call.keywords.get('guard');
  return given && !DECORATORS.has(originalName(source, nameIn(given)))
    ? given.parent?.text
    : undefined;
}

/** The decorators of a function below one of them that guard it. */
function guardsBelow(
  source: ExistingRoute['source'],
  definition: Definition,
  last: Node | undefined,
): FunctionGuard[] {
  const operation = operationOf(source, definition);
  const given = operation?.call.keywords.get('guard');
  return decoratorsIn(definition)
    .filter(({ row }) => row > (last?.row ?? -1))
    .flatMap((node) => {
      const name = node === operation?.node ? given && nameIn(given) : nameOf(node);
      const guard = node === operation?.node ? given?.parent : node;
      const known = name === undefined ? undefined : DECORATORS.get(originalName(source, name));
      return known && guard ? { node: guard, name: known, isPlain: name === known } : [];
    });
}

/** `login_required` of `@login_required`, `@auth.login_required` and `@login_required()`. */
function nameOf({ firstNamedChild }: Node): string | undefined {
  const called = firstNamedChild?.type === 'call' ? firstNamedChild.child('function') : undefined;
  const node = called ?? firstNamedChild;
  return node && nameIn(node);
}

/** `login_required` of `auth.login_required`. */
function nameIn(node: Node): string {
  return (node.child('attribute') ?? node).text;
}

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
import { type Call, callOf, callsOf, type Definition } from '../python/queries';
import type { Node } from '../python/node';
import { type ExistingRoute, routesIn } from './existing-routes';

/** What guards a function: a decorator, or the argument `guard=login_required` of an operation. */
interface FunctionGuard {
  readonly node: Node;
  readonly name: Decorator;
}

const DECORATORS = ['login_required', 'admin_required'] as const;

/** The module of `operation`, which describes and guards functions of the API. */
const OPERATIONS = 'app.api.openapi';

/** The decorator that guards the function of a route; undefined if everybody may open it. */
export function guardOf({ definition, node, source }: ExistingRoute): Decorator | undefined {
  return strongest(
    definition
      ? guardsBelow(source, definition, lastOf(definition, [node])).map(({ name }) => name)
      : DECORATORS.filter((name) => callsOf(node, name).length > 0),
  );
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
  const own = guards.find(({ name }) => name === former);
  const others = definition
    ? strongest(guards.filter((each) => each !== own).map(({ name }) => name))
    : guardOf(route);
  const next = wordOf(word);
  const after = strongest([others, next]);
  return { own, wanted: after === others ? undefined : next, after };
}

function routesOfFunction(source: ExistingRoute['source'], { name }: Definition): ExistingRoute[] {
  return routesIn(source).filter((each) => each.definition?.name === name);
}

function decoratorsIn({ statement }: Definition): Node[] {
  return statement.namedChildren.filter(({ type }) => type === 'decorator');
}

function lastOf(definition: Definition, routes: readonly Node[]): Node | undefined {
  const rows = routes.map(({ row }) => row);
  return decoratorsIn(definition).findLast(({ row }) => rows.includes(row));
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
      return DECORATORS.filter((each) => guard && each === name).map((each) => ({
        node: guard ?? node,
        name: each,
      }));
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

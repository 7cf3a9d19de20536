// Specs: spec/rules/guard.spec.ts
import type { Decorator } from '../naming/guards';
import { callsOf, type Definition } from '../python/queries';
import type { Node } from '../python/node';
import type { ExistingRoute } from './existing-routes';

/** A decorator that guards a function. */
export interface GuardDecorator {
  readonly node: Node;
  readonly name: Decorator;
}

/** What guards a function, the weakest first. */
const DECORATORS: readonly Decorator[] = ['login_required', 'admin_required'];

/** The decorator that guards the function of a route; undefined if everybody may open it. */
export function guardOf(route: ExistingRoute): Decorator | undefined {
  return route.definition
    ? decoratedBy([route], route.definition).guard
    : strongest(DECORATORS.filter((name) => callsOf(route.node, name).length > 0));
}

/** The last decorator of a function that makes it a route, and the guards below that. Above it, a guard has no effect. */
export function decoratedBy(
  routes: readonly ExistingRoute[],
  definition: Definition,
): {
  readonly last: Node | undefined;
  readonly guard: Decorator | undefined;
  readonly guards: readonly GuardDecorator[];
} {
  const rows = new Set(routes.map(({ node }) => node.row));
  const all = definition.statement.namedChildren.filter(({ type }) => type === 'decorator');
  const last = all.findLast(({ row }) => rows.has(row));
  const below = all.slice(last ? all.indexOf(last) + 1 : 0);
  const guards = below.flatMap((node) =>
    DECORATORS.filter((name) => name === nameOf(node)).map((name) => ({ node, name })),
  );
  return { last, guards, guard: strongest(guards.map(({ name }) => name)) };
}

/** `login_required` of `@login_required`, `@auth.login_required` and `@login_required()`. */
function nameOf({ firstNamedChild }: Node): string | undefined {
  const called = firstNamedChild?.type === 'call' ? firstNamedChild.child('function') : undefined;
  const node = called ?? firstNamedChild;
  return (node?.child('attribute') ?? node)?.text;
}

/** The strongest of these decorators. */
export function strongest(names: readonly (Decorator | undefined)[]): Decorator | undefined {
  return DECORATORS.findLast((name) => names.includes(name));
}

// Specs: spec/python/queries.spec.ts
import type { Node } from './node';
import { remembered } from './remembered';
import { scopeOf } from './statements';

/** `title: Mapped[str] = mapped_column()`. The statement `a = b = 1` has two assignments. */
export interface Assignment {
  /** As written: `title`, `self.app`, `a, b`. */
  readonly target: string;
  readonly annotation: Node | undefined;
  readonly value: Node | undefined;
  readonly node: Node;
}

/** All assignments in a scope (a module, a function, a class), without those in nested scopes. */
export const assignmentsIn = remembered((scope: Node): readonly Assignment[] =>
  holdersIn(scope)
    .flatMap((each) => each.descendants('assignment', 'augmented_assignment', 'named_expression'))
    .filter((node) => scopeOf(node) === scope)
    .map((node) => ({
      target: (node.child('left') ?? node.child('name'))?.text ?? '',
      annotation: node.child('type'),
      value: valueOf(node),
      node,
    })),
);

/** The first assignment to a name in a scope. */
export function assignmentTo(scope: Node, name: string): Assignment | undefined {
  return assignmentsIn(scope).find(({ target }) => target === name);
}

/** The nodes to search for assignments: statements, or the whole scope if expressions may contain `:=`. */
function holdersIn(scope: Node): readonly Node[] {
  return scope.text.includes(':=')
    ? [scope]
    : scope.descendants('expression_statement').filter(({ text }) => /[=:]/.test(text));
}

/** The names that a scope's assignments bind. */
export function namesBoundIn(scope: Node): Set<string> {
  return new Set(assignmentsIn(scope).map(({ target }) => target));
}

/** The value: `1` for both targets of `a = b = 1`. */
function valueOf(node: Node): Node | undefined {
  const value = node.child('right') ?? node.child('value');
  return value?.type === 'assignment' ? valueOf(value) : value;
}

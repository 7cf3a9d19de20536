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
  nodesIn(scope).map((node) => ({
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

/** Only `:=` can stand anywhere in an expression; other assignments are statements. */
function nodesIn(scope: Node): readonly Node[] {
  const isOwn = (node: Node): boolean => scopeOf(node) === scope;
  return scope.text.includes(':=')
    ? scope.descendants('assignment', 'augmented_assignment', 'named_expression').filter(isOwn)
    : scope
        .descendants('expression_statement')
        .filter((statement) => /[=:]/.test(statement.text) && isOwn(statement))
        .flatMap(({ firstNamedChild }) => chainFrom(firstNamedChild));
}

/** Both of `a = b = 1`. */
function chainFrom(node: Node | undefined): Node[] {
  return node?.type === 'assignment' || node?.type === 'augmented_assignment'
    ? [node, ...chainFrom(node.child('right'))]
    : [];
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

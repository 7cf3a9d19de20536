// Specs: spec/uses/python-uses.spec.ts
import { type Node, remembered } from '../python/node';
import { assignmentsIn, callOf } from '../python/queries';

/** A name that a function binds. */
export interface Binding {
  readonly name: string;
  /** What it is bound to; with `isItem`, to the items of that. */
  readonly from: Node | undefined;
  readonly isItem: boolean;
  readonly type: Node | undefined;
  /** Where it is bound; undefined for the whole function. */
  readonly within: Node | undefined;
}

/** The names that a function binds. */
export const bindingsIn = remembered((scope: Node): readonly Binding[] => {
  const plain = { isItem: false, type: undefined, within: undefined };
  const assigned = assignmentsIn(scope).map(({ annotation, target, value }) => ({
    ...plain,
    name: target,
    from: value,
    type: annotation,
  }));
  const loops = scope.descendants('for_statement', 'for_in_clause').map((node) => ({
    ...plain,
    name: node.child('left')?.text ?? '',
    from: node.child('right'),
    isItem: true,
    within: node.type === 'for_in_clause' ? (node.parent ?? undefined) : undefined,
  }));
  const parameters = scope.child('parameters')?.namedChildren ?? [];
  const typed = parameters.map((node) => ({
    ...plain,
    name: node.type === 'identifier' ? node.text : (node.descendants('identifier')[0]?.text ?? ''),
    from: undefined,
    type: node.child('type'),
  }));
  return [...assigned, ...loops, ...typed];
});

/** Whether a node is a part of an annotation: `Mapped[date]`. */
export function isInType({ parent, type }: Node): boolean {
  return type === 'type' || (parent !== null && isExpression(parent) && isInType(parent));
}

function isExpression({ type }: Node): boolean {
  return !/_(statement|definition)$|^(block|module)$/.test(type);
}

/** The name of the call around a node. */
export function callAround(node: Node | null): string | undefined {
  for (let each = node; each; each = each.parent) {
    const call = callOf(each);
    if (call) {
      return call.name;
    }
  }
  return undefined;
}

/** The key of the entry of a dictionary around a node. */
export function keyAround(node: Node | null): string | undefined {
  return node === null || node.type === 'pair' ? node?.child('key')?.text : keyAround(node.parent);
}

/** The class in whose body a node stands, or whose body it decorates. */
export function outerClass(node: Node): string | undefined {
  for (let each: Node | null = node; each; each = each.parent) {
    if (each.type === 'class_definition') {
      return each.child('name')?.text;
    }
  }
  return undefined;
}

// Specs: spec/rules/registration/blueprint-registration.spec.ts
import type { Node } from './node';

const SCOPES = ['function_definition', 'class_definition', 'lambda'];

/** The statements directly in a block or a module, without comments. */
export function statementsOf(block: Node): Node[] {
  return block.namedChildren.filter(({ isExtra }) => !isExtra);
}

/** The innermost statement that contains a node. */
export function statementOf(node: Node): Node {
  const { parent } = node;
  return parent === null || isBlock(parent) ? node : statementOf(parent);
}

/** The statement of this block that contains a node, at any depth. */
export function statementIn(block: Node, node: Node): Node | undefined {
  return statementsOf(block).find((statement) => isWithin(node, statement));
}

/** The function, class or lambda around the node, or else the module. */
export function scopeOf(node: Node): Node {
  const { parent } = node;
  return parent === null || SCOPES.includes(parent.type) ? (parent ?? node) : scopeOf(parent);
}

/** Whether a node is the other one or inside of it. */
export function isWithin(node: Node, outer: Node): boolean {
  return outer.startIndex <= node.startIndex && node.endIndex <= outer.endIndex;
}

/** Whether a statement runs whenever its function does: it is not below `if`, `for` or `except`. */
export function alwaysRuns(statement: Node): boolean {
  const around = [];
  for (
    let each = statement.parent;
    each && each.type !== 'function_definition';
    each = each.parent
  ) {
    around.push(each.type);
  }
  return around.every((type) =>
    /^(module|block|with_statement|try_statement|finally_clause)$/.test(type),
  );
}

/** `if __name__ == "__main__":` */
export function isMainGuard(statement: Node): boolean {
  return (
    statement.type === 'if_statement' && /__name__/.test(statement.child('condition')?.text ?? '')
  );
}

/** Whether a node is a block of statements. */
export function isBlock({ type }: Node): boolean {
  return type === 'block' || type === 'module';
}

/** The function around the node, or else the module. Unlike a scope, it is never a class or a lambda. */
export function functionAround(node: Node): Node {
  const scope = scopeOf(node);
  return scope.parent === null || scope.type === 'function_definition'
    ? scope
    : functionAround(scope);
}

/** The nodes of each statement, or of the part of one that is before its block, in order. */
export function unitsOf(node: Node): Node[][] {
  const { children, type } = node;
  if (/^(module|block|decorated_definition)$/.test(type)) {
    return children.flatMap(unitsOf);
  }
  const body = children.findIndex((child) => child.type === 'block');
  return body === -1
    ? [[node]]
    : [children.slice(0, body), ...children.slice(body).flatMap(unitsOf)];
}

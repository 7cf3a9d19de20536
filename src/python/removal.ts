import { namesUsed } from './generated';
import { importsOf, isForTypesOnly } from './imports';
import { listsOfAll, sequenceOf } from './sequence';
import { type Node, stringValue } from './node';
import type { PythonSource, Range } from './source';

/** What stands between two items or two statements, unless it is a comment. */
const SEPARATOR = /^[\s,;\\]*$/;

/** The file without a statement, and without the imports that only this statement used. */
export function withoutStatement(source: PythonSource, statement: Node): PythonSource {
  const left = withoutStatements(source, [statement]);
  const stillUsed = namesUsed(left.root);
  const unused = [...namesUsed(statement)].filter((name) => !stillUsed.has(name));
  return unused.reduce(withoutImport, left);
}

/** The file without statements, at once. What they imported stays: `fileOf` leaves that out of a rendered module. */
export function withoutStatements(source: PythonSource, statements: readonly Node[]): PythonSource {
  return source.remove(...statements.map((each) => rangeOf(source, each, siblingsOf(each))));
}

/** The file of a package without a name that it exports: neither imported nor in `__all__`. */
export function withoutExport(source: PythonSource, name: string): PythonSource {
  const left = withoutImport(source, name);
  const exported = listsOfAll(left).flatMap((list) => {
    const { items } = sequenceOf(list);
    return items
      .filter((item) => stringValue(item) === name)
      .map((item) => rangeOf(left, item, items));
  });
  return left.remove(...exported);
}

/**
 * The file without the import of a name, and without the `if TYPE_CHECKING:` that has nothing else. Under a person's condition,
 * `pass` stands in its place.
 */
export function withoutImport(source: PythonSource, name: string): PythonSource {
  const alone = importsOf(source).find(
    ({ names, node: { parent } }) =>
      names.length === 1 &&
      names[0]?.local === name &&
      parent?.type === 'block' &&
      parent.namedChildren.length === 1,
  );
  if (alone) {
    const { node } = alone;
    const condition = node.parent?.parent;
    return condition?.child('alternative') === undefined && isForTypesOnly(node)
      ? withoutStatement(source, condition ?? node)
      : source.replace({ start: node.startIndex, end: node.endIndex }, 'pass');
  }
  const ranges = importsOf(source).flatMap(({ local, module, names, node }) => {
    // `import os, sys` is an import of each.
    const items = names.length > 0 ? names.map((each) => each.node) : node.namedChildren;
    const meant =
      names.find((each) => each.local === name)?.node ??
      (local === name && names.length === 0
        ? items.find(({ firstNamedChild, text, type }) =>
            type === 'aliased_import' ? firstNamedChild?.text === module : text === module,
          )
        : undefined);
    return meant === undefined
      ? []
      : items.length === 1
        ? rangeOf(source, node, siblingsOf(node))
        : rangeOf(source, meant, items);
  });
  return source.remove(...ranges);
}

/** The file without one of the items of a list. */
export function withoutItem(
  source: PythonSource,
  item: Node,
  items: readonly Node[],
): PythonSource {
  return source.remove(rangeOf(source, item, items));
}

function siblingsOf({ parent }: Node): readonly Node[] {
  return parent?.namedChildren ?? [];
}

/** A node with what separates it from the one before it, or else from the one after it: the first of a group leaves the gap. */
function rangeOf({ text }: PythonSource, node: Node, siblings: readonly Node[]): Range {
  const index = siblings.indexOf(node);
  const [before, after] = [siblings[index - 1], siblings[index + 1]];
  const above = before ? text.slice(before.endIndex, node.startIndex) : undefined;
  const below = after ? text.slice(node.endIndex, after.startIndex) : undefined;
  const isNext = after !== undefined && SEPARATOR.test(below ?? '');
  const isFirst = isNext && linesIn(above) > linesIn(below);
  if (before && above !== undefined && SEPARATOR.test(above) && !isFirst) {
    return { start: before.endIndex, end: node.endIndex };
  }
  const [comma = ''] = /^\s*,/.exec(text.slice(node.endIndex)) ?? [];
  return {
    start: node.startIndex,
    end: isNext ? after.startIndex : node.endIndex + comma.length,
  };
}

function linesIn(gap = ''): number {
  return gap.split('\n').length;
}

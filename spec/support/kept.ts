import { assignmentsIn, callsOf, classesOf } from '../../src/python/queries';
import { importsOf } from '../../src/python/imports';
import { PythonSource } from '../../src/python/source';

/**
 * The parts of a person's Python file that an edit removed or moved: lines, and tokens of the lines that an edit may add a
 * name to (an import, `__all__`, a class on one line).
 */
export async function lostFrom(path: string, before: string, after: string): Promise<string[]> {
  const source = await PythonSource.parse(path, before);
  const open = openRows(source);
  const lines = source.text.split(/\r?\n/);
  const mark = before.startsWith('\uFEFF') && !after.startsWith('\uFEFF') ? ['the mark'] : [];
  const fixed = lines.filter((_, row) => !open.has(row));
  const newlines = new Set(after.match(/\r?\n/g));
  return [
    ...mark,
    ...(newlines.size > 1 ? ['one kind of line break'] : []),
    ...missing(fixed, after.replace(/^\uFEFF/, '').split(/\r?\n/)),
    ...missing(tokensOf(before), tokensOf(after)),
  ];
}

/** The rows that an edit may add to. */
function openRows(source: PythonSource): Set<number> {
  const { root, text } = source;
  const lists = assignmentsIn(root).filter(({ target }) => target === '__all__');
  const extended = callsOf(root, 'extend').filter(({ receiver }) => receiver === '__all__');
  const oneLiners = classesOf(source).filter(({ body, node }) => body.row === node.row);
  const nodes = [...importsOf(source), ...lists, ...extended, ...oneLiners].map(({ node }) => node);
  const rows = nodes.flatMap(({ row, endRow }) =>
    Array.from({ length: endRow - row + 1 }, (_, index) => row + index),
  );
  const shared = text.split('\n').flatMap((line, row) => (line.includes(';') ? row : []));
  return new Set([...rows, ...shared]);
}

/** The parts that are not among others, in this order. */
function missing(parts: readonly string[], others: readonly string[]): string[] {
  let next = 0;
  for (const other of others) {
    next += other === parts[next] ? 1 : 0;
  }
  return parts.slice(next);
}

function tokensOf(text: string): string[] {
  return text.match(/\w+|[^\w\s]/g) ?? [];
}

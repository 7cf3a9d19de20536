import { indentationAt, isBlank, lineEnd, lineStart } from './lines';
import { type Node, stringValue } from './node';
import { orderOf, placeIn } from './order';
import { assignmentsIn, callsOf } from './queries';
import type { Insertion, PythonSource } from './source';

/** Items between commas: the names of an import, the items of a list. */
export interface Sequence {
  readonly items: readonly Node[];
  /** The brackets around the items; undefined if they have none. */
  readonly open: Node | undefined;
  readonly close: Node | undefined;
}

/** The sequence in a list, a tuple or a set. */
export function sequenceOf(node: Node): Sequence {
  const { firstChild, lastChild } = node;
  const isBracketed = firstChild !== undefined && /^[([{]$/.test(firstChild.type);
  return {
    items: node.namedChildren.filter(({ isExtra }) => !isExtra),
    open: isBracketed ? firstChild : undefined,
    close: isBracketed ? lastChild : undefined,
  };
}

/** The insertions that add an item at an index of a sequence, on its own line if the others have their own. */
export function itemAt(
  source: PythonSource,
  sequence: Sequence,
  index: number,
  item: string,
): Insertion[] {
  const { items, open } = sequence;
  const [before, after] = [items[index - 1], items[index]];
  if (isTooLong(source, sequence, item)) {
    return onePerLine(source, sequence, index, item);
  }
  if (before === undefined && after === undefined) {
    return [alone(source, sequence, item)];
  }
  return after ? inFront(source, before ?? open, after, item) : behind(source, sequence, item);
}

/** Inserts an item into an empty sequence, on a line of its own if the line would become too long. */
function alone(source: PythonSource, { open, close }: Sequence, item: string): Insertion {
  const position = open?.endIndex ?? 0;
  const { indent, lineLength, newline } = source.style;
  const [start, end] = [lineStart(source.text, position), lineEnd(source.text, position)];
  if (open && open.row === close?.row && end - start + item.length > lineLength) {
    const outer = newline + indentationAt(source.text, open.startIndex);
    return { position, text: `${outer}${indent}${item},${outer}` };
  }
  return { position, text: open?.type === '(' ? `${item},` : item };
}

function inFront(
  source: PythonSource,
  before: Node | undefined,
  after: Node,
  item: string,
): Insertion[] {
  const comma = before && commaBehind(before);
  const edge = comma ?? before;
  if (edge === undefined || edge.endRow === after.row) {
    return [{ position: after.startIndex, text: `${item}, ` }];
  }
  if (continuesByBackslash(source, edge)) {
    return before ? [{ position: before.endIndex, text: `, ${item}` }] : [];
  }
  return [
    { position: lineEnd(source.text, edge.endIndex), text: `${lineBreak(source, after)}${item},` },
  ];
}

/** Inserts an item after the last one. */
function behind(source: PythonSource, { items, close }: Sequence, item: string): Insertion[] {
  const last = items.at(-1);
  if (last === undefined) {
    return [];
  }
  const comma = commaBehind(last);
  const end = (comma ?? last).endIndex;
  const row = (comma ?? last).endRow;
  if (close === undefined || close.row === row || !ownsLine(source, last)) {
    return [{ position: end, text: comma ? ` ${item}` : `, ${item}` }];
  }
  const lines = lineBreak(source, last) + item;
  return comma
    ? [{ position: lineEnd(source.text, end), text: `${lines},` }]
    : [
        { position: end, text: ',' },
        { position: lineEnd(source.text, end), text: lines },
      ];
}

/** The insertions that give each item its own line and comma. */
export function itemsOnLines(source: PythonSource, sequence: Sequence): Insertion[] {
  return onePerLine(source, sequence, -1, '');
}

/** Inserts an item, and gives each item its own line and comma, as ruff breaks a line that is too long. */
function onePerLine(
  source: PythonSource,
  { items, open, close }: Sequence,
  index: number,
  item: string,
): Insertion[] {
  const [first, last] = [items[0], items.at(-1)];
  if (!first || !last) {
    return [];
  }
  const { newline, indent } = source.style;
  const outer = newline + indentationAt(source.text, first.startIndex);
  const lineOf = (position: number) => (position === index ? `${outer}${indent}${item},` : '');
  const gaps = items.map((node, position): Insertion => {
    const from =
      position === 0
        ? (open?.endIndex ?? node.startIndex)
        : (commaBehind(items[position - 1] ?? node)?.endIndex ?? node.startIndex);
    const bracket = position === 0 && !open ? '(' : '';
    return {
      position: from,
      text: bracket + lineOf(position) + outer + indent,
      blanks: node.startIndex - from,
    };
  });
  const comma = commaBehind(last);
  const end = (comma ?? last).endIndex;
  return [
    ...gaps,
    {
      position: end,
      text: (comma ? '' : ',') + lineOf(items.length) + outer + (close ? '' : ')'),
      blanks: close ? close.startIndex - end : 0,
    },
  ];
}

/** Whether the sequence is on one line, which would become too long. */
function isTooLong(
  { style, text }: PythonSource,
  { items, open, close }: Sequence,
  item: string,
): boolean {
  const [first, last] = [open ?? items[0], close ?? items.at(-1)];
  if (!first || !last || items.length === 0 || first.row !== last.endRow) {
    return false;
  }
  const end = lineEnd(text, last.endIndex);
  const isAlone = /^,?\s*$/.test(text.slice(last.endIndex, end));
  return isAlone && end - lineStart(text, first.startIndex) + item.length + 2 > style.lineLength;
}

function commaBehind(item: Node): Node | undefined {
  const next = item.nextSibling;
  return next?.isExtra ? commaBehind(next) : next?.type === ',' ? next : undefined;
}

function ownsLine({ text }: PythonSource, node: Node): boolean {
  return isBlank(text.slice(lineStart(text, node.startIndex), node.startIndex));
}

function continuesByBackslash({ text }: PythonSource, node: Node): boolean {
  return text.slice(node.endIndex, lineEnd(text, node.endIndex)).trim() === '\\';
}

function lineBreak({ style, text }: PythonSource, node: Node): string {
  return style.newline + indentationAt(text, node.startIndex);
}

/**
 * The insertions that add a name to the last list or tuple in `__all__`. None for a file without `__all__`, or with the
 * name in it.
 */
export function nameInAll(source: PythonSource, name: string): Insertion[] {
  const lists = listsOfAll(source).map(sequenceOf);
  const exported = lists.map(({ items }) => items.map(stringValue));
  const list = lists.at(-1);
  if (list === undefined || exported.flat().includes(name)) {
    return [];
  }
  const names = exported.at(-1)?.map((each) => each ?? '') ?? [];
  const { quote } = source.style;
  const index = placeIn(names, name, orderOf(names));
  return itemAt(source, list, index, quote + name + quote);
}

/** The literals of `__all__ = […]`, `__all__ += […]`, `__all__ = […] + other`, `__all__.extend([…])`. */
export function listsOfAll(source: PythonSource): Node[] {
  const assigned = assignmentsIn(source.root)
    .filter(({ target }) => target === '__all__')
    .flatMap(({ value }) => value ?? []);
  const extended = callsOf(source.root, 'extend')
    .filter(({ receiver }) => receiver === '__all__')
    .flatMap(({ positional }) => positional);
  return [...assigned, ...extended]
    .sort((one, other) => one.startIndex - other.startIndex)
    .flatMap((value) => value.descendants('list', 'tuple', 'expression_list'));
}

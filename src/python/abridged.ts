/**
 * Lines that are alike but for their names, one below the other, such as imports. The parser is shown the first two and
 * the last: what is between them is built as the second one is.
 */
export interface Row {
  /** Where the first line starts, in the whole text. */
  readonly first: number;
  readonly second: number;
  /** Where the lines that are left out start. */
  readonly start: number;
  /** Where they end, and the last line starts. */
  readonly end: number;
}

/** A text without the lines that rows leave out. */
export interface Abridged {
  readonly text: string;
  readonly rows: readonly Row[];
}

/** Fewer lines are not worth a row. */
const SHORTEST_ROW = 4;

/** The words that mean something to version 0.25 of the grammar: no name can stand in their place. */
export const KEYWORDS: ReadonlySet<string> = new Set(
  (
    '_ __future__ and as assert async await break case class continue def del elif else except exec finally for from ' +
    'global if import in is lambda match nonlocal not or pass print raise return try type while with yield ' +
    'None True False'
  ).split(' '),
);

/** Not the letter of a number: `1.e5`. */
const WORD = /(?<!\d\.)\b[A-Za-z_]\w*/g;

/** What stands for a name in what lines have in common: no character of theirs. */
const NAME = '\0';

/** What may stand before the quote of a string, and then is no name. */
const PREFIX = /^[bfrtu]{1,2}$/i;

/** Neither a character that is longer than it looks, nor one that carries on behind the line. */
const PLAIN = /^[\t\x20-\x5b\x5d-\x7e]+\r?$/;

/** The text without what rows leave out. */
export function abridged(text: string): Abridged {
  const rows: Row[] = [];
  let starts: number[] = [];
  let shape: string | undefined;
  for (let start = 0; start < text.length; start = startOfNext(text, start)) {
    const own = shapeOf(text.slice(start, startOfNext(text, start) - 1));
    if (own === undefined || own !== shape) {
      rows.push(...rowOf(starts));
      starts = [];
    }
    shape = own;
    starts.push(start);
  }
  rows.push(...rowOf(starts));
  return { text: withoutRows(text, rows), rows };
}

/** Where the names of a line, and the words in its strings, start and end. */
export function wordsOf(line: string): (readonly [start: number, end: number])[] {
  return [...line.matchAll(WORD)].flatMap(({ 0: word, index }) =>
    isFree(word, index, line) ? [[index, index + word.length] as const] : [],
  );
}

/** What lines that are alike have in common; undefined for a line that is like no other. */
function shapeOf(line: string): string | undefined {
  return PLAIN.test(line)
    ? line.replace(WORD, (word, index: number) => (isFree(word, index, line) ? NAME : word))
    : undefined;
}

/** Whether any other name could stand in the place of a word. */
function isFree(word: string, index: number, line: string): boolean {
  const isPrefix = PREFIX.test(word) && /["']/.test(line.charAt(index + word.length));
  return !isPrefix && !KEYWORDS.has(word);
}

function startOfNext(text: string, position: number): number {
  const end = text.indexOf('\n', position);
  return end === -1 ? text.length + 1 : end + 1;
}

/** @param starts Of lines that are alike. */
function rowOf(starts: readonly number[]): Row[] {
  const [first, second, start] = starts;
  const end = starts.at(-1);
  const isRow = starts.length >= SHORTEST_ROW;
  return isRow &&
    first !== undefined &&
    second !== undefined &&
    start !== undefined &&
    end !== undefined
    ? [{ first, second, start, end }]
    : [];
}

function withoutRows(text: string, rows: readonly Row[]): string {
  const starts = [0, ...rows.map(({ end }) => end)];
  return starts.map((start, index) => text.slice(start, rows[index]?.start)).join('');
}

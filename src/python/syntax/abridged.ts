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
export const KEYWORDS =
  '_|__future__|and|as|assert|async|await|break|case|class|continue|def|del|elif|else|except|exec|finally|for|from|' +
  'global|if|import|in|is|lambda|match|nonlocal|not|or|pass|print|raise|return|try|type|while|with|yield|' +
  'None|True|False';

/** A word that is neither the letter of a number (`1.e5`) or of a conversion (`{x!r}`), nor a keyword, nor the prefix of a string. */
const NAME = new RegExp(
  `(?<!\\d\\.|!)\\b(?!(?:${KEYWORDS})\\b|[bfrtuBFRTU]{1,2}["'])[A-Za-z_]\\w*`,
  'g',
);

/** What stands for a name in what lines have in common: no character of theirs. */
const SOME_NAME = '\0';

/** Neither a character that is longer than it looks, nor one that carries on behind the line; a `*` may belong to the line before. */
const PLAIN = /^(?!\s*\*)[\t\x20-\x5b\x5d-\x7e]+\r?$/;

/** The text without what rows leave out. */
export function abridged(text: string): Abridged {
  const rows: Row[] = [];
  let starts: number[] = [];
  let shape: string | undefined;
  let start = 0;
  // What lines that are alike have in common.
  const shapes = text.replace(NAME, SOME_NAME).split('\n');
  for (const [index, line] of text.split('\n').entries()) {
    const own = PLAIN.test(line) ? shapes[index] : undefined;
    if (own === undefined || own !== shape) {
      rows.push(...rowOf(starts));
      starts = [];
    }
    shape = own;
    starts.push(start);
    start += line.length + 1;
  }
  rows.push(...rowOf(starts));
  return { text: withoutRows(text, rows), rows };
}

/**
 * What stands around the names of a line, and around the words in its strings, in order: before the first, between two,
 * behind the last.
 */
export function gapsIn(line: string): readonly string[] {
  return line.split(NAME);
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

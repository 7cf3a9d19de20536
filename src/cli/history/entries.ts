// Specs: spec/cli/history/merge.spec.ts
import type { Diff3 } from '../../merge';
import { LONGEST_LINE } from '../../python/lines';

/** Three versions of a piece of a file: as it is, as the run left it, as it was before. */
export interface Versions {
  readonly now: readonly string[];
  readonly after: readonly string[];
  readonly before: readonly string[];
}

/** A string, a word, or one other character that is neither blank nor a comma. */
const WORDS = /"[^"\n]*"|'[^'\n]*'|\w+|[^\s,]/g;

const NAMES = /^(?:__all__\s*=\s*[[(]|from\s+\S+\s+import\b\s*\(?)([^()[\]]*)[\])]?\s*$/;

/** Brackets with nothing but a line break in them. */
const OPENED = /([[({])[ \t]*\r?\n[ \t]*([\])}])/g;

/** A package that has lost all but an empty `__all__`. */
const NOTHING_LEFT = /^\s*\n__all__ = \[\]\s*$/;

/**
 * Takes what the run added out of lists that were changed since, and maybe wrapped: names of an import or of `__all__`,
 * calls such as `Link("Posts", "posts.index")`.
 *
 * @returns Undefined if the run did more, or if it is not clear what is meant.
 */
export function withoutEntries(
  { now, after, before }: Versions,
  { diffIndices }: Diff3,
): readonly string[] | undefined {
  const text = after.join('');
  const words = [...text.matchAll(WORDS)];
  const differences = diffIndices(texts(words), texts([...before.join('').matchAll(WORDS)]));
  const added = differences.map(({ buffer1: [start, length] }) => {
    const found = slidings(texts(words), start, length).map((at) => words.slice(at, at + length));
    return found.find((each) => isEntry(text, each)) ?? words.slice(start, start + length);
  });
  const areEntries = added.every((each) => areNames(texts(each)) || isEntry(text, each));
  if (!areEntries || differences.some(({ buffer2 }) => buffer2[1] > 0)) {
    return undefined;
  }
  return without(
    now,
    added.flatMap((each) =>
      areNames(texts(each)) ? texts(each).map((word) => [word]) : [texts(each)],
    ),
  );
}

/** Where else a difference may begin: of `(a) L (b) L (c)`, a diff may take out `(b) L` for `L (b)`. */
function slidings(words: readonly string[], start: number, length: number): number[] {
  const isSame = (at: number): boolean => words[at] === words[at + length];
  const first = words.slice(0, start).findLastIndex((_, at) => !isSame(at)) + 1;
  const end = words.findIndex((_, at) => at >= start && !isSame(at));
  return Array.from({ length: end - first + 1 }, (_, index) => first + index);
}

/**
 * Takes the names of a line that the run added out of what others made of it by adding theirs.
 *
 * @returns Undefined if they did more, or if the line has no names.
 */
export function withoutOwnNames(
  now: readonly string[],
  after: readonly string[],
  { diffIndices }: Diff3,
): readonly string[] | undefined {
  const [, names] = NAMES.exec(after.join('')) ?? [];
  const [earlier, later] = [after, now].map((lines) =>
    texts([...lines.join('').matchAll(WORDS)]).filter((word) => !/^[()]$/.test(word)),
  );
  const differences = diffIndices(earlier ?? [], later ?? []);
  const isExtended = differences.length > 0 && differences.every(({ buffer1 }) => buffer1[1] === 0);
  return names !== undefined && isExtended
    ? without(
        now,
        texts([...names.matchAll(WORDS)]).map((word) => [word]),
      )
    : undefined;
}

/** A merged text without what only the merge has left empty. */
export function withoutRemains(merged: string, now: string): string {
  const closed = now.search(OPENED) === -1 ? merged.replace(OPENED, '$1$2') : merged;
  return NOTHING_LEFT.test(closed) ? '' : closed;
}

/** A list over several lines, without a comment: `LINKS: list[Link] = [`. */
const WRAPPED = /^(\w[\w :[\]]* = |from \S+ import )([[(])\n((?:[ \t]+[^\n#]+,\n)+)([\])])$/gm;

/**
 * A merged text in which lists are on one line again, if they fit: those that the run had wrapped, those that were on one
 * line until what the run added made them too long, and names that were too many for one line before it.
 */
export function rejoined(
  merged: string,
  { now, after, before }: Readonly<Record<keyof Versions, string>>,
): string {
  const [tooLong, hadTooLong] = [headsOfTooLong(now), headsOfTooLong(before)];
  return merged.replace(WRAPPED, (wrapped, ...list: string[]) => {
    const [head = '', open = ''] = list;
    // An empty list says nothing.
    const hadOneLine = (text: string): boolean =>
      text
        .split('\n')
        .some((line) => line.startsWith(head) && !/^[[({][\])}]?$/.test(line.slice(head.length)));
    const wasWrapped = after.split('\n').includes(head + open);
    const isOwn = wasWrapped
      ? hadOneLine(before) || (hadTooLong.has(head) && NAMES.test(wrapped))
      : tooLong.has(head) && (hadOneLine(after) || hadOneLine(before));
    const line = asOneLine([wrapped, ...list]);
    return isOwn && line.length <= LONGEST_LINE ? line : wrapped;
  });
}

/** What begins the lists that have to be wrapped. */
function headsOfTooLong(text: string): ReadonlySet<string> {
  const lists = [...text.matchAll(WRAPPED)];
  return new Set(
    lists.filter((list) => asOneLine(list).length > LONGEST_LINE).map(([, head = '']) => head),
  );
}

/** A wrapped list on one line, however long. */
function asOneLine([, head = '', open = '', list = '', close = '']: readonly string[]): string {
  const items = list.split('\n').flatMap((line) => (line === '' ? [] : line.trim().slice(0, -1)));
  if (head.startsWith('from')) {
    return head + items.join(', ');
  }
  const comma = open === '(' && items.length === 1 ? ',' : '';
  return head + open + items.join(', ') + comma + close;
}

/** The lines without these parts of lists, and the commas behind them; undefined if one is ambiguous, or changed. */
function without(
  lines: readonly string[],
  parts: readonly (readonly string[])[],
): readonly string[] | undefined {
  let text = lines.join('');
  for (const part of parts) {
    const words = [...text.matchAll(WORDS)];
    const [place, another] = words
      .map((_, index) => words.slice(index, index + part.length))
      .filter((each) => texts(each).join('\n') === part.join('\n'));
    if (place === undefined && part.length === 1) {
      continue;
    }
    if (place === undefined || another !== undefined) {
      return undefined;
    }
    const [head, tail] = [text.slice(0, place[0]?.index), text.slice(endOf(place))];
    text =
      /^[ \t]*$/m.test(head.slice(head.lastIndexOf('\n') + 1)) && /^,?[ \t]*\r?\n/.test(tail)
        ? head.replace(/[ \t]*$/, '') + tail.replace(/^,?[ \t]*\r?\n/, '')
        : tail.startsWith(',')
          ? head + tail.replace(/^,[ \t]*/, '')
          : head.replace(/,[ \t]*$/, '') + tail;
  }
  return [text];
}

function areNames(words: readonly string[]): boolean {
  return words.every((word) => /^["'\w]/.test(word));
}

/** Whether words stand between the commas or the brackets of a list, with all of their own brackets. */
function isEntry(text: string, words: readonly RegExpExecArray[]): boolean {
  const inner = texts(words);
  const isWhole = ['()', '[]', '{}'].every(
    ([open, close]) =>
      inner.filter((word) => word === open).length ===
      inner.filter((word) => word === close).length,
  );
  const [before, behind] = [text.slice(0, words[0]?.index), text.slice(endOf(words))];
  return isWhole && /[[({,]\s*$/.test(before) && /^\s*[\])},]/.test(behind);
}

function endOf(words: readonly RegExpExecArray[]): number {
  const last = words.at(-1);
  return last === undefined ? 0 : last.index + last[0].length;
}

function texts(words: readonly RegExpExecArray[]): string[] {
  return words.map(([word]) => word);
}

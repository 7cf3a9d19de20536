import {
  type Compare,
  type Difference,
  type Merge,
  merged,
  type Versions,
} from '../../merge/three-way';

/** A string, a word, or one other character that is neither blank nor a comma. */
const WORDS = /"[^"\n]*"|'[^'\n]*'|\w+|[^\s,]/g;

/**
 * Takes the changes of a run out of a file, and keeps those made since. Works on any bytes.
 *
 * @param isCode Whether the caller checks the syntax of the outcome. Then two changes of one line are told apart.
 */
export async function takenOut(
  [now, after, before]: readonly [now: Buffer, after: Buffer, before: Buffer],
  isCode: boolean,
): Promise<Merge> {
  return merged([now, after, before], (lines, compare) => resolved(lines, compare, isCode));
}

/** diff3 also calls it a conflict if the run only added lines, and others were added beside them since. */
function resolved(
  lines: Versions,
  compare: Compare,
  isCode: boolean,
): readonly string[] | undefined {
  const isOfNames = isCode && lines.to.length > 0;
  return withoutAdded(lines, compare) ?? (isOfNames ? withoutNames(lines, compare) : undefined);
}

/**
 * The lines without those that the run added.
 *
 * @returns Undefined if the run did more, or if what it added was changed.
 */
function withoutAdded(
  { now, from: after, to: before }: Versions,
  compare: Compare,
): readonly string[] | undefined {
  const added = new Set<number>();
  for (const { buffer1, buffer2 } of compare(after, before)) {
    if (buffer2[1] > 0) {
      return undefined;
    }
    places(buffer1).forEach((place) => added.add(place));
  }
  const left: string[] = [];
  let place = 0;
  for (const { buffer1, buffer2 } of [...compare(after, now), endOf(after, now)]) {
    const [start, length] = buffer1;
    for (; place < start; place++) {
      left.push(...(added.has(place) ? [] : after.slice(place, place + 1)));
    }
    place += length;
    const [from, count] = buffer2;
    const since = now.slice(from, from + count);
    const isInside = added.has(start - 1) && added.has(start + length);
    const isChanged = places(buffer1).some((each) => added.has(each));
    const touches = added.has(start - 1) || added.has(start + length);
    const neighbours = after.filter((_, each) => added.has(each));
    if (
      count > 0 &&
      (isInside || isChanged || (touches && !areSiblings([...neighbours, ...since])))
    ) {
      return undefined;
    }
    left.push(...since);
  }
  return left;
}

/** The empty difference behind everything. */
function endOf(one: readonly string[], other: readonly string[]): Difference {
  return { buffer1: [one.length, 0], buffer2: [other.length, 0] };
}

function places([start, length]: readonly [start: number, length: number]): number[] {
  return Array.from({ length }, (_, index) => start + index);
}

/** Whether lines are independent: none is in a block that another one begins. */
function areSiblings(lines: readonly string[]): boolean {
  const indentations = lines
    .filter((line) => line.trim() !== '')
    .map((line) => /^\s*/.exec(line)?.[0]);
  return new Set(indentations).size === 1;
}

/**
 * Takes the names that the run added out of lists that were changed since, and maybe wrapped: those of an import or of
 * `__all__`.
 *
 * @returns Undefined if the run did more, or if it is not clear which name is meant.
 */
function withoutNames(
  { now, from: after, to: before }: Versions,
  compare: Compare,
): readonly string[] | undefined {
  const words = after.join('').match(WORDS) ?? [];
  const differences = compare(words, before.join('').match(WORDS) ?? []);
  const added = differences.flatMap(({ buffer1: [start, length] }) =>
    words.slice(start, start + length),
  );
  const areNames = added.every((word) => /^["'\w]/.test(word));
  if (!areNames || differences.some(({ buffer2 }) => buffer2[1] > 0)) {
    return undefined;
  }
  let text = now.join('');
  for (const name of added) {
    const places = text.match(WORDS)?.filter((word) => word === name) ?? [];
    if (places.length > 1) {
      return undefined;
    }
    text = text.replace(listed(name), '');
  }
  return [text];
}

/** A name in a list: on a line of its own, or with the comma behind it, or with the one before it. */
function listed(name: string): RegExp {
  const word = `(?<!\\w)${name.replace(/\W/g, '\\$&')}(?!\\w)`;
  return new RegExp(`^[ \\t]*${word},?[ \\t]*\\r?\\n|${word},[ \\t]*|(,[ \\t]*)?${word}`, 'm');
}

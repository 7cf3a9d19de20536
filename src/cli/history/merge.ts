import {
  contentOf,
  type Diff3,
  type Difference,
  linesOf,
  loadDiff3,
  type Merge,
} from '../../merge/lines';

/** Three versions of a piece of a file: as it is, as the run left it, as it was before. */
interface Versions {
  readonly now: readonly string[];
  readonly after: readonly string[];
  readonly before: readonly string[];
}

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
  if (now.equals(after)) {
    return { content: before };
  }
  const diff3 = await loadDiff3();
  const regions = diff3.diff3Merge(linesOf(now), linesOf(after), linesOf(before), {
    excludeFalseConflicts: true,
  });
  const conflicts: number[] = [];
  const merged = regions.flatMap((region) => {
    if ('ok' in region) {
      return region.ok;
    }
    const { a, o, b, aIndex } = region.conflict;
    const outcome = resolved({ now: a, after: o, before: b }, diff3, isCode);
    conflicts.push(...(outcome ? [] : [aIndex + 1]));
    return outcome ?? [];
  });
  return conflicts.length > 0 ? { conflicts } : { content: contentOf(merged) };
}

/** The lines, counted from 1, where a content differs from an earlier one: the first of each change. */
export async function changedLines(now: Buffer, earlier: Buffer): Promise<number[]> {
  const { diffIndices } = await loadDiff3();
  return diffIndices(linesOf(earlier), linesOf(now)).map(({ buffer2: [start] }) => start + 1);
}

/** diff3 also calls it a conflict if the run only added lines, and others were added beside them since. */
function resolved(lines: Versions, diff3: Diff3, isCode: boolean): readonly string[] | undefined {
  const isOfNames = isCode && lines.before.length > 0;
  return withoutAdded(lines, diff3) ?? (isOfNames ? withoutNames(lines, diff3) : undefined);
}

/**
 * The lines without those that the run added.
 *
 * @returns Undefined if the run did more, or if what it added was changed.
 */
function withoutAdded(
  { now, after, before }: Versions,
  { diffIndices }: Diff3,
): readonly string[] | undefined {
  const added = new Set<number>();
  for (const { buffer1, buffer2 } of diffIndices(after, before)) {
    if (buffer2[1] > 0) {
      return undefined;
    }
    places(buffer1).forEach((place) => added.add(place));
  }
  const left: string[] = [];
  let place = 0;
  for (const { buffer1, buffer2 } of [...diffIndices(after, now), endOf(after, now)]) {
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
  { now, after, before }: Versions,
  { diffIndices }: Diff3,
): readonly string[] | undefined {
  const words = after.join('').match(WORDS) ?? [];
  const differences = diffIndices(words, before.join('').match(WORDS) ?? []);
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

import {
  contentOf,
  type Diff3,
  type Difference,
  linesOf,
  loadDiff3,
  type Merge,
} from '../../merge';
import {
  rejoined,
  type Versions,
  withoutEntries,
  withoutOwnNames,
  withoutRemains,
} from './entries';
import { withLineEnds } from '../../line-ends';

/** It means the same wherever it stands between others. */
const IMPORT = /^(?:from \S+ )?import (?:[\w., ]+|\([\w,\s]*\))\r?\n?$/;

/** A line, or an import or a call in a list over several lines: its brackets are not those of another one. */
const LINE_OF_CODE =
  /from \S+ import \([\w,\s]*\)[ \t]*\r?\n|([ \t]+)\w+\(\r?\n(?:\1[ \t]+\S[^\n]*\n)+\1\),\r?\n|[^\n]*\n|[^\n]+$/g;

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
  const [own, ran, earlier] = [now, after, before].map((content) =>
    isCode ? linesOfCode(content) : linesOf(content),
  );
  const regions = diff3.diff3Merge(own ?? [], ran ?? [], earlier ?? [], {
    excludeFalseConflicts: true,
  });
  const conflicts: number[] = [];
  const merged = regions.flatMap((region) => {
    if ('ok' in region) {
      return region.ok;
    }
    const { a, o, b, aIndex } = region.conflict;
    const versions = { now: a, after: o, before: b };
    const outcome = resolved(versions, diff3, isCode) ?? withinOne(versions, diff3);
    conflicts.push(...(outcome ? [] : [lineAt(own ?? [], aIndex)]));
    return outcome ?? [];
  });
  if (conflicts.length > 0) {
    return { conflicts };
  }
  const text = merged.join('');
  if (!isCode) {
    return { content: contentOf([text]) };
  }
  const left = withoutRemains(text, now.toString('latin1'));
  const [is, made, had] = [now, after, before].map((content) =>
    content.toString('latin1').replaceAll('\r\n', '\n'),
  );
  const versions = { now: is ?? '', after: made ?? '', before: had ?? '' };
  return { content: contentOf([withLineEnds(left, (lines) => rejoined(lines, versions))]) };
}

function linesOfCode(content: Buffer): string[] {
  return content.toString('latin1').match(LINE_OF_CODE) ?? [];
}

/** The line, counted from 1, at which one of these pieces begins. */
function lineAt(pieces: readonly string[], index: number): number {
  return pieces.slice(0, index).join('').split('\n').length;
}

/** The lines, counted from 1, where a content differs from an earlier one: the first of each change. */
export async function changedLines(now: Buffer, earlier: Buffer): Promise<number[]> {
  const { diffIndices } = await loadDiff3();
  return diffIndices(linesOf(earlier), linesOf(now)).map(({ buffer2: [start] }) => start + 1);
}

/** diff3 also calls it a conflict if the run only added lines, and others were added beside them since. */
function resolved(lines: Versions, diff3: Diff3, isCode: boolean): readonly string[] | undefined {
  return (
    withoutAdded(lines, diff3, isCode) ??
    (isCode && lines.before.length > 0 ? withoutEntries(lines, diff3) : undefined)
  );
}

/** An import or a call that all versions have, merged by its lines: its brackets are the same ones. */
function withinOne(
  { now, after, before }: Versions,
  { diff3Merge }: Diff3,
): readonly string[] | undefined {
  const pieces = [now, after, before];
  const [own = [], ran = [], earlier = []] = pieces.map((piece) => linesOf(contentOf(piece)));
  const regions = pieces.every(({ length }) => length === 1)
    ? diff3Merge(own, ran, earlier, { excludeFalseConflicts: true })
    : [];
  const merged = regions.flatMap((region) => ('ok' in region ? [region.ok] : []));
  return merged.length > 0 && merged.length === regions.length ? merged.flat() : undefined;
}

/**
 * The lines without those that the run added.
 *
 * @returns Undefined if the run did more, or if what it added was changed.
 */
function withoutAdded(
  { now, after, before }: Versions,
  diff3: Diff3,
  isCode: boolean,
): readonly string[] | undefined {
  const { diffIndices } = diff3;
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
    const extended = isCode
      ? withoutOwnNames(since, after.slice(start, start + length), diff3)
      : undefined;
    if (extended && places(buffer1).every((each) => added.has(each))) {
      // The blank line of the run above it stays with it.
      const above = after.slice(Math.max(0, start - 1), start).filter((line) => line.trim() === '');
      left.push(...(added.has(start - 1) ? above : []), ...extended);
      continue;
    }
    const areImports = isCode && since.every((line) => IMPORT.test(line));
    const isInside = added.has(start - 1) && added.has(start + length) && !areImports;
    const isChanged = places(buffer1).some((each) => added.has(each));
    const touches = added.has(start - 1) || added.has(start + length);
    const neighbours = after.filter((_, each) => added.has(each));
    const areApart =
      areSiblings([...neighbours, ...since]) ||
      (isCode && !added.has(start + length) && standBehind(since, neighbours));
    if (count > 0 && (isInside || isChanged || (touches && !areApart))) {
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
  return new Set(indentationsOf(lines)).size === 1;
}

/** Whether lines begin with a statement of their own behind others: in the block of these, and no `else` of them. */
function standBehind(lines: readonly string[], others: readonly string[]): boolean {
  const first = lines.find((line) => line.trim() !== '') ?? '';
  const [indentation = ''] = indentationsOf([first]);
  const above = indentationsOf(others);
  return (
    above[0] === indentation &&
    above.every((each) => each.startsWith(indentation)) &&
    !/^\s*(?:else|elif|except|finally|case|[)\]}])/.test(first)
  );
}

/** Without blank lines. */
function indentationsOf(lines: readonly string[]): string[] {
  return lines.flatMap((line) => /^\s*(?=\S)/.exec(line) ?? []);
}

// Specs: spec/merge/with-added.spec.ts
/** How a merge ended: with a content, or with the lines of the present content that begin what it could not merge. */
export type Merge = { readonly content: Buffer } | { readonly conflicts: readonly number[] };

/** Three versions of a piece of a file: as it is, and the two between which the change is that it is to get. */
export interface Versions {
  readonly now: readonly string[];
  readonly from: readonly string[];
  readonly to: readonly string[];
}

/** A difference between two versions: a start and a length in each. */
export interface Difference {
  readonly buffer1: readonly [start: number, length: number];
  readonly buffer2: readonly [start: number, length: number];
}

/** The differences between two versions, from their start. */
export type Compare = (one: readonly string[], other: readonly string[]) => Difference[];

/** The lines of a piece where both sides changed something; undefined for a conflict. */
export type Resolve = (lines: Versions, compare: Compare) => readonly string[] | undefined;

/** What node-diff3 makes of three versions. */
type Region =
  | { readonly ok: readonly string[] }
  | {
      readonly conflict: {
        readonly a: readonly string[];
        readonly o: readonly string[];
        readonly b: readonly string[];
        readonly aIndex: number;
      };
    };

/** The part of node-diff3 that is used here. Its own types do not describe it. */
interface Diff3 {
  diff3Merge: (
    a: readonly string[],
    o: readonly string[],
    b: readonly string[],
    options: object,
  ) => Region[];
  diffIndices: Compare;
}

/**
 * Makes the change between two versions in a third one. Works on any bytes.
 *
 * @param resolve Merges the lines that diff3 cannot: it also calls it a conflict if the change is beside another one.
 */
export async function merged(
  [now, from, to]: readonly [now: Buffer, from: Buffer, to: Buffer],
  resolve: Resolve,
): Promise<Merge> {
  if (now.equals(from)) {
    return { content: to };
  }
  const { diff3Merge, diffIndices } = await loadDiff3();
  const regions = diff3Merge(linesOf(now), linesOf(from), linesOf(to), {
    excludeFalseConflicts: true,
  });
  const conflicts: number[] = [];
  const lines = regions.flatMap((region) => {
    if ('ok' in region) {
      return region.ok;
    }
    const { a, o, b, aIndex } = region.conflict;
    const outcome = resolve({ now: a, from: o, to: b }, diffIndices);
    conflicts.push(...(outcome ? [] : [aIndex + 1]));
    return outcome ?? [];
  });
  return conflicts.length > 0 ? { conflicts } : { content: Buffer.from(lines.join(''), 'latin1') };
}

/** The lines, counted from 1, where a content differs from an earlier one: the first of each change. */
export async function changedLines(now: Buffer, earlier: Buffer): Promise<number[]> {
  const { diffIndices } = await loadDiff3();
  return diffIndices(linesOf(earlier), linesOf(now)).map(({ buffer2: [start] }) => start + 1);
}

/** The lines that a content has and an earlier one has not. */
export async function addedLines(now: Buffer, earlier: Buffer): Promise<string> {
  const { diffIndices } = await loadDiff3();
  const lines = linesOf(now);
  const added = diffIndices(linesOf(earlier), lines).map(({ buffer2: [start, length] }) =>
    lines.slice(start, start + length).join(''),
  );
  return Buffer.from(added.join(''), 'latin1').toString();
}

/** Few runs merge, so it is loaded on demand. */
async function loadDiff3(): Promise<Diff3> {
  return (await import('node-diff3')) as unknown as Diff3;
}

/** With their line breaks. Latin-1 maps every byte to a character. */
function linesOf(content: Buffer): string[] {
  return content.toString('latin1').match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

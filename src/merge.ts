/** How a merge ended: with a content, or with the lines of the present content that begin what it could not merge. */
export type Merge = { readonly content: Buffer } | { readonly conflicts: readonly number[] };

/** A difference between two versions: a start and a length in each. */
export interface Difference {
  readonly buffer1: readonly [start: number, length: number];
  readonly buffer2: readonly [start: number, length: number];
}

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
export interface Diff3 {
  diff3Merge: (
    a: readonly string[],
    o: readonly string[],
    b: readonly string[],
    options: object,
  ) => Region[];
  diffIndices: (one: readonly string[], other: readonly string[]) => Difference[];
  /** The lines with marks around conflicts. */
  mergeDiff3: (
    a: readonly string[],
    o: readonly string[],
    b: readonly string[],
    options: object,
  ) => { readonly result: readonly string[] };
}

/** Few runs merge, so it is loaded on demand. */
export async function loadDiff3(): Promise<Diff3> {
  return (await import('node-diff3')) as unknown as Diff3;
}

/** The lines of a content with their line breaks. Latin-1 maps every byte to a character. */
export function linesOf(content: Buffer): string[] {
  return content.toString('latin1').match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** The content of lines. */
export function contentOf(lines: readonly string[]): Buffer {
  return Buffer.from(lines.join(''), 'latin1');
}

/** Lines that replace others, which are counted from 0. */
interface Change {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
  /** Where these lines are in their version. */
  readonly at: number;
}

/**
 * Makes the change between two versions of a file in a third one, which a person has changed. What comes beside a change
 * of the person goes before or behind it, as the order of the lines says. Works on any bytes.
 *
 * @param isStrict Whether two additions in one place are a conflict: they may be the same.
 * @param isYielding Whether what is in the way in the third version gives way: no person wrote it.
 */
export async function withAdded(
  [now, from, to]: readonly [now: Buffer, from: Buffer, to: Buffer],
  isStrict = false,
  isYielding = false,
): Promise<Merge> {
  if (now.equals(from)) {
    return { content: to };
  }
  const diff3 = await loadDiff3();
  const base = linesOf(from);
  const known = changesBetween(base, linesOf(now), diff3);
  const asked = changesBetween(base, linesOf(to), diff3).filter(
    (change) => !known.some((other) => areSame(change, other)),
  );
  const isFree = (one: Change, others: readonly Change[]): boolean =>
    !others.some((other) => clash(one, other, isStrict));
  const apart = (change: Change, others: readonly Change[]): Change =>
    (isStrict ? [] : placesOf(change, base)).find((each) => isFree(each, others)) ?? change;
  const wanted = asked.map((change) => apart(change, known));
  const own = known
    .map((change) => apart(change, wanted))
    .filter((change) => !isYielding || isFree(change, wanted));
  const conflicts = wanted.flatMap((change) =>
    own.filter((other) => clash(change, other, isStrict)).map(({ at }) => at + 1),
  );
  if (conflicts.length > 0) {
    return { conflicts: [...new Set(conflicts)] };
  }
  // Of two additions in one place, the person's comes first, unless it alone begins with a blank line.
  const isApart = ({ lines }: Change): number => Number(lines[0]?.trim() === '');
  const all = [...own, ...wanted].sort(
    (one, other) => one.start - other.start || one.end - other.end || isApart(one) - isApart(other),
  );
  let place = 0;
  const lines = all.flatMap((change) => {
    const kept = base.slice(place, change.start);
    place = change.end;
    return [...kept, ...change.lines];
  });
  return { content: contentOf([...lines, ...base.slice(place)]) };
}

/** The text that a version has and an earlier one has not. */
export async function addedText(from: Buffer, to: Buffer): Promise<string> {
  const changes = changesBetween(linesOf(from), linesOf(to), await loadDiff3());
  return contentOf(changes.flatMap(({ lines }) => lines)).toString();
}

function changesBetween(
  from: readonly string[],
  to: readonly string[],
  { diffIndices }: Diff3,
): Change[] {
  return diffIndices(from, to).map((difference) => aligned(difference, from, to));
}

/** Of several places where the same lines can be added, the one at which they are a block: from `<div>` to `</div>`. */
function aligned(
  { buffer1: [start, length], buffer2: [at, count] }: Difference,
  from: readonly string[],
  to: readonly string[],
): Change {
  const linesAt = (up: number): string[] => to.slice(at - up, at - up + count);
  let up = 0;
  if (length === 0) {
    while (levelOf(linesAt(up)) === undefined && from[start - up - 1] === to[at - up + count - 1]) {
      up++;
    }
  }
  const moved = levelOf(linesAt(up)) === undefined ? 0 : up;
  return {
    start: start - moved,
    end: start - moved + length,
    lines: linesAt(moved),
    at: at - moved,
  };
}

/** A change, and the same one at the other places where it gives the same text: blank lines stand before a function, or behind. */
function placesOf(change: Change, base: readonly string[]): Change[] {
  const { at, end, lines, start } = change;
  const moved = lines.length > 0 ? lines : base.slice(start, end);
  const isOneSided = lines.length === 0 || start === end;
  const places = [change];
  for (let up = 1; isOneSided && base[start - up] === rotated(moved, up - 1).at(-1); up++) {
    const text = lines.length > 0 ? rotated(moved, up) : [];
    places.push({ start: start - up, end: end - up, lines: text, at: at - up });
  }
  for (let down = 1; isOneSided && base[end + down - 1] === rotated(moved, 1 - down)[0]; down++) {
    const text = lines.length > 0 ? rotated(moved, -down) : [];
    places.push({ start: start + down, end: end + down, lines: text, at: at + down });
  }
  return places;
}

/** The last lines come first. */
function rotated(lines: readonly string[], count: number): readonly string[] {
  const place = ((-count % lines.length) + lines.length) % lines.length;
  return [...lines.slice(place), ...lines.slice(0, place)];
}

function areSame(one: Change, other: Change): boolean {
  return (
    one.start === other.start &&
    one.end === other.end &&
    one.lines.join('') === other.lines.join('')
  );
}

function clash(wanted: Change, own: Change, isStrict: boolean): boolean {
  if (wanted.start < own.end && own.start < wanted.end) {
    return true;
  }
  const isBeside = wanted.start <= own.end && own.start <= wanted.end;
  const isFilled = wanted.lines.length > 0 && own.lines.length > 0;
  const level = levelOf(wanted.lines);
  return isBeside && isFilled && (isStrict || level === undefined || level !== levelOf(own.lines));
}

/** The indentation of lines that begin and end no block of others; undefined for other lines. */
function levelOf(lines: readonly string[]): string | undefined {
  const indentations = lines
    .filter((line) => line.trim() !== '')
    .map((line) => /^\s*/.exec(line)?.[0] ?? '');
  const [first = ''] = indentations;
  return indentations.every((each) => each.startsWith(first)) ? first : undefined;
}

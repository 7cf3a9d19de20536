import type { Compare, Difference, Versions } from './three-way';

/**
 * The lines with a change that touches others: lines go behind or before what a person changed, as their order says.
 *
 * @returns Undefined if both changed the same line, or if what comes together is not on the same level.
 */
export function withAdded({ now, from, to }: Versions, compare: Compare): string[] | undefined {
  const own = compare(from, now);
  const wanted = compare(from, to);
  if (wanted.some((each) => own.some((other) => clash(each, other, { now, from, to })))) {
    return undefined;
  }
  const lines: string[] = [];
  let place = 0;
  for (const { difference, version } of inOrder(own, wanted, { now, from, to })) {
    const [start, length] = difference.buffer1;
    const [first, count] = difference.buffer2;
    lines.push(...from.slice(place, start), ...version.slice(first, first + count));
    place = start + length;
  }
  return [...lines, ...from.slice(place)];
}

/** Of two changes at one place, the person's comes first, unless it replaces the lines behind. */
function inOrder(
  own: readonly Difference[],
  wanted: readonly Difference[],
  { now, to }: Versions,
): { readonly difference: Difference; readonly version: readonly string[] }[] {
  const all = [
    ...own.map((difference) => ({ difference, version: now })),
    ...wanted.map((difference) => ({ difference, version: to })),
  ];
  return all.sort(
    (one, other) =>
      one.difference.buffer1[0] - other.difference.buffer1[0] ||
      one.difference.buffer1[1] - other.difference.buffer1[1],
  );
}

function clash(wanted: Difference, own: Difference, { now, to }: Versions): boolean {
  const [start, length] = wanted.buffer1;
  const [ownStart, ownLength] = own.buffer1;
  const [end, ownEnd] = [start + length, ownStart + ownLength];
  if (start < ownEnd && ownStart < end) {
    return true;
  }
  const isBeside = start <= ownEnd && ownStart <= end;
  const [added, others] = [linesAt(wanted, to), linesAt(own, now)];
  const level = levelOf(added);
  return (
    isBeside &&
    added.length > 0 &&
    others.length > 0 &&
    (level === undefined || level !== levelOf(others))
  );
}

function linesAt({ buffer2: [start, length] }: Difference, lines: readonly string[]): string[] {
  return lines.slice(start, start + length).filter((line) => line.trim() !== '');
}

/** The indentation of lines that begin and end no block of others; undefined for other lines. */
function levelOf(lines: readonly string[]): string | undefined {
  const indentations = lines.map((line) => /^\s*/.exec(line)?.[0] ?? '');
  const [first = ''] = indentations;
  return indentations.every((each) => each.startsWith(first)) ? first : undefined;
}

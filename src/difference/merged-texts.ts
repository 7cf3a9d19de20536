// Specs: spec/difference/merged-file.spec.ts
import { linesOf, loadDiff3, withAdded } from '../merge';

/**
 * What becomes of a file: its content, or the lines that are in the way, and the content with marks around both versions; without
 * the latter if what the file has cannot be read.
 */
export type MergedText =
  | { readonly content: string }
  | { readonly conflicts: readonly number[]; readonly marked?: string };

/** Texts of a file: as the project has it, as it was generated, as it is generated now. */
export type Texts = readonly [now: string, before: string, after: string];

/**
 * Makes the difference between two generated texts in the one that a person may have changed.
 *
 * @param isStrict Whether two additions in one place are a conflict: they may be the same.
 */
export async function mergedTexts(texts: Texts, isStrict: boolean): Promise<MergedText> {
  const [now, before, after] = texts;
  const merge = await withAdded(
    [Buffer.from(now), Buffer.from(before), Buffer.from(after)],
    isStrict,
  );
  return 'content' in merge
    ? { content: merge.content.toString() }
    : { conflicts: merge.conflicts, marked: await markedText(texts) };
}

/** The texts as one, with marks where they conflict. */
export async function markedText(texts: Texts): Promise<string> {
  const { mergeDiff3 } = await loadDiff3();
  const [now, before, after] = texts.map((text) => linesOf(Buffer.from(text)));
  const { result } = mergeDiff3(now ?? [], before ?? [], after ?? [], {
    excludeFalseConflicts: true,
    label: { a: 'yours', o: 'generated before', b: 'generated now' },
  });
  const rows = result.map((row) => (row.endsWith('\n') ? row : `${row}\n`));
  return Buffer.from(rows.join(''), 'latin1').toString();
}

/** Several texts of the same lines, with marks around each. */
export function marksAround(texts: Texts): string {
  const [now, before, after] = texts.map((text) => text.replace(/[^\n]$/, '$&\n'));
  return `<<<<<<< yours\n${now}||||||| generated before\n${before}=======\n${after}>>>>>>> generated now\n`;
}

/** A text with marks, as it is if all that is generated now is kept. */
export function withoutMarks(text: string): string {
  const marks = /^<{7} yours\n[^]*?^={7}\n([^]*?)^>{7} generated now(?:\n|$)/gm;
  return text.replace(marks, '$1');
}

/** A later text with the earlier lines where a person has put other texts in quotes: a heading keeps its words. */
export async function withOwnTexts(now: string, before: string, after: string): Promise<string> {
  const lines = now.replaceAll('\r\n', '\n').split('\n');
  const blank = (line: string): string => line.replace(/"[^"]*"|'[^']*'/g, '""');
  const [from, to] = [before.split('\n'), after.split('\n')];
  const [blanked, known] = [lines.map(blank), from.map(blank)];
  const isThere = (line: string): boolean =>
    blanked.filter((each) => each === line).length >= known.filter((each) => each === line).length;
  const { diffIndices } = await loadDiff3();
  for (const { buffer1, buffer2 } of diffIndices(from, to).toReversed()) {
    const own = from.slice(buffer1[0], buffer1[0] + buffer1[1]);
    const isReworded = own.some((line) => !lines.includes(line));
    if (buffer1[1] === buffer2[1] && isReworded && own.every((line) => isThere(blank(line)))) {
      to.splice(buffer2[0], buffer2[1], ...own);
    }
  }
  return to.join('\n');
}

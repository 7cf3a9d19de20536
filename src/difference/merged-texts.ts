// Specs: spec/difference/merged-file.spec.ts
import { linesOf, loadDiff3, withAdded } from '../merge';

/** What becomes of a file: its content, or the lines that are in the way, and the content with marks around both versions. */
export type MergedText =
  { readonly content: string } | { readonly conflicts: readonly number[]; readonly marked: string };

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

// Specs: spec/manifest/changes.spec.ts
import { withAdded } from '../merge';
import { isSameText, type Lines, linesOf } from './format';

/** Two versions of a text. */
export interface TextChange {
  readonly before: string;
  readonly after: string;
}

/** What the manifest keeps of a text once a run has changed it; undefined if the change does not fit. */
export async function changedLines(
  stored: Lines,
  { after, before }: TextChange,
): Promise<Lines | undefined> {
  if (isSameText(stored, before)) {
    return linesOf(after);
  }
  const [now, from, to] = [stored.join('\n'), ...[before, after].map(unixText)].map((text) =>
    Buffer.from(text),
  );
  const merge = now && from && to && (await withAdded([now, from, to]));
  return merge && 'content' in merge ? linesOf(merge.content.toString()) : undefined;
}

function unixText(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

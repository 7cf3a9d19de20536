// Specs: spec/manifest/changes.spec.ts
import { changedLines, type TextChange } from './changed-text';
import { type Generated, type Home, isWhole, linesOf } from './format';
import { changedMembers } from './members';

/** What a run did to a file. */
export interface FileChange {
  /** What the file belongs to: the first of these that knows it, else the first one. */
  readonly homes: readonly Home[];
  /** Undefined if the run made the file. */
  readonly before: string | undefined;
  /** Undefined if it deleted the file. */
  readonly after: string | undefined;
  /** Whether the run made all of the text. */
  readonly isWhole: boolean;
}

/** What a run did to a file, and wanted to do. */
interface KeptChange {
  readonly change: FileChange | undefined;
  readonly difference: TextChange | undefined;
  /** Hears of a difference that does not fit the text that the manifest has. */
  readonly unfit: () => void;
}

/** What a manifest keeps of a file after a run; undefined for nothing. */
export async function keptOf(
  path: string,
  stored: Generated | undefined,
  { change, difference, unfit }: KeptChange,
): Promise<Generated | undefined> {
  const { after, before } = change ?? {};
  if (change && after === undefined) {
    return undefined;
  }
  if (after !== undefined && (before === undefined || change?.isWhole)) {
    return linesOf(after);
  }
  if (!isWhole(stored)) {
    return before === undefined || after === undefined
      ? stored
      : changedMembers(stored, path, { before, after });
  }
  const made = before === undefined || after === undefined ? undefined : { before, after };
  const wanted = difference ?? made;
  const lines = wanted ? await changedLines(stored, wanted) : stored;
  if (!lines && difference) {
    unfit();
  }
  return lines ?? stored;
}

import { isManifestPath } from '../../manifest/format';
import { undoneManifest } from '../../manifest/undone';
import type { Files } from '../../project/files';
import { PythonSource, SourceError } from '../../python/source';
import type { Obstacle, RewrittenFile } from '../../references/obstacle';
import type { StagedFile } from '../commit/planned-edit';
import type { KeptEdit } from './history';
import { changedLines, takenOut } from './merge';

/** A file of a run, before and after the undo. */
export type Restored = StagedFile & RewrittenFile;

/** The files that an undo restores, and what is in its way. */
interface TakeBack {
  readonly files: readonly Restored[];
  readonly obstacles: readonly Obstacle[];
}

/** Plans how to take back the edits of a run: each on the file as it is now. */
export async function takeBack(edits: readonly KeptEdit[], files: Files): Promise<TakeBack> {
  const parts = await Promise.all(edits.map((edit) => restored(edit, files.read(edit.path))));
  return {
    files: parts.flatMap((part) => part.files),
    obstacles: parts.flatMap((part) => part.obstacles),
  };
}

async function restored(edit: KeptEdit, now: Buffer | undefined): Promise<TakeBack> {
  const { path, before, after, mode } = edit;
  const obstacle = (reason: string, yields: boolean, line?: number): Obstacle[] => [
    { path, line, reason, yields },
  ];
  const gone = (reason: string): Obstacle[] =>
    obstacle(reason, true).map((each) => ({ ...each, isGone: true }));
  const to = (content: Buffer | undefined): Restored[] => [{ path, now, content, mode }];
  if (isManifestPath(path)) {
    const [is, was, had] = [now, after, before].map((content) => content?.toString());
    const left = await undoneManifest(path, { now: is, after: was, before: had });
    return { files: to(left === undefined ? undefined : Buffer.from(left)), obstacles: [] };
  }
  if (!after) {
    return now && before && !now.equals(before)
      ? { files: [], obstacles: obstacle('the run deleted it, but it exists again', false) }
      : { files: now ? [] : to(before), obstacles: [] };
  }
  if (!now) {
    return { files: [], obstacles: gone('no longer exists') };
  }
  if (!before) {
    const lines = now.equals(after) ? [] : await changedLines(now, after);
    return {
      files: to(undefined),
      obstacles: lines.flatMap((line) => obstacle('changed since the run made it', true, line)),
    };
  }
  const isPython = path.endsWith('.py');
  const merge = await takenOut([now, after, before], isPython);
  if ('conflicts' in merge) {
    const reason = 'lines that the run wrote here have changed';
    return {
      files: [],
      obstacles: merge.conflicts.flatMap((line) => obstacle(reason, false, line)),
    };
  }
  if (merge.content.equals(now)) {
    return { files: [], obstacles: gone('no longer has what the run wrote') };
  }
  const isMerged = !now.equals(after);
  const mistake = isPython && isMerged ? await mistakeIn(path, merge.content) : undefined;
  return {
    files: [{ path, now, content: merge.content, mode, isMerged }],
    obstacles: mistake ? [mistake] : [],
  };
}

async function mistakeIn(path: string, content: Buffer): Promise<Obstacle | undefined> {
  const source = await PythonSource.parseOrError(path, content);
  return source instanceof SourceError
    ? { path, line: source.line, reason: 'would no longer be valid Python', yields: false }
    : undefined;
}

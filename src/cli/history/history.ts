import { posix } from 'node:path';
import { BESIDE, STATE_FOLDER } from '../../manifest/format';
import { planEdits, type PlannedEdit } from '../commit/planned-edit';
import type { StagedFile } from '../commit/staged-file';
import { DiskFiles } from '../engine/disk-files';
import type { Files } from '../../project/files';
import { decodedRun, encodedRun, isPrivate, type KeptEdit, type KeptRun } from './kept-run';

/** The folder of a project that keeps its last runs, one file each. */
export const HISTORY = `${STATE_FOLDER}/history`;

/** How many runs are kept. */
const KEPT = 20;

/** Only the owner reads it: it holds the contents of other files. */
const MODE = 0o600;

/** A run, and its file. */
export interface HistoryEntry {
  readonly path: string;
  readonly run: KeptRun;
}

/**
 * The edits that put a run into the history, to be committed along with its own.
 *
 * @param words What was typed after `scaffold`.
 */
export function entryEdits(
  root: string,
  words: readonly string[],
  edits: readonly KeptEdit[],
): PlannedEdit[] {
  const names = entriesIn(new DiskFiles(root));
  const number = numberOf(names[0] ?? '0') + 1;
  const run = { time: new Date().toISOString(), words, isUndone: false, edits };
  const files: StagedFile[] = [
    { path: `${HISTORY}/${number}.json`, content: encodedRun(run), mode: MODE },
    { path: `${HISTORY}/.gitignore`, content: Buffer.from('*\n') },
    ...names.slice(KEPT - 1).map((name) => ({ path: `${HISTORY}/${name}`, content: undefined })),
  ];
  return planEdits(root, files);
}

/** Edits as the history keeps them. */
export function keptEdits(edits: readonly PlannedEdit[]): KeptEdit[] {
  return edits
    .filter(({ path }) => !isPrivate(path) && !(path in BESIDE))
    .map(({ path, before, after, target }) => ({
      path,
      before,
      after,
      mode: after ? undefined : target.stats && target.stats.mode & 0o777,
    }));
}

/** The file of an entry with another run. */
export function entryFile({ path }: HistoryEntry, run: KeptRun): StagedFile {
  return { path, content: encodedRun(run), mode: MODE };
}

/** The runs that a project keeps, newest first. To ask for a `run` throws a SchematicsException if it cannot be read. */
export function historyIn(files: Files): HistoryEntry[] {
  return entriesIn(files).map((name) => {
    const path = posix.join(HISTORY, name);
    return {
      path,
      // A damaged file is in the way of nothing but its own run.
      get run() {
        return decodedRun(files.read(path) ?? Buffer.of(), path);
      },
    };
  });
}

/** The names of the files, newest first. */
function entriesIn(files: Files): string[] {
  return files
    .filesIn(HISTORY)
    .filter((name) => /^\d+\.json$/.test(name))
    .sort((one, other) => numberOf(other) - numberOf(one));
}

function numberOf(name: string): number {
  return Number.parseInt(name);
}

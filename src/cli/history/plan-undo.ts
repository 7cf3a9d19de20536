// Specs: spec/acceptance/undo-command.spec.ts
import { realpathSync } from 'node:fs';
import { relative } from 'node:path';
import { SchematicsException } from '@angular-devkit/schematics';
import { UsageError } from '../../errors';
import { loadParser } from '../../python/parser';
import { planEdits, type PlannedEdit } from '../commit/planned-edit';
import type { StagedFile } from '../commit/staged-file';
import { ProjectFiles } from '../engine/project-files';
import { databaseAdvice } from './database-advice';
import { entryFile, type HistoryEntry, historyIn } from './history';
import { isPrivate, type KeptRun, typedCommand } from './kept-run';
import { refuseUndo } from './refusal';
import { referencesTo } from './references';
import { takeBack } from './take-back';

/** Which run to take back, and how. */
export interface UndoRequest {
  /** Of the project, absolute. */
  readonly root: string;
  /** In the list, from 0; undefined for the newest run that stands. */
  readonly place: number | undefined;
  /** Whether to delete files that changed since, even if code refers to them. */
  readonly force: boolean;
}

/** What an undo is going to do. */
export interface UndoPlan {
  readonly run: KeptRun;
  /** With that of the history. */
  readonly edits: readonly PlannedEdit[];
  /** What to do about the database afterwards. */
  readonly advice: (unmade: readonly string[]) => string | undefined;
}

/**
 * Plans an undo, and writes nothing.
 *
 * @param pending Files that a killed run left to be written; the plan takes them as written.
 * @returns Undefined if nothing is left to undo.
 * @throws UsageError if the list has no such run, SchematicsException if something is in the way.
 */
export async function planUndo(
  { root, place, force }: UndoRequest,
  pending: readonly StagedFile[] = [],
): Promise<UndoPlan | undefined> {
  // It compiles in another thread. Its error reaches whoever awaits it.
  loadParser().catch(() => undefined);
  const files = new ProjectFiles(root, pending);
  const history = historyIn(files);
  const entry = chosen(history, place);
  if (!entry) {
    return undefined;
  }
  const { run } = entry;
  const back = await takeBack(run.edits, files);
  // A file that cannot be merged would count as one that stays.
  const isClear = !force && back.obstacles.every(({ yields }) => yields);
  const references = isClear ? await referencesTo(back.files, root, files) : [];
  refuseUndo(history, entry, [...back.obstacles, ...references], force);
  const undone = entryFile(entry, { ...run, isUndone: true, edits: [] });
  const edits = planEdits(root, [...back.files, undone], files.asFound);
  const real = realpathSync(root);
  const secret = edits.find(({ target }) => isPrivate(relative(real, target.file)));
  if (secret) {
    throw new SchematicsException(
      `${secret.path} is a symbolic link that points to a private file, which undo does not change.`,
    );
  }
  return {
    run,
    edits,
    advice: (unmade) => databaseAdvice(back.files, unmade, files),
  };
}

/** @throws UsageError if the list has no such place, SchematicsException if the run there is undone. */
function chosen(
  history: readonly HistoryEntry[],
  place: number | undefined,
): HistoryEntry | undefined {
  if (place === undefined) {
    return history.find(({ run }) => !run.isUndone);
  }
  const entry = history[place];
  if (!entry) {
    const count = history.length === 1 ? '1 run' : `${history.length} runs`;
    throw new UsageError(
      `\`scaffold undo --list\` shows ${count}, so there is no number ${place + 1}.`,
    );
  }
  if (entry.run.isUndone) {
    throw new SchematicsException(`Run ${place + 1} is undone already: ${typedCommand(entry.run)}`);
  }
  return entry;
}

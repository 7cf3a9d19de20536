import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DiskFiles } from '../engine/disk-files';
import { entryEdits, entryFile, historyIn, keptEdits } from '../history/history';
import { commitEdits, commitEditsAfter, KEPT, pendingFiles, recover } from './journal';
import type { JournalEdit } from './journal-format';
import { type LockHolder, withLock } from './lock';
import { planEdits, type PlannedEdit } from './planned-edit';

const WHILE_WRITING = 'while scaffold wrote the files';

/**
 * Works on a project as the only run, after finishing or taking back what a killed run had begun.
 *
 * @param root Absolute.
 */
export function withProject<T>(
  root: string,
  holder: LockHolder,
  work: () => T | Promise<T>,
): Promise<T> {
  return withLock(root, holder, () => {
    const pending = pendingFiles(root);
    settle(root, pending, recover(root), holder, 'after a run was killed');
    return work();
  });
}

/**
 * Applies edits to a project, all or none. Call it from the work of `withProject`.
 *
 * @param words What was typed after `scaffold`, for the history; undefined for a run that it does not keep.
 * @returns The edits that were applied: all but those whose file somebody edited at the last moment.
 * @throws SchematicsException if a file was edited since the edit was planned.
 */
export function applyEdits(
  root: string,
  edits: readonly PlannedEdit[],
  holder: LockHolder,
  words: readonly string[] | undefined,
): PlannedEdit[] {
  const all = [...edits, ...(words ? entryEdits(root, words, keptEdits(edits)) : [])];
  const applied = settle(root, all, commitEdits(root, all), holder, WHILE_WRITING);
  return applied.filter((edit) => edits.includes(edit));
}

/** Applies edits and does other work, both or neither: see `commitEditsAfter`. The history does not keep it. */
export async function applyEditsAfter(
  work: () => Promise<void>,
  root: string,
  edits: readonly PlannedEdit[],
  holder: LockHolder,
): Promise<PlannedEdit[]> {
  const refused = await commitEditsAfter(work, root, edits);
  return settle(root, edits, refused, holder, WHILE_WRITING);
}

/**
 * Tells of the edits that were not applied, and takes them out of the run's history.
 *
 * @returns Those that were applied.
 */
function settle<Committed extends { readonly path: string }>(
  root: string,
  committed: readonly Committed[],
  refused: readonly JournalEdit[],
  { tell }: LockHolder,
  when: string,
): Committed[] {
  const isRefused = ({ path }: { readonly path: string }): boolean =>
    refused.some((edit) => edit.path === path);
  const history = refused.length > 0 ? historyIn(new DiskFiles(root)) : [];
  const entry = history.find(({ path }) => committed.some((each) => each.path === path));
  if (entry) {
    const edits = entry.run.edits.filter((edit) => !isRefused(edit));
    commitEdits(root, planEdits(root, [entryFile(entry, { ...entry.run, edits })]));
  }
  refused.forEach((edit) => {
    tell(refusal(edit, when), { place: edit.path });
  });
  return committed.filter((edit) => !isRefused(edit));
}

/**
 * Adds files to the history that the run made after its own commit, if any. Call it from the work of `withProject`.
 *
 * @param words What was typed after `scaffold`.
 * @param hasEntry Whether the run committed something, and so is in the history.
 */
export function keepMade(
  root: string,
  paths: readonly string[],
  words: readonly string[],
  hasEntry: boolean,
): void {
  if (paths.length === 0) {
    return;
  }
  const made = paths.map((path) => ({
    path,
    before: undefined,
    after: readFileSync(join(root, path)),
  }));
  const [entry] = hasEntry ? historyIn(new DiskFiles(root)) : [];
  const edits = entry
    ? planEdits(root, [entryFile(entry, { ...entry.run, edits: [...entry.run.edits, ...made] })])
    : entryEdits(root, words, made);
  commitEdits(root, edits);
}

function refusal({ after, path }: JournalEdit, when: string): string {
  const consequence =
    after === null
      ? 'It was not deleted.'
      : `It stays as it is; scaffold's version is in ${path}${KEPT}.`;
  return `${path} was edited ${when}. ${consequence}`;
}

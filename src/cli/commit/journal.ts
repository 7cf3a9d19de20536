import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { SchematicsException } from '@angular-devkit/schematics';
import { errorCode, hasCode } from '../../errors';
import {
  decoded,
  encoded,
  type Journal,
  type JournalEdit,
  journalFiles,
  journalOf,
  readJournal,
  stagedBeside,
} from './journal-format';
import type { PlannedEdit, StagedFile } from './planned-edit';

/** The suffix of new content whose file was edited by somebody else in the meantime. */
export const KEPT = '.scaffold-new';

/** The folder beside modules in which Python keeps their compiled code. */
const COMPILED = '__pycache__';

/**
 * Applies edits to a project, all or none: it writes the new contents beside the files, then renames them into place and
 * removes the files to delete. A run that is killed before the first rename leaves nothing; after that `recover`
 * finishes its work. The caller holds the lock.
 *
 * @returns The edits that were not applied because somebody edited the file at the last moment: see `recover`.
 * @throws SchematicsException if a file was edited since the edit was planned.
 */
export function commitEdits(root: string, edits: readonly PlannedEdit[]): JournalEdit[] {
  return decide(root, prepare(root, edits));
}

/**
 * Applies edits as `commitEdits` does, and does other work: both or neither. The work is done when the new contents are
 * written and only renames are left. If it fails, no file changes.
 */
export async function commitEditsAfter(
  work: () => Promise<void>,
  root: string,
  edits: readonly PlannedEdit[],
): Promise<JournalEdit[]> {
  const journal = prepare(root, edits);
  try {
    await work();
  } catch (error) {
    recover(root);
    throw error;
  }
  return decide(root, journal);
}

function prepare(root: string, edits: readonly PlannedEdit[]): Journal {
  const journal = journalOf(realpathSync(root), edits);
  try {
    // It holds the contents of files that perhaps only their owner may read.
    writeFileSync(journalFiles(root).begun, JSON.stringify(journal), { mode: 0o600 });
    journal.folders.forEach((folder) => {
      mkdirSync(join(root, folder));
    });
    edits.forEach(stage);
    return journal;
  } catch (error) {
    recover(root);
    throw error;
  }
}

/** A rename needs no space, so a full disk cannot stop what follows. */
function decide(root: string, journal: Journal): JournalEdit[] {
  const { begun, decided } = journalFiles(root);
  try {
    renameSync(begun, decided);
  } catch (error) {
    recover(root);
    throw error;
  }
  return finishAll(root, journal);
}

/** A killed process loses nothing it wrote. Power failures are not covered: syncing would take most of a commit's time. */
function stage({ path, target: { file, stats }, before, after, mode }: PlannedEdit): void {
  if (after) {
    const staged = stagedBeside(file);
    const wanted = stats?.mode ?? mode;
    // Nothing is written through a link that somebody put there.
    rmSync(staged, { force: true });
    writeFileSync(staged, after, { mode: wanted, flag: 'wx' });
    if (wanted !== undefined) {
      chmodSync(staged, wanted);
    }
  }
  if (contentOf(file) !== encoded(before)) {
    throw new SchematicsException(`${path} was edited while scaffold ran: run it again.`);
  }
}

/**
 * Finishes or takes back the commit of a run that was killed. The caller holds the lock.
 *
 * @returns The edits that were not applied because somebody edited the file since. The file stays, and its new content
 * is beside it, with the suffix `.scaffold-new`.
 * @throws SchematicsException if the disk does not allow it, or if the journal cannot be read.
 */
export function recover(root: string): JournalEdit[] {
  const { begun, decided } = journalFiles(root);
  const journal = readJournal(root, decided);
  if (!journal) {
    takeBack(root, begun);
    return [];
  }
  return finishAll(root, journal);
}

function finishAll(root: string, { edits }: Journal): JournalEdit[] {
  const refused = edits.filter((edit) => !finish(root, edit));
  rmSync(journalFiles(root).decided);
  return refused;
}

/** Reads what `recover` would write or delete, and changes nothing. */
export function pendingFiles(root: string): StagedFile[] {
  const edits = readJournal(root, journalFiles(root).decided)?.edits ?? [];
  return edits
    .filter(({ staged, after }) => staged === null || contentOf(join(root, staged)) === after)
    .filter(({ file, before }) => contentOf(join(root, file)) === before)
    .map(({ path, after }) => ({ path, content: decoded(after) }));
}

/** @returns False if somebody edited the file, which then stays. */
function finish(root: string, edit: JournalEdit): boolean {
  try {
    return edit.staged === null ? remove(root, edit) : replace(root, edit, edit.staged);
  } catch (error) {
    throw new SchematicsException(
      `${edit.path} cannot be ${edit.staged === null ? 'deleted' : 'replaced'} (${errorCode(error)}): ` +
        'the next run tries again.',
    );
  }
}

function replace(root: string, { file, before, after }: JournalEdit, staged: string): boolean {
  const source = join(root, staged);
  if (contentOf(source) !== after) {
    return true; // It was renamed before.
  }
  const place = join(root, file);
  const isUnedited = contentOf(place) === before;
  mkdirSync(dirname(place), { recursive: true });
  renameSync(source, isUnedited ? place : place + KEPT);
  return isUnedited;
}

function remove(root: string, { file, before }: JournalEdit): boolean {
  const content = contentOf(join(root, file));
  if (content !== before && content !== null) {
    return false;
  }
  rmSync(join(root, file), { force: true });
  for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) {
    tryTo(removeUnused, join(root, folder));
  }
  return true;
}

/** Removes a folder that is empty, or that only holds compiled Python. */
function removeUnused(folder: string): void {
  if (String(readdirSync(folder)) === COMPILED) {
    rmSync(join(folder, COMPILED), { recursive: true });
  }
  rmdirSync(folder);
}

function takeBack(root: string, begun: string): void {
  const journal = readJournal(root, begun);
  for (const { staged } of journal?.edits ?? []) {
    if (staged !== null) {
      tryTo(rmSync, join(root, staged));
    }
  }
  journal?.folders.toReversed().forEach((folder) => {
    tryTo(rmdirSync, join(root, folder));
  });
  rmSync(begun, { force: true });
}

/** In base64; null if there is nothing, undefined if there is a folder. */
function contentOf(file: string): string | null | undefined {
  try {
    return encoded(readFileSync(file));
  } catch (error) {
    if (hasCode(error, 'EISDIR')) {
      return undefined;
    }
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) {
      return null;
    }
    throw error;
  }
}

function tryTo(remove: (path: string) => void, path: string): void {
  try {
    remove(path);
  } catch {
    // It was never made, it is gone already, or the folder is in use.
  }
}

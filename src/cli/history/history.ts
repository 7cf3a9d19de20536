import { posix } from 'node:path';
import { SchematicsException } from '@angular-devkit/schematics';
import { BESIDE, isLines, isRecord, parsedJson, STATE_FOLDER } from '../../manifest/format';
import { enumeration, quoted } from '../../naming/spelling';
import type { Files } from '../../project/files';
import {
  type FileEdit,
  isInside,
  planEdits,
  type PlannedEdit,
  type StagedFile,
} from '../commit/planned-edit';
import { DiskFiles } from '../engine/disk-files';

/** The folder of a project that keeps its last runs, one file each. */
const HISTORY = `${STATE_FOLDER}/history`;

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

/** Raise it with each change to the format, and keep reading the versions before. */
const VERSION = 1;

/** Files with secrets and data, which the history never holds. */
const PRIVATE = /(^|\/)\.env$|^instance\//i;

/** A run of the command, as the history keeps it. */
export interface KeptRun {
  /** When it began to write, in ISO 8601. */
  readonly time: string;
  /** What was typed after `scaffold`. */
  readonly words: readonly string[];
  /** An undone run keeps no edits. */
  readonly isUndone: boolean;
  readonly edits: readonly KeptEdit[];
}

/** A change that a run made to a file. */
export interface KeptEdit extends Pick<FileEdit, 'path' | 'before' | 'after'> {
  /** The mode of a file that the run deleted. */
  readonly mode?: number;
}

/** On disk, contents are text with one character a byte: JSON keeps every byte, and hardly grows. */
interface StoredRun extends Omit<KeptRun, 'edits' | 'isUndone'> {
  readonly version: number;
  readonly undone?: true;
  readonly edits: readonly StoredEdit[];
}

interface StoredEdit {
  readonly path: string;
  readonly before?: string;
  readonly after?: string;
  readonly mode?: number;
}

function encodedRun({ isUndone, edits, ...run }: KeptRun): Buffer {
  const stored: StoredRun = {
    version: VERSION,
    ...run,
    ...(isUndone && { undone: true }),
    edits: edits.map(({ before, after, ...edit }) => ({
      ...edit,
      before: before?.toString('latin1'),
      after: after?.toString('latin1'),
    })),
  };
  return Buffer.from(JSON.stringify(stored));
}

/**
 * The inverse of `encodedRun`. Anybody may have written the file: git brings it along with a project.
 *
 * @param path Of its file, for messages.
 * @throws SchematicsException if the version is unknown, or if no run wrote the file so.
 */
function decodedRun(content: Buffer, path: string): KeptRun {
  const stored = parsedJson(content.toString());
  if (isRecord(stored) && typeof stored['version'] === 'number' && stored['version'] !== VERSION) {
    throw new SchematicsException(
      `A newer version of scaffold wrote ${path}: update scaffold, or remove the file.`,
    );
  }
  if (!isStoredRun(stored)) {
    throw new SchematicsException(`${path} is damaged: remove it.`);
  }
  const { time, words, undone = false, edits } = stored;
  const foreign = edits.find((edit) => !isInside(edit.path) || isPrivate(edit.path));
  if (foreign) {
    throw new SchematicsException(
      `${path} is damaged: it names ${quoted(foreign.path)}, and undo changes no file that is ` +
        'outside the project, of git, or private. Remove it.',
    );
  }
  return {
    time,
    words,
    isUndone: undone,
    edits: edits.map(({ before, after, ...edit }) => ({
      ...edit,
      before: decodedContent(before),
      after: decodedContent(after),
    })),
  };
}

/** Whether the history never holds this file. */
export function isPrivate(path: string): boolean {
  return PRIVATE.test(path);
}

function isStoredRun(stored: unknown): stored is StoredRun {
  if (!isRecord(stored)) {
    return false;
  }
  const { version, time, words, undone, edits } = stored;
  return (
    version === VERSION &&
    typeof time === 'string' &&
    !Number.isNaN(Date.parse(time)) &&
    isLines(words) &&
    (undone === undefined || undone === true) &&
    Array.isArray(edits) &&
    edits.every(isStoredEdit)
  );
}

function isStoredEdit(edit: unknown): edit is StoredEdit {
  if (!isRecord(edit)) {
    return false;
  }
  const { path, before, after, mode = 0 } = edit;
  return (
    typeof path === 'string' &&
    [before, after].every((content) => content === undefined || typeof content === 'string') &&
    typeof mode === 'number' &&
    (mode & 0o777) === mode
  );
}

function decodedContent(content: string | undefined): Buffer | undefined {
  return content === undefined ? undefined : Buffer.from(content, 'latin1');
}

/** The command of a run, as a shell takes it: `scaffold make:view posts.index -rcm`. No terminal obeys what is in it. */
export function typedCommand({ words }: Pick<KeptRun, 'words'>): string {
  return ['scaffold', ...words.map(quotedForShell)].join(' ').replace(/\p{Cc}/gu, '\uFFFD');
}

/** Some runs of a history that stand: what they are called in a sentence, and the commands that take them back. */
export function standingRuns(
  history: readonly HistoryEntry[],
  isMeant: (run: KeptRun) => boolean,
): { readonly count: number; readonly names: string; readonly commands: string } {
  const meant = history
    .map(({ run }, index) => ({ run, number: index + 1 }))
    .filter(({ run }) => !run.isUndone && isMeant(run));
  return {
    count: meant.length,
    names: enumeration(meant.map(({ run, number }) => `run ${number} (\`${typedCommand(run)}\`)`)),
    commands: meant
      .map(
        ({ number, run }) => `\`scaffold undo ${number}${hasMigration(run) ? ' --migrate' : ''}\``,
      )
      .join(', then '),
  };
}

/** Whether a run wrote a migration, which goes with it. */
export function hasMigration({ edits }: KeptRun): boolean {
  return edits.some(({ path }) => /(^|\/)versions\/[^/]+\.py$/.test(path));
}

function quotedForShell(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

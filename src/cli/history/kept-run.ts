// Specs: spec/cli/history/history.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import { isLines, isRecord, parsedJson } from '../../manifest/format';
import { quoted } from '../../naming/spelling';
import type { FileEdit } from '../commit/planned-edit';
import { isInside } from '../commit/target';

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

/** A run as bytes. */
export function encodedRun({ isUndone, edits, ...run }: KeptRun): Buffer {
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
export function decodedRun(content: Buffer, path: string): KeptRun {
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

function quotedForShell(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

// Specs: spec/cli/history/history.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import type { FileEdit } from '../commit/planned-edit';

/** Raise it with each change to the format, and keep reading the versions before. */
const VERSION = 1;

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
 * The inverse of `encodedRun`.
 *
 * @param path Of its file, for messages.
 * @throws SchematicsException if the version is unknown, or the file is damaged.
 */
export function decodedRun(content: Buffer, path: string): KeptRun {
  const { version, undone = false, edits, ...run } = parsed(content, path);
  if (version !== VERSION) {
    throw new SchematicsException(
      `A newer version of scaffold wrote ${path}: update scaffold, or remove the file.`,
    );
  }
  return {
    ...run,
    isUndone: undone,
    edits: edits.map(({ before, after, ...edit }) => ({
      ...edit,
      before: decodedContent(before),
      after: decodedContent(after),
    })),
  };
}

function parsed(content: Buffer, path: string): StoredRun {
  try {
    return JSON.parse(content.toString()) as StoredRun;
  } catch {
    throw new SchematicsException(`${path} is damaged: remove it.`);
  }
}

function decodedContent(content: string | undefined): Buffer | undefined {
  return content === undefined ? undefined : Buffer.from(content, 'latin1');
}

/** The command of a run, as a shell takes it: `scaffold make:view posts.index -rcm`. */
export function typedCommand({ words }: Pick<KeptRun, 'words'>): string {
  return ['scaffold', ...words.map(quotedForShell)].join(' ');
}

function quotedForShell(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

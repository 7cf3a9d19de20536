import { readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { SchematicsException } from '@angular-devkit/schematics';
import { editKind, type EditKind } from '../../edit-kind';
import { hasCode } from '../../system-error';
import { STATE_FOLDER } from '../../manifest/format';
import type { PlannedEdit } from './planned-edit';

/** Raise it with each change to the format, and keep reading the versions before. */
const VERSION = 1;

/** The edits of a commit, written to disk before the commit changes anything. Paths are relative to the root. */
export interface Journal {
  readonly version: number;
  readonly edits: readonly JournalEdit[];
  /** The folders that the commit makes, outermost first. */
  readonly folders: readonly string[];
}

/** One edit, with the file's contents in base64. */
export interface JournalEdit {
  readonly kind: EditKind;
  /** As the run named the file. */
  readonly path: string;
  /** The same with all symbolic links resolved. */
  readonly file: string;
  /** The new content, in the folder of the file, ready to be renamed into place; null for a delete. */
  readonly staged: string | null;
  /** Null if the file does not exist. */
  readonly before: string | null;
  /** Null for a delete. */
  readonly after: string | null;
}

/** What scaffold 0.1 wrote. */
interface UnversionedJournal {
  readonly writes: readonly Omit<JournalEdit, 'kind'>[];
  readonly folders: readonly string[];
}

/** The journal's two places: a commit renames it from `begun` to `decided` once nothing can fail any more. */
export function journalFiles(root: string): { begun: string; decided: string } {
  const state = join(root, STATE_FOLDER);
  return { begun: join(state, 'begun.json'), decided: join(state, 'decided.json') };
}

/** @param root With all symbolic links resolved. */
export function journalOf(root: string, edits: readonly PlannedEdit[]): Journal {
  const writes = edits.filter(({ kind }) => kind !== 'delete');
  const folders = new Set(writes.flatMap(({ target }) => target.missingFolders));
  return {
    version: VERSION,
    edits: edits.map(({ kind, path, target: { file }, before, after }) => ({
      kind,
      path,
      file: relative(root, file),
      staged: after ? relative(root, stagedBeside(file)) : null,
      before: encoded(before),
      after: encoded(after),
    })),
    folders: [...folders].map((folder) => relative(root, folder)),
  };
}

/** The file that holds the new content of another one until it is renamed into place. */
export function stagedBeside(file: string): string {
  return join(dirname(file), `.${basename(file)}.scaffold-${process.pid}`);
}

/**
 * Reads a journal.
 *
 * @returns Undefined if there is none.
 * @throws SyntaxError if it was not written to its end, SchematicsException if its version is unknown.
 */
export function readJournal(root: string, file: string): Journal | undefined {
  const text = textOf(file);
  if (text === undefined) {
    return undefined;
  }
  const journal = JSON.parse(text) as Journal | UnversionedJournal;
  if ('writes' in journal) {
    return upgraded(journal);
  }
  if (journal.version === VERSION) {
    return journal;
  }
  throw new SchematicsException(
    `A newer version of scaffold was interrupted here, and this version cannot read its journal (${relative(root, file)}). ` +
      'Update scaffold and run it again, to finish or undo that run.',
  );
}

function upgraded({ writes, folders }: UnversionedJournal): Journal {
  const edits = writes.map((write) => ({
    ...write,
    kind: editKind(decoded(write.before), decoded(write.after)) ?? 'replace',
  }));
  return { version: VERSION, edits, folders };
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) {
      return undefined;
    }
    throw error;
  }
}

/** A content as the journal has it. A digest would be shorter, but loading Node's crypto takes a tenth of a run. */
export function encoded(content: Buffer | undefined): string | null {
  return content?.toString('base64') ?? null;
}

/** The inverse of `encoded`. */
export function decoded(content: string | null): Buffer | undefined {
  return content === null ? undefined : Buffer.from(content, 'base64');
}

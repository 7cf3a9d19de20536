import { readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { SchematicsException } from '@angular-devkit/schematics';
import { hasCode } from '../../errors';
import { isLines, isRecord, parsedJson, STATE_FOLDER } from '../../manifest/format';
import { isPathOf, type PlannedEdit } from './planned-edit';

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
    edits: edits.map(({ path, target: { file }, before, after }) => ({
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
export function stagedBeside(file: string, pid: number | string = process.pid): string {
  return join(dirname(file), `.${basename(file)}.scaffold-${pid}`);
}

/**
 * Reads a journal. Anybody may have written it: git brings it along with a project.
 *
 * @returns Undefined if there is none, or if a killed run had only begun to write it, and so had done nothing else.
 * @throws SchematicsException if its version is unknown, or if no run wrote it so.
 */
export function readJournal(root: string, file: string): Journal | undefined {
  const text = textOf(file);
  const stored = text === undefined ? undefined : parsedJson(text);
  if (text === undefined || (stored === undefined && file === journalFiles(root).begun)) {
    return undefined;
  }
  // What scaffold 0.1 wrote has `writes`, and no version.
  const { version, writes, edits = writes, folders } = isRecord(stored) ? stored : {};
  if (typeof version === 'number' && version !== VERSION) {
    throw new SchematicsException(
      `A newer version of scaffold was interrupted here, and this version cannot read its journal (${relative(root, file)}). ` +
        'Update scaffold and run it again, to finish or undo that run.',
    );
  }
  const isKnown = version === undefined ? writes !== undefined : version === VERSION;
  const areOwn =
    isLines(folders) && folders.every((folder) => isPathOf(root, folder.replace(/\/$/, '')));
  const isOwn = (edit: unknown): edit is JournalEdit => isEdit(root, edit);
  if (!isKnown || !areOwn || !Array.isArray(edits) || !edits.every(isOwn)) {
    throw damaged(root, file);
  }
  return { version: VERSION, edits, folders };
}

function isEdit(root: string, edit: unknown): edit is JournalEdit {
  if (!isRecord(edit)) {
    return false;
  }
  const { path, file, staged, before, after } = edit;
  return (
    isPathOf(root, path) &&
    isPathOf(root, file) &&
    [before, after].every((content) => content === null || typeof content === 'string') &&
    (typeof staged === 'string'
      ? after !== null && staged === stagedBeside(file, /\d+$/.exec(staged)?.[0])
      : after === null && staged === null)
  );
}

function damaged(root: string, file: string): SchematicsException {
  return new SchematicsException(`${relative(root, file)} is damaged: remove it.`);
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

import { accessSync, constants, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { SchematicsException } from '@angular-devkit/schematics';
import { editKind, type EditKind } from '../../edit-kind';
import type { StagedFile } from './staged-file';
import { isLink, type Target, targetOf } from './target';

/** One change to a file. */
export interface FileEdit {
  readonly kind: EditKind;
  /** Relative to the folder that is committed to, with `/` between its parts. */
  readonly path: string;
  /** Undefined if the file does not exist. */
  readonly before: Buffer | undefined;
  /** Undefined if the file is deleted. */
  readonly after: Buffer | undefined;
}

/** An edit that the project allows. */
export interface PlannedEdit extends FileEdit {
  readonly target: Target;
  /** The mode of a new file, if that matters. */
  readonly mode: number | undefined;
}

/**
 * Plans the edits that bring a project to what a run wants; files that already are so need none.
 *
 * @param found The files as the run read them, by path, if that was earlier: the commit refuses to overwrite what was
 * edited since. Otherwise they are read now.
 * @throws SchematicsException naming a file or folder that cannot be written.
 */
export function planEdits(
  root: string,
  files: readonly StagedFile[],
  found?: ReadonlyMap<string, Buffer>,
): PlannedEdit[] {
  const edits = files.flatMap((file) => planEdit(root, file, found) ?? []);
  checkDistinct(edits);
  return edits;
}

function planEdit(
  root: string,
  { path, content: after, mode }: StagedFile,
  found: ReadonlyMap<string, Buffer> | undefined,
): PlannedEdit | undefined {
  const target = targetOf(root, path);
  if (target.stats && !target.stats.isFile()) {
    throw new SchematicsException(`${path} is not a file. Move it away.`);
  }
  // A run may delete a file without having read it.
  const before = found && (after ?? found.has(path)) ? found.get(path) : contentOf(target);
  const kind = editKind(before, after);
  if (!kind) {
    return undefined;
  }
  if (kind === 'delete' && isLink(root, path)) {
    throw new SchematicsException(`${path} is a symbolic link: remove it yourself.`);
  }
  if (target.stats) {
    checkWritable(path, target.file, target.stats.mode);
  }
  checkFolder(root, target);
  return { kind, path, before, after, target, mode };
}

function contentOf({ file, stats }: Target): Buffer | undefined {
  return stats && readFileSync(file);
}

/** Files are renamed into place and removed, which their folder has to allow. */
function checkFolder(root: string, { file, missingFolders: [missing] }: Target): void {
  const folder = dirname(missing ?? file);
  const path = relative(realpathSync(root), folder) || 'The folder of the project';
  checkWritable(path, folder, statSync(folder).mode);
}

/** Root can write anything, so the mode counts too: it shows what the owner wants. */
function checkWritable(path: string, file: string, mode: number): void {
  if ((mode & 0o222) === 0) {
    throw new SchematicsException(`${path} is read-only. Make it writable.`);
  }
  try {
    accessSync(file, constants.W_OK);
  } catch {
    throw new SchematicsException(`${path} cannot be written: it belongs to another user.`);
  }
}

/** Symbolic links may lead two paths to one file. */
function checkDistinct(edits: readonly PlannedEdit[]): void {
  const paths = new Map<string, string>();
  for (const { path, target } of edits) {
    const other = paths.get(target.file);
    if (other !== undefined) {
      throw new SchematicsException(
        `${other} and ${path} are the same file. Replace the symbolic link with a copy.`,
      );
    }
    paths.set(target.file, path);
  }
}

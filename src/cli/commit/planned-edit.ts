import { accessSync, constants, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { SchematicsException } from '@angular-devkit/schematics';
import type { StagedFile } from './staged-file';
import { type Target, targetOf } from './target';

/** What is done to a file. */
export interface Written extends StagedFile {
  readonly kind: 'CREATE' | 'UPDATE';
}

/** A staged file that differs from what is there, and can be written. */
export interface Change extends Written {
  readonly target: Target;
  /** What is there; undefined where there is nothing. */
  readonly before: Buffer | undefined;
}

/**
 * What writing files would change in a project.
 *
 * @param planned What was there when the files were planned, by its path, where that was earlier: a commit refuses to
 * write over what has changed since. Otherwise it is what is there now.
 * @throws SchematicsException naming a file or a folder that cannot be written.
 */
export function changesIn(
  root: string,
  files: readonly StagedFile[],
  planned?: ReadonlyMap<string, Buffer>,
): Change[] {
  const changes = files.flatMap((file): Change[] => {
    const target = targetOf(root, file.path);
    if (target.stats && !target.stats.isFile()) {
      throw new SchematicsException(`${file.path} is not a file.`);
    }
    const before = planned ? planned.get(file.path) : target.stats && readFileSync(target.file);
    if (before?.equals(file.content)) {
      return [];
    }
    if (target.stats) {
      checkWritable(file.path, target.file, target.stats.mode);
    }
    checkFolder(root, target);
    return [{ ...file, kind: before ? 'UPDATE' : 'CREATE', target, before }];
  });
  checkDistinct(changes);
  return changes;
}

/** A file is put into its place by a rename, which its folder has to allow. */
function checkFolder(root: string, { file, missingFolders: [missing] }: Target): void {
  const folder = dirname(missing ?? file);
  const path = relative(realpathSync(root), folder) || 'The folder of the project';
  checkWritable(path, folder, statSync(folder).mode);
}

/** Root may write anything: the bits say what a file's owner wants. */
function checkWritable(path: string, file: string, mode: number): void {
  if ((mode & 0o222) === 0) {
    throw new SchematicsException(`${path} is read-only.`);
  }
  try {
    accessSync(file, constants.W_OK);
  } catch {
    throw new SchematicsException(`${path} cannot be written: it belongs to another user.`);
  }
}

/** Links may lead two paths to one file. */
function checkDistinct(changes: readonly Change[]): void {
  const paths = new Map<string, string>();
  for (const { path, target } of changes) {
    const other = paths.get(target.file);
    if (other !== undefined) {
      throw new SchematicsException(`${other} and ${path} are the same file.`);
    }
    paths.set(target.file, path);
  }
}

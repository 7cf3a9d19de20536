import { accessSync, constants, readFileSync } from 'node:fs';
import { SchematicsException } from '@angular-devkit/schematics';
import type { StagedFile } from './staged-file';
import { type Target, targetOf } from './target';

/** A staged file that differs from what is on disk, and can be written. */
export interface Change extends StagedFile {
  readonly kind: 'CREATE' | 'UPDATE';
  readonly target: Target;
  /** What is on disk; undefined where there is nothing. */
  readonly before: Buffer | undefined;
}

/**
 * What writing files would change in a project.
 *
 * @throws SchematicsException naming a file that cannot be written.
 */
export function changesIn(root: string, files: readonly StagedFile[]): Change[] {
  const changes = files.flatMap((file): Change[] => {
    const target = targetOf(root, file.path);
    if (!target.stats) {
      return [{ ...file, kind: 'CREATE', target, before: undefined }];
    }
    if (!target.stats.isFile()) {
      throw new SchematicsException(`${file.path} is not a file.`);
    }
    const before = readFileSync(target.file);
    if (before.equals(file.content)) {
      return [];
    }
    checkWritable(file.path, target.file, target.stats.mode);
    return [{ ...file, kind: 'UPDATE', target, before }];
  });
  checkDistinct(changes);
  return changes;
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

// Specs: spec/cli/commit/planned-edit.spec.ts
import { lstatSync, realpathSync, type Stats, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { SchematicsException } from '@angular-devkit/schematics';
import { hasCode } from '../../system-error';

/** The place on disk that a path of a project leads to. */
export interface Target {
  /** Absolute, with all symbolic links resolved. */
  readonly file: string;
  /** Undefined if nothing exists there. */
  readonly stats: Stats | undefined;
  /** The folders that have to be made for it: absolute, outermost first. */
  readonly missingFolders: readonly string[];
}

/**
 * Finds the place on disk that a path of a project leads to.
 *
 * @param path Relative to the root, with `/` between its parts.
 * @throws SchematicsException if it is broken or points outside the project.
 */
export function targetOf(root: string, path: string): Target {
  let existing = path;
  let stats = statsOf(join(root, existing));
  while (!stats) {
    if (isLink(root, existing)) {
      throw new SchematicsException(`${existing} is a broken symbolic link. Remove it.`);
    }
    existing = dirname(existing);
    stats = statsOf(join(root, existing));
  }
  const real = realpathSync(join(root, existing));
  if (!isBelow(realpathSync(root), real)) {
    throw new SchematicsException(
      `${existing} is a symbolic link that points outside the project. Replace it with what it points to.`,
    );
  }
  if (existing === path) {
    return { file: real, stats, missingFolders: [] };
  }
  if (!stats.isDirectory()) {
    throw new SchematicsException(`${existing} is a file, but must be a folder. Move it away.`);
  }
  const missing = relative(existing, path).split('/');
  return {
    file: join(real, ...missing),
    stats: undefined,
    missingFolders: missing.slice(1).map((_, index) => join(real, ...missing.slice(0, index + 1))),
  };
}

/** Whether a path of a project is itself a symbolic link. */
export function isLink(root: string, path: string): boolean {
  try {
    return lstatSync(join(root, path)).isSymbolicLink();
  } catch {
    return false;
  }
}

function statsOf(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch (error) {
    // A part of the path is a file, or its links form a circle.
    if (hasCode(error, 'ENOTDIR', 'ELOOP')) {
      return undefined;
    }
    throw error;
  }
}

function isBelow(folder: string, file: string): boolean {
  const way = relative(folder, file);
  return way !== '..' && !way.startsWith('../');
}

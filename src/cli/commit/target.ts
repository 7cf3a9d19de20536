import { lstatSync, realpathSync, type Stats, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { SchematicsException } from '@angular-devkit/schematics';
import { errorCode } from '../../system-error';

/** Where a path of a project leads. */
export interface Target {
  /** Absolute, through all symbolic links. */
  readonly file: string;
  /** Undefined where there is nothing yet. */
  readonly stats: Stats | undefined;
  /** The folders that it needs and that are not there: absolute, outermost first. */
  readonly missingFolders: readonly string[];
}

/**
 * Where a file of a project is to be written.
 *
 * @param path Relative to the root, with `/` between its parts.
 * @throws SchematicsException where that is out of the project, or nowhere.
 */
export function targetOf(root: string, path: string): Target {
  let there = path;
  let stats = statsOf(join(root, there));
  while (!stats) {
    if (isLink(join(root, there))) {
      throw new SchematicsException(`${there} is a symbolic link that leads nowhere.`);
    }
    there = dirname(there);
    stats = statsOf(join(root, there));
  }
  const real = realpathSync(join(root, there));
  if (!isBelow(realpathSync(root), real)) {
    throw new SchematicsException(`${there} is a symbolic link that leads out of the project.`);
  }
  if (there === path) {
    return { file: real, stats, missingFolders: [] };
  }
  if (!stats.isDirectory()) {
    throw new SchematicsException(`${there} is a file where a folder has to be: move it away.`);
  }
  const missing = relative(there, path).split('/');
  return {
    file: join(real, ...missing),
    stats: undefined,
    missingFolders: missing.slice(1).map((_, index) => join(real, ...missing.slice(0, index + 1))),
  };
}

function statsOf(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch (error) {
    // A part of the path is a file, or the links in it go round in a circle.
    if (['ENOTDIR', 'ELOOP'].includes(errorCode(error) ?? '')) {
      return undefined;
    }
    throw error;
  }
}

function isLink(file: string): boolean {
  try {
    return lstatSync(file).isSymbolicLink();
  } catch {
    return false;
  }
}

function isBelow(folder: string, file: string): boolean {
  const way = relative(folder, file);
  return way !== '..' && !way.startsWith('../');
}

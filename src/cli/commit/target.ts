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

/** A part of a path that is up, empty, or git's own; or a character that a terminal may obey. */
const FOREIGN = /(^|\/)(\.{0,2}|\.git)(\/|$)|\p{Cc}/iu;

/** Whether a path, links apart, leads to a place below the root that git does not keep for itself. */
export function isInside(path: string): boolean {
  return !FOREIGN.test(path);
}

/** Whether something that was read from a file is a path of a project, whatever links are in it. */
export function isPathOf(root: string, path: unknown): path is string {
  if (typeof path !== 'string' || !isInside(path)) {
    return false;
  }
  try {
    existingPart(root, path);
    return true;
  } catch (error) {
    if (error instanceof SchematicsException) {
      return false;
    }
    throw error;
  }
}

/**
 * Finds the place on disk that a path of a project leads to.
 *
 * @param path Relative to the root, with `/` between its parts.
 * @throws SchematicsException if it is broken or points outside the project.
 */
export function targetOf(root: string, path: string): Target {
  const { existing, real, stats } = existingPart(root, path);
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

/**
 * The longest part of a path that exists, as it is and with all symbolic links resolved.
 *
 * @throws SchematicsException if a link is broken, or points outside the project or to the files of git.
 */
function existingPart(
  root: string,
  path: string,
): { existing: string; real: string; stats: Stats } {
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
  const way = relative(realpathSync(root), real);
  if (way !== '' && !isInside(way)) {
    const place = way.startsWith('..') ? 'outside the project' : 'to the files of git';
    throw new SchematicsException(
      `${existing} is a symbolic link that points ${place}. Replace it with what it points to.`,
    );
  }
  return { existing, real, stats };
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

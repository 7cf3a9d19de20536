import {
  accessSync,
  constants,
  lstatSync,
  readFileSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { SchematicsException } from '@angular-devkit/schematics';
import { hasCode } from '../../errors';

/** A file as a run wants to leave it. */
export interface StagedFile {
  /** Relative to the folder that is committed to, with `/` between its parts. */
  readonly path: string;
  /** Undefined if the run deletes the file. */
  readonly content: Buffer | undefined;
  /** The mode of a new file, if that matters. */
  readonly mode?: number;
}

export type EditKind = 'create' | 'update' | 'delete';

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
  if (before && after ? before.equals(after) : before === after) {
    return undefined;
  }
  const kind = after === undefined ? 'delete' : before === undefined ? 'create' : 'update';
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

/** The place on disk that a path of a project leads to. */
interface Target {
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
function targetOf(root: string, path: string): Target {
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

function isLink(root: string, path: string): boolean {
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

import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { SchematicsException } from '@angular-devkit/schematics';
import { errorCode } from '../../system-error';
import { STATE_FOLDER } from './lock';
import type { StagedFile } from './staged-file';

/** What a commit is about to do; written before anything else. Paths are relative to the root. */
interface Plan {
  /** Where each file goes; its new content is the journal's file of the same number. */
  files: string[];
  /** The folders that the commit makes, outermost first. */
  folders: string[];
}

/**
 * Writes files into a project, all of them or none: their contents are written beside the project's files first, and
 * once all are there they are renamed into place. A run that is killed before that moment leaves nothing, and one that
 * is killed after it is finished by `recover`.
 *
 * The caller holds the lock.
 *
 * @throws SchematicsException naming a file that cannot be replaced, before anything is written.
 */
export function commitFiles(root: string, files: readonly StagedFile[]): void {
  const plan: Plan = {
    files: files.map(({ path }) => {
      checkReplaceable(root, path);
      return path;
    }),
    folders: missingFolders(root, files),
  };
  const journal = join(root, STATE_FOLDER, 'journal');
  try {
    mkdirSync(journal);
    writeFileSync(join(journal, 'plan.json'), JSON.stringify(plan));
    files.forEach(({ path, content }, index) => {
      const staged = join(journal, String(index));
      writeFileSync(staged, content);
      const mode = existing(join(root, path))?.mode;
      if (mode !== undefined) {
        chmodSync(staged, mode);
      }
    });
    plan.folders.forEach((folder) => {
      mkdirSync(join(root, folder));
    });
    // A rename takes no space, so the decision cannot fail for want of it.
    renameSync(join(journal, 'plan.json'), join(journal, 'decided.json'));
  } catch (error) {
    recover(root);
    throw error;
  }
  recover(root);
}

/** Finishes the commit of a run that was killed, or takes back what it had begun. The caller holds the lock. */
export function recover(root: string): void {
  const journal = join(root, STATE_FOLDER, 'journal');
  const decided = readPlan(join(journal, 'decided.json'));
  if (decided) {
    decided.files.forEach((path, index) => {
      const staged = join(journal, String(index));
      if (existsSync(staged)) {
        renameSync(staged, target(root, path));
      }
    });
  } else {
    const begun = readPlan(join(journal, 'plan.json'));
    begun?.folders.toReversed().forEach((folder) => {
      removeIfEmpty(join(root, folder));
    });
  }
  rmSync(journal, { recursive: true, force: true });
}

/** A plan that is cut short was being written when its run was killed: nothing else had been done. */
function readPlan(file: string): Plan | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Plan;
  } catch {
    return undefined;
  }
}

function checkReplaceable(root: string, path: string): void {
  const file = target(root, path);
  const outside = relative(realpathSync(root), file).startsWith('..');
  if (outside) {
    throw new SchematicsException(`${path} is a symbolic link that leads out of the project.`);
  }
  if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new SchematicsException(`${path} is a symbolic link that leads nowhere.`);
  }
  const stats = existing(file);
  if (!stats) {
    return;
  }
  if (!stats.isFile()) {
    throw new SchematicsException(`${path} is not a file.`);
  }
  // Root may write anything: the bit says what the file's owner wants.
  if ((stats.mode & 0o222) === 0) {
    throw new SchematicsException(`${path} is read-only.`);
  }
  try {
    accessSync(file, constants.W_OK);
  } catch {
    throw new SchematicsException(`${path} cannot be written: it belongs to another user.`);
  }
}

/** Where a path leads, through the links in it. */
function target(root: string, path: string): string {
  let there = path;
  while (!existing(join(root, there))) {
    there = dirname(there);
  }
  const real = realpathSync(join(root, there));
  if (there !== path && !statSync(real).isDirectory()) {
    throw new SchematicsException(`${there} is not a folder.`);
  }
  return join(real, relative(there, path));
}

function existing(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch (error) {
    if (errorCode(error) === 'ENOTDIR') {
      return undefined;
    }
    throw error;
  }
}

function missingFolders(root: string, files: readonly StagedFile[]): string[] {
  const missing = new Set<string>();
  const add = (folder: string): void => {
    if (folder !== '.' && !existsSync(join(root, folder))) {
      add(dirname(folder));
      missing.add(folder);
    }
  };
  files.forEach(({ path }) => {
    add(dirname(path));
  });
  return [...missing];
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // It was not made yet, or somebody has put something into it.
  }
}

import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { SchematicsException } from '@angular-devkit/schematics';
import { hasCode } from '../../errors';
import { isRunning, type LockHolder } from './lock';
import { type FileEdit, planEdits, type PlannedEdit, type StagedFile } from './planned-edit';
import { applyEdits, withProject } from './project';

/** Files of a person, which are never replaced. */
const KEPT = ['.env', 'AGENTS.md'];

/** The folder that a new application goes to. */
export class AppFolder {
  private constructor(
    /** Absolute. */
    readonly path: string,
    /** Whether it already has files. */
    readonly holdsFiles: boolean,
  ) {}

  /**
   * The folder of this name in the working directory.
   *
   * @param force Whether it may already have files.
   * @throws SchematicsException if an application cannot be written to it.
   */
  static find(name: string, force: boolean): AppFolder {
    const exists = lstatSync(name, { throwIfNoEntry: false }) !== undefined;
    if (exists && !statSync(name, { throwIfNoEntry: false })?.isDirectory()) {
      throw new SchematicsException(`${name} exists and is not a folder. Choose another name.`);
    }
    const path = exists ? realpathSync(name) : resolve(name);
    const holdsFiles = exists && readdirSync(path).length > 0;
    if (holdsFiles && !force) {
      throw new SchematicsException(
        `The folder ${name} is not empty. Choose another name, or add --force: ` +
          'it replaces files of the same names and deletes nothing.',
      );
    }
    // An empty folder is replaced, from its parent.
    checkWritable(holdsFiles ? path : dirname(path));
    return new AppFolder(path, holdsFiles);
  }

  /**
   * Plans the edits that write these files.
   *
   * @throws SchematicsException naming a file that cannot be replaced.
   */
  plan(files: readonly StagedFile[]): FileEdit[] {
    return this.holdsFiles
      ? this.edits(files)
      : files.map(({ path, content }) => ({
          kind: 'create',
          path,
          before: undefined,
          after: content,
        }));
  }

  /**
   * Writes the files, all or none.
   *
   * @returns The edits that were applied.
   */
  async write(files: readonly StagedFile[], holder: LockHolder): Promise<FileEdit[]> {
    if (!this.holdsFiles) {
      commitNewFolder(this.path, files);
      return this.plan(files);
    }
    return withProject(this.path, holder, () =>
      applyEdits(this.path, this.edits(files), holder, undefined),
    );
  }

  /** What its owner wrote for this machine, or for agents, stays. */
  private edits(files: readonly StagedFile[]): PlannedEdit[] {
    return planEdits(
      this.path,
      files.filter(({ path }) => !KEPT.includes(path) || !existsSync(join(this.path, path))),
    );
  }
}

function checkWritable(folder: string): void {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch {
    throw new SchematicsException(`${folder} is not writable. Change to another folder.`);
  }
}

/**
 * Writes a folder that is missing or empty, all at once: it writes the files into a folder beside it, which then takes
 * its place.
 *
 * @throws SchematicsException if somebody else has filled it in the meantime.
 */
export function commitNewFolder(folder: string, files: readonly StagedFile[]): void {
  const parent = dirname(folder);
  const prefix = `.${basename(folder)}.scaffold-`;
  removeLeftovers(parent, prefix);
  const staging = join(parent, `${prefix}${process.pid}`);
  try {
    mkdirSync(staging);
    for (const { path, content } of files) {
      const file = join(staging, path);
      if (content) {
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, content);
      }
    }
    renameSync(staging, folder);
  } catch (error) {
    rmSync(staging, { recursive: true, force: true });
    if (hasCode(error, 'ENOTEMPTY', 'EEXIST', 'ENOTDIR')) {
      throw new SchematicsException(
        `Another program made the folder ${basename(folder)} in the meantime. Choose another name.`,
      );
    }
    throw error;
  }
}

/** A killed run leaves its folder, whose name ends with the id of its process. */
function removeLeftovers(parent: string, prefix: string): void {
  for (const name of readdirSync(parent)) {
    const pid = name.startsWith(prefix) ? name.slice(prefix.length) : '';
    if (/^\d+$/.test(pid) && !isRunning(Number(pid))) {
      rmSync(join(parent, name), { recursive: true, force: true });
    }
  }
}

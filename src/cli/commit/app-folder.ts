// Specs: spec/acceptance/new-command.spec.ts
import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  readdirSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { SchematicsException } from '@angular-devkit/schematics';
import type { LockHolder } from './lock';
import { commitNewFolder } from './new-folder';
import { type FileEdit, planEdits, type PlannedEdit } from './planned-edit';
import { applyEdits, withProject } from './project';
import type { StagedFile } from './staged-file';

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

  /** An existing `.env` holds secrets and settings of its owner, and stays. */
  private edits(files: readonly StagedFile[]): PlannedEdit[] {
    return planEdits(
      this.path,
      files.filter(({ path }) => path !== '.env' || !existsSync(join(this.path, path))),
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

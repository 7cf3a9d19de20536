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
import { type Change, changesIn, type Written } from './change';
import type { LockHolder } from './lock';
import { commitNewFolder } from './new-folder';
import { withProject, writeChanges } from './project';
import type { StagedFile } from './staged-file';

/** The folder that a new application goes to. */
export class AppFolder {
  private constructor(
    /** Absolute. */
    readonly path: string,
    /** Whether files of a person's are in it. */
    readonly holdsFiles: boolean,
  ) {}

  /**
   * The folder of this name below the working directory.
   *
   * @param force Whether it may hold something.
   * @throws SchematicsException where an application cannot be written to it.
   */
  static find(name: string, force: boolean): AppFolder {
    const isThere = lstatSync(name, { throwIfNoEntry: false }) !== undefined;
    if (isThere && !statSync(name, { throwIfNoEntry: false })?.isDirectory()) {
      throw new SchematicsException(`${name} exists and is not a folder.`);
    }
    const path = isThere ? realpathSync(name) : resolve(name);
    const holdsFiles = isThere && readdirSync(path).length > 0;
    if (holdsFiles && !force) {
      throw new SchematicsException(
        `The folder ${name} is not empty. Choose another name, or add --force: ` +
          'it replaces files of the same names, and deletes none.',
      );
    }
    // An empty folder is replaced, from its parent.
    checkWritable(holdsFiles ? path : dirname(path));
    return new AppFolder(path, holdsFiles);
  }

  /**
   * What writing these files would do.
   *
   * @throws SchematicsException naming a file that cannot be replaced.
   */
  plan(files: readonly StagedFile[]): Written[] {
    return this.holdsFiles
      ? this.changes(files)
      : files.map((file) => ({ ...file, kind: 'CREATE' as const }));
  }

  /**
   * Writes the files, all or none.
   *
   * @returns What was done.
   */
  async write(files: readonly StagedFile[], holder: LockHolder): Promise<Written[]> {
    if (!this.holdsFiles) {
      commitNewFolder(this.path, files);
      return this.plan(files);
    }
    return withProject(this.path, holder, () => {
      return writeChanges(this.path, this.changes(files), holder);
    });
  }

  /** An `.env` that is there stays as it is. */
  private changes(files: readonly StagedFile[]): Change[] {
    return changesIn(
      this.path,
      files.filter(({ path }) => path !== '.env' || !existsSync(join(this.path, path))),
    );
  }
}

function checkWritable(folder: string): void {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch {
    throw new SchematicsException(`${folder} is not writable.`);
  }
}

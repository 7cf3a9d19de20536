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
import { type Change, changesIn } from './change';
import { commitFiles, recover } from './journal';
import { withLock } from './lock';
import { commitNewFolder } from './new-folder';
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
    const parent = dirname(path);
    if (!isWritable(parent)) {
      throw new SchematicsException(`${parent} is not writable.`);
    }
    if (!isThere) {
      return new AppFolder(path, false);
    }
    const holdsFiles = readdirSync(path).length > 0;
    if (holdsFiles && !force) {
      throw new SchematicsException(
        `The folder ${name} is not empty. Choose another name, or add --force: ` +
          'it replaces files of the same names, and deletes none.',
      );
    }
    return new AppFolder(path, holdsFiles);
  }

  /** What writing these files would change. An `.env` that is there stays as it is. */
  changes(files: readonly StagedFile[]): Change[] {
    return changesIn(
      this.path,
      files.filter(({ path }) => path !== '.env' || !existsSync(join(this.path, path))),
    );
  }

  /**
   * Writes the files, all or none.
   *
   * @param onWait Called once, with a process id, where another run has to be waited for.
   * @returns What has changed.
   */
  async commit(files: readonly StagedFile[], onWait: (pid: number) => void): Promise<Change[]> {
    if (!this.holdsFiles) {
      const changes = this.changes(files);
      commitNewFolder(this.path, changes);
      return changes;
    }
    return withLock(
      this.path,
      () => {
        recover(this.path);
        const changes = this.changes(files);
        commitFiles(this.path, changes);
        return changes;
      },
      onWait,
    );
  }
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

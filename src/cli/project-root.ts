import { dirname, relative } from 'node:path';
import { SchematicsException } from '@angular-devkit/schematics';
import { isMadeByNew } from '../layout/made-by-new';
import { DiskFiles } from './engine/disk-files';

/**
 * The root of the generated project in which a command runs.
 *
 * @param folder The working directory, absolute.
 * @throws SchematicsException if it is not the root of a project. The message names the root if it is below one.
 */
export function projectRoot(folder: string): string {
  const root = rootAt(folder);
  if (root === undefined) {
    throw new SchematicsException(
      'This folder is not a project that `scaffold new` made. Change to the root of one.',
    );
  }
  return root;
}

/**
 * The root of the application that a command grows. A folder that is no generated project may hold any other application.
 *
 * @param folder The working directory, absolute.
 * @throws SchematicsException if it is below the root of a generated project. The message names that.
 */
export function applicationRoot(folder: string): string {
  return rootAt(folder) ?? folder;
}

function rootAt(folder: string): string | undefined {
  const root = isRoot(folder) ? folder : ancestors(folder).find(isRoot);
  if (root !== undefined && root !== folder) {
    throw new SchematicsException(
      `This folder is not the root of the project. Change to ${relative(folder, root)} (${root}).`,
    );
  }
  return root;
}

function isRoot(folder: string): boolean {
  return isMadeByNew(new DiskFiles(folder));
}

function ancestors(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [] : [parent, ...ancestors(parent)];
}

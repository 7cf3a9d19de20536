import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
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

/** What the root of a project holds, and no package in it. */
const MARKS = [
  ...['.git', 'pyproject.toml', 'scaffold.toml', 'requirements.txt'],
  ...['setup.py', 'setup.cfg', 'Pipfile'],
];

/**
 * The root of the application that a command grows. A folder that is no generated project may hold any other application.
 *
 * @param folder The working directory, absolute.
 * @throws SchematicsException if it is below the root of a generated project, or a package of another one. The message
 *   names the root.
 */
export function applicationRoot(folder: string): string {
  return rootAt(folder) ?? checked(folder, rootAround(folder));
}

/** The root around a package; undefined for a folder that may be a root itself. */
function rootAround(folder: string): string | undefined {
  const isMarked = (path: string): boolean => MARKS.some((name) => existsSync(join(path, name)));
  return existsSync(join(folder, '__init__.py')) && !isMarked(folder)
    ? ancestors(folder).find(isMarked)
    : undefined;
}

function rootAt(folder: string): string | undefined {
  const root = isRoot(folder) ? folder : ancestors(folder).find(isRoot);
  return root && checked(folder, root);
}

/** @throws SchematicsException if the root is another folder. */
function checked(folder: string, root = folder): string {
  if (root !== folder) {
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

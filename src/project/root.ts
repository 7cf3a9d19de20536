import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { SchematicsException } from '@angular-devkit/schematics';
import { DEFAULT_LAYOUT } from '../layout';

const { application, templates } = DEFAULT_LAYOUT;

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
      `This folder is not a project: it has no ${application} with ${templates}/. Change to the root of a project.`,
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
  const root = isProjectRoot(folder) ? folder : ancestors(folder).find(isProjectRoot);
  if (root !== undefined && root !== folder) {
    throw new SchematicsException(
      `This folder is not the root of the project. Change to ${relative(folder, root)} (${root}).`,
    );
  }
  return root;
}

function isProjectRoot(folder: string): boolean {
  return [application, templates].every((path) => existsSync(join(folder, path)));
}

function ancestors(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [] : [parent, ...ancestors(parent)];
}

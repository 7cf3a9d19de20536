import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { SchematicsException } from '@angular-devkit/schematics';

/**
 * The root of the generated project that a command is run in.
 *
 * @param folder The working directory, absolute.
 * @throws SchematicsException where it is not a project's root, naming the root where it is below one.
 */
export function projectRoot(folder: string): string {
  if (isProjectRoot(folder)) {
    return folder;
  }
  const root = ancestors(folder).find(isProjectRoot);
  throw new SchematicsException(
    root === undefined
      ? 'This is not a project: there is no app/__init__.py with app/templates/ here. Change to the root of one.'
      : `This is not the root of the project, which is ${relative(folder, root)} (${root}). Change to it first.`,
  );
}

function isProjectRoot(folder: string): boolean {
  return ['app/__init__.py', 'app/templates'].every((path) => existsSync(join(folder, path)));
}

function ancestors(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [] : [parent, ...ancestors(parent)];
}

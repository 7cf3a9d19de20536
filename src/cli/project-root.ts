import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { SchematicsException } from '@angular-devkit/schematics';
import { isMadeByNew } from '../layout/made-by-new';
import { DiskFiles } from './engine/disk-files';

/**
 * The root of the generated project around a folder.
 *
 * @param folder The working directory, absolute.
 * @throws SchematicsException if it is in no such project.
 */
export function projectRoot(folder: string): string {
  const root = applicationRoot(folder);
  if (!isMadeByNew(new DiskFiles(root))) {
    throw new SchematicsException(
      'This folder is not in a project that `scaffold new` made. Change to one.',
    );
  }
  return root;
}

/**
 * The root of the application that a command grows: the nearest folder upwards with `.scaffold/` or settings of ours, else
 * the nearest that is no package and holds a Flask application. It is never above the repository.
 *
 * @param folder The working directory, absolute.
 * @returns the folder itself, or the one around its package, if none holds an application.
 */
export function applicationRoot(folder: string): string {
  const folders = upwards(folder);
  const isPlain = (path: string): boolean =>
    basename(path) !== 'src' && !existsSync(join(path, '__init__.py'));
  const roots = folders.filter(isPlain);
  return folders.find(isMarked) ?? roots.find(holdsApplication) ?? roots[0] ?? folder;
}

/** The folder and those around it, up to the root of its repository. */
function upwards(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder || existsSync(join(folder, '.git'))
    ? [folder]
    : [folder, ...upwards(parent)];
}

function isMarked(folder: string): boolean {
  const settings = join(folder, 'pyproject.toml');
  return (
    ['.scaffold', 'scaffold.toml'].some((name) => existsSync(join(folder, name))) ||
    (existsSync(settings) && /^\s*\[tool\.scaffold[\].]/m.test(readFileSync(settings, 'utf8')))
  );
}

/** Whether a Python file of the folder, or of a package in it or in `src/`, makes an application. */
function holdsApplication(folder: string): boolean {
  const files = new DiskFiles(folder);
  const packagesIn = (place: string): string[] =>
    files
      .foldersIn(place)
      .map((name) => join(place, name))
      .filter((path) => files.has(join(path, '__init__.py')));
  return ['.', ...packagesIn('.'), 'src', ...packagesIn('src')].some((place) =>
    files
      .filesIn(place)
      .some(
        (name) => name.endsWith('.py') && /\bFlask\(/.test(files.text(join(place, name)) ?? ''),
      ),
  );
}

import { assignmentsIn } from '../python/assignments';
import { importsOf } from '../python/imports';
import type { Project } from './project';

/** Where a project may keep its database, the usual place first. */
const DATABASES = ['app/extensions.py', 'app/__init__.py', 'app/models/__init__.py'];

/** The module to import the database from: `app.extensions`. */
export async function databaseModule(project: Project): Promise<string> {
  for (const path of DATABASES) {
    const source = await project.source(path);
    if (source && assignmentsIn(source.root).some(({ target }) => target === 'db')) {
      return moduleOfFile(path);
    }
  }
  return 'app.extensions';
}

/** The package to import a class from, which registers it; the module that defines it where it does not. */
export async function moduleOfClass(
  project: Project,
  folder: string,
  { className, module }: { readonly className: string; readonly module: string },
): Promise<string> {
  const path = `${folder}/__init__.py`;
  const source = await project.source(path);
  const isRegistered =
    source &&
    importsOf(source).some(({ names, local }) => {
      const isStar = names.length === 0 && local === undefined;
      return isStar || names.some((each) => each.local === className);
    });
  return isRegistered ? moduleOfFile(path) : module;
}

/** `app.models` of `app/models/__init__.py`. */
function moduleOfFile(path: string): string {
  return path.replace(/(\/__init__)?\.py$/, '').replaceAll('/', '.');
}

import { type Definition, findClass } from '../python/definitions';
import { importsOf } from '../python/imports';
import type { PythonSource } from '../python/source';
import type { Project } from './project';

/** A class, and the file of the project that defines it. */
export interface ClassPlace {
  readonly source: PythonSource;
  readonly definition: Definition;
}

/** How many files hand a name on to each other, and classes extend each other, at most. */
export const LONGEST_WAY = 8;

/** The class that a name of this file means: its own, or one that it imports from another file of the project. */
export async function findClassFrom(
  project: Project,
  source: PythonSource,
  name: string,
  way = LONGEST_WAY,
): Promise<ClassPlace | undefined> {
  const definition = findClass(source, name);
  if (definition || way === 0) {
    return definition && { source, definition };
  }
  for (const { module, names, local } of importsOf(source)) {
    const original = names.find((each) => each.local === name)?.name;
    const isStar = names.length === 0 && local === undefined;
    const file = (original ?? isStar) ? await sourceOfModule(project, module) : undefined;
    const found = file && (await findClassFrom(project, file, original ?? name, way - 1));
    if (found) {
      return found;
    }
  }
  return undefined;
}

/** The file of a module: `app/models/post.py` or `app/models/post/__init__.py`. */
export async function sourceOfModule(
  project: Project,
  module: string,
): Promise<PythonSource | undefined> {
  const path = module.replaceAll('.', '/');
  return (await project.source(`${path}.py`)) ?? project.source(`${path}/__init__.py`);
}

/** The module of a file: `app.models.post`. */
export function moduleOf({ path }: PythonSource): string {
  return path.replace(/(\/__init__)?\.py$/, '').replaceAll('/', '.');
}

// Specs: spec/project/columns.spec.ts
import { initOf, moduleOfPath } from '../layout';
import { basesOf, type Definition, findClass, isNamed } from '../python/queries';
import { importsAll, importsWith } from '../python/imports';
import type { PythonSource } from '../python/source';
import type { Project } from './project';
import type { ClassNames } from '../naming/class-names';

/** A class and the file that defines it. */
export interface ClassPlace {
  readonly source: PythonSource;
  readonly definition: Definition;
}

/** A class as a later version of its file has it. */
export function laterPlace(source: PythonSource, { definition }: ClassPlace): ClassPlace {
  return { source, definition: findClass(source, definition.name) ?? definition };
}

/** The longest chain of imports, base classes or type aliases to follow. It stops cycles. */
export const LONGEST_WAY = 8;

/** Resolves a name in a file to a class that the file defines, or imports from another file of the project. */
export async function findClassFrom(
  project: Project,
  source: PythonSource,
  name: string,
  way = LONGEST_WAY,
): Promise<ClassPlace | undefined> {
  const definition = findClass(source, name);
  return definition ? { source, definition } : findImported(project, source, name, way);
}

/** Resolves a name in the file at a path to a class. */
async function findClassAt(
  project: Project,
  path: string,
  name: string,
): Promise<ClassPlace | undefined> {
  // Searching a file is faster than parsing it.
  const isNamed = [name, '*'].some((text) => project.text(path).includes(text));
  const source = isNamed ? await project.source(path) : undefined;
  return source && findClassFrom(project, source, name);
}

/** A class and its base classes in the project, each before its own base classes. */
export async function* lineageOf(
  project: Project,
  place: ClassPlace,
  way = LONGEST_WAY,
): AsyncGenerator<ClassPlace, void> {
  yield place;
  for (const { text } of way === 0 ? [] : basesOf(place.definition)) {
    const base = await findBase(project, place, text);
    if (base) {
      yield* lineageOf(project, base, way - 1);
    }
  }
}

/** Resolves the name of a base class. A base with the same name as the class itself is imported. */
export async function findBase(
  project: Project,
  { source, definition }: ClassPlace,
  name: string,
): Promise<ClassPlace | undefined> {
  const found =
    name === definition.name
      ? await findImported(project, source, name, LONGEST_WAY)
      : await findClassFrom(project, source, name);
  return found?.definition.node === definition.node ? undefined : found;
}

async function findImported(
  project: Project,
  source: PythonSource,
  name: string,
  way: number,
): Promise<ClassPlace | undefined> {
  for (const each of way === 0 ? [] : importsWith(source, name, '*')) {
    const original = each.names.find(({ local }) => local === name)?.name;
    const isMeant = original !== undefined || importsAll(each);
    const file = isMeant ? await sourceOfModule(project, each.module) : undefined;
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
  return (await project.source(`${path}.py`)) ?? project.source(initOf(path));
}

/** The module of a file: `app.models.post`. */
export function moduleOf({ path }: PythonSource): string {
  return moduleOfPath(path);
}

/**
 * The classes of a name in a package: as the package exports it, then in the file of its name, then in any other file.
 *
 * @param modules Further files that may define it.
 */
export async function* classesNamed(
  project: Project,
  folder: string,
  { className, file }: Pick<ClassNames, 'className' | 'file'>,
  modules: () => readonly string[] = () => [],
): AsyncGenerator<ClassPlace, void> {
  for (const path of pathsFor()) {
    const found = await findClassAt(project, path, className);
    if (found) {
      yield found;
    }
  }

  // A generator, because reading all files is slow and most classes are in the first two.
  function* pathsFor(): Generator<string> {
    yield initOf(folder);
    yield file;
    const others = [...project.pythonFilesIn(folder), ...modules()];
    yield* others.filter((path) => project.text(path).includes(`class ${className}`));
  }
}

/** A class that generated code imports. */
interface WantedClass {
  readonly names: { readonly className: string; readonly module: string };
  /** The existing class; undefined if this run makes it. */
  readonly place: ClassPlace | undefined;
  /** Whether this run registers it in its package. */
  readonly isRegistered: boolean;
}

/** The module to import a class from: the package in `folder` if it exports the class, else the defining module. */
export async function moduleOfClass(
  project: Project,
  folder: string,
  { names, place, isRegistered }: WantedClass,
): Promise<string> {
  const { className, module } = names;
  const init = await project.source(initOf(folder));
  const isFree = init === undefined || !isNamed(init, init.root, className);
  if ((isRegistered && isFree) || (init && isImported(init, className))) {
    return moduleOfPath(folder);
  }
  return place ? moduleOf(place.source) : module;
}

function isImported(init: PythonSource, className: string): boolean {
  return importsWith(init, className, '*').some(
    (each) => importsAll(each) || each.names.some(({ local }) => local === className),
  );
}

// Specs: spec/project/models.spec.ts
import { initOf } from '../layout';
import type { ClassNames } from '../naming/class-names';
import { type ClassPlace, findClassAt } from './class-place';
import type { Project } from './project';

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

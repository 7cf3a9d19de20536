import type { ClassNames } from '../naming/model-names';
import { functionsIn, type Definition } from '../python/definitions';
import { type ClassPlace, findClassFrom } from './class-place';
import type { Project } from './project';

/** What registers the controllers. */
export const CONTROLLERS = 'app/controllers/__init__.py';

/** The class of a controller, wherever the project defines it: as it is registered, or in the file of its name. */
export async function findController(
  project: Project,
  { className, file }: ClassNames,
): Promise<ClassPlace | undefined> {
  for (const path of [CONTROLLERS, file]) {
    const source = await project.source(path);
    const found = source && (await findClassFrom(project, source, className));
    if (found) {
      return found;
    }
  }
  return undefined;
}

/** A method of a class. */
export function methodOf({ definition }: ClassPlace, name: string): Definition | undefined {
  return functionsIn(definition.node).find((method) => method.name === name);
}

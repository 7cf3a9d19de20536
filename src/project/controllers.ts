import { initOf } from '../layout';
import type { ClassNames } from '../naming/model-names';
import { functionsIn, type Definition, hasMember } from '../python/definitions';
import { basesIn, type ClassPlace, findClassAt, LONGEST_WAY } from './class-place';
import { filesDefining } from './files-defining';
import type { Project } from './project';

/** The class of a controller, wherever the project defines it: as it is registered, in the file of its name, or in another one. */
export async function findController(
  project: Project,
  { className, file }: ClassNames,
): Promise<ClassPlace | undefined> {
  for (const path of placesFor(project, className, file)) {
    const found = await findClassAt(project, path, className);
    if (found) {
      return found;
    }
  }
  return undefined;
}

/** Where a controller may be, one after the other: all files are searched only where it is not at its place. */
function* placesFor(project: Project, className: string, file: string): Generator<string> {
  const { controllers } = project.layout;
  yield initOf(controllers);
  yield file;
  yield* filesDefining(project, { folder: controllers, className });
}

/** The class that gives a controller what it has of this name: the controller, or one that it extends. */
export async function ownerOf(
  project: Project,
  controller: ClassPlace,
  name: string,
  way = LONGEST_WAY,
): Promise<ClassPlace | undefined> {
  if (hasMember(controller.definition, name)) {
    return controller;
  }
  for (const base of way === 0 ? [] : await basesIn(project, controller)) {
    const owner = await ownerOf(project, base, name, way - 1);
    if (owner) {
      return owner;
    }
  }
  return undefined;
}

/** A method of a class. */
export function methodOf({ definition }: ClassPlace, name: string): Definition | undefined {
  return functionsIn(definition.node).find((method) => method.name === name);
}

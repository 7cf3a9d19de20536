import { type ClassNames, controllerNames } from '../naming/class-names';
import { type Definition, functionIn, hasMember } from '../python/queries';
import { classesNamed, type ClassPlace, lineageOf } from './class-place';
import type { Project } from './project';

/** Finds a controller: as the package exports it, in the file of its name, or in any other file. */
export async function findController(
  project: Project,
  names: ClassNames,
): Promise<ClassPlace | undefined> {
  const found = await classesNamed(project, project.layout.controllers, names).next();
  return found.value ?? undefined;
}

/** Finds the controller of this class. */
export function controllerOf(project: Project, className: string): Promise<ClassPlace | undefined> {
  return findController(project, controllerNames(className, '', project.layout));
}

/** The class that defines a member of a controller: the controller itself or a base class. */
export async function ownerOf(
  project: Project,
  controller: ClassPlace,
  name: string,
): Promise<ClassPlace | undefined> {
  for await (const place of lineageOf(project, controller)) {
    if (hasMember(place.definition, name)) {
      return place;
    }
  }
  return undefined;
}

/** A method of a class. */
export function methodOf({ definition }: ClassPlace, name: string): Definition | undefined {
  return functionIn(definition.node, name);
}

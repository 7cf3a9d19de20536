import { importsWith } from '../python/imports';
import { type ClassPlace, moduleOf } from './class-place';
import type { Project } from './project';

/**
 * The package to import a class from, which registers it; the module that defines it where it does not.
 *
 * @param place Where the class is; where none is found, the module of its names is taken.
 */
export async function moduleOfClass(
  project: Project,
  folder: string,
  { className, module }: { readonly className: string; readonly module: string },
  place: ClassPlace | undefined,
): Promise<string> {
  const source = await project.source(`${folder}/__init__.py`);
  const isRegistered =
    source &&
    importsWith(source, className, '*').some(({ names, local }) => {
      const isStar = names.length === 0 && local === undefined;
      return isStar || names.some((each) => each.local === className);
    });
  return isRegistered ? moduleOf(source) : place ? moduleOf(place.source) : module;
}

import { importsOf } from '../python/imports';
import { moduleOf } from './class-place';
import type { Project } from './project';

/** The package to import a class from, which registers it; the module that defines it where it does not. */
export async function moduleOfClass(
  project: Project,
  folder: string,
  { className, module }: { readonly className: string; readonly module: string },
): Promise<string> {
  const source = await project.source(`${folder}/__init__.py`);
  const isRegistered =
    source &&
    importsOf(source).some(({ names, local }) => {
      const isStar = names.length === 0 && local === undefined;
      return isStar || names.some((each) => each.local === className);
    });
  return isRegistered ? moduleOf(source) : module;
}

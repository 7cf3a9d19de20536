// Specs: spec/rules/model.spec.ts
import { initOf, moduleOfPath } from '../layout';
import { importsAll, importsWith } from '../python/imports';
import { isNamed } from '../python/queries';
import type { PythonSource } from '../python/source';
import { type ClassPlace, moduleOf } from './class-place';
import type { Project } from './project';

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

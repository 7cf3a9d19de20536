// Specs: spec/existing/make-resource.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import { moduleOfPath } from '../layout';
import { pieceOf } from '../python/generated';
import { localName, type NewImport, topLevel } from '../python/import-statement';
import { importsOf } from '../python/imports';
import { isNamed } from '../python/queries';
import type { PythonSource } from '../python/source';

/**
 * Refuses code that would mean something else in a file, because the file uses a name that the code imports.
 *
 * @param known Names that mean the same there, whatever they are imported from.
 * @throws SchematicsException naming the file and the name.
 */
export function refuseClashes(
  file: PythonSource,
  generated: PythonSource,
  known: readonly string[] = [],
): void {
  const { imports } = pieceOf(generated, generated.root, 0);
  refuseClashing(
    file,
    imports.filter((wanted) => !known.includes(localName(wanted))),
  );
}

/**
 * Refuses imports of names that a file uses for something else.
 *
 * @throws SchematicsException naming the file and the name.
 */
export function refuseClashing(file: PythonSource, imports: readonly NewImport[]): void {
  const taken = imports.find((wanted) => {
    const local = localName(wanted);
    return isNamed(file, file.root, local) && !means(file, local, wanted.module);
  });
  if (taken) {
    throw new SchematicsException(
      `${file.path} already uses the name ${localName(taken)} for something other than ` +
        `${[taken.module, taken.name].filter(Boolean).join('.')}, which the new code needs. Rename it there, and run this command again.`,
    );
  }
}

/** Whether a file has a name from this module, or from another one of the package that passes it on. */
function means(file: PythonSource, local: string, module: string): boolean {
  const modules = importsOf(file)
    .filter(({ names }) => names.some((each) => each.local === local))
    .map((each) => each.module);
  const isClass = /^[A-Z]/.test(local) && topLevel(module) === topLevel(file.path);
  return [...modules, moduleOfPath(file.path)].some((each) =>
    isClass
      ? each === module || each.startsWith(`${module}.`) || module.startsWith(`${each}.`)
      : topLevel(each) === topLevel(module),
  );
}

import { SchematicsException } from '@angular-devkit/schematics';
import { moduleOfPath } from '../../layout';
import type { Sources } from '../../layout/sources';
import { assignmentsIn, classesOf, functionsOf } from '../../python/queries';
import { importsOf } from '../../python/imports';
import type { Node } from '../../python/node';
import type { PythonSource } from '../../python/source';
import { isMainGuard, scopeOf, statementsOf } from '../../python/statements';

/**
 * Refuses code that would import a name from a module before that module defines it.
 *
 * @param module The module that is asked for names, as it will be.
 * @param loaded What the new code is in: `app.notes.routes`.
 * @param generated The new code.
 * @param before The module as it is, for its lines.
 * @throws SchematicsException naming the definition, and where it has to move.
 */
export function refuseCircle(
  module: PythonSource,
  loaded: string,
  generated: PythonSource,
  before = module,
): void {
  const own = moduleOfPath(module.path);
  const wanted = importsOf(generated)
    .filter((each) => each.module === own)
    .flatMap(({ names }) => names.map(({ name }) => name));
  const [loading] = importsOf(module).filter(
    ({ module: from, names, node }) =>
      scopeOf(node).type === 'module' &&
      [from, ...names.map(({ name }) => `${from}.${name}`)].some(
        (each) => each !== own && (loaded === each || loaded.startsWith(`${each}.`)),
      ),
  );
  const late = wanted
    .map((name) => ({ name, node: definitionOf(module, name) }))
    .find(({ node }) => node && loading && node.startIndex > loading.node.startIndex);
  if (late?.node && loading) {
    const place = before.placeOf(definitionOf(before, late.name) ?? late.node);
    throw new SchematicsException(
      `${place}: ${late.name} is defined below the import of blueprints, so ${loaded} could not ` +
        'import it. Move it above them, and run this command again.',
    );
  }
}

/**
 * Refuses code that would be the first to import from a module that is run as a program: Python would load it a second time.
 *
 * @param module The module that registers the new code.
 * @param loaded What the new code is in: `notes`.
 * @throws SchematicsException saying what has to move.
 */
export function refuseSecondLoad(
  module: PythonSource,
  loaded: string,
  generated: PythonSource,
  sources: Sources,
): void {
  const own = moduleOfPath(module.path);
  const guard = statementsOf(module.root).find(isMainGuard);
  const isNeeded = importsOf(generated).some((each) => each.module === own);
  const isKnown = sources
    .containing(`from ${own} import`, `import ${own}`)
    .some(({ path }) => path !== module.path);
  if (guard && isNeeded && !isKnown) {
    throw new SchematicsException(
      `${module.placeOf(guard)}: this file is run as a program, and ${loaded} would load it a second time, as ${own}. ` +
        'Move these lines to a file of their own, such as run.py, that imports the application, and run this command again.',
    );
  }
}

/** The statement that defines a name of a module, apart from imports. */
function definitionOf(module: PythonSource, name: string): Node | undefined {
  return (
    assignmentsIn(module.root).find(({ target }) => target === name)?.node ??
    [...functionsOf(module), ...classesOf(module)].find((each) => each.name === name)?.node
  );
}

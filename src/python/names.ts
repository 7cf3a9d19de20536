// Specs: spec/python/queries.spec.ts
import type { Node } from './node';
import { namesBoundIn } from './assignments';
import { classesOf, functionsOf, parametersOf } from './definitions';
import { type Import, importsOf, importsWith, isImportedAt, namesBoundBy } from './imports';
import type { PythonSource } from './source';
import { isWithin, scopeOf } from './statements';

/** The names that are visible in a function or a module. */
export function namesAt(source: PythonSource, scope: Node): ReadonlySet<string> {
  const functions = functionsOf(source);
  const around = [source.root, ...functions.map(({ node }) => node)].filter((each) =>
    isWithin(scope, each),
  );
  const isVisible = (node: Node): boolean => around.some((each) => each === scopeOf(node));
  return new Set([
    ...namesOf(importsOf(source), scope),
    ...around.flatMap((each) => [...namesBoundIn(each)]),
    ...[...functions, ...classesOf(source)].flatMap(({ name, node }) =>
      isVisible(node) ? name : [],
    ),
    ...functions.flatMap((each) => (isWithin(scope, each.node) ? parametersOf(each) : [])),
  ]);
}

/** Whether a name is visible there. */
export function isNamed(source: PythonSource, scope: Node, name: string): boolean {
  return (
    source.text.includes(name) &&
    // Most names are imports, and searching those is faster than collecting all names.
    (namesOf(importsWith(source, name), scope).includes(name) || namesAt(source, scope).has(name))
  );
}

/** The names that imports bind at that place. */
function namesOf(imports: readonly Import[], scope: Node): string[] {
  return namesBoundBy(imports.filter((each) => isImportedAt(scope, each)));
}

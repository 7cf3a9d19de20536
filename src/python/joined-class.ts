import { type Definition, findClass, functionsIn } from './definitions';
import { partsOf } from './generated';
import { importLine } from './import-statement';
import { importsOf } from './imports';
import type { PythonSource } from './source';

/**
 * The first of some rendered modules, with the methods that the others have in the class of this name, and with their
 * imports. Of two methods or imports of one name, the first counts.
 */
export function joinedClass(
  modules: readonly [PythonSource, ...PythonSource[]],
  className: string,
): PythonSource {
  const [first] = modules;
  const methodsIn = (module: PythonSource): Definition[] => {
    const owner = findClass(module, className);
    return owner ? functionsIn(owner.node) : [];
  };
  const place = findClass(first, className)?.statement;
  const last = methodsIn(first).at(-1)?.statement;
  if (!place || !last || modules.length === 1) {
    return first;
  }
  const methods = furtherOf(modules, methodsIn);
  const imports = furtherOf(modules, (module) => importsOf(module).flatMap(partsOf));
  const lines = imports.map(({ wanted }) => importLine(wanted));
  const [above] = importsOf(first);
  return first.insert(
    above
      ? { position: above.node.endIndex, text: lines.map((line) => `\n${line}`).join('') }
      : { position: place.startIndex, text: lines.map((line) => `${line}\n`).join('') },
    {
      position: last.endIndex,
      text: methods.map(({ statement }) => `\n\n    ${statement.text}`).join(''),
    },
  );
}

/** What modules after the first one have of names that those before them lack. */
function furtherOf<Item extends { readonly name: string }>(
  [first, ...others]: readonly [PythonSource, ...PythonSource[]],
  itemsIn: (module: PythonSource) => readonly Item[],
): Item[] {
  const known = new Set(itemsIn(first).map(({ name }) => name));
  return others.flatMap(itemsIn).filter(({ name }) => {
    const isNew = !known.has(name);
    known.add(name);
    return isNew;
  });
}

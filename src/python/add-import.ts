import type { Node } from './node';
import { itemAt } from './sequence';
import { type Import, importsFrom, importsWith } from './imports';
import { importAt, importPlace } from './import-place';
import { importLine, localName, nameWithAlias, type NewImport } from './import-statement';
import { isNamed } from './names';
import { orderOf, placeIn } from './order';
import { moduleAsWritten } from './relative-module';
import type { Insertion, PythonSource } from './source';

/** Imports a name at the top of the file, unless the file already imports it. */
export function addImport(source: PythonSource, wanted: NewImport): PythonSource {
  return source.insert(...importInsertions(source, wanted));
}

/**
 * The insertions that import a name at the top of the file: in an existing statement for this module, or else in a new
 * one, in the order of isort if the file is sorted. None if the file already imports the name.
 *
 * @param beside An import to put the new statement next to.
 */
export function importInsertions(
  source: PythonSource,
  wanted: NewImport,
  beside?: Import,
): Insertion[] {
  const { module, name, alias } = wanted;
  if (name === undefined) {
    const line = importLine(wanted);
    return importsWith(source, module).some((each) => isSame(each, wanted))
      ? []
      : [importAt(source, importPlace(source, line, module, beside?.node), source.root, line)];
  }
  const same = importsFrom(source, [module]).filter((each) => {
    return each.module === module && each.local === undefined && each.node.parent === source.root;
  });
  const names = same.flatMap((each) => each.names);
  if (names.some((each) => each.name === name && each.local === (alias ?? name))) {
    return [];
  }
  const written = moduleAsWritten(source, module);
  const line = importLine({ ...wanted, module: written });
  const existing = extensible(same, alias !== undefined);
  if (existing) {
    return nameIn(source, existing, name, nameWithAlias({ name, alias }));
  }
  const place = importPlace(source, line, written, beside?.node);
  return [importAt(source, place, source.root, line)];
}

/** Imports the names that the file does not use for something else: a second meaning would change a person's code. */
export function addMissingImports(
  source: PythonSource,
  imports: readonly NewImport[],
): PythonSource {
  const named = new Map(imports.map((wanted) => [localName(wanted), wanted]));
  return [...named]
    .filter(([name]) => !isNamed(source, source.root, name))
    .reduce((edited, [, wanted]) => addImport(edited, wanted), source);
}

/** Whether an import is that of a module as a whole. */
function isSame({ local, module }: Import, wanted: NewImport): boolean {
  return module === wanted.module && local === localName(wanted);
}

/** The statement to extend. isort gives `from a import b as c` its own statement; this follows what the file does. */
function extensible(imports: readonly Import[], isAliased: boolean): Import | undefined {
  const filled = imports.filter(({ names }) => names.length > 0);
  const plain = filled.find(({ names }) => names.every(({ name, local }) => name === local));
  return isAliased
    ? filled.find((each) => each !== plain && each.names.length > 1)
    : (plain ?? filled[0]);
}

function nameIn(
  source: PythonSource,
  { names, node }: Import,
  name: string,
  item: string,
): Insertion[] {
  const bracket = (type: string): Node | undefined =>
    node.children.find((child) => child.type === type);
  const sequence = {
    items: names.map((each) => each.node),
    open: bracket('('),
    close: bracket(')'),
  };
  const existing = names.map((each) => each.name);
  return itemAt(source, sequence, placeIn(existing, name, orderOf(existing)), item);
}

import type { Node } from './node';
import { itemAt } from './item';
import { type Import, importsFrom } from './imports';
import { importPlace } from './import-place';
import { importedName, importLine, type NewImport } from './import-statement';
import { statementAfter, statementAtEnd, statementDirectlyBefore } from './statement-insertion';
import { isNamed } from './names';
import { orderOf, placeIn } from './order';
import { moduleAsWritten } from './relative-module';
import type { Insertion, PythonSource } from './source';

/** Imports a name at the top of the file, as `importInsertions` has it. */
export function addImport(source: PythonSource, wanted: NewImport): PythonSource {
  return source.insert(...importInsertions(source, wanted));
}

/**
 * The import of a name at the top of the file: in a statement that imports from this module already, or else in one of
 * its own, which goes where isort would have it as far as the file is sorted. None where the file has it.
 *
 * @param beside An import that the new statement goes near, whatever else the file imports.
 */
export function importInsertions(
  source: PythonSource,
  wanted: NewImport,
  beside?: Import,
): Insertion[] {
  const { module, name, alias } = wanted;
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
    return nameIn(source, existing, name, importedName(wanted));
  }
  const place = importPlace(source, line, written, beside?.node);
  switch (place?.side) {
    case 'after':
      return [statementAfter(source, place.statement, place.apart ? `\n${line}` : line)];
    case 'before':
      return [statementDirectlyBefore(source, place.statement, place.apart ? `${line}\n` : line)];
    default:
      return [statementAtEnd(source, source.root, line)];
  }
}

/** Imports what the file has nothing else of that name for: to bind a person's name anew would change their code. */
export function addMissingImports(
  source: PythonSource,
  imports: readonly NewImport[],
): PythonSource {
  return imports.reduce(
    (edited, wanted) =>
      isNamed(edited, edited.root, wanted.alias ?? wanted.name)
        ? edited
        : addImport(edited, wanted),
    source,
  );
}

/** isort keeps `from a import b as c` in a statement of its own; so does this, where the file does. */
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

import { importAt, importPlace, placeInGroup } from './import-place';
import {
  importLine,
  localName,
  nameWithAlias,
  type NewImport,
  relativeModule,
  topLevel,
} from './import-statement';
import {
  type Import,
  importsFrom,
  importsIn,
  importsOf,
  importsWith,
  isForTypesOnly,
} from './imports';
import { INDENT } from './lines';
import type { Node } from './node';
import { orderOf, placeIn } from './order';
import { isNamed } from './queries';
import { itemAt } from './sequence';
import type { Insertion, PythonSource } from './source';
import { statementBehind } from './statement-insertion';
import { statementsOf } from './statements';

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
    const line = importLine(wanted, source.style.lineLength);
    const isSame = (each: Import): boolean =>
      each.module === module && each.local === localName(wanted);
    return importsWith(source, module).some(isSame)
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
  const line = importLine({ ...wanted, module: written }, source.style.lineLength);
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

/**
 * Imports a name for annotations only, below `if TYPE_CHECKING:`, so that two modules can refer to each other's classes.
 * Keeps an existing import of the name.
 */
export function addTypeImport(
  source: PythonSource,
  wanted: NewImport & { readonly name: string },
): PythonSource {
  const { module, name, alias } = wanted;
  const isImported = importsWith(source, alias ?? name).some((each) => {
    return each.module === module && each.names.some((one) => one.local === (alias ?? name));
  });
  if (isImported) {
    return source;
  }
  const room = source.style.lineLength - INDENT.length;
  const block = importsOf(source).find(({ node }) => isForTypesOnly(node))?.node.parent;
  if (block) {
    return addToBlock(source, block, importLine(wanted, room));
  }
  const checking = addImport(source, { module: 'typing', name: 'TYPE_CHECKING' });
  const last = statementsOf(checking.root).findLast(({ type }) => type.startsWith('import_'));
  const lines = importLine(wanted, room).replaceAll('\n', `\n${INDENT}`);
  const code = `\nif TYPE_CHECKING:\n${INDENT}${lines}`;
  return checking.insert(statementBehind(checking, last, checking.root, code));
}

function addToBlock(source: PythonSource, block: Node, line: string): PythonSource {
  const [first, ...others] = statementsOf(block).filter(({ type }) => type.startsWith('import_'));
  const place = first && placeInGroup([first, ...others], line);
  return source.insert(importAt(source, place, block, line));
}

/**
 * A module in the notation of a file: `..models` if most imports of its own package are relative, `app.models` otherwise.
 */
export function moduleAsWritten(source: PythonSource, module: string): string {
  const own = topLevel(source.path);
  return topLevel(module) === own && isRelative(source, own)
    ? relativeModule(source.path, module)
    : module;
}

/** Whether most imports of a file from its own package are relative. */
function isRelative(source: PythonSource, folder: string): boolean {
  const statements = source.root.descendants('import_from_statement', 'import_statement');
  const hasDots = ({ text }: Node): boolean => /^from[\s\\]*\./.test(text);
  const isNamed = (statement: Node): boolean =>
    !hasDots(statement) &&
    importsIn(source, statement).some(({ module }) => topLevel(module) === folder);
  const relative = statements.filter(hasDots).length;
  // Most files have none, and taking a thousand imports apart takes long.
  return relative > 0 && relative > statements.filter(isNamed).length;
}

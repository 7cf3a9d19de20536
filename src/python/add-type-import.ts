import { INDENT } from './indentation';
import { addImport } from './add-import';
import { importLine, type NewImport } from './import-statement';
import { importAt, placeInGroup } from './import-place';
import { importsOf, importsWith, isForTypesOnly } from './imports';
import { statementBehind } from './statement-insertion';
import type { Node } from './node';
import type { PythonSource } from './source';
import { statementsOf } from './statements';

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
  const block = importsOf(source).find(({ node }) => isForTypesOnly(node))?.node.parent;
  if (block) {
    return addToBlock(source, block, importLine(wanted, INDENT));
  }
  const checking = addImport(source, { module: 'typing', name: 'TYPE_CHECKING' });
  const last = statementsOf(checking.root).findLast(({ type }) => type.startsWith('import_'));
  const lines = importLine(wanted, INDENT).replaceAll('\n', `\n${INDENT}`);
  const code = `\nif TYPE_CHECKING:\n${INDENT}${lines}`;
  return checking.insert(statementBehind(checking, last, checking.root, code));
}

function addToBlock(source: PythonSource, block: Node, line: string): PythonSource {
  const [first, ...others] = statementsOf(block).filter(({ type }) => type.startsWith('import_'));
  const place = first && placeInGroup([first, ...others], line);
  return source.insert(importAt(source, place, block, line));
}

import { importBlock } from './import-block';
import type { NewImport } from './import-statement';
import { importsOf } from './imports';
import { indentationAt } from './lines';
import type { Node } from './node';
import type { PythonSource } from './source';
import { statementsOf } from './statements';
import { stringValue } from './string-value';
import { wrapped } from './wrap';

/** A piece of a generated module, and the imports that it needs where it goes. */
export interface GeneratedPiece {
  /** Without the indentation that it has in the module. */
  readonly code: string;
  readonly imports: readonly NewImport[];
}

/** A generated module as a file: imports that it uses, sorted, and no line too long. */
export function fileOf(source: PythonSource): string {
  const statements = statementsOf(source.root).filter(
    ({ type }) => type === 'import_from_statement',
  );
  const [first, last] = [statements[0], statements.at(-1)];
  if (!first || !last) {
    return wrapped(source.root, source.text);
  }
  const block = importBlock(importsUsed(source, source.root), source.path.split('/')[0] ?? '');
  const before = source.text.slice(0, first.startIndex);
  const rest = source.text.slice(last.endIndex);
  const code = before + (block === '' ? rest.trimStart() : block + rest);
  return wrapped(source.treeOf(code), code);
}

/**
 * A piece of a generated module.
 *
 * @param indentation How far the place is indented that it goes to, in columns.
 */
export function pieceOf(source: PythonSource, node: Node, indentation: number): GeneratedPiece {
  const { length } = indentationAt(source.text, node.startIndex);
  const code = node.text.replaceAll(`\n${' '.repeat(length)}`, '\n');
  return {
    code: wrapped(source.treeOf(code), code, indentation),
    imports: importsUsed(source, node),
  };
}

/** What the module imports at its top, as far as a piece of it uses it. */
function importsUsed(source: PythonSource, within: Node): NewImport[] {
  const used = namesUsed(within);
  return importsOf(source)
    .filter(({ node, module }) => node.parent === source.root && module !== '__future__')
    .flatMap(({ module, names }) =>
      names
        .filter(({ local }) => used.has(local))
        .map(({ name, local }) => ({ module, name, ...(local === name ? {} : { alias: local }) })),
    );
}

function namesUsed(within: Node): Set<string> {
  const names = within
    .descendants('identifier')
    .filter((node) => !isImported(node) && !isLabel(node))
    .map(({ text }) => text);
  return new Set([...names, ...namesExported(within)]);
}

function isImported({ parent }: Node): boolean {
  return parent !== null && (parent.type.startsWith('import_') || isImported(parent));
}

/** Whether it is not a use: `strip` of `str.strip`, `key` of `key=1`, `show` of `def show`. */
function isLabel(node: Node): boolean {
  const { parent } = node;
  return (
    (parent?.type === 'attribute' && parent.child('attribute') === node) ||
    (/^(keyword_argument|\w+_definition)$/.test(parent?.type ?? '') &&
      parent?.child('name') === node)
  );
}

/** The names in `__all__`. */
function namesExported(within: Node): string[] {
  return within
    .descendants('assignment')
    .filter((node) => node.child('left')?.text === '__all__')
    .flatMap((node) => node.descendants('string'))
    .flatMap((node) => stringValue(node) ?? []);
}

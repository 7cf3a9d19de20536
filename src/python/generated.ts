import { importBlock, localName, type NewImport, topLevel } from './import-statement';
import { type Import, importsOf, localNamesOf } from './imports';
import { indentationAt } from './lines';
import { type Node, textsIn } from './node';
import { assignmentsIn, functionsIn, topClassesOf } from './queries';
import type { PythonSource } from './source';
import { statementsOf } from './statements';
import { wrapped, wrappedBehind } from './wrap';

/** A piece of a rendered module, and the imports that it needs. */
export interface GeneratedPiece {
  /** The code without the indentation of the piece. */
  readonly code: string;
  readonly imports: readonly NewImport[];
}

/**
 * A rendered module as the text of a file: it imports what it uses, sorted, and its lines are not too long.
 *
 * @param own The packages of the application: `app`.
 */
export function fileOf(
  source: PythonSource,
  own: readonly string[] = [topLevel(source.path)],
): string {
  const statements = statementsOf(source.root).filter(({ type }) =>
    /^import_(from_)?statement$/.test(type),
  );
  const [first, last] = [statements[0], statements.at(-1)];
  if (!first || !last) {
    return wrappedBehind(source, 0);
  }
  const block = importBlock(importsUsed(source, source.root), own, source.style.lineLength);
  const before = source.text.slice(0, first.startIndex);
  const between = wrapped(source, codeBetween(source.text, statements));
  const rest = between + wrappedBehind(source, last.endIndex);
  return before + (block === '' ? rest.trimStart() : block + rest);
}

/**
 * Cuts a piece out of a rendered module.
 *
 * @param indentation The indentation of its destination, in columns.
 */
export function pieceOf(source: PythonSource, node: Node, indentation: number): GeneratedPiece {
  const { length } = indentationAt(source.text, node.startIndex);
  const code = node.text.replaceAll(`\n${' '.repeat(length)}`, '\n');
  return {
    code: wrapped(source, code, indentation),
    imports: importsUsed(source, node),
  };
}

/** The code that stands between imports, such as a constant. */
function codeBetween(text: string, imports: readonly Node[]): string {
  return imports
    .map(({ startIndex }, index) =>
      text.slice(imports[index - 1]?.endIndex ?? startIndex, startIndex),
    )
    .map((gap) => gap.trim())
    .filter((gap) => gap !== '')
    .map((gap) => `\n\n${gap}`)
    .join('');
}

/** The imports at the top of a module, each name apart. */
export function topImports(source: PythonSource): NewImport[] {
  return importsOf(source)
    .filter(({ node, module }) => node.parent === source.root && module !== '__future__')
    .flatMap(partsOf)
    .map(({ wanted }) => wanted);
}

/** Those that a piece of code uses. */
export function importsUsed(source: PythonSource, within: Node): NewImport[] {
  return topImports(source).filter((wanted) => usesName(within, localName(wanted)));
}

/** The names that an import binds, each with the import of that alone. */
export function partsOf({ local, module, names }: Import): { name: string; wanted: NewImport }[] {
  const isAlias = local !== undefined && local !== topLevel(module);
  return local === undefined
    ? names.map(({ name, local: own }) => ({
        name: own,
        wanted: { module, name, ...(own === name ? {} : { alias: own }) },
      }))
    : [{ name: local, wanted: { module, ...(isAlias ? { alias: local } : {}) } }];
}

/** The names that a piece of code refers to: those in `__all__`, too. */
export function namesUsed(within: Node): Set<string> {
  const names = within
    .descendants('identifier')
    .filter(isReference)
    .map(({ text }) => text);
  return new Set([...names, ...namesExported(within)]);
}

/** Whether a piece of code refers to a name. */
export function usesName(within: Node, name: string): boolean {
  return usesOf(within, name).length > 0 || namesExported(within).includes(name);
}

/** Where a piece of code refers to a name. Few nodes have its text, so only those are made. */
export function usesOf(within: Node, name: string): Node[] {
  return [...within.text.matchAll(new RegExp(name, 'g'))]
    .map(({ index }) => within.at(index))
    .filter((node) => node.text === name && isReference(node));
}

/** A piece of code, and what it leads to in its file: functions, classes, and the values of names. */
export function reachedFrom(source: PythonSource, code: Node): Node[] {
  const { root } = source;
  const values = assignmentsIn(root).flatMap(({ target: name, value }) =>
    value && /^\w+$/.test(name) ? { name, body: value } : [],
  );
  const named = [...functionsIn(root), ...topClassesOf(source), ...values];
  const reached = new Set([code]);
  for (const each of reached) {
    named.filter(({ name }) => usesName(each, name)).forEach(({ body }) => reached.add(body));
  }
  return [...reached];
}

/** Whether code names a class: as its file imports it, or as `models.Post`. */
export function namesClass(
  source: PythonSource,
  code: readonly Node[],
  className: string,
): boolean {
  const names = [className, ...localNamesOf(source, className)];
  return code.some(
    (each) =>
      names.some((name) => usesName(each, name)) ||
      each.descendants('attribute').some((node) => node.child('attribute')?.text === className),
  );
}

function isReference(node: Node): boolean {
  return node.type === 'identifier' && !isImported(node) && !isLabel(node);
}

function isImported({ parent }: Node): boolean {
  return (
    parent !== null &&
    (parent.type.startsWith('import_') ||
      (/^(dotted_name|aliased_import)$/.test(parent.type) && isImported(parent)))
  );
}

/** Whether an identifier does not refer to a name: `strip` in `str.strip`, `key` in `key=1`, `show` in `def show`. */
function isLabel(node: Node): boolean {
  const { parent } = node;
  return (
    (parent?.type === 'attribute' && parent.child('attribute') === node) ||
    (/^(keyword_argument|\w+_definition)$/.test(parent?.type ?? '') &&
      parent?.child('name') === node)
  );
}

/** The names in `__all__`. */
export function namesExported(within: Node): string[] {
  const assignments = within.text.includes('__all__') ? within.descendants('assignment') : [];
  return assignments.filter((node) => node.child('left')?.text === '__all__').flatMap(textsIn);
}

// Specs: spec/references/references.spec.ts
import {
  callOf,
  callsOf,
  decoratorsOf,
  type Definition,
  functionsOf,
  parametersOf,
} from '../python/queries';
import { importsOf, localNames } from '../python/imports';
import { addImport } from '../python/add-import';
import { type NewImport, packageAndName } from '../python/import-statement';
import { scopeOf } from '../python/statements';
import { type Node, stringValue } from '../python/node';
import type { PythonSource } from '../python/source';
import { usesInPython } from '../uses/python-uses';
import type { Use, UsedModel } from '../uses/used-model';
import { boundIn, type ChangedSource, type Gone, without } from './gone';
import { type Obstacle, reference } from './obstacle';

/** What tests whether an endpoint exists, and so may name one that does not. */
const TESTS = ['first_url', 'is_endpoint'];

/** Searching a text is much faster than parsing it. */
export function mayRefer(text: string, gone: Gone): boolean {
  const has = (word: string): boolean => text.includes(word);
  const hasWord = (word: string): boolean => has(word) && new RegExp(`\\b${word}\\b`).test(text);
  return (
    gone.names.some(
      ({ of, name }) =>
        hasWord(name) && (/\bfrom\s*\./.test(text) || hasWord(packageAndName(of)[1])),
    ) ||
    gone.models.some(({ attributes }) => attributes.some(hasWord)) ||
    gone.methods.some(({ of, name }) => hasWord(name) && hasWord(of)) ||
    [...gone.endpoints, ...gone.templates].some(has) ||
    (has('ForeignKey') && [...gone.tables].some(has)) ||
    (has('relationship') && [...gone.classes].some(has))
  );
}

/** Finds the code of a file that refers to what goes. */
export function referencesInPython(source: PythonSource, gone: Gone): Obstacle[] {
  const uses = gone.models.flatMap((model) =>
    usesOf(source.path, source.text, model, usesInPython(source, model)),
  );
  return [...inImports(source, gone), ...inCode(source, gone), ...uses];
}

/** The places that certainly use a column or a relationship that goes. */
export function usesOf(
  path: string,
  text: string,
  { className }: UsedModel,
  uses: readonly Use[],
): Obstacle[] {
  return uses
    .filter(({ isCertain }) => isCertain)
    .map(({ attribute, start }) => {
      const row = text.slice(0, start).split('\n').length - 1;
      return reference(path, row, `uses ${className}.${attribute}`);
    });
}

/** A file that the undo changes may use a name whose import or definition goes. */
export function unboundIn({ now, next, isMerged }: ChangedSource): Obstacle[] {
  if (!next || !isMerged) {
    return [];
  }
  return [
    ...readsOf(next, without(boundIn(now), boundIn(next))).map((node) =>
      reference(next.path, node.row, `uses ${node.text}`),
    ),
    ...withLostFixtures(now, next),
  ];
}

/** A file after an undo, with the imports of the run that code of others has come to use. */
export function withUsedImports(
  { now, next, isMerged }: ChangedSource,
  { names }: Pick<Gone, 'names'>,
): PythonSource | undefined {
  if (!next || !isMerged) {
    return next;
  }
  const used = new Set(readsOf(next, without(boundIn(now), boundIn(next))).map(({ text }) => text));
  const goes = (module: string, name: string): boolean =>
    names.some((one) => one.of === module && one.name === name);
  return importsOf(now)
    .filter(({ node, module }) => scopeOf(node) === now.root && !goes(...packageAndName(module)))
    .flatMap(({ module, names: own, local }): NewImport[] => [
      ...(local !== undefined && used.has(local) ? [{ module }] : []),
      ...own
        .filter((one) => used.has(one.local) && !goes(module, one.name))
        .map((one) => ({
          module,
          name: one.name,
          alias: one.local === one.name ? undefined : one.local,
        })),
    ])
    .reduce(addImport, next);
}

/** The tests and fixtures that ask for a fixture that goes. */
function withLostFixtures(now: PythonSource, next: PythonSource): Obstacle[] {
  const own = fixturesIn(next).map(({ name }) => name);
  // Without a fixture that asks for one of its own name, that one takes its place.
  const defined = fixturesIn(now).filter((each) => !parametersOf(each).includes(each.name));
  const lost = without(
    defined.map(({ name }) => name),
    own,
  );
  return functionsOf(next)
    .filter(({ name }) => name.startsWith('test') || own.includes(name))
    .flatMap((each) =>
      parametersOf(each)
        .filter((name) => lost.includes(name))
        .map((name) => reference(next.path, each.node.row, `uses ${name}`)),
    );
}

function fixturesIn(source: PythonSource): Definition[] {
  return functionsOf(source).filter((each) =>
    decoratorsOf(each).some(({ text }) => /\bfixture\b/.test(text)),
  );
}

/** Where a file uses these names of its module. */
function readsOf({ root, text }: PythonSource, names: readonly string[]): Node[] {
  const possible = new Set(names.filter((name) => text.includes(name)));
  return possible.size === 0
    ? []
    : root
        .descendants('identifier')
        .filter((node) => possible.has(node.text) && isRead(node) && !isLocal(node, node));
}

/** Whether it is the value of a variable, and not an attribute's, a keyword's or a new variable's name. */
function isRead(node: Node): boolean {
  const { parent } = node;
  const field = { attribute: 'attribute', keyword_argument: 'name' }[parent?.type ?? ''];
  return !isBinding(node) && (field === undefined || parent?.child(field) !== node);
}

/** What binds a name, and its part with the name; one without a part does so as a whole. */
const BINDINGS: Readonly<Record<string, string | undefined>> = {
  assignment: 'left',
  augmented_assignment: 'left',
  named_expression: 'name',
  for_statement: 'left',
  for_in_clause: 'left',
  function_definition: 'name',
  class_definition: 'name',
  default_parameter: 'name',
  typed_default_parameter: 'name',
  ...Object.fromEntries(
    ['parameters', 'lambda_parameters', 'typed_parameter', 'as_pattern_target']
      .concat(['dotted_name', 'aliased_import', 'list_splat_pattern', 'dictionary_splat_pattern'])
      .map((type) => [type, undefined]),
  ),
};

/** `a` of `a = 1`, and of `a, b = 1, 2`. */
function isBinding(node: Node): boolean {
  const { parent } = node;
  if (!parent) {
    return false;
  }
  if (/^(pattern_list|tuple_pattern|list_pattern)$/.test(parent.type)) {
    return isBinding(parent);
  }
  const part = BINDINGS[parent.type];
  return parent.type in BINDINGS && (part === undefined || parent.child(part) === node);
}

/** Whether a function or a comprehension around a place binds the name for itself. */
function isLocal(name: Node, { parent }: Node): boolean {
  if (!parent) {
    return false;
  }
  const isScope = /^(function_definition|lambda|.+_comprehension|generator_expression)$/.test(
    parent.type,
  );
  const own = isScope
    ? parent.descendants('identifier').filter((each) => parent.child('name') !== each)
    : [];
  return own.some((each) => each.text === name.text && isBinding(each)) || isLocal(name, parent);
}

function inImports(source: PythonSource, { names }: Gone): Obstacle[] {
  return importsOf(source).flatMap((each) => {
    const of = (module: string, name: string): boolean =>
      names.some((one) => one.of === module && one.name === name);
    if (of(...packageAndName(each.module))) {
      return reference(source.path, each.node.row, `imports ${each.module}`);
    }
    return each.names
      .filter(({ name }) => of(each.module, name))
      .map(({ name, node }) =>
        reference(source.path, node.row, `imports ${name} from ${each.module}`),
      );
  });
}

/** Leaves out names that the text does not contain. */
function inCode(source: PythonSource, gone: Gone): Obstacle[] {
  const { root, text, path } = source;
  const has = (word: string): boolean => text.includes(word);
  const imports = importsOf(source);
  const attributes = gone.names
    .flatMap(({ of, name }) => localNames(imports, of, name))
    .filter((local) => local.includes('.') && has(local));
  const methods = gone.methods.filter(({ of, name }) => has(of) && has(name));
  const found = (isPossible: boolean, find: () => Obstacle[]): Obstacle[] =>
    isPossible ? find() : [];
  return [
    ...found(attributes.length + methods.length > 0, () =>
      root
        .descendants('attribute')
        .filter((node) => attributes.includes(node.text) || isMethod(node, methods))
        .map((node) => reference(path, node.row, `uses ${node.text}`)),
    ),
    ...found([...gone.endpoints, ...gone.templates].some(has), () =>
      root.descendants('string').flatMap((node) => {
        const value = stringValue(node) ?? '';
        const isEndpoint = gone.endpoints.has(value) && !isTested(node);
        const what = isEndpoint ? 'endpoint' : gone.templates.has(value) ? 'template' : undefined;
        return what ? reference(path, node.row, `uses the ${what} ${value}`) : [];
      }),
    ),
    ...found([...gone.tables].some(has), () => inForeignKeys(source, gone)),
    ...found(has('relationship') && [...gone.classes].some(has), () =>
      callsOf(root, 'relationship').flatMap(({ node, positional: [target] }) => {
        const name = stringValue(target) ?? '';
        return gone.classes.has(name) ? reference(path, node.row, `refers to ${name}`) : [];
      }),
    ),
  ];
}

function inForeignKeys({ root, path, text }: PythonSource, { tables }: Gone): Obstacle[] {
  return ['ForeignKey', 'ForeignKeyConstraint']
    .filter((name) => text.includes(name))
    .flatMap((name) => callsOf(root, name))
    .flatMap(({ node }) => {
      const columns = node.descendants('string').map((each) => stringValue(each) ?? '');
      // `posts` of `posts.id` and of `public.posts.id`
      const named = columns.map((column) => column.split('.').at(-2) ?? '');
      const table = named.find((each) => tables.has(each));
      return table === undefined ? [] : reference(path, node.row, `refers to the table ${table}`);
    });
}

/** Whether it is `PostController().show` or `PostController.show`, for a method that goes. */
function isMethod(node: Node, methods: Gone['methods']): boolean {
  const name = node.child('attribute')?.text;
  const object = node.child('object')?.text ?? '';
  return methods.some(
    (each) => each.name === name && (object === each.of || object.startsWith(`${each.of}(`)),
  );
}

function isTested(node: Node): boolean {
  const call = node.parent?.parent && callOf(node.parent.parent);
  return call !== undefined && call !== null && TESTS.includes(call.name);
}

// Specs: spec/cli/history/references.spec.ts
import {
  callOf,
  callsOf,
  decoratorsOf,
  type Definition,
  functionsOf,
  parametersOf,
} from '../../python/queries';
import { importsOf, localNames } from '../../python/imports';
import { packageAndName } from '../../python/import-statement';
import { type Node, stringValue } from '../../python/node';
import type { PythonSource } from '../../python/source';
import { boundIn, type ChangedSource, type Gone, without } from './gone';
import { type Obstacle, reference } from './take-back';

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
    gone.methods.some(({ of, name }) => hasWord(name) && hasWord(of)) ||
    [...gone.endpoints, ...gone.templates].some(has) ||
    (has('ForeignKey') && [...gone.tables].some(has)) ||
    (has('relationship') && [...gone.classes].some(has))
  );
}

/** Finds the code of a file that refers to what goes. */
export function referencesInPython(source: PythonSource, gone: Gone): Obstacle[] {
  return [...inImports(source, gone), ...inCode(source, gone)];
}

/** A file that the undo changes may use a name whose import or definition goes. */
export function unboundIn({ now, next }: ChangedSource): Obstacle[] {
  if (!next) {
    return [];
  }
  const bound = [...boundIn(next), ...functionsOf(next).flatMap(parametersOf)];
  const lost = new Set(without(boundIn(now), bound).filter((name) => next.text.includes(name)));
  const names = lost.size === 0 ? [] : next.root.descendants('identifier');
  return [
    ...names
      .filter((node) => lost.has(node.text) && isRead(node))
      .map((node) => reference(next.path, node.row, `uses ${node.text}`)),
    ...withLostFixtures(now, next),
  ];
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

/** Whether it is the value of a variable, and not an attribute, a keyword or a local variable's name. */
function isRead({ parent, startIndex }: Node): boolean {
  const is = (node: Node | undefined): boolean => node?.startIndex === startIndex;
  switch (parent?.type) {
    case 'attribute':
      return !is(parent.child('attribute'));
    case 'keyword_argument':
      return !is(parent.child('name'));
    case 'assignment':
      return !is(parent.child('left'));
    case 'function_definition':
    case 'class_definition':
    case 'as_pattern_target':
    case 'dotted_name':
    case 'aliased_import':
    case 'for_statement':
      return false;
    default:
      return true;
  }
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
      const table = columns.map(tableOf).find((each) => tables.has(each));
      return table === undefined ? [] : reference(path, node.row, `refers to the table ${table}`);
    });
}

/** `posts` of `posts.id` and of `public.posts.id` */
function tableOf(column: string): string {
  return column.split('.').at(-2) ?? '';
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

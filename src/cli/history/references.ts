import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Files } from '../../project/files';
import { callOf, callsOf } from '../../python/calls';
import { functionsOf, parametersOf } from '../../python/definitions';
import { importsOf, localNames } from '../../python/imports';
import type { Node } from '../../python/node';
import { PythonSource } from '../../python/source';
import { SourceError } from '../../python/source-error';
import { stringValue } from '../../python/string-value';
import { boundIn, type ChangedSource, type Gone, goneFrom, without } from './gone';
import type { Obstacle } from './obstacle';
import type { Restored } from './take-back';

/** Folders that hold no code of the project. Migrations tell what a database was, and keep their tables. */
const FOREIGN = /^(\..*|__pycache__|node_modules|instance|migrations)$/;

const TEMPLATE = /\.(html?|jinja2?|j2|xml|txt)$/;

/** What tests whether an endpoint exists, and so may name one that does not. */
const TESTS = ['first_url', 'is_endpoint'];

/**
 * Finds what stays in a project and refers to what goes when these files change: imports, attributes of modules, methods,
 * endpoints, templates, foreign keys and relationships.
 *
 * @param root Of the project, absolute.
 */
export async function referencesTo(
  changes: readonly Restored[],
  root: string,
  files: Files,
): Promise<Obstacle[]> {
  const sources = await changedSources(changes);
  const deleted = changes.filter(({ content }) => !content).map(({ path }) => path);
  const gone = goneFrom(sources, deleted);
  const unbound = sources.flatMap(unboundIn);
  const next = new Map(changes.map(({ path, content }) => [path, content]));
  const others = await Promise.all(
    pathsIn(root, '').map(async (path) => {
      const content = next.has(path) ? next.get(path) : files.read(path);
      return content ? referencesIn(path, content, gone) : [];
    }),
  );
  return [...unbound, ...others.flat()];
}

async function changedSources(changes: readonly Restored[]): Promise<ChangedSource[]> {
  const sources = changes
    .filter(({ path }) => path.endsWith('.py'))
    .map(async ({ path, now, content }) => {
      try {
        return {
          now: await PythonSource.parse(path, now ?? ''),
          next: content && (await PythonSource.parse(path, content)),
        };
      } catch (error) {
        // Somebody changed it, and so it is an obstacle of its own.
        if (error instanceof SourceError) {
          return undefined;
        }
        throw error;
      }
    });
  return (await Promise.all(sources)).filter((source) => source !== undefined);
}

/** The files of the project that may refer to code: Python and templates. */
function pathsIn(root: string, folder: string): string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  // The environment may have any name.
  if (entries.some(({ name }) => name === 'pyvenv.cfg')) {
    return [];
  }
  return entries
    .filter(({ name }) => !FOREIGN.test(name))
    .flatMap((entry: Dirent) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      const isCode = path.endsWith('.py') || TEMPLATE.test(path);
      return entry.isDirectory() ? pathsIn(root, path) : entry.isFile() && isCode ? [path] : [];
    });
}

/** A file that the undo changes may use a name whose import or definition goes. */
function unboundIn({ now, next }: ChangedSource): Obstacle[] {
  if (!next) {
    return [];
  }
  const bound = [...boundIn(next), ...functionsOf(next).flatMap(parametersOf)];
  const lost = new Set(without(boundIn(now), bound).filter((name) => next.text.includes(name)));
  if (lost.size === 0) {
    return [];
  }
  return next.root
    .descendants('identifier')
    .filter((node) => lost.has(node.text) && isRead(node))
    .map((node) => obstacle(next.path, node.row, `uses ${node.text}`));
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
    case 'for_statement':
      return false;
    default:
      return true;
  }
}

async function referencesIn(path: string, content: Buffer, gone: Gone): Promise<Obstacle[]> {
  const text = content.toString('latin1');
  if (!path.endsWith('.py')) {
    return inTemplate(path, text, gone);
  }
  if (!mayRefer(text, gone)) {
    return [];
  }
  try {
    const source = await PythonSource.parse(path, content);
    return [...inImports(source, gone), ...inCode(source, gone)];
  } catch (error) {
    if (error instanceof SourceError) {
      const reason = `${error.reason}, so nobody can tell what it refers to`;
      return [{ path, line: error.line, reason, yields: true }];
    }
    throw error;
  }
}

/** Searching a text is much faster than parsing it. */
function mayRefer(text: string, gone: Gone): boolean {
  const has = (word: string): boolean => text.includes(word);
  return (
    gone.names.some(({ of, name }) => has(name) && (has(lastOf(of)) || has('from .'))) ||
    gone.methods.some(({ of, name }) => has(name) && has(of)) ||
    [...gone.endpoints, ...gone.templates].some(has) ||
    (has('ForeignKey') && [...gone.tables].some(has)) ||
    (has('relationship') && [...gone.classes].some(has))
  );
}

function inImports(source: PythonSource, { names }: Gone): Obstacle[] {
  return importsOf(source).flatMap((each) => {
    const of = (module: string, name: string): boolean =>
      names.some((one) => one.of === module && one.name === name);
    const [, parent = '', last = ''] = /^(?:(.*)\.)?(.*)$/.exec(each.module) ?? [];
    if (of(parent, last)) {
      return obstacle(source.path, each.node.row, `imports ${each.module}`);
    }
    return each.names
      .filter(({ name }) => of(each.module, name))
      .map(({ name, node }) =>
        obstacle(source.path, node.row, `imports ${name} from ${each.module}`),
      );
  });
}

function inCode(source: PythonSource, gone: Gone): Obstacle[] {
  const { root, path } = source;
  const imports = importsOf(source);
  const attributes = gone.names.flatMap(({ of, name }) =>
    localNames(imports, of, name).filter((local) => local.includes('.')),
  );
  return [
    ...root
      .descendants('attribute')
      .filter((node) => attributes.includes(node.text) || isMethod(node, gone))
      .map((node) => obstacle(path, node.row, `uses ${node.text}`)),
    ...root.descendants('string').flatMap((node) => {
      const value = stringValue(node) ?? '';
      const what = gone.templates.has(value)
        ? 'template'
        : gone.endpoints.has(value) && !isTested(node)
          ? 'endpoint'
          : undefined;
      return what ? obstacle(path, node.row, `uses the ${what} ${value}`) : [];
    }),
    ...['ForeignKey', 'ForeignKeyConstraint'].flatMap((name) =>
      callsOf(root, name).flatMap(({ node }) => {
        const columns = node.descendants('string').map((each) => stringValue(each) ?? '');
        const table = columns.map(tableOf).find((each) => gone.tables.has(each));
        return table === undefined ? [] : obstacle(path, node.row, `refers to the table ${table}`);
      }),
    ),
    ...callsOf(root, 'relationship').flatMap(({ node, positional: [target] }) => {
      const name = (target && stringValue(target)) ?? '';
      return gone.classes.has(name) ? obstacle(path, node.row, `refers to ${name}`) : [];
    }),
  ];
}

/** `posts` of `posts.id` and of `public.posts.id` */
function tableOf(column: string): string {
  return column.split('.').at(-2) ?? '';
}

/** Whether it is `PostController().show` or `PostController.show`, for a method that goes. */
function isMethod(node: Node, { methods }: Gone): boolean {
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

function inTemplate(path: string, text: string, { endpoints, templates }: Gone): Obstacle[] {
  const wanted = [
    ...[...templates].map((name) => ['template', name] as const),
    ...[...endpoints].map((name) => ['endpoint', name] as const),
  ].filter(([, name]) => text.includes(name) && !isTestedIn(text, name));
  if (wanted.length === 0) {
    return [];
  }
  // Comments and other text become blanks, so that positions stay.
  const code = text
    .replace(/\{#[^]*?#\}/g, blanks)
    .replace(/(^|[%}]\})((?!\{[{%])[^])*/g, blanksBehind);
  return wanted.flatMap(([what, name]) =>
    [...code.matchAll(new RegExp(`(first_url\\([^()]*)?(["'])${escaped(name)}\\2`, 'g'))]
      .filter(([, test]) => test === undefined)
      .map(({ index }) =>
        obstacle(path, text.slice(0, index).split('\n').length - 1, `uses the ${what} ${name}`),
      ),
  );
}

/** Whether a template asks if the endpoint exists: `{% if "posts.show" is endpoint %}`. */
function isTestedIn(text: string, name: string): boolean {
  return new RegExp(`(["'])${escaped(name)}\\1 is (not )?endpoint`).test(text);
}

function blanks(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}

function blanksBehind(text: string, tag: string): string {
  return tag + blanks(text.slice(tag.length));
}

function escaped(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function lastOf(module: string): string {
  return module.replace(/.*\./, '');
}

function obstacle(path: string, row: number, reason: string): Obstacle {
  return { path, line: row + 1, reason, yields: true };
}

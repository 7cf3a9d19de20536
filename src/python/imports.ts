// Specs: spec/python/queries.spec.ts
import { packageAndName, topLevel } from './import-statement';
import { type Node, remembered } from './node';
import type { PythonSource } from './source';
import { isWithin, scopeOf } from './statements';

/** `from app.routes.posts import bp as posts_bp`, or one part of `import os, app.routes as routes`. */
export interface Import {
  /** In full, also where the file says `from .posts`: `app.routes.posts`. */
  readonly module: string;
  /** What is imported from it; none for `import os`, and for `*`. */
  readonly names: readonly ImportedName[];
  /** For `import os`: what the module, or the package that it is in, is bound to. */
  readonly local: string | undefined;
  /** The whole statement. */
  readonly node: Node;
}

/** One of the names of `from module import name as local`. */
interface ImportedName {
  readonly name: string;
  /** What it is called here: `posts_bp`. */
  readonly local: string;
  readonly node: Node;
}

const STATEMENTS = ['import_statement', 'import_from_statement', 'future_import_statement'];

/** The imports of a file, wherever they stand. */
export const importsOf = remembered((source: PythonSource): readonly Import[] =>
  importsWhere(source, () => true),
);

/** The imports of a file by each name that they bind. */
export const importsByName = remembered(
  (source: PythonSource): ReadonlyMap<string, readonly Import[]> => {
    const found = new Map<string, Import[]>();
    for (const each of importsOf(source)) {
      for (const name of namesBoundBy([each])) {
        found.set(name, [...(found.get(name) ?? []), each]);
      }
    }
    return found;
  },
);

/** The imports of a file in whose text one of these words stands. Of a thousand others, nothing but the text is read. */
export function importsWith(source: PythonSource, ...words: readonly string[]): readonly Import[] {
  return importsWhere(source, (text) => words.some((word) => text.includes(word)));
}

/** The imports of a file that may be from these modules, or of them; those that are relative among them. */
export function importsFrom(source: PythonSource, modules: readonly string[]): readonly Import[] {
  const ends = modules.map((module) => module.split('.').slice(-2));
  return importsWhere(
    source,
    (text) =>
      /\bfrom[\s\\]*\./.test(text) ||
      ends.some((names) => names.every((name) => text.includes(name))),
  );
}

/** @param isMeant What holds for an import holds for the whole text, too. */
function importsWhere(source: PythonSource, isMeant: (text: string) => boolean): Import[] {
  const statements = isMeant(source.text) ? source.root.descendants(...STATEMENTS) : [];
  return statements.filter(({ text }) => isMeant(text)).flatMap((node) => importsIn(source, node));
}

/** Whether an import has run when this place in the file is reached, or may have. */
export function isImportedAt(place: Node, { node }: Import): boolean {
  const scope = scopeOf(node);
  return (scope.type === 'module' || isWithin(place, scope)) && !isForTypesOnly(node);
}

/** What these imports call a name of a module: `posts_bp`, `posts.bp`, `app.routes.posts.bp`. */
export function localNames(imports: readonly Import[], module: string, name: string): string[] {
  const [parent, last] = packageAndName(module);
  return imports.flatMap((each) => {
    if (each.local !== undefined) {
      const whole = each.local === topLevel(module) ? module : each.local;
      return each.module === module ? `${whole}.${name}` : [];
    }
    const direct = each.module === module ? each.names.filter((one) => one.name === name) : [];
    const above = each.module === parent ? each.names.filter((one) => one.name === last) : [];
    return [...direct.map(({ local }) => local), ...above.map(({ local }) => `${local}.${name}`)];
  });
}

/** What a file calls something that it imports, from wherever: `Post`, `Article` after `import Post as Article`. */
export function localNamesOf(source: PythonSource, name: string): string[] {
  return importsWith(source, name)
    .flatMap(({ names }) => names)
    .filter((each) => each.name === name)
    .map(({ local }) => local);
}

/** What a name may mean, by these imports: `shop.public.views.bp` for `public.views.bp` after `from shop import public`. */
export function meaningsOf(imports: readonly Import[], written: string): string[] {
  const [first = '', ...rest] = written.split('.');
  return imports.flatMap((each) => {
    const own = each.local === topLevel(each.module) ? each.local : each.module;
    const bound =
      each.local === undefined
        ? each.names.filter(({ local }) => local === first).map((one) => `${own}.${one.name}`)
        : each.local === first
          ? [own]
          : [];
    return bound.map((meant) => [meant, ...rest].join('.'));
  });
}

/** What a name is called in the module that it is from: `Enum` for `EnumType`, after `from sqlalchemy import Enum as EnumType`. */
export function originalName(source: PythonSource, local: string): string {
  const names = importsWith(source, local).flatMap((each) => each.names);
  return names.find((each) => each.local === local)?.name ?? local;
}

/** The names that imports bind. */
export function namesBoundBy(imports: readonly Import[]): string[] {
  return imports.flatMap(({ local, names }) => local ?? names.map((each) => each.local));
}

/** Whether an import is `from … import *`. */
export function importsAll({ local, names }: Import): boolean {
  return local === undefined && names.length === 0;
}

/** By statement. A file is searched for one module after the other. */
const known = new WeakMap<Node, readonly Import[]>();

/** The imports that a statement is: several of `import os, sys`. */
export function importsIn(source: PythonSource, statement: Node): readonly Import[] {
  const imports =
    known.get(statement) ??
    (statement.type === 'import_statement'
      ? plainImports(statement)
      : [fromImport(source, statement)]);
  known.set(statement, imports);
  return imports;
}

function plainImports(node: Node): Import[] {
  return node.childrenFor('name').map((part) => {
    const { name, local } = importedName(part);
    const [first = name] = name.split('.');
    return {
      module: name,
      names: [],
      local: part.type === 'aliased_import' ? local : first,
      node,
    };
  });
}

function fromImport(source: PythonSource, node: Node): Import {
  const module = node.child('module_name');
  return {
    module: module ? absolute(source, module.text) : '__future__',
    names: node.childrenFor('name').map(importedName),
    local: undefined,
    node,
  };
}

function importedName(node: Node): ImportedName {
  const name = (node.child('name') ?? node).text;
  return { name, local: node.child('alias')?.text ?? name, node };
}

/** `app.routes.posts` of `.posts` in `app/routes/__init__.py`. */
function absolute({ path }: PythonSource, module: string): string {
  const [, dots = '', rest = ''] = /^(\.*)\s*(.*)$/.exec(module) ?? [];
  if (dots === '') {
    return module;
  }
  const folders = path.split('/').slice(0, -dots.length);
  return [...folders, ...(rest ? [rest] : [])].join('.');
}

/** Whether it stands below `if TYPE_CHECKING:`, and so is not there when the program runs. */
export function isForTypesOnly(node: Node): boolean {
  const { parent } = node;
  if (parent === null) {
    return false;
  }
  const isCheck =
    parent.type === 'if_statement' &&
    /^(\w+\.)?TYPE_CHECKING$/.test(parent.child('condition')?.text ?? '') &&
    parent.child('consequence') === node;
  return isCheck || isForTypesOnly(parent);
}

/** Whether Python leaves the annotations of a file unevaluated: `from __future__ import annotations`. */
export function hasDeferredAnnotations(source: PythonSource): boolean {
  return importsOf(source).some(({ module }) => module === '__future__');
}

/** `from app.models import Post, User as Person`, found by a search, which is much faster than parsing a file. */
interface SearchedImport {
  /** As written: `app.models`. */
  readonly module: string;
  /** `Post` and `User` */
  readonly names: readonly string[];
}

const IMPORT = /^[ \t]*from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n(]+)/gm;

/**
 * The imports of names from modules in a text, on one line or in brackets.
 *
 * @param before The text before an edit: statements that it has, too, are left out.
 */
export function searchedImports(text: string, before = ''): SearchedImport[] {
  const known = new Set(before.match(IMPORT));
  return [...text.matchAll(IMPORT)]
    .filter(([statement]) => !known.has(statement))
    .map(([, module = '', imported = '']) => ({
      module,
      names: imported
        .replace(/#.*/g, '')
        .split(',')
        .flatMap((each) => /\w+/.exec(each)?.[0] ?? []),
    }));
}

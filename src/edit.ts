import { posix } from 'node:path';
import type { Rule, Tree } from '@angular-devkit/schematics';
import { PythonSource } from './python/source';

/** One change to one file. Paths are relative to the root of the project. */
export type Edit = CreateEdit | InsertEdit | ReplaceEdit | DeleteEdit;

/** Writes a file that does not exist. */
export interface CreateEdit {
  readonly kind: 'create';
  readonly path: string;
  readonly content: string;
}

/** Adds text to a Python file, and takes none away. */
export interface InsertEdit {
  readonly kind: 'insert';
  readonly path: string;
  /** Edits whatever version of the file the edits before it have left. */
  readonly into: (source: PythonSource) => PythonSource;
  /** What it makes of the file as the project has it; undefined if another edit is to make the file first. */
  readonly known: { readonly from: PythonSource; readonly to: PythonSource } | undefined;
}

/** Writes a file anew. */
export interface ReplaceEdit {
  readonly kind: 'replace';
  readonly path: string;
  readonly content: string;
}

/** Removes a file. */
export interface DeleteEdit {
  readonly kind: 'delete';
  readonly path: string;
}

/** The edit that changes a file in this way; none if nothing changes. */
export function inserted(from: PythonSource, into: InsertEdit['into']): InsertEdit[] {
  const to = into(from);
  return to === from ? [] : [{ kind: 'insert', path: from.path, into, known: { from, to } }];
}

/** The edit that changes in this way a file that another edit makes. */
export function insertedInto(path: string, into: InsertEdit['into']): InsertEdit {
  return { kind: 'insert', path, into, known: undefined };
}

/** Python files that were parsed, by their paths: the same text is parsed no second time. */
export type ParsedSources = Map<string, PythonSource>;

/**
 * Applies edits to the Tree, in their order.
 *
 * @param root Of the project, relative to the root of the Tree: `.` or `apps/blog`.
 * @param parsed Gets the files that were edited.
 */
export function applyEdits(edits: readonly Edit[], root: string, parsed: ParsedSources): Rule {
  return async (tree) => {
    for (const edit of edits) {
      await apply(edit, tree, posix.join(root, edit.path), parsed);
    }
  };
}

async function apply(edit: Edit, tree: Tree, file: string, parsed: ParsedSources): Promise<void> {
  switch (edit.kind) {
    case 'create':
      tree.create(file, edit.content);
      break;
    case 'insert': {
      const source = await edited(edit, tree.read(file) ?? Buffer.of());
      parsed.set(edit.path, source);
      tree.overwrite(file, source.toString());
      break;
    }
    case 'replace':
      tree.overwrite(file, edit.content);
      break;
    case 'delete':
      tree.delete(file);
  }
}

async function edited({ into, known, path }: InsertEdit, content: Buffer): Promise<PythonSource> {
  return known?.from.isOf(content) ? known.to : into(await PythonSource.parse(path, content));
}

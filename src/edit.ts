import { posix } from 'node:path';
import type { Rule, Tree } from '@angular-devkit/schematics';
import type { Project } from './project/project';
import { refuseHarm } from './project/refuse-harm';
import type { PythonSource } from './python/source';

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

/**
 * Makes edits in the Tree of a project, in their order.
 *
 * @throws SchematicsException if they would leave a broken application.
 */
export function stageEdits(edits: readonly Edit[], project: Project): Rule {
  return async (tree) => {
    await stageUnchecked(edits, tree, project);
    refuseHarm(edits, project);
  };
}

/** Makes edits that only others complete. */
export async function stageUnchecked(
  edits: readonly Edit[],
  tree: Tree,
  project: Project,
): Promise<void> {
  for (const edit of edits) {
    await stage(edit, tree, project);
  }
}

async function stage(edit: Edit, tree: Tree, project: Project): Promise<void> {
  const file = posix.join(project.root, edit.path);
  switch (edit.kind) {
    case 'create':
    case 'replace':
      put(tree, file, edit.content);
      project.stage(edit.path, edit.content);
      break;
    case 'insert': {
      const source = edited(edit, await project.source(edit.path));
      put(tree, file, source.toString());
      project.stageSource(source);
      break;
    }
    case 'delete':
      tree.delete(file);
      project.stage(edit.path, undefined);
  }
}

/** A person may make or remove the file meanwhile: the commit says so. */
function put(tree: Tree, file: string, content: string): void {
  if (tree.exists(file)) {
    tree.overwrite(file, content);
  } else {
    tree.create(file, content);
  }
}

function edited(
  { into, known, path }: InsertEdit,
  current: PythonSource | undefined,
): PythonSource {
  if (current === undefined) {
    throw new Error(`${path} is edited before it is created.`);
  }
  return current === known?.from ? known.to : into(current);
}

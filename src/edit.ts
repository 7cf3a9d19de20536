import { posix } from 'node:path';
import { type Rule, SchematicsException, type Tree } from '@angular-devkit/schematics';
import type { Changes } from './manifest/changes';
import type { Home } from './manifest/format';
import type { Project } from './project/project';
import type { PythonSource } from './python/source';
import { initOf } from './layout';
import { isMadeByNew } from './layout/made-by-new';
import { searchedImports } from './python/imports';
import { topLevel } from './python/import-statement';

/** One change to one file. Paths are relative to the root of the project. */
export type Edit = CreateEdit | InsertEdit | ReplaceEdit | DeleteEdit;

/** Writes a file that does not exist. */
export interface CreateEdit {
  readonly kind: 'create';
  readonly path: string;
  readonly content: string;
  /** What the file belongs to, if that is not what the run makes. */
  readonly home?: Home;
}

/** Adds text to a Python file, and takes none away. */
interface InsertEdit {
  readonly kind: 'insert';
  readonly path: string;
  /** Edits whatever version of the file the edits before it have left. */
  readonly into: (source: PythonSource) => PythonSource;
  /** What it makes of the file as the project has it; undefined if another edit is to make the file first. */
  readonly known: { readonly from: PythonSource; readonly to: PythonSource } | undefined;
  /** What the text belongs to if that made the file; by default, or else, it belongs to what the run makes. */
  readonly home?: Home;
}

/** Writes a file anew. */
export interface ReplaceEdit {
  readonly kind: 'replace';
  readonly path: string;
  readonly content: string;
  /** Whether all of it is generated, and nothing of it a person's. */
  readonly isGenerated?: boolean;
}

/** Removes a file. */
interface DeleteEdit {
  readonly kind: 'delete';
  readonly path: string;
}

/** The edit that makes a file of the application, whatever the run makes it for. */
export function sharedFile(path: string, content: string): CreateEdit {
  return { kind: 'create', path, content, home: 'application' };
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

/** Writes what the manifest of a project keeps of a run. */
export function stageManifest(
  changes: Changes,
  projectPath: string,
  digest: () => Promise<string>,
): Rule {
  return async (tree) => {
    for (const [path, content] of await changes.written(digest)) {
      const file = posix.join(projectPath, path);
      if (content === undefined) {
        tree.delete(file);
      } else {
        put(tree, file, content);
      }
    }
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
      project.changes.created(edit.path, edit.content, edit.home);
      put(tree, file, edit.content);
      project.stage(edit.path, edit.content);
      break;
    case 'replace':
      project.changes.changed(edit.path, project.text(edit.path), edit.content, edit.isGenerated);
      put(tree, file, edit.content);
      project.stage(edit.path, edit.content);
      break;
    case 'insert': {
      const before = await project.source(edit.path);
      const source = edited(edit, before);
      project.changes.changed(edit.path, String(before), source.toString(), false, edit.home);
      put(tree, file, source.toString());
      project.stageSource(source);
      break;
    }
    case 'delete':
      project.changes.changed(edit.path, project.text(edit.path), undefined);
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

/** Templates of `new` that a page extends, or imports macros from. */
const USED =
  /\{% (?:extends|from|include) "((?:layouts|macros|components)\/[^"]+)"(?: import ([^%]+?))? %\}/g;

/** Filters of `new` that a page uses. */
const FILTER = /\| (badge|display|link|moment|related|words)\b/g;

/** What a person does about code of `new` that a file lacks: it is gone, or an older version did not make it. */
function remedyFor(path: string, project: Project): string {
  const { generated = {} } = project.changes.manifest('application') ?? {};
  // An upgrade makes files that are gone, and changes those of which it knows what they were made from.
  const isUpgraded = path in generated || !project.has(path);
  return isUpgraded && Object.keys(generated).length > 0
    ? 'Bring it with `scaffold upgrade app`, or copy it from a new application. Then run this again.'
    : 'Copy it from a new application. Then run this again.';
}

/**
 * Refuses edits that would leave a broken application: new code that imports or extends what the project does not have,
 * a new package that hides a module, or a module that a package hides.
 *
 * @param edits They are staged.
 * @throws SchematicsException naming the file and what to change.
 */
export function refuseHarm(edits: readonly Edit[], project: Project): void {
  const made = edits.filter(({ kind }) => kind === 'create').map(({ path }) => path);
  made.filter(isPython).forEach((path) => {
    refuseHidden(path, made, project);
  });
  for (const edit of edits.filter(({ kind, path }) => kind !== 'delete' && isPython(path))) {
    refuseMissingNames(edit, project);
  }
  if (isMadeByNew(project)) {
    edits
      .filter(({ kind, path }) => kind !== 'delete' && path.endsWith('.html'))
      .forEach(({ kind, path }) => {
        if (kind === 'create') {
          refuseMissingTemplates(path, project);
        }
        refuseMissingFilters(path, project);
      });
  }
}

/** Python imports the package where a module and a package have the same name. */
function refuseHidden(path: string, made: readonly string[], project: Project): void {
  const folders = path.split('/').slice(0, -1);
  const packages = folders.map((_, index) => folders.slice(0, index + 1).join('/'));
  const hiding = packages.find(
    (folder) =>
      project.has(`${folder}.py`) &&
      (made.includes(initOf(folder)) || !project.has(initOf(folder))),
  );
  if (hiding !== undefined) {
    throw new SchematicsException(
      `${hiding}.py would be hidden by the new package ${hiding}/. Move it to ${initOf(hiding)}, and run this again.`,
    );
  }
  const package_ = initOf(path.replace(/\.py$/, ''));
  if (project.has(package_) && !made.includes(package_)) {
    throw new SchematicsException(
      `${path} would be hidden by the package ${path.replace(/\.py$/, '')}/. Use another name.`,
    );
  }
}

/** Looks at the imports that an edit brings. */
function refuseMissingNames(edit: Edit, project: Project): void {
  const before = edit.kind === 'insert' ? (edit.known?.from.text ?? '') : '';
  const text = project.read(edit.path)?.toString() ?? '';
  for (const { module, names } of searchedImports(text, before)) {
    const isOwn = project.has(initOf(topLevel(module)));
    const lacking = isOwn ? names.find((name) => !defines(project, module, name)) : undefined;
    if (lacking !== undefined) {
      const place = fileOf(project, module) ?? module;
      throw new SchematicsException(
        `${place} has no ${lacking}, which ${edit.path} imports. ${remedyFor(place, project)}`,
      );
    }
  }
}

/** Whether a module has a name, or a package a module of that name. Searching a file is faster than parsing it. */
function defines(project: Project, module: string, name: string): boolean {
  const file = fileOf(project, module);
  const text = file === undefined ? '' : project.text(file);
  const path = `${module.replaceAll('.', '/')}/${name}`;
  return (
    new RegExp(`\\b${name}\\b|import \\*`).test(text) ||
    project.has(`${path}.py`) ||
    project.has(initOf(path))
  );
}

function fileOf(project: Project, module: string): string | undefined {
  const path = module.replaceAll('.', '/');
  return [`${path}.py`, initOf(path)].find((each) => project.has(each));
}

function refuseMissingTemplates(page: string, project: Project): void {
  const text = project.read(page)?.toString() ?? '';
  for (const { 1: name = '', 2: names } of text.matchAll(USED)) {
    const path = `${project.layout.templates}/${name}`;
    const macros = names?.split(',').map((each) => each.trim()) ?? [];
    const isHere = project.has(path);
    const lacking = macros.find((macro) => !project.text(path).includes(`macro ${macro}(`));
    if (!isHere || lacking !== undefined) {
      const what = isHere ? `${path} has no macro ${String(lacking)}` : `${path} is missing`;
      throw new SchematicsException(`${what}, which ${page} uses. ${remedyFor(path, project)}`);
    }
  }
}

/** Modules of the package register filters: `app/formats.py`, `app/records.py`. */
function refuseMissingFilters(page: string, project: Project): void {
  const { package: folder } = project.layout;
  const text = project.read(page)?.toString() ?? '';
  const used = new Set([...text.matchAll(FILTER)].map(([, name = '']) => name));
  const modules = used.size > 0 ? project.filesIn(folder).filter(isPython) : [];
  const code = modules.map((name) => project.text(`${folder}/${name}`)).join('\n');
  const lacking = [...used].find(
    (name) => !new RegExp(`["']${name}["']|def ${name}\\b`).test(code),
  );
  if (lacking !== undefined) {
    throw new SchematicsException(
      `${folder} has no filter ${lacking}, which ${page} uses. ${remedyFor(folder, project)}`,
    );
  }
}

function isPython(path: string): boolean {
  return path.endsWith('.py');
}

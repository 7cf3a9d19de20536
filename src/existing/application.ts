// Specs: spec/existing/make-page.spec.ts
import { posix } from 'node:path';
import { SchematicsException } from '@angular-devkit/schematics';
import type { ProjectInTree } from '../growing';
import { DEFAULT_LAYOUT } from '../layout';
import type { FoundLayout, LayoutKey } from '../layout/finding';
import { layoutOfProject } from '../layout/read-layout';
import { Sources } from '../layout/sources';
import { requires, requiresOlder } from '../layout/surroundings';
import { findServed, type Served } from '../project/served';
import type { Files } from '../project/files';
import { Project } from '../project/project';
import { StagedFiles } from '../project/staged-files';
import { isBelow } from '../project/walk';
import { queriesByModel } from './style';

/** An application that `new` did not make. Paths are relative to the folder that its modules are imported from. */
export interface ExistingProject {
  readonly project: Project;
  /** The folder of its package. */
  readonly folder: string;
  /** The folders of other applications below it. */
  readonly elsewhere: readonly string[];
  readonly layout: FoundLayout;
  readonly required: RequiredPackages;
}

/** What a project requires: an older major version than the current one, or a package at all. */
export interface RequiredPackages {
  readonly hasFlaskWtf: boolean;
  readonly hasOldFlask: boolean;
  readonly hasOldFlaskSqlalchemy: boolean;
  readonly hasOldSqlalchemy: boolean;
  readonly hasOldWtforms: boolean;
}

/** Such an application with all that it serves, staged changes included. */
export interface ExistingApplication extends ExistingProject, Served {
  /** Its Python files, without tests. */
  readonly sources: Sources;
  /** Whether it queries by `Post.query`, as it must before Flask-SQLAlchemy 3. */
  readonly isLegacy: boolean;
}

/**
 * Finds the application of a project that `new` did not make.
 *
 * @throws SchematicsException if there is none, or several, or a setting is wrong.
 */
export async function findApplication({
  tree,
  projectPath,
  files: unstaged,
  changes,
}: ProjectInTree): Promise<ExistingProject> {
  const files = new StagedFiles(unstaged);
  const { application, layout, others, sources } = await layoutOfProject(
    files,
    projectPath === '.' ? undefined : projectPath,
  );
  const { root } = application;
  const within = root === '.' ? '' : `${root}/`;
  const local = (path: string): string =>
    path.startsWith(within) ? path.slice(within.length) : path;
  const own = within === '' ? files : filesBelow(files, within);
  const package_ = local(String(layout.package.value));
  const folder = package_ === '.' ? '.' : package_.replaceAll('.', '/');
  const found = withLocalPaths(layout, local);
  const project = new Project(
    tree,
    posix.join(projectPath, root),
    {
      ...DEFAULT_LAYOUT,
      application: local(application.source.path),
      package: folder,
      templates: String(found.templates.value ?? posix.join(folder, 'templates')),
      models: folderOfModels(found, folder),
      modelFiles: sources
        .containing('Model', 'Column(', 'mapped_column')
        .map(({ path }) => local(path))
        .filter((path) => isBelow(path, folder)),
    },
    changes.below(within),
    own,
  );
  const isOld = (name: string, major: number): boolean => requiresOlder(files, name, major);
  for (const source of sources.known) {
    const own = source.path.startsWith(within) ? source.readAs(local(source.path)) : undefined;
    if (own) {
      project.know(own);
    }
  }
  const required: RequiredPackages = {
    hasFlaskWtf: requires(files, 'flask-wtf'),
    hasOldFlask: isOld('flask', 2),
    hasOldFlaskSqlalchemy: isOld('flask-sqlalchemy', 3),
    hasOldSqlalchemy: isOld('sqlalchemy', 2),
    hasOldWtforms: isOld('wtforms', 3),
  };
  const elsewhere = folder === '.' ? others.map((each) => local(each.folder)) : [];
  return { project, folder, elsewhere, layout: found, required };
}

/** The package of models, or their module without its ending. */
function folderOfModels({ models }: FoundLayout, folder: string): string {
  const path = typeof models.value === 'string' ? models.value : '';
  return /^[^{]+\/\{name\}\.py$/.test(path)
    ? posix.dirname(path)
    : path === '' || path.includes('{name}')
      ? posix.join(folder, 'models')
      : path.replace(/(\/__init__)?\.py$/, '');
}

/** What an application serves now. */
export async function served(existing: ExistingProject): Promise<ExistingApplication> {
  const { elsewhere, folder, project } = existing;
  const sources = (await Sources.of(project, (path) => project.parsed(path))).without(elsewhere);
  const paths = sources.paths.filter(
    (path) => isBelow(path, folder) || path === project.layout.application,
  );
  const isLegacy = existing.required.hasOldFlaskSqlalchemy || queriesByModel(sources);
  return { ...existing, ...(await findServed(project, paths)), sources, isLegacy };
}

/** The value of a key that an application must have. */
export function neededValue(layout: FoundLayout, key: LayoutKey, what: string): string {
  const { from, value } = layout[key];
  if (typeof value !== 'string') {
    throw new SchematicsException(
      `scaffold did not find ${what}: ${from}. ` +
        `If the application has it, set ${key} in [tool.scaffold] of pyproject.toml.`,
    );
  }
  return value;
}

const PATHS: readonly LayoutKey[] = ['templates', 'routes', 'models', 'forms'];

function withLocalPaths(layout: FoundLayout, local: (path: string) => string): FoundLayout {
  const entries = PATHS.map((key) => {
    const { from, value } = layout[key];
    return [key, { from, value: typeof value === 'string' ? local(value) : value }] as const;
  });
  return { ...layout, ...Object.fromEntries(entries) };
}

function filesBelow(files: Files, within: string): Files {
  const at = (path: string): string => posix.join(within, path);
  return {
    has: (path) => files.has(at(path)),
    read: (path) => files.read(at(path)),
    text: (path) => files.text(at(path)),
    filesIn: (folder) => files.filesIn(at(folder)),
    foldersIn: (folder) => files.foldersIn(at(folder)),
  };
}

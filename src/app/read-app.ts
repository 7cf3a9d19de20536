// Specs: spec/app/find-app.spec.ts
import { posix } from 'node:path';
import { DEFAULT_LAYOUT } from '../layout';
import type { FoundLayout, LayoutKey } from '../layout/finding';
import { layoutOfProject } from '../layout/read-layout';
import { Sources } from '../layout/sources';
import { requires, requiresOlder } from '../layout/surroundings';
import type { Files } from '../project/files';
import { Project } from '../project/project';
import { findServed, type Served } from '../project/served';
import { StagedFiles } from '../project/staged-files';
import { isBelow } from '../project/walk';
import type { AppPlace, FoundApp, Index, RequiredPackages } from './app';
import { queriesByModel } from './style';

/**
 * Reads an application that may keep its things anywhere.
 *
 * @throws SchematicsException if there is none, or several, or a setting is wrong.
 */
export async function readApp({
  tree,
  projectPath,
  files: unstaged,
  changes,
}: AppPlace): Promise<FoundApp> {
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
    sources.lineLength,
  );
  const isOld = (name: string, major: number): boolean => requiresOlder(files, name, major);
  for (const source of sources.known) {
    const own = source.path.startsWith(within) ? source.readAs(local(source.path)) : undefined;
    if (own) {
      project.know(own);
    }
  }
  const required: RequiredPackages = {
    hasEmailValidator: requires(files, 'email-validator'),
    hasFlaskWtf: requires(files, 'flask-wtf'),
    hasOldFlask: isOld('flask', 2),
    hasOldFlaskSqlalchemy: isOld('flask-sqlalchemy', 3),
    hasOldSqlalchemy: isOld('sqlalchemy', 2),
    hasOldWtforms: isOld('wtforms', 3),
  };
  const elsewhere = folder === '.' ? others.map((each) => local(each.folder)) : [];
  const versions = versionsIn(found, root);
  return { project, isOurs: false, layout: found, elsewhere, required, versions };
}

/** The folder with the migrations, from the root of the application, which these may be beside. */
function versionsIn({ migrations }: FoundLayout, root: string): string | undefined {
  const [, scripts] = String(migrations.value).split(':');
  return scripts === undefined ? undefined : posix.relative(root, posix.join(scripts, 'versions'));
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

/** What the files of an application hold now. */
export async function indexOf(app: FoundApp): Promise<Index> {
  const sources = await sourcesOf(app);
  const isLegacy = app.required.hasOldFlaskSqlalchemy || queriesByModel(sources);
  return { ...(await servedIn(app, sources)), sources, isLegacy };
}

/** The blueprints and routes that the files of an application hold now. */
export async function servedOf(app: FoundApp): Promise<Served> {
  return servedIn(app, await sourcesOf(app));
}

async function sourcesOf({ elsewhere, project }: FoundApp): Promise<Sources> {
  const parsed = (path: string): ReturnType<Project['parsed']> => project.parsed(path);
  return (await Sources.of(project, parsed, project.lineLength)).without(elsewhere);
}

function servedIn({ project }: FoundApp, { paths }: Sources): Promise<Served> {
  const { application, package: folder } = project.layout;
  return findServed(
    project,
    paths.filter((path) => isBelow(path, folder) || path === application),
  );
}

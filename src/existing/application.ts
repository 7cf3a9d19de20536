// Specs: spec/existing/make-page.spec.ts
import { posix } from 'node:path';
import { SchematicsException, type Tree } from '@angular-devkit/schematics';
import { DEFAULT_LAYOUT } from '../layout';
import type { FoundLayout, LayoutKey } from '../layout/finding';
import { layoutOfProject } from '../layout/of-project';
import { Sources } from '../layout/sources';
import { type Elsewhere, findElsewhere } from '../project/elsewhere';
import type { Files } from '../project/files';
import { Project } from '../project/project';

/** An application that `new` did not make. Paths are relative to the folder that its modules are imported from. */
export interface ExistingProject {
  readonly project: Project;
  /** The folder of its package. */
  readonly folder: string;
  readonly layout: FoundLayout;
}

/** Such an application with all that it serves, staged changes included. */
export interface ExistingApplication extends ExistingProject, Elsewhere {
  /** Its Python files, without tests. */
  readonly sources: Sources;
}

/**
 * Finds the application of a project that `new` did not make.
 *
 * @throws SchematicsException if there is none, or several, or a setting is wrong.
 */
export async function findApplication(
  tree: Tree,
  projectPath: string,
  files: Files,
): Promise<ExistingProject> {
  const { application, layout } = await layoutOfProject(
    files,
    projectPath === '.' ? undefined : projectPath,
  );
  const { root } = application;
  const within = root === '.' ? '' : `${root}/`;
  const local = (path: string): string =>
    path.startsWith(within) ? path.slice(within.length) : path;
  const own = within === '' ? files : filesBelow(files, within);
  const folder = local(String(layout.package.value)).replaceAll('.', '/');
  const project = new Project(
    tree,
    posix.join(projectPath, root),
    {
      ...DEFAULT_LAYOUT,
      application: local(application.code.path),
      package: folder,
      templates: local(String(layout.templates.value ?? `${folder}/templates`)),
    },
    own,
  );
  return { project, folder, layout: withLocalPaths(layout, local) };
}

/** What an application serves now. */
export async function served(existing: ExistingProject): Promise<ExistingApplication> {
  const { folder, project } = existing;
  const sources = Sources.of(project);
  const paths = sources.paths.filter(
    (path) => path.startsWith(`${folder}/`) || path === project.layout.application,
  );
  return { ...existing, ...(await findElsewhere(project, paths)), sources };
}

/** The value of a key that an application must have. */
export function required(layout: FoundLayout, key: LayoutKey, what: string): string {
  const { from, value } = layout[key];
  if (typeof value !== 'string') {
    throw new SchematicsException(
      `${what} was not found here: ${from}. Set ${key} in [tool.scaffold] of pyproject.toml; ` +
        '`scaffold inspect` shows what was found.',
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
    filesIn: (folder) => files.filesIn(at(folder)),
    foldersIn: (folder) => files.foldersIn(at(folder)),
  };
}

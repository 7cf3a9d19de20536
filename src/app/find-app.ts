import { DEFAULT_LAYOUT, VERSIONS } from '../layout';
import type { FoundLayout } from '../layout/finding';
import { isMadeByNew, knownLayout } from '../layout/made-by-new';
import type { Files } from '../project/files';
import { Project } from '../project/project';
import type { Templates } from '../templates/templates';
import type { App, AppPlace, FoundApp } from './app';

/**
 * The layout of the application in a project.
 *
 * @throws SchematicsException if there is none, or several, or a setting is wrong.
 */
export async function layoutIn(files: Files): Promise<FoundLayout> {
  if (isMadeByNew(files)) {
    return knownLayout(files);
  }
  const { layoutOfProject } = await import('../layout/read-layout');
  return (await layoutOfProject(files)).layout;
}

/** What `new` has an application require. */
const REQUIRED = {
  hasEmailValidator: false,
  hasFlaskWtf: true,
  hasOldFlask: false,
  hasOldFlaskSqlalchemy: false,
  hasOldSqlalchemy: false,
  hasOldWtforms: false,
};

/**
 * Finds the application of a project. One that `new` made has known places; any other is read, which few runs need.
 *
 * @throws SchematicsException if there is none, or several, or a setting is wrong.
 */
export async function findApp(around: AppPlace): Promise<FoundApp> {
  const { changes, files, projectPath, tree } = around;
  if (!isMadeByNew(files)) {
    const { readApp } = await import('./read-app');
    return readApp(around);
  }
  return ourApp(new Project(tree, projectPath, DEFAULT_LAYOUT, changes, files));
}

/** The application of a project that `new` made. */
export function ourApp(project: Project): FoundApp {
  const layout = knownLayout(project);
  return { project, isOurs: true, layout, elsewhere: [], required: REQUIRED, versions: VERSIONS };
}

/** An application with what it holds now, if it has no known places. */
export async function indexed(app: FoundApp & { readonly templates: Templates }): Promise<App> {
  if (app.isOurs) {
    return { ...app, isOurs: true };
  }
  const { indexOf } = await import('./read-app');
  return { ...app, isOurs: false, ...(await indexOf(app)) };
}

// Specs: spec/layout/read-layout.spec.ts
import type { Files } from './files';
import type { Project } from './project';

/** Whether a file is in a folder or below. `.` is the whole project. */
export function isBelow(path: string, folder: string): boolean {
  return folder === '.' || path.startsWith(`${folder}/`);
}

/** The levels of folders to look into. Links may lead in a circle. */
const DEEPEST = 8;

/**
 * The files in a folder and below, those nearest to it first.
 *
 * @param folder `.` for the whole project.
 * @param isMeant Whether to look into a folder, by its name and its path.
 */
export function pathsBelow(
  files: Pick<Files, 'filesIn' | 'foldersIn'>,
  folder: string,
  isMeant: (name: string, path: string) => boolean = () => true,
  depth = DEEPEST,
): string[] {
  const within = folder === '.' ? '' : `${folder}/`;
  const folders = depth > 1 ? files.foldersIn(folder) : [];
  return [
    ...files.filesIn(folder).map((name) => within + name),
    ...folders
      .filter((name) => isMeant(name, within + name))
      .flatMap((name) => pathsBelow(files, within + name, isMeant, depth - 1)),
  ];
}

/** Folders without code of the application. Migrations describe the past; a project's own templates are code of ours. */
const FOREIGN =
  /^(\..*|__pycache__|node_modules|instance|migrations|alembic|static|scaffold_templates)$/;

/** The files of a project that may be code of its application, such as Python and pages. */
export function codeBelow(files: Files): string[] {
  // The environment may have any name.
  return pathsBelow(
    files,
    '.',
    (name, path) => !FOREIGN.test(name) && !files.has(`${path}/pyvenv.cfg`),
  );
}

/** Folders of a package that hold no code of the application. */
const WITHOUT_CODE = /^(static|tests?|node_modules|__pycache__|\..*)$/;

/** The Python files of the application's package outside the folders that the layout names. A person makes them. */
export function otherModules(project: Project): string[] {
  const { layout } = project;
  const { controllers, forms, models, routes, templates } = layout;
  const known = new Set([controllers, forms, models, routes, templates]);
  const isTest = (path: string): boolean => /(^|\/)(test_\w+|\w+_test|conftest)\.py$/.test(path);
  return pathsBelow(
    project,
    layout.package,
    (name, path) => !WITHOUT_CODE.test(name) && !known.has(path),
  ).filter((path) => path.endsWith('.py') && !isTest(path));
}

// Specs: spec/view/application-file.spec.ts
import type { Project } from './project';

/** Folders of a package that hold no code of the application. */
const WITHOUT_CODE = /^(static|tests?|node_modules|__pycache__|\..*)$/;

/** The Python files of the application's package outside the folders that the layout names. A person makes them. */
export function otherModules(project: Project): string[] {
  const { layout } = project;
  const { controllers, forms, models, routes, templates } = layout;
  const known = new Set([controllers, forms, models, routes, templates]);
  const below = (folder: string): string[] => [
    ...project.pythonFilesIn(folder),
    ...project
      .foldersIn(folder)
      .filter((name) => !WITHOUT_CODE.test(name) && !known.has(`${folder}/${name}`))
      .flatMap((name) => below(`${folder}/${name}`)),
  ];
  const isTest = (path: string): boolean => /(^|\/)(test_\w+|\w+_test|conftest)\.py$/.test(path);
  return below(layout.package).filter((path) => !isTest(path));
}

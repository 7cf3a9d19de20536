// Specs: spec/view/application-file.spec.ts
import type { Project } from './project';
import { pathsBelow } from './walk';

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

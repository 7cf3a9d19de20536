import type { Edit } from '../edit';
import { initOf } from '../layout';
import { linesAt } from '../manifest/kept-text';
import { controllerNames } from '../naming/class-names';
import { MAINS } from '../naming/view-names';
import { type ExistingRoute, serves, shapeOf } from '../project/existing-routes';
import type { Project } from '../project/project';
import { pathsBelow } from '../project/walk';
import { type Definition, findClass, functionIn } from '../python/queries';
import { withoutExport, withoutStatement } from '../python/removal';
import type { PythonSource } from '../python/source';
import type { View } from '../view/view';

const GUIDE = 'macros/guide.html';

/**
 * Removes the start page that `new` made from the URL of a view, if all of it is as generated and nothing else needs it. A view
 * that is this page itself gets another template.
 */
export async function removeStartPage(view: View): Promise<Edit[]> {
  const { app, layout, names, route } = view;
  const { project } = app;
  const isOwn = names.view === `${MAINS}.index`;
  const served = isOwn ? route.existing : route.taken;
  const definition = startFunction(served, view);
  const page = `${layout.templates}/${MAINS}/index.html`;
  const hasPage = project.has(page);
  if (!served || !definition || (hasPage && !isGenerated(project, page))) {
    return [];
  }
  const templates = [page, ...unusedGuide(project, page)]
    .filter((path) => isGenerated(project, path))
    .map((path): Edit => ({ kind: 'delete', path }));
  if (isOwn) {
    return hasPage ? templates : [];
  }
  if (route.existing) {
    return [];
  }
  const { className, file } = controllerNames(undefined, 'main', layout);
  const source = await project.source(file);
  const method = source && functionIn(findClass(source, className)?.node ?? source.root, 'index');
  const isUnchanged =
    (await isMember(project, served.source, 'index', definition)) &&
    (!method || (await isMember(project, source, `${className}.index`, method)));
  // The whole file is as generated, so it holds nothing else.
  const goes = isGenerated(project, file);
  if (!isUnchanged || isUsed(project, [served.source.path, file], goes ? className : undefined)) {
    return [];
  }
  const exports = goes ? await project.source(initOf(layout.controllers)) : undefined;
  return [
    ...templates,
    replaced(withoutStatement(served.source, definition.statement)),
    ...(goes ? [{ kind: 'delete', path: file } as const] : []),
    ...(!goes && method ? [replaced(withoutStatement(source, method.statement))] : []),
    ...(exports ? [unexported(exports, className)] : []),
  ];
}

/** The function of a route if that is the one of the start page. */
function startFunction(
  route: ExistingRoute | undefined,
  { layout, names }: View,
): Definition | undefined {
  return route?.source.path === `${layout.routes}/${MAINS}/routes.py` &&
    route.endpoint === 'index' &&
    shapeOf(names.route.path) === '/' &&
    serves(route, names.route)
    ? route.definition
    : undefined;
}

function isGenerated(project: Project, path: string): boolean {
  return (
    project.has(path) && project.changes.isAsGenerated('application', path, project.text(path))
  );
}

function isMember(
  project: Project,
  source: PythonSource,
  name: string,
  definition: Definition,
): Promise<boolean> {
  const text = linesAt(source, definition);
  return project.changes.isMemberAsGenerated('application', source.path, name, text);
}

/** The macros of the start page, if no other template uses them. */
function unusedGuide(project: Project, page: string): string[] {
  const { templates } = project.layout;
  const isUsed = pathsBelow(project, templates).some(
    (path) => path !== page && project.text(path).includes(GUIDE),
  );
  return isUsed ? [] : [`${templates}/${GUIDE}`];
}

/** An empty `__all__` says nothing. */
function unexported(exports: PythonSource, name: string): Edit {
  const left = withoutExport(exports, name);
  const isEmpty = /^\s*__all__ = \[\]\s*$/.test(left.text);
  return isEmpty ? { kind: 'replace', path: left.path, content: '' } : replaced(left);
}

function replaced(source: PythonSource): Edit {
  return { kind: 'replace', path: source.path, content: source.toString() };
}

/** Whether anything else needs the endpoint or the controller. A helper such as `first_url` works without; `url_for` does not. */
function isUsed(
  project: Project,
  known: readonly string[],
  controller: string | undefined,
): boolean {
  const { controllers, package: folder } = project.layout;
  return pathsBelow(project, folder)
    .filter((path) => /\.(html|py|txt|xml)$/.test(path))
    .filter((path) => ![...known, initOf(controllers)].includes(path))
    .some((path) => {
      const text = project.text(path);
      return (
        /url_for\(\s*["']mains\.index["']/.test(text) ||
        (path.endsWith('.py') && controller !== undefined && text.includes(controller))
      );
    });
}

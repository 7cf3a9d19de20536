import { SchematicsException } from '@angular-devkit/schematics';
import type { Edit } from '../edit';
import { initOf } from '../layout';
import { linesAt } from '../manifest/members';
import { controllerNames } from '../naming/class-names';
import { MAINS } from '../naming/view-names';
import { enumeration } from '../naming/spelling';
import { type ExistingRoute, shapeOf } from '../project/existing-routes';
import type { Project } from '../project/project';
import { pathsBelow } from '../project/walk';
import { type Definition, findClass, functionIn } from '../python/queries';
import { withoutExport, withoutStatement } from '../python/removal';
import type { PythonSource } from '../python/source';
import { statementsOf } from '../python/statements';
import { serves } from '../view/route-state';
import type { View } from '../view/view';

const GUIDE = 'macros/guide.html';

/** The controller of the start page. */
interface StartController {
  readonly source: PythonSource;
  readonly class: Definition;
  /** Its method for the page; undefined if a person has deleted it. */
  readonly method: Definition | undefined;
  /** Whether the class has more than this page. */
  readonly hasOthers: boolean;
}

/**
 * Removes the start page that `new` made from the URL of a view, if all of it is as generated. A view that is this page itself
 * gets another template.
 *
 * @throws SchematicsException if the application needs the page. The message says what to do.
 */
export async function removeStartPage(project: Project, view: View): Promise<Edit[]> {
  const { layout, names, route } = view;
  const isOwn = names.view === `${MAINS}.index`;
  const served = isOwn ? route.existing : route.taken;
  const definition = startFunction(served, view);
  const page = `${layout.templates}/${MAINS}/index.html`;
  if (!served || !definition || (project.has(page) && !isGenerated(project, page))) {
    return [];
  }
  const templates = [page, ...unusedGuide(project, page)]
    .filter((path) => isGenerated(project, path))
    .map((path): Edit => ({ kind: 'delete', path }));
  if (isOwn) {
    return project.has(page) ? templates : [];
  }
  const controller = await controllerIn(project);
  const method = controller?.method;
  const isUnchanged =
    (await isMember(project, served.source, 'index', definition)) &&
    (!method ||
      (await isMember(project, controller.source, `${controller.class.name}.index`, method)));
  if (!isUnchanged) {
    return [];
  }
  refuseOtherUrl(view);
  refuseUses(view, usesIn(project, served.source.path, controller));
  return [
    ...templates,
    replaced(withoutStatement(served.source, definition.statement)),
    ...(controller ? await editsOfController(project, controller) : []),
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
    serves(route, names)
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

async function controllerIn(project: Project): Promise<StartController | undefined> {
  const { className, file } = controllerNames(undefined, 'main', project.layout);
  const source = await project.source(file);
  const found = source && findClass(source, className);
  const method = found && functionIn(found.node, 'index');
  const hasOthers =
    found !== undefined &&
    statementsOf(found.body).some(
      (each) => each !== method?.statement && each.type !== 'pass_statement',
    );
  return found && { source, class: found, method, hasOthers };
}

/** Without the method, and without the class and its file if nothing else is in them. */
async function editsOfController(
  project: Project,
  { class: owner, hasOthers, method, source }: StartController,
): Promise<Edit[]> {
  if (hasOthers) {
    return method ? [replaced(withoutStatement(source, method.statement))] : [];
  }
  const isAlone = statementsOf(source.root).every(
    (each) => each === owner.statement || each.type === 'import_from_statement',
  );
  const exports = await project.source(initOf(project.layout.controllers));
  return [
    isAlone
      ? { kind: 'delete', path: source.path }
      : replaced(withoutStatement(source, owner.statement)),
    ...(exports ? [unexported(exports, owner.name)] : []),
  ];
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

function refuseOtherUrl({ names, route: { existing } }: View): void {
  if (existing) {
    throw new SchematicsException(
      `${existing.place}: ${existing.function} already serves ${names.view} at ` +
        `${existing.path}. Delete it, and run this command again.`,
    );
  }
}

/** Where else the application needs the endpoint or the controller. A helper such as `first_url` works without; `url_for` does not. */
function usesIn(
  project: Project,
  routes: string,
  controller: StartController | undefined,
): string[] {
  const { controllers, package: folder } = project.layout;
  const known = [routes, controller?.source.path, initOf(controllers)];
  const goes = controller?.hasOthers === false ? controller.class.name : undefined;
  return pathsBelow(project, folder)
    .filter((path) => /\.(html|py|txt|xml)$/.test(path) && !known.includes(path))
    .flatMap((path) => {
      const isUse = (line: string): boolean =>
        /url_for\(\s*["']mains\.index["']/.test(line) ||
        (path.endsWith('.py') && goes !== undefined && line.includes(goes));
      const lines = project.text(path).split('\n');
      return lines.flatMap((line, index) => (isUse(line) ? `${path}:${index + 1}` : []));
    });
}

function refuseUses({ names, route }: View, uses: readonly string[]): void {
  if (uses.length > 0) {
    throw new SchematicsException(
      `This would delete the start page, which is still used in ${enumeration(uses)}. Change that, and run this command again. ` +
        `first_url("${route.endpoints}.${names.route.endpoint}") works before and after, unlike url_for("mains.index").`,
    );
  }
}

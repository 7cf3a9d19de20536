// Specs: spec/rules/start-page.spec.ts
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { initOf } from '../layout';
import { controllerNames } from '../naming/controller-names';
import { MAINS } from '../naming/main-page';
import { PACKAGE_FOLDER } from '../package-folder';
import { type ExistingRoute, shapeOf } from '../project/existing-routes';
import type { Project } from '../project/project';
import { pathsBelow } from '../project/walk';
import { type Definition, findClass, functionIn } from '../python/definitions';
import { isSameCode } from '../python/same-code';
import { PythonSource } from '../python/source';
import { statementsOf } from '../python/statements';
import { compile } from '../templates/compiled-template';
import { ENDING } from '../templates/our-templates';
import { serves } from './route-state';
import type { View } from './view';

/** Where the schematic `new` keeps the files of a new application. */
const NEW = join(PACKAGE_FOLDER, 'new/files/project');

const PAGE = 'app/templates/mains/index.html';

const ROUTES = 'app/routes/mains/routes.py';

const CONTROLLER = 'app/controllers/main_controller.py';

const GUIDE = 'macros/guide.html';

/** The start page that `new` wrote. Parts that a person deleted are undefined. */
export interface StartPage {
  /** Whether the view is this page itself. */
  readonly isOwn: boolean;
  readonly page: StartFile | undefined;
  /** The macros that no other template uses. */
  readonly guide: StartFile | undefined;
  readonly route: StartFunction;
  readonly controller: StartController | undefined;
  /** The file that exports the controller. */
  readonly exports: PythonSource | undefined;
  /** Where else the application needs its endpoint or its controller: `app/templates/about.html:7`. */
  readonly uses: readonly string[];
}

interface StartFile {
  readonly path: string;
  readonly isGenerated: boolean;
}

interface StartFunction {
  readonly source: PythonSource;
  readonly definition: Definition;
  readonly isGenerated: boolean;
}

interface StartController {
  readonly source: PythonSource;
  readonly class: Definition;
  /** Whether the class has more than this page. */
  readonly hasOthers: boolean;
  readonly method: Omit<StartFunction, 'source'> | undefined;
}

/** The start page that is at the URL of a view; undefined if there is none. */
export async function startPageAt(project: Project, view: View): Promise<StartPage | undefined> {
  const { layout, names, route } = view;
  const isOwn = names.view === `${MAINS}.index`;
  const served = isOwn ? route.existing : route.taken;
  const definition = startFunction(served, view);
  if (served === undefined || definition === undefined) {
    return undefined;
  }
  const routes = await generated(ROUTES);
  const controller = await controllerIn(project);
  return {
    isOwn,
    page: pageIn(project),
    guide: guideIn(project),
    route: {
      source: served.source,
      definition,
      isGenerated: isIn(routes, routes.root, definition),
    },
    controller,
    exports: await project.source(initOf(layout.controllers)),
    uses: usesIn(project, [served.source.path], controller),
  };
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

async function controllerIn(project: Project): Promise<StartController | undefined> {
  const { className, file } = controllerNames(undefined, 'main', project.layout);
  const source = await project.source(file);
  const found = source && findClass(source, className);
  const definition = found && functionIn(found.node, 'index');
  const controller = await generated(CONTROLLER);
  const original = findClass(controller, className)?.node ?? controller.root;
  return (
    found && {
      source,
      class: found,
      hasOthers: statementsOf(found.body).some(
        (each) => each !== definition?.statement && each.type !== 'pass_statement',
      ),
      method: definition && { definition, isGenerated: isIn(controller, original, definition) },
    }
  );
}

/** A file of a new application. */
function generated(path: string): Promise<PythonSource> {
  return PythonSource.parse(path, readFileSync(join(NEW, path)));
}

/** Whether a function is, but for its format, in a class or module of a new application. */
function isIn(source: PythonSource, scope: PythonSource['root'], { name, statement }: Definition) {
  const original = functionIn(scope, name);
  return original !== undefined && isSameCode(original.statement, statement);
}

function pageIn(project: Project): StartFile | undefined {
  const path = `${project.layout.templates}/${MAINS}/index.html`;
  const text = textOf(project, path);
  const title = /Hello World \S (.+?)\{% endblock %\}/.exec(text)?.[1] ?? '';
  const named = ['layouts/base.html', 'components/header.html'].map((name) =>
    textOf(project, `${project.layout.templates}/${name}`),
  );
  const isNamed = named.some((other) => other.includes(title));
  const file = PAGE + ENDING;
  const rendered = compile({ path: file, text: readFileSync(join(NEW, file), 'utf8') });
  const variants = [true, false].flatMap((db) =>
    ['npm', undefined].map((packageManager) => rendered({ title, db, packageManager })),
  );
  return project.has(path) ? { path, isGenerated: isNamed && variants.includes(text) } : undefined;
}

function guideIn(project: Project): StartFile | undefined {
  const { templates } = project.layout;
  const path = `${templates}/${GUIDE}`;
  const isUsed = pathsBelow(project, templates)
    .filter((other) => other !== `${templates}/${MAINS}/index.html`)
    .some((other) => project.text(other).includes(GUIDE));
  const original = readFileSync(join(NEW, 'app/templates', GUIDE), 'utf8');
  const isGenerated = textOf(project, path) === original;
  return project.has(path) && !isUsed ? { path, isGenerated } : undefined;
}

/** A helper such as `first_url` works without the endpoint; `url_for` does not. */
function usesIn(
  project: Project,
  own: readonly string[],
  controller: StartController | undefined,
): string[] {
  const { controllers, package: folder } = project.layout;
  const known = [...own, controller?.source.path, initOf(controllers)];
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

/** With the line breaks of a new application. */
function textOf(project: Project, path: string): string {
  return (project.read(path)?.toString() ?? '').replaceAll('\r\n', '\n');
}

import { dirname } from 'node:path';
import { type Rule, SchematicsException } from '@angular-devkit/schematics';
import { sourcesIn } from '../project/blueprints';
import { type ExistingRoute, routesIn, shapeOf } from '../project/existing-routes';
import type { Project } from '../project/project';
import { foldersAround, registrars, urlPrefix } from '../project/registered-blueprints';
import type { View } from './view';

const ROUTES = 'app/routes';

/** The package of the pages that any project has. */
const MAINS = `${ROUTES}/mains`;

/** The shape of the URL of the files that Flask serves itself. */
const STATIC = '/static/<path>';

/**
 * Refuses a URL that another function serves already.
 *
 * @throws SchematicsException naming the function, its file and its line.
 */
export function refuseTakenUrl(view: View): Rule {
  return async () => {
    const { names, wants } = view;
    if (!wants.route) {
      return;
    }
    const { method, path } = names.route;
    if (method === 'GET' && shapeOf(path) === STATIC) {
      throw new SchematicsException(
        `Flask serves GET ${path} already, with the files of app/static. Choose another URL with --route.`,
      );
    }
    const own = await ownRoutes(view);
    if (own.some((route) => isOwn(view, route) && serves(route, view))) {
      return;
    }
    const all = [...own.filter((route) => !isOwn(view, route)), ...(await otherRoutes(view))];
    const other = all.find((route) => serves(route, view));
    if (other) {
      throw new SchematicsException(
        `${other.source.path}:${other.line}: ${other.function} serves ${method} ${path} already. ` +
          'Choose another URL with --route, or take that one away.',
      );
    }
  };
}

/** The route of the view, where its blueprint has it already: the endpoint tells. */
export async function existingRoute(view: View): Promise<ExistingRoute | undefined> {
  const routes = (await ownRoutes(view)).filter((route) => isOwn(view, route));
  return routes.find((route) => serves(route, view)) ?? routes[0];
}

/** Whether a route answers the same requests as that of the view. */
export function serves({ methods, path }: ExistingRoute, { names: { route } }: View): boolean {
  return methods.includes(route.method) && shapeOf(path) === shapeOf(route.path);
}

/** The routes of the view's own blueprint, in whichever of its files. */
export async function ownRoutes({ names, project }: View): Promise<ExistingRoute[]> {
  const blueprint = names.blueprints.at(-1) ?? names.blueprints[0];
  const prefix = await urlPrefix(project, names.blueprints);
  const sources = await sourcesIn(project, blueprint.folder);
  return sources.flatMap((source) => routesIn(source, prefix));
}

/** The URLs that the view's blueprint has, by the last part of their endpoints. */
export async function ownPaths(view: View): Promise<ReadonlyMap<string, string>> {
  const routes = await ownRoutes(view);
  return new Map(routes.map(({ endpoint, path }): [string, string] => [endpoint, path]));
}

function isOwn({ names: { route } }: View, { endpoint }: ExistingRoute): boolean {
  return endpoint === route.endpoint;
}

/** Where else the URL may be served; one that may stand in any file, anywhere that holds a part of it. */
async function otherRoutes({ hasOwnUrl, names, project }: View): Promise<ExistingRoute[]> {
  const { path } = names.route;
  const own = (names.blueprints.at(-1) ?? names.blueprints[0]).folder;
  const isAnyones = hasOwnUrl || own === MAINS;
  const folders = new Set([
    MAINS,
    ...names.blueprints.map(({ folder }) => folder),
    ...(await foldersAround(project, path)),
    ...(isAnyones ? foldersHolding(project, partsOf(path)) : []),
  ]);
  folders.delete(own);
  const routes = await Promise.all([...folders].map((folder) => routesOf(project, folder)));
  const application = (await registrars(project)).filter(({ path: file }) => {
    return !file.startsWith(ROUTES);
  });
  return [...application.flatMap((source) => routesIn(source)), ...routes.flat()];
}

/** The routes of a package, or of the module of its name. */
async function routesOf(project: Project, folder: string): Promise<ExistingRoute[]> {
  const names = folder.slice(ROUTES.length + 1).split('/');
  const places = names.map((name, index) => {
    const place = [ROUTES, ...names.slice(0, index + 1)].join('/');
    return { name, folder: place, package: place.replaceAll('/', '.') };
  });
  const prefix = await urlPrefix(project, places);
  return (await sourcesIn(project, folder)).flatMap((source) => routesIn(source, prefix));
}

/** The text, or texts, that a file has which serves a URL: what tells it best from others. */
function partsOf(path: string): string[] {
  const [literal] = path.split('/').filter((part) => part !== '' && !part.includes('<'));
  return literal === undefined ? [`"${path}"`, `'${path}'`] : [literal];
}

/** The packages and modules that have one of these texts somewhere. */
function foldersHolding(project: Project, texts: readonly string[]): string[] {
  return filesBelow(project, ROUTES)
    .filter((path) => path !== `${ROUTES}/__init__.py`)
    .filter((path) => texts.some((text) => project.text(path).includes(text)))
    .map((path) => (dirname(path) === ROUTES ? path.slice(0, -'.py'.length) : dirname(path)));
}

function filesBelow(project: Project, folder: string): string[] {
  return [
    ...project.pythonFilesIn(folder),
    ...project.foldersIn(folder).flatMap((name) => filesBelow(project, `${folder}/${name}`)),
  ];
}

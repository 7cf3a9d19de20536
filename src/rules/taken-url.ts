import { type Rule, SchematicsException } from '@angular-devkit/schematics';
import { sourcesIn, urlPrefix } from '../project/blueprints';
import { type ExistingRoute, routesIn, shapeOf } from '../project/existing-routes';
import type { Project } from '../project/project';
import type { View } from './view';

const ROUTES = 'app/routes';

/** The package of the pages that any project has. */
const MAINS = `${ROUTES}/mains`;

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
    const own = await ownRoutes(view);
    const others = await otherRoutes(view);
    const other = [...own.filter((route) => !isOwn(view, route)), ...others].find((route) =>
      serves(route, view),
    );
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

function isOwn({ names: { route } }: View, { endpoint }: ExistingRoute): boolean {
  return endpoint === route.endpoint;
}

/** Where else the URL may be served; for a URL of a person's own, anywhere that holds a part of it. */
async function otherRoutes({ hasOwnUrl, names, project }: View): Promise<ExistingRoute[]> {
  const folders = [MAINS, ...names.blueprints.slice(0, -1).map(({ folder }) => folder)];
  const own = names.blueprints.at(-1)?.folder;
  const near = await Promise.all(
    folders.filter((folder) => folder !== own).map((folder) => sourcesIn(project, folder)),
  );
  const part = /[^/<>]{2,}/.exec(names.route.path.replace(/<[^>]*>/g, ''))?.[0] ?? '';
  const far = hasOwnUrl
    ? filesBelow(project, ROUTES).filter((path) => holds(project, path, part))
    : [];
  const sources = [...near.flat(), ...(await Promise.all(far.map((path) => project.source(path))))];
  const known = new Map(sources.flatMap((source) => (source ? [[source.path, source]] : [])));
  return [...known.values()]
    .filter(({ path }) => own === undefined || path.replace(/\/\w+\.py$/, '') !== own)
    .flatMap((source) => routesIn(source));
}

function holds(project: Project, path: string, part: string): boolean {
  return path.endsWith('.py') && Buffer.from(project.read(path) ?? []).includes(part);
}

function filesBelow(project: Project, folder: string): string[] {
  return [
    ...project.filesIn(folder).map((name) => `${folder}/${name}`),
    ...project.foldersIn(folder).flatMap((name) => filesBelow(project, `${folder}/${name}`)),
  ];
}

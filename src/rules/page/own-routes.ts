import { sourcesIn } from '../../project/blueprints';
import { type ExistingRoute, routesIn, shapeOf } from '../../project/existing-routes';
import { urlPrefix } from '../../project/registered-blueprints';
import type { View } from './view';

/** The route of the view, where its blueprint has it already. */
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

/** Whether a route of the view's blueprint is that of the view: the endpoint tells. */
export function isOwn({ names: { route } }: View, { endpoint }: ExistingRoute): boolean {
  return endpoint === route.endpoint;
}

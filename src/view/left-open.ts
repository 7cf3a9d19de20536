// Specs: spec/rules/guard.spec.ts
import { controllerNames, modelOfFolder } from '../naming/class-names';
import { type Decorator, GUARDS, USER, withoutOwner } from '../naming/guards';
import { snakeCase } from '../naming/spelling';
import { findController } from '../project/controllers';
import { type ExistingRoute, routesIn } from '../project/existing-routes';
import { otherModules } from '../project/other-modules';
import type { Project } from '../project/project';
import { guardOf, strongest } from '../project/route-guards';
import { pathsBelow } from '../project/walk';
import { callsOf } from '../python/queries';
import { routesOf } from './route-state';
import { childFolders } from './child-lists';
import { decoratorOf } from './guard-state';
import { type Blueprints, ownBlueprint } from './blueprint-state';
import type { ViewBasis } from './basis';
import { type OtherResource, otherResources } from './other-resources';
import { scopeIn } from './owner-scope';
import type { RouteState } from './route-state';
import type { ViewData } from './view-data';

/** What a guard leaves open, because it belongs to another resource. */
export interface LeftOpen {
  /** The routes of other functions that call the method of the view. */
  readonly callers: readonly OpenCaller[];
  /** The folders of routes whose pages find the record of the view for everybody. */
  readonly children: readonly string[];
  /** Other resources of the same model that let in more people. */
  readonly others: readonly OtherResource[];
}

/** A route that needs a guard. */
export interface OpenCaller {
  readonly route: ExistingRoute;
  readonly decorator: Decorator;
}

interface Known extends Pick<ViewBasis, 'guard' | 'layout' | 'names' | 'resource'> {
  readonly blueprints: Blueprints;
  readonly data: ViewData | undefined;
  readonly route: RouteState;
}

/** What the guard of a view leaves open. */
export async function leftOpen(project: Project, known: Known): Promise<LeftOpen> {
  return {
    callers: await openCallers(project, known),
    children: await openChildren(project, known),
    others: await openOthers(project, known),
  };
}

/** A resource whose routes call the controller of the view is among the callers. */
async function openOthers(
  project: Project,
  { blueprints, guard, names: { controller, model } }: Known,
): Promise<OtherResource[]> {
  const open: OtherResource[] = [];
  if (!guard || !model || model.className === USER) {
    return open;
  }
  const { owner } = GUARDS[guard.word];
  const { folder } = ownBlueprint({ blueprints }).names;
  for (const other of await otherResources(project, model, folder)) {
    const names = controllerNames(other.controller, '', project.layout);
    const place = await findController(project, names);
    const isOwned = place !== undefined && scopeIn(place, model) !== undefined;
    const routes = await routesOf(project, other.folder);
    const isOpen = routes.some((each) => {
      const [known, wanted] = [guardOf(each), decoratorOf(guard.word, each)];
      const isOwners = wanted !== undefined && owner !== undefined;
      return (
        strongest([known, wanted]) !== known || (isOwners && known !== 'admin_required' && !isOwned)
      );
    });
    if (isOpen && other.controller !== controller.className) {
      open.push(other);
    }
  }
  return open;
}

async function openCallers(
  project: Project,
  { guard, layout, names, resource, route }: Known,
): Promise<OpenCaller[]> {
  const call = `${names.controller.className}().${names.method}`;
  const paths = [...pathsBelow(project, layout.routes), ...otherModules(project)];
  const callers: OpenCaller[] = [];
  for (const path of paths.filter((each) => each.endsWith('.py'))) {
    const source = project.text(path).includes(call) ? await project.source(path) : undefined;
    for (const each of source ? routesIn(source) : []) {
      const code = [each.node, ...(each.definition ? [each.definition.body] : [])];
      const isCalled = code
        .flatMap((node) => node.descendants('attribute'))
        .some(({ text }) => text === call);
      const isOwn = route.own.some(({ source: { path: own } }) => own === path);
      const isMeant = resource ? isOwn : isOwn && each.endpoint === names.route.endpoint;
      const { methods } = each;
      const decorator =
        guard && decoratorOf(guard.word, { endpoint: names.route.endpoint, methods });
      const isOpen = decorator && strongest([guardOf(each), decorator]) !== guardOf(each);
      if (isOpen && !isMeant && isCalled) {
        callers.push({ route: each, decorator });
      }
    }
  }
  return callers;
}

async function openChildren(project: Project, known: Known): Promise<string[]> {
  const { blueprints, data, guard, layout, names } = known;
  const { folder } = ownBlueprint({ blueprints }).names;
  if (!guard || !data) {
    return [];
  }
  const open: string[] = [];
  const { model } = data.record;
  const word = withoutOwner(guard.word);
  const own = snakeCase(names.controller.className.replace(/Controller$/, ''));
  for (const { folder: child } of await childFolders(project, folder, model.id)) {
    const name = `${own}_${modelOfFolder(child, layout).name}`;
    const place = await findController(project, controllerNames(undefined, name, layout));
    const isScoped =
      GUARDS[guard.word].owner !== 'read' ||
      (place && callsOf(place.definition.node, model.records).length > 0);
    const routes = await routesOf(project, `${folder}/${child}`);
    const isOpen = routes.some((each) => {
      const known = guardOf(each);
      return strongest([known, decoratorOf(word, each)]) !== known;
    });
    if (isOpen || !isScoped) {
      open.push(`${folder}/${child}`);
    }
  }
  return open;
}

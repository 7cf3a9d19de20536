import { SchematicsException } from '@angular-devkit/schematics';
import { inserted } from '../edit';
import type { ManifestAction } from '../manifest/format';
import { actionOf, ACTIONS } from '../naming/actions';
import { type Decorator, decoratorOf } from '../naming/guards';
import { type ExistingRoute, routesIn } from '../project/existing-routes';
import {
  guardAsWritten,
  guardedBy,
  guardOf,
  lastRouteOf,
  operationOf,
  unknownOperationGuard,
} from '../project/route-guards';
import { decorator } from '../python/class-edits';
import { addMissingImports } from '../python/add-import';
import { importsWith } from '../python/imports';
import type { Definition } from '../python/queries';
import { namesUsed } from '../python/generated';
import type { Node } from '../python/node';
import { withoutImport, withoutItem } from '../python/removal';
import { itemAt, sequenceOf } from '../python/sequence';
import type { PythonSource } from '../python/source';
import type { GuardState } from '../view/guard-state';
import { changesGuard, type View, type Views } from '../view/view';
import { info, type Note, NOTHING, type Outcome, warningIf } from './outcome';

/**
 * Guards the existing routes of a view, or of its whole resource.
 *
 * @throws SchematicsException if one of them cannot be guarded, or if there is none and none is made.
 */
export function guardRoutes(views: Views): Outcome {
  const [view] = views;
  const { app, names, route, wants } = view;
  if (!changesGuard(view)) {
    return NOTHING;
  }
  const { existing, own } = route;
  if (!existing && !wants.route) {
    throw new SchematicsException(`${names.view} has no route that --guard could guard: add -r.`);
  }
  // Where a blueprint has what belongs to several resources, only the asked functions are meant.
  const isMeant = (each: ExistingRoute): boolean =>
    app.isOurs
      ? view.resource !== undefined || each === existing || isPartOf(view, each)
      : views.some((other) => each === other.route.existing);
  const routes = own.filter(isMeant);
  return guardThese(view, routes);
}

/**
 * Gives routes the guard of a view.
 *
 * @throws SchematicsException if one of them has no function to guard, or stands above the import of the guard.
 */
export function guardThese(view: View, routes: readonly ExistingRoute[]): Outcome {
  refuseWithoutFunction(view, routes);
  const endpoints = new Set(routes.map(({ endpoint }) => endpoint));
  const guarded = (source: PythonSource): PythonSource => withGuards(source, endpoints, view);
  const sources = new Map(routes.map(({ source }) => [source.path, source]));
  return {
    edits: [...sources.values()].flatMap((source) => inserted(source, guarded)),
    notes: routes.flatMap((each) => [
      ...adviseStronger(view, each),
      ...adviseOtherGuard(view, each),
    ]),
  };
}

/** A route such as `bp.add_url_rule("/posts", view_func=PostController().index)` has nothing to decorate. */
function refuseWithoutFunction(
  { guard, route: { made } }: View,
  routes: readonly ExistingRoute[],
): void {
  const open = routes.flatMap((each) => {
    const { wanted: name } = guardedBy(each, guard?.word, made[each.endpoint]);
    return each.definition === undefined && name !== undefined ? [{ ...each, name }] : [];
  });
  if (open.length > 0) {
    const lines = open.map(({ function: view, name, place }) => `  ${place}: ${name}(${view})`);
    throw new SchematicsException(
      `A route without a function of its own cannot be decorated, so nothing is guarded. Write this, and run it again:\n${lines.join('\n')}`,
    );
  }
}

/** Whether a route shows the form that the view takes, or takes the form that it shows. */
export function isPartOf({ names: { action } }: View, { endpoint }: ExistingRoute): boolean {
  const { sendsTo, showsAgain } = ACTIONS[action ?? 'index'];
  const other = actionOf(endpoint);
  return other !== undefined && (other === sendsTo || other === showsAgain);
}

/** The file with the guard on each function that serves one of these endpoints: those of two blueprints may have one name. */
function withGuards(
  source: PythonSource,
  endpoints: ReadonlySet<string>,
  { guard, route: { made } }: View,
): PythonSource {
  const guarded = routesIn(source).reduce((file, { endpoint }, index) => {
    const route = endpoints.has(endpoint) ? routesIn(file)[index] : undefined;
    return route?.definition ? withDecorator(route, route.definition, guard, made[endpoint]) : file;
  }, source);
  refuseLateImport(guarded, endpoints);
  return guarded;
}

/** An application does not start if a decorator is imported below its use. */
function refuseLateImport(source: PythonSource, endpoints: ReadonlySet<string>): void {
  for (const route of routesIn(source).filter(({ endpoint }) => endpoints.has(endpoint))) {
    const guard = guardOf(route);
    const [first] = guard ? importsWith(source, guard) : [];
    if (first && route.definition && route.definition.node.startIndex < first.node.startIndex) {
      throw new SchematicsException(
        `${source.placeOf(first.node)} imports ${String(guard)} below a route that needs it, so nothing is guarded. Move the import to the top of the file, and run this again.`,
      );
    }
  }
}

/** The file with another guard below the routes of a function. */
function withDecorator(
  route: ExistingRoute,
  definition: Definition,
  guard: GuardState | undefined,
  made: ManifestAction | undefined,
): PythonSource {
  const { source } = route;
  const { own, wanted } = guardedBy(route, guard?.word, made);
  if (own?.name === wanted) {
    return source;
  }
  const changed = own
    ? replacedGuard(source, own.node, wanted)
    : wanted
      ? withGuard(route, definition, wanted)
      : source;
  const added = addMissingImports(
    changed,
    guard && wanted ? [{ module: guard.module, name: wanted }] : [],
  );
  const isUnused = own !== undefined && !namesUsed(added.root).has(own.name);
  return isUnused ? withoutImport(added, own.name) : added;
}

/** The file with a guard on a function that an earlier run did not guard: an operation has it as an argument. */
function withGuard(route: ExistingRoute, definition: Definition, wanted: Decorator): PythonSource {
  const { source } = route;
  const operation = operationOf(source, definition);
  const given = operation?.call.node.child('arguments');
  return given && !operation?.call.keywords.has('guard')
    ? source.insert(...itemAt(source, sequenceOf(given), 1, `guard=${wanted}`))
    : source.insert(decorator(source, definition, operation?.node ?? lastRouteOf(route), wanted));
}

/** The file with another guard in place of one that an earlier run put there, or with none. */
function replacedGuard(
  source: PythonSource,
  node: Node,
  wanted: Decorator | undefined,
): PythonSource {
  const isArgument = node.type === 'keyword_argument';
  const range = { start: node.startIndex, end: node.endIndex };
  return wanted
    ? source.replace(range, isArgument ? `guard=${wanted}` : `@${wanted}`)
    : isArgument
      ? withoutItem(source, node, node.parent?.namedChildren ?? [])
      : source.remove({ ...range, end: behindLine(source, node) });
}

/** Where the line below a decorator starts, without its indentation; the end of the decorator if a comment follows it. */
function behindLine({ text }: PythonSource, { endIndex }: Node): number {
  const [blanks = ''] = /^[ \t]*\r?\n[ \t]*/.exec(text.slice(endIndex)) ?? [];
  return endIndex + blanks.length;
}

/** Warns about a route that lets in fewer people than the guard would. */
function adviseStronger({ guard, route: { made } }: View, route: ExistingRoute): Note[] {
  const { function: view, place } = route;
  const { after, own } = guardedBy(route, guard?.word, made[route.endpoint]);
  const known = own ? undefined : guardOf(route);
  return warningIf(
    guard &&
      known !== undefined &&
      after !== decoratorOf(guard.word, route) &&
      `${place}: ${view} has ${guardAsWritten(route, known)} already. It stays as it is.`,
    place,
  );
}

/** What to say about a route that a person wrote, if the run puts another guard there, or takes one away. */
function adviseOtherGuard({ guard, route: { made } }: View, route: ExistingRoute): Note[] {
  const { definition, endpoint, function: view, place, source } = route;
  const { after, own, wanted } = guardedBy(route, guard?.word, made[endpoint]);
  const isOwn = made[endpoint]?.route === undefined && actionOf(endpoint) === undefined;
  if (!isOwn || own?.name === wanted) {
    return [];
  }
  const operation = definition && operationOf(source, definition);
  const isArgument = own
    ? own.node.type === 'keyword_argument'
    : operation?.call.keywords.has('guard') === false;
  const sign = isArgument ? 'guard=' : '@';
  const change = wanted ? `has ${sign}${wanted} now.` : `${sign}${String(own?.name)} is gone.`;
  const open = (after ?? unknownOperationGuard(route)) ? '' : ' Everybody may open it.';
  return [info(`${place}: ${view} is yours, and ${change}${open}`, place)];
}

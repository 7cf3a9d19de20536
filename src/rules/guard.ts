import { SchematicsException } from '@angular-devkit/schematics';
import { inserted } from '../edit';
import type { ManifestAction } from '../manifest/format';
import { actionOf, ACTIONS } from '../naming/actions';
import { type Decorator, decoratorOf, GUARDS } from '../naming/guards';
import { CURRENT_USER, MAY_CHANGE } from '../view/owner-scope';
import { type ExistingRoute, routesIn } from '../project/existing-routes';
import {
  guardAsWritten,
  guardedBy,
  guardOf,
  lastRouteOf,
  operationOf,
} from '../project/route-guards';
import { decorator } from '../python/class-edits';
import { addMissingImports } from '../python/add-import';
import { callsOf, type Definition, functionsIn } from '../python/queries';
import { namesClass, namesUsed, reachedFrom, usesName } from '../python/generated';
import type { Node } from '../python/node';
import { withoutImport, withoutItem } from '../python/removal';
import { itemAt, sequenceOf } from '../python/sequence';
import type { PythonSource } from '../python/source';
import type { GuardState } from '../view/guard-state';
import { changesGuard, type View, type Views } from '../view/view';
import { info, type Note, NOTHING, type Outcome, warningIf } from './outcome';
import type { ClassPlace } from '../project/class-place';

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
  return guardThese(view, routes, isNewGuard(view));
}

/** Whether the run gives a view another guard than the last one did. */
export function isNewGuard({ guard, names, route: { made } }: View): boolean {
  return made[names.route.endpoint]?.guard !== guard?.word;
}

/**
 * Gives routes the guard of a view.
 *
 * @param isNew Whether they had another one, so that what they show is to be said.
 * @throws SchematicsException if one of them has no function to guard.
 */
export function guardThese(view: View, routes: readonly ExistingRoute[], isNew: boolean): Outcome {
  refuseWithoutFunction(view, routes);
  const endpoints = new Set(routes.map(({ endpoint }) => endpoint));
  const guarded = (source: PythonSource): PythonSource => withGuards(source, endpoints, view);
  const sources = new Map(routes.map(({ source }) => [source.path, source]));
  return {
    edits: [...sources.values()].flatMap((source) => inserted(source, guarded)),
    notes: routes.flatMap((each) => [
      ...adviseStronger(view, each),
      ...adviseOwnRoute(view, each, isNew),
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
  return routesIn(source).reduce((file, { endpoint }, index) => {
    const route = endpoints.has(endpoint) ? routesIn(file)[index] : undefined;
    return route?.definition ? withDecorator(route, route.definition, guard, made[endpoint]) : file;
  }, source);
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

/** What to say about a route that a person wrote: that it is guarded, and that it finds the records of all owners. */
function adviseOwnRoute(view: View, route: ExistingRoute, isNew: boolean): Note[] {
  const { guard, names, route: own } = view;
  const made = own.made[route.endpoint];
  if (made?.route !== undefined || actionOf(route.endpoint) !== undefined) {
    return [];
  }
  const notes = adviseOtherGuard(view, route);
  if (!guard || (!isNew && notes.length === 0)) {
    return notes;
  }
  const { owner } = GUARDS[guard.word];
  const isAsked =
    owner === 'read' || (owner === 'change' && decoratorOf(guard.word, route) !== undefined);
  const { className } = names.controller;
  const { records = '', pluralPhrase = '', record = '' } = names.model ?? {};
  const [does, remedy] =
    owner === 'read'
      ? ['shows', `Select them with ${className}().${records}().`]
      : ['can change', `Ask ${className}().${MAY_CHANGE}(${record}) before.`];
  return [
    ...notes,
    ...warningIf(
      isAsked &&
        findsAll(view, route) &&
        `${route.place}: ${route.path} ${does} all owners' ${pluralPhrase}. ${remedy}`,
      route.place,
    ),
  ];
}

/** What to say about a route that a person wrote, if the run puts another guard there, or takes one away. */
function adviseOtherGuard({ guard, route: { made } }: View, route: ExistingRoute): Note[] {
  const { definition, endpoint, function: view, place, source } = route;
  const { after, own, wanted } = guardedBy(route, guard?.word, made[endpoint]);
  if (own?.name === wanted) {
    return [];
  }
  const operation = definition && operationOf(source, definition);
  const isArgument = own
    ? own.node.type === 'keyword_argument'
    : operation?.call.keywords.has('guard') === false;
  const sign = isArgument ? 'guard=' : '@';
  const change = wanted ? `has ${sign}${wanted} now.` : `${sign}${String(own?.name)} is gone.`;
  const open = after ? '' : ' Everybody may open it.';
  return [info(`${place}: ${view} is yours, and ${change}${open}`, place)];
}

/** The bodies of the methods of a controller to which code leads: `PostController().export()`, and then `self.rows()` in that. */
function methodsFrom({ definition }: ClassPlace, code: readonly Node[]): Node[] {
  const own = `\\b${definition.name}(?:\\(\\))?`;
  const methods = functionsIn(definition.node);
  const reached = new Set(code);
  for (const { text } of reached) {
    methods
      .filter(({ name }) =>
        new RegExp(
          `(?:${own}|\\bself|\\bcls)\\.${name}\\b|\\bgetattr\\(${own}, ["']${name}["']`,
        ).test(text),
      )
      .forEach(({ body }) => reached.add(body));
  }
  return [...reached].filter((each) => !code.includes(each));
}

/** Whether a route, or what it calls in its file or in the controller, uses the model without asking who is signed in. */
function findsAll(
  { controller: { place }, names: { model } }: View,
  { definition, node, source }: ExistingRoute,
): boolean {
  const code = reachedFrom(source, definition?.body ?? node);
  const methods = place ? methodsFrom(place, code) : [];
  const asks = (each: Node): boolean =>
    usesName(each, CURRENT_USER) ||
    [MAY_CHANGE, model?.records ?? ''].some((name) => callsOf(each, name).length > 0);
  const className = model?.className ?? '';
  return (
    (namesClass(source, code, className) ||
      (place !== undefined && namesClass(place.source, methods, className))) &&
    ![...code, ...methods].some(asks)
  );
}

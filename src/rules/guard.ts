import { SchematicsException } from '@angular-devkit/schematics';
import { inserted } from '../edit';
import { actionOf, ACTIONS } from '../naming/actions';
import type { Decorator } from '../naming/guards';
import { type ExistingRoute, routesIn } from '../project/existing-routes';
import { decoratedBy, guardOf, strongest } from '../project/route-guards';
import { decorator } from '../python/class-edits';
import { addMissingImports } from '../python/add-import';
import type { Insertion, PythonSource } from '../python/source';
import { decoratorOf, type GuardState } from '../view/guard-state';
import type { View } from '../view/view';
import { edited, NOTHING, type Outcome } from './outcome';

/**
 * Guards the existing routes of a view, or of its whole resource.
 *
 * @throws SchematicsException if one of them cannot be guarded, or if there is none and none is made.
 */
export function guardRoutes(view: View): Outcome {
  const { guard, names, route, wants } = view;
  if (!guard || guard.isTakenOver) {
    return NOTHING;
  }
  const { existing, own } = route;
  if (!existing && !wants.route) {
    throw new SchematicsException(`${names.view} has no route that --guard could guard: add -r.`);
  }
  const routes = own.filter((each) => view.resource || each === existing || isPartOf(view, each));
  refuseWithoutFunction(routes, guard);
  const endpoints = new Set(routes.map(({ endpoint }) => endpoint));
  const guarded = (source: PythonSource): PythonSource => withGuards(source, endpoints, guard);
  const sources = new Map(routes.map(({ source }) => [source.path, source]));
  return edited(
    [...sources.values()].flatMap((source) => inserted(source, guarded)),
    ...routes.flatMap((each) => adviseStronger(each, guard)),
  );
}

/** A route such as `bp.add_url_rule("/posts", view_func=PostController().index)` has nothing to decorate. */
function refuseWithoutFunction(routes: readonly ExistingRoute[], guard: GuardState): void {
  const open = routes.flatMap((each) => {
    const name = decoratorOf(guard.word, each);
    const known = guardOf(each);
    const isOpen = each.definition === undefined && strongest([known, name]) !== known;
    return isOpen && name ? [{ ...each, name }] : [];
  });
  if (open.length > 0) {
    const lines = open.map(({ function: view, name, place }) => `  ${place}: ${name}(${view})`);
    throw new SchematicsException(
      `A route without a function of its own cannot be decorated, so nothing is guarded. Write this, and run it again:\n${lines.join('\n')}`,
    );
  }
}

/** Whether a route shows the form that the view takes, or takes the form that it shows. */
function isPartOf({ names: { action } }: View, { endpoint }: ExistingRoute): boolean {
  const { sendsTo, showsAgain } = ACTIONS[action ?? 'index'];
  const other = actionOf(endpoint);
  return other !== undefined && (other === sendsTo || other === showsAgain);
}

/** The file with a guard on each function that serves one of these endpoints. */
function withGuards(
  source: PythonSource,
  endpoints: ReadonlySet<string>,
  { module, word }: GuardState,
): PythonSource {
  const routes = routesIn(source).filter(({ endpoint }) => endpoints.has(endpoint));
  const functions = new Set(routes.flatMap(({ definition }) => definition ?? []));
  const names = new Set<Decorator>();
  const insertions = [...functions].flatMap((definition): Insertion[] => {
    const own = routes.filter((route) => route.definition === definition);
    const wanted = strongest(own.map((route) => decoratorOf(word, route)));
    const { guard, last } = decoratedBy(own, definition);
    if (wanted === undefined || strongest([guard, wanted]) === guard) {
      return [];
    }
    names.add(wanted);
    return [decorator(source, definition, last, wanted)];
  });
  const imports = [...names].map((name) => ({ module, name }));
  return addMissingImports(source.insert(...insertions), imports);
}

/** Warns about a route that lets in fewer people than the guard would. */
function adviseStronger(route: ExistingRoute, { word }: GuardState): string[] {
  const { function: view, place } = route;
  const wanted = decoratorOf(word, route);
  const guard = guardOf(route);
  return guard === undefined || strongest([guard, wanted]) === wanted
    ? []
    : [`${place}: ${view} has @${guard} already. It stays as it is.`];
}

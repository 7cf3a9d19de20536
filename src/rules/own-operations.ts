// Specs: spec/make-api/guards.spec.ts
import type { ManifestAction } from '../manifest/format';
import type { GuardOption } from '../naming/guards';
import { routesIn } from '../project/existing-routes';
import type { ApiState } from '../view/api-state';
import { changesGuard, type View } from '../view/view';
import { guardThese } from './guard';
import { adviseKeptGuards } from './guard-advice';
import { allOf, noted, NOTHING, type Outcome } from './outcome';
import { guardToKeep } from './request';

/** How the manifest calls an operation that a person wrote. */
const PREFIX = 'api.';

/**
 * The operations that a person wrote into the module of a resource in the API, as routes of a view.
 *
 * @param view A view of the resource, with the guard that the run gives it.
 * @param served Undefined if the API does not serve it.
 */
export async function ownOperations(
  view: View,
  served: ApiState | undefined,
): Promise<View | undefined> {
  const path = served?.files[0]?.path;
  if (served === undefined || path === undefined || !changesGuard(view)) {
    return undefined;
  }
  const source = await view.app.project.source(path);
  const made = new Set(Object.values(served.operations).map((each) => each.function));
  const own = source ? routesIn(source, '/api').filter(({ endpoint }) => !made.has(endpoint)) : [];
  const known = own.map(({ endpoint }): [string, ManifestAction | undefined] => [
    endpoint,
    view.route.made[PREFIX + endpoint],
  ]);
  return {
    ...view,
    route: {
      ...view.route,
      own,
      existing: undefined,
      made: Object.fromEntries<ManifestAction | undefined>(known),
    },
  };
}

/** What the manifest keeps of the guards of these operations, by the name that it gives them. */
export function operationsToKeep(operations: View | undefined): Record<string, ManifestAction> {
  const all = operations?.route.own.flatMap((each): [string, ManifestAction][] => {
    const guard = guardToKeep(operations, each);
    return guard === undefined ? [] : [[PREFIX + each.endpoint, { guard }]];
  });
  return Object.fromEntries(all ?? []);
}

/**
 * Gives the operations of a person the guard of their resource.
 *
 * @param view The view that they are of.
 * @param option As typed after `--guard`.
 * @throws SchematicsException if one of them has no function to guard.
 */
export function guardOperations(
  view: View,
  operations: View | undefined,
  option: GuardOption | undefined,
): Outcome {
  return operations
    ? allOf([
        guardThese(operations, operations.route.own),
        noted(...adviseKeptGuards(operations, option)),
      ])
    : NOTHING;
}

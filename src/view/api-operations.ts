// Specs: spec/make-api/guards.spec.ts
import { type Action, ACTIONS } from '../naming/actions';
import { type Decorator, decoratorOf, isGuard, strongest } from '../naming/guards';
import { resourceOf } from '../naming/view-names';
import { pluralOf, singularOf } from '../naming/words';
import { parametersOfPath, routesIn } from '../project/existing-routes';
import type { Project } from '../project/project';
import { guardOf, unknownGuards } from '../project/route-guards';
import { text } from '../python/literals';
import type { ApiAction, ApiOperation, ApiOperations } from '../templates/api-values';
import type { DataValues, LookupValues } from '../templates/code-values';
import { typedParameters } from './template-values';
import { furtherArguments } from './page-links';
import type { View } from './view';

export const METHODS: Readonly<Record<ApiAction, string>> = {
  index: 'GET',
  store: 'POST',
  show: 'GET',
  update: 'PATCH',
  destroy: 'DELETE',
};

const VERBS: Readonly<Record<ApiAction, string>> = {
  index: 'list',
  store: 'create',
  show: 'read',
  update: 'change',
  destroy: 'delete',
};

/** Whether the API has an operation for a view. */
export function isServed({ data, names: { action }, route }: View): boolean {
  return (
    data !== undefined && action !== undefined && action in VERBS && route.existing !== undefined
  );
}

/** What selects the records that a list shows: those of the user, if the pages show no others. */
export function recordsOf({ controller, model, owner }: DataValues): string {
  return owner?.isHidden
    ? `${controller.className}().${model.records}()`
    : `db.select(${model.className})`;
}

/** The records that a page looks up. What its controller says of their owners holds outside of that, too. */
function lookupsOf({ controller, lookups }: DataValues): LookupValues[] {
  const outside = (code: string): string => code.replace(/^self\./, `${controller.className}().`);
  return lookups.map((each) => ({
    ...each,
    query: outside(each.query),
    mayChange: each.mayChange && outside(each.mayChange),
  }));
}

/** The guards that the operations of a module have, by the names of their functions. */
export type OperationGuards = ReadonlyMap<string, Decorator | undefined>;

/** The guards of the operations in a module of the API: none if it is missing. */
export async function guardsIn(project: Project, path: string): Promise<OperationGuards> {
  const source = await project.source(path);
  const routes = source ? routesIn(source, '/api') : [];
  return new Map(routes.map((each) => [each.endpoint, guardOf(each)]));
}

/**
 * The operations of a resource, by action.
 *
 * @param resource Its name. Another resource of the model may have the same controller, and each function needs a name of its own.
 * @param kept Guards that operations keep. The others have those of their pages.
 */
export function operationsOf(
  views: readonly View[],
  resource: string,
  blueprint: string,
  kept: OperationGuards,
): ApiOperations {
  const one = resource.split('.').map(singularOf).join('_');
  const functionOf = (action: ApiAction): string =>
    `${VERBS[action]}_${action === 'index' ? pluralOf(one) : one}`;
  const page = views.find(({ names }) => names.action === 'show');
  return Object.fromEntries(
    views.map((view): [ApiAction, ApiOperation] => {
      const action = view.names.action as ApiAction;
      const location =
        action === 'store' && page
          ? locationOf(view, page, `api.${blueprint}.${functionOf('show')}`)
          : undefined;
      return [
        action,
        {
          function: functionOf(action),
          path: pathOf(view, action),
          parameters: typedParameters(view.names.route).join(', '),
          guard: kept.has(functionOf(action)) ? kept.get(functionOf(action)) : guardOfPage(view),
          lookups: lookupsOf(view.controller.values as DataValues),
          location,
        },
      ];
    }),
  );
}

/** What guards a page; where a person guards it in a way that is not known, at least what it is made with. */
function guardOfPage({ app, names, route: { existing } }: View): Decorator | undefined {
  if (existing === undefined || unknownGuards(existing).length === 0) {
    return existing && guardOf(existing);
  }
  const { actions } = app.project.changes.request({ resource: resourceOf(names) });
  const word = actions?.[existing.endpoint]?.guard;
  return strongest([guardOf(existing), decoratorOf(isGuard(word) ? word : undefined, existing)]);
}

/** The path of a page, without what only forms have: `/edit`. */
function pathOf({ names, route: { existing } }: View, action: Action): string {
  const whole = existing?.path ?? names.route.path;
  const ending = ACTIONS[action].path.replace('/ID', '');
  return (whole.endsWith(ending) ? whole.slice(0, whole.length - ending.length) : whole) || '/';
}

/** The URL of a new record; undefined if it has a parameter that is not known of that. */
function locationOf(view: View, page: View, endpoint: string): string | undefined {
  const record = page.data?.record;
  const known = view.names.route.parameters.map(({ name }) => name);
  const needed = parametersOfPath(pathOf(page, 'show'));
  const pairs = needed.flatMap((name): [string, string][] => {
    const lookup = record?.lookups.find(({ parameter }) => parameter === name);
    return lookup && record
      ? [[name, `${record.model.record}.${lookup.column}`]]
      : known.includes(name)
        ? [[name, name]]
        : [];
  });
  return pairs.length === needed.length
    ? `url_for(${text(endpoint)}${furtherArguments(pairs)})`
    : undefined;
}

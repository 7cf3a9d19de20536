// Specs: spec/existing/make-resource.spec.ts
import { type Action, ACTION_NAMES, ACTIONS, isOfRecord } from '../naming/actions';
import { parametersOfPath } from '../project/existing-routes';
import { info, type Note } from '../rules/outcome';
import type { IndexedApp } from '../app/app';
import type { PagePlace } from './page-place';
import type { Records } from './records';
import type { PlainLinks } from '../templates/plain-values';

/** The view functions of a resource. Those with a form show it and take its input. */
export type PlainAction = Exclude<Action, 'store' | 'update'>;

/** The view function that does an action. */
export function functionOf(action: Action): PlainAction {
  return (ACTIONS[action].showsAgain ?? action) as PlainAction;
}

/** A view function to link to. */
interface LinkTarget {
  readonly endpoint: string;
  /** The parameter of its URL with the key of a record; undefined if it has none. */
  readonly parameter: string | undefined;
}

/** The view functions of a resource that exist, or that this run makes. */
export class Links {
  readonly #targets = new Map<PlainAction, LinkTarget>();

  constructor(
    { routes }: IndexedApp,
    { blueprint, found }: PagePlace,
    private readonly records: Records,
    made: readonly PlainAction[],
  ) {
    const { id } = records.names;
    for (const action of new Set(ACTION_NAMES.map(functionOf))) {
      const endpoint = `${blueprint}.${action}`;
      const route = routes.find(
        (each) => found && each.blueprint === found && each.endpoint === action,
      );
      const parameters = route ? parametersOfPath(route.path) : isOfRecord(action) ? [id] : [];
      const isKnown = route !== undefined || made.includes(action);
      if (isKnown && parameters.length === Number(isOfRecord(action))) {
        this.#targets.set(action, { endpoint, parameter: parameters[0] });
      }
    }
  }

  /**
   * The URL of the first of these that exists, with its endpoint in these quotes: `url_for("posts.index")`.
   *
   * @param key The key of the record in its URL.
   */
  url(
    quote: '"' | "'",
    actions: readonly PlainAction[],
    key = `${this.records.names.record}.${this.records.key}`,
  ): string | undefined {
    const target = actions.flatMap((action) => this.#targets.get(action) ?? [])[0];
    const value = target?.parameter === undefined ? '' : `, ${target.parameter}=${key}`;
    return target && `url_for(${quote}${target.endpoint}${quote}${value})`;
  }

  /** The URLs that a page has of others than itself. */
  on(page: PlainAction): PlainLinks {
    const to = (action: PlainAction): string | undefined =>
      action === page ? undefined : this.url("'", [action]);
    return {
      index: to('index'),
      show: to('show'),
      create: to('create'),
      edit: to('edit'),
      destroy: to('destroy'),
    };
  }
}

/** Names the page that should link to a new view, if it exists without a link. */
export function adviseLink(
  { project }: IndexedApp,
  { blueprint, templates }: PagePlace,
  folder: string,
  action: PlainAction,
): Note[] {
  const source = action === 'show' || action === 'create' ? 'index' : 'show';
  const path = `${templates}/${folder}/${source}.html`;
  const endpoint = `${blueprint}.${action}`;
  return action === 'index' || !project.has(path) || project.text(path).includes(endpoint)
    ? []
    : [info(`${path} does not link to ${endpoint} yet.`)];
}

import { type Action, ACTIONS } from '../../naming/actions';
import { parametersOfPath } from '../../project/existing-routes';
import type { PageData, Step } from './page-data';

/** A link of a template to a page near it. */
export interface Link {
  /** Whether the page is there: `"posts.show" is endpoint("post_id")`. */
  readonly exists: string;
  /** `"posts.show" is not endpoint("post_id")` */
  readonly isMissing: string;
  /** `url_for('posts.show', post_id=post.id)` */
  readonly url: string;
}

/** The links that the template of a view can have, with what it is handed. */
export class PageLinks {
  readonly #values: ReadonlyMap<string, string>;

  /**
   * @param endpoints What endpoints start with: `posts`.
   * @param handed The records that the template has: `post`.
   * @param paths The URLs of the pages that are there, by the last part of their endpoints.
   */
  constructor(
    private readonly data: PageData,
    private readonly endpoints: string,
    handed: ReadonlySet<string>,
    private readonly paths: ReadonlyMap<string, string>,
  ) {
    this.#values = valuesOf(data, handed);
  }

  /** A link; undefined where the template does not know what its URL is made of. */
  to(action: Action): Link | undefined {
    return this.#link(`${this.endpoints}.${action}`, this.#parametersOf(action));
  }

  /** A link to what the page's URL says that it belongs to; undefined where that is nothing. */
  toParent(): Link | undefined {
    const { parents } = this.data;
    const above = this.endpoints.split('.').slice(0, -1).join('.');
    const ids = parents.map(({ model }) => model.id);
    return parents.length === 0 ? undefined : this.#link(`${above}.show`, ids);
  }

  /** A link to the list of what belongs to the page's record. */
  toChildren(folder: string): Link | undefined {
    const { item, parents } = this.data;
    const ids = [...parents, item].map(({ model }) => model.id);
    return this.#link(`${this.endpoints}.${folder}.index`, ids);
  }

  #link(endpoint: string, parameters: readonly string[]): Link | undefined {
    const values = parameters.map((name) => this.#values.get(name));
    if (values.includes(undefined)) {
      return undefined;
    }
    const needed =
      parameters.length > 0 ? `(${parameters.map((name) => `"${name}"`).join(', ')})` : '';
    const pairs = parameters.map((name, index) => `, ${name}=${String(values[index])}`);
    return {
      exists: `"${endpoint}" is endpoint${needed}`,
      isMissing: `"${endpoint}" is not endpoint${needed}`,
      url: `url_for('${endpoint}'${pairs.join('')})`,
    };
  }

  /** The URL of the first of these pages that is there. */
  first(...actions: readonly Action[]): string {
    const names = new Set(actions.flatMap((action) => this.#parametersOf(action)));
    const pairs = [...names].flatMap((name) => {
      const value = this.#values.get(name);
      return value === undefined ? [] : `${name}=${value}`;
    });
    const endpoints = actions.map((action) => `'${this.endpoints}.${action}'`);
    return `first_url(${[...endpoints, ...pairs].join(', ')})`;
  }

  #parametersOf(action: Action): string[] {
    const path = this.paths.get(action);
    const { item, parents } = this.data;
    const own = ACTIONS[action].path.includes('ID') ? [item.model.id] : [];
    return path === undefined
      ? [...parents.map(({ model }) => model.id), ...own]
      : parametersOfPath(path);
  }
}

/** What the template calls the values of parameters: `recipe_id` is `recipe.id`, or `comment.recipe_id`. */
function valuesOf({ item, parents }: PageData, handed: ReadonlySet<string>): Map<string, string> {
  const steps: Step[] = [...parents, item];
  const values = new Map<string, string>();
  for (const [index, { key, model }] of steps.entries()) {
    const below = steps[index + 1];
    if (handed.has(model.item)) {
      values.set(model.id, `${model.item}.${key}`);
    } else if (below?.belongsBy !== undefined && handed.has(below.model.item)) {
      values.set(model.id, `${below.model.item}.${below.belongsBy}`);
    }
  }
  if (handed.has(item.model.item)) {
    for (const { name } of item.columns.filter((column) => !values.has(column.name))) {
      values.set(name, `${item.model.item}.${name}`);
    }
  }
  return values;
}

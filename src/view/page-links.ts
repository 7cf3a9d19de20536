// Specs: spec/make-view/own-url.spec.ts
import { type Action, ACTION_NAMES, isOfRecord } from '../naming/actions';
import type { Allowed } from '../naming/guards';
import { parametersOfPath } from '../project/existing-routes';
import { text } from '../python/literals';
import type { ActionLinks, PageLink } from '../templates/page-values';
import type { Pages } from './pages';
import type { PathRecord, ViewData } from './view-data';

/** An argument of a call. */
export type Pair = readonly [name: string, value: string];

/** Arguments behind others: `, recipe=recipe`. */
export function furtherArguments(pairs: readonly Pair[]): string {
  return pairs.map(([name, value]) => `, ${name}=${value}`).join('');
}

/** The URL of the first of these actions that exists. A run that makes the first one, or finds it, needs no test. */
export function urlOf(
  actions: readonly [Action, ...Action[]],
  endpoints: string,
  { known }: Pages,
  values: readonly Pair[],
): string {
  const names = actions.map((action) => `${endpoints}.${action}`);
  const [first = ''] = names;
  const path = known?.get(first);
  const needed = path === undefined ? [] : parametersOfPath(path);
  const isKnown =
    path !== undefined && needed.every((name) => values.some(([own]) => own === name));
  const own = values.filter(([name]) => !isKnown || needed.includes(name));
  const [call, tried] = isKnown ? ['url_for', [first]] : ['first_url', names];
  return `${call}(${tried.map(text).join(', ')}${furtherArguments(own)})`;
}

const PAGE: Action = 'show';

/**
 * What the URL of a record's page has beside these parameters: `slug` is its column `slug`. If no such page exists yet, or
 * the record lacks what the URL has, it is the key, and what the view's own URL has.
 */
export function recordUrlValues(
  { columns, key, lookups, model }: PathRecord,
  others: readonly string[],
  pages: Pages,
): Pair[] {
  const path = pages.own.get(PAGE);
  const own =
    path === undefined ? [] : parametersOfPath(path).filter((each) => !others.includes(each));
  const isKnown = own.every(
    (each) => each === model.id || columns.some((column) => column.name === each),
  );
  const columnsByName =
    isKnown && own.length > 0
      ? own.map((each): Pair => [each, each === model.id ? key : each])
      : [
          ...new Map([
            [model.id, key],
            ...lookups.map(({ column, parameter }): [string, string] => [parameter, column]),
          ]),
        ];
  return columnsByName.map(([name, column]): Pair => [name, `${model.record}.${column}`]);
}

/** What the URLs on a page are made from. */
export interface LinkSources {
  readonly data: ViewData;
  /** What endpoints start with: `posts`. */
  readonly endpoints: string;
  /** The records that the template has: `post`. */
  readonly handed: ReadonlySet<string>;
  readonly pages: Pages;
  /** The conditions of actions that are not for all who see the page, as Jinja. */
  readonly allowed: Allowed;
}

/** The links to the actions beside a page. */
export function actionLinks(sources: LinkSources): ActionLinks {
  return Object.fromEntries(
    ACTION_NAMES.flatMap((action) => {
      const link = linkTo(sources, `${sources.endpoints}.${action}`, parametersOf(sources, action));
      return link ? [[action, onlyIf(sources.allowed[action], link)]] : [];
    }),
  );
}

/** The link to the page that a record certainly has elsewhere, unless it has one here: `issues.show` for those of a project. */
export function elsewhereLink(sources: LinkSources): PageLink | undefined {
  const endpoint = `${sources.data.record.model.table}.show`;
  const path = sources.pages.elsewhere.get(endpoint);
  return path === undefined || endpoint === `${sources.endpoints}.show`
    ? undefined
    : linkTo(sources, endpoint, parametersOfPath(path));
}

/** The link to the record that the URL of the page names above its own; undefined if it names none. */
export function parentLink(sources: LinkSources): PageLink | undefined {
  const { data, endpoints } = sources;
  const above = endpoints.split('.').slice(0, -1).join('.');
  const ids = data.parents.map(({ model }) => model.id);
  return ids.length === 0 ? undefined : linkElsewhere(sources, `${above}.show`, ids);
}

/** The link to the list of what belongs to the page's record. */
export function childrenLink(sources: LinkSources, folder: string): PageLink | undefined {
  const { data, endpoints } = sources;
  const ids = [...data.parents, data.record].map(({ model }) => model.id);
  return linkElsewhere(sources, `${endpoints}.${folder}.index`, ids);
}

/**
 * The URL of the first of these actions that exists: `first_url('posts.show', 'posts.index', post_id=post.id)`, or that of
 * the first one if it is known to exist.
 */
export function firstUrl(sources: LinkSources, actions: readonly Action[]): string {
  const [first] = actions;
  const link = first && actionLinks(sources)[first];
  if (link && link.isMissing === undefined) {
    return link.url;
  }
  const values = valuesOf(sources);
  const names = new Set(actions.flatMap((action) => parametersOf(sources, action)));
  const pairs = [...names].flatMap((name) => {
    const value = values.get(name);
    return value === undefined ? [] : `${name}=${value}`;
  });
  const endpoints = actions.map((action) => `'${sources.endpoints}.${action}'`);
  return `first_url(${[...endpoints, ...pairs].join(', ')})`;
}

/** The link to a page of another resource: none if pages do not test for each other and it is not known to exist. */
function linkElsewhere(
  sources: LinkSources,
  endpoint: string,
  parameters: readonly string[],
): PageLink | undefined {
  const path = sources.pages.known?.get(endpoint);
  return path === undefined && sources.pages.known
    ? undefined
    : linkTo(sources, endpoint, path === undefined ? parameters : parametersOfPath(path));
}

function linkTo(
  sources: LinkSources,
  endpoint: string,
  parameters: readonly string[],
): PageLink | undefined {
  const known = valuesOf(sources);
  const isKnown = sources.pages.known?.has(endpoint) ?? false;
  const values = parameters.map((name) => known.get(name));
  if (values.includes(undefined)) {
    return undefined;
  }
  const needed =
    parameters.length > 0 ? `(${parameters.map((name) => `"${name}"`).join(', ')})` : '';
  const pairs = parameters.map((name, index) => `, ${name}=${String(values[index])}`);
  return {
    exists: isKnown ? 'true' : `"${endpoint}" is endpoint${needed}`,
    isMissing: isKnown ? undefined : `"${endpoint}" is not endpoint${needed}`,
    url: `url_for('${endpoint}'${pairs.join('')})`,
  };
}

function onlyIf(condition: string | undefined, link: PageLink): PageLink {
  const tests = [link.exists, condition].filter((test) => test !== undefined && test !== 'true');
  return { ...link, exists: tests.length === 0 ? 'true' : tests.join(' and ') };
}

function parametersOf({ data, pages }: LinkSources, action: Action): string[] {
  const path = pages.own.get(action);
  const own = isOfRecord(action) ? [data.record.model.id] : [];
  return path === undefined
    ? [...data.parents.map(({ model }) => model.id), ...own]
    : parametersOfPath(path);
}

/** What the template calls the values of parameters: `recipe_id` is `recipe.id`, or `comment.recipe_id`. */
function valuesOf({ data, handed }: LinkSources): ReadonlyMap<string, string> {
  const records: PathRecord[] = [...data.parents, data.record];
  const { columns, model: own } = data.record;
  const values = new Map<string, string>();
  for (const [index, { key, model }] of records.entries()) {
    const below = records[index + 1];
    if (handed.has(model.record)) {
      values.set(model.id, `${model.record}.${key}`);
    } else if (below?.belongsBy !== undefined && handed.has(below.model.record)) {
      values.set(model.id, `${below.model.record}.${below.belongsBy}`);
    }
  }
  if (handed.has(own.record)) {
    for (const { name } of columns.filter((column) => !values.has(column.name))) {
      values.set(name, `${own.record}.${name}`);
    }
  }
  return values;
}

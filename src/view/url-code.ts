// Specs: spec/make-view/golden.spec.ts
import type { Action } from '../naming/actions';
import { parametersOfPath } from '../project/existing-routes';
import { text } from '../python/expression';
import type { Pages } from './pages';
import type { PathRecord } from './view-data';

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

// Specs: spec/naming/view-names.spec.ts
import { free, TAKEN } from './python-words';
import { kebabCase } from './spelling';
import { type UrlRule, urlRuleOf } from './url-rule';

/** How a view is reached. */
export interface RouteNames extends UrlRule {
  readonly method: 'GET' | 'POST';
  /** The function in the file of the routes: `index`. */
  readonly function: string;
  /** The last part of the endpoint: `index`. Not the function's name where that would shadow something. */
  readonly endpoint: string;
}

/**
 * The route of a view.
 *
 * @param path What the view's name says.
 * @param typed What a person says instead.
 * @throws UsageError where it cannot be a URL.
 */
export function routeNames(
  name: string,
  method: 'GET' | 'POST',
  path: string,
  typed: string | undefined,
): RouteNames {
  return {
    ...urlRuleOf(typed ?? path, typed !== undefined),
    method,
    function: free(name, TAKEN.routeFunctions, '_page'),
    endpoint: name,
  };
}

/** `/shopping-lists/archive` of `shopping_lists` and `archive`. */
export function urlOf(...names: readonly string[]): string {
  return names.map((name) => `/${kebabCase(name)}`).join('');
}

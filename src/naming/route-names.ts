// Specs: spec/naming/view-names.spec.ts
import { free, TAKEN } from './python-words';
import { kebabCase } from './spelling';
import { type UrlRule, urlRuleOf } from './url-rule';

/** The route of a view. */
export interface RouteNames extends UrlRule {
  readonly method: 'GET' | 'POST';
  /** The function in the file of the routes: `index`. */
  readonly function: string;
  /** The last part of the endpoint: `index`. It differs from the function if that needs another name. */
  readonly endpoint: string;
}

/**
 * The route of a view.
 *
 * @param path The URL that follows from the view's name.
 * @param typed The URL from `--route`, which wins.
 * @throws UsageError if that URL is invalid.
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

/** `/shopping-lists/archive` for `shopping_lists` and `archive`. */
export function urlOf(...names: readonly string[]): string {
  return names.map((name) => `/${kebabCase(name)}`).join('');
}

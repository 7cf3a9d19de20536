import type { Call } from '../python/calls';
import type { Node } from '../python/node';

/** The method of an application or a blueprint that registers a blueprint. */
export const REGISTER = 'register_blueprint';

/** The blueprint that such a call registers: `posts_bp`. */
export function blueprintOf({ keywords, positional }: Call): Node | undefined {
  return positional[0] ?? keywords.get('blueprint');
}

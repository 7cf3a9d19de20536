// Specs: spec/rules/registration/blueprint-registration.spec.ts
import { type Call, callsOf } from '../python/calls';
import type { Node } from '../python/node';

/** The method of an application or a blueprint that registers a blueprint. */
export const REGISTER = 'register_blueprint';

/** Whether a file may register blueprints. */
export function mayRegister(text: string): boolean {
  return text.includes(REGISTER);
}

/** The calls that register blueprints: `app.register_blueprint(posts_bp)`. */
export function callsToRegister(within: Node): Call[] {
  return callsOf(within, REGISTER);
}

/** The blueprint that such a call registers: `posts_bp`. */
export function blueprintOf({ keywords, positional }: Call): Node | undefined {
  return positional[0] ?? keywords.get('blueprint');
}

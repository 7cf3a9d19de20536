import { withoutBrackets } from './annotation';
import { callOf } from '../python/calls';
import type { Node } from '../python/node';

/** Whether an attribute is set to `relationship(…)`. */
export function isRelationship(value: Node | undefined): boolean {
  return value !== undefined && callOf(withoutBrackets(value))?.name === 'relationship';
}

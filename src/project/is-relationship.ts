import { withoutBrackets } from './annotation';
import { callOf } from '../python/queries';
import type { Node } from '../python/node';

/** Whether the value of an attribute is `relationship(…)`. */
export function isRelationship(value: Node | undefined): boolean {
  return value !== undefined && callOf(withoutBrackets(value))?.name === 'relationship';
}

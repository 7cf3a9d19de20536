// Specs: spec/rules/relationship.spec.ts
import { assignmentsIn, callsOf, type Definition } from '../python/queries';
import type { Node } from '../python/node';
import type { PythonSource } from '../python/source';
import { isRelationship } from './is-relationship';

/** The style of columns in a file: `Mapped[…]`, `db.Column(…)` or `Column(…)`. */
export type ColumnStyle = 'mapped' | 'db' | 'plain';

/** The style of columns in a class, or else in its file. */
export function styleOf({ root }: PythonSource, owner: Node): ColumnStyle {
  for (const within of [owner, root]) {
    if (callsOf(within, 'mapped_column').length > 0 || /\bMapped\[/.test(within.text)) {
      return 'mapped';
    }
    const column = callsOf(within, 'Column')[0];
    if (column) {
      return column.receiver === undefined ? 'plain' : 'db';
    }
  }
  return 'mapped';
}

/** Puts a blank line between columns and relationships. */
export function separated({ node }: Definition, code: string): string {
  const last = assignmentsIn(node).at(-1);
  return last && !isRelationship(last.value) ? `\n${code}` : code;
}

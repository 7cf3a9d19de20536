// Specs: spec/remove-field/index.spec.ts
import { namesUsed } from '../python/generated';
import { type Node, stringValue } from '../python/node';
import { type Assignment, assignmentsIn, assignmentTo, callOf } from '../python/queries';
import { withoutStatement } from '../python/removal';
import type { PythonSource } from '../python/source';
import { statementOf } from '../python/statements';

/** The tables by which a class, or one of its attributes, leads to other records: `post_labels = db.Table(…)`. */
export function linkTables(source: PythonSource, user: Node): Assignment[] {
  const used = namesUsed(user);
  return assignmentsIn(source.root).filter(
    ({ target, value }) => used.has(target) && value && callOf(value)?.name === 'Table',
  );
}

/** The names of tables in the database, as far as they are literals. */
export function tableNames(tables: readonly Assignment[]): string[] {
  return tables.flatMap(({ value }) => {
    const [name] = (value && callOf(value))?.positional ?? [];
    return stringValue(name) ?? [];
  });
}

/** A file without those of these tables that nothing in it uses any more. */
export function withoutTables(source: PythonSource, tables: readonly Assignment[]): PythonSource {
  return tables.reduce((before, { target }) => {
    const table = assignmentTo(before.root, target);
    const without = table && withoutStatement(before, statementOf(table.node));
    return without && !namesUsed(without.root).has(target) ? without : before;
  }, source);
}

// Specs: spec/make-view/index.spec.ts
import { enumeration } from '../naming/spelling';

/** The command that applies the migrations that exist, indented. */
export const UPGRADE_COMMAND = '  venv/bin/python -m flask db upgrade';

/** What a person types to bring new tables into the database, a command a line, indented. */
export function migrationCommands(tables: readonly string[]): string {
  const title = tables.length === 0 ? '' : ` -m "Create ${enumeration(tables)}"`;
  return `  venv/bin/python -m flask db migrate${title}\n${UPGRADE_COMMAND}`;
}

/** That new tables need a migration, and how to make it. */
export function migrationAdvice(tables: readonly string[]): string {
  return `The database needs a migration:\n${migrationCommands(tables)}`;
}

// Specs: spec/make-view/index.spec.ts
import { enumeration } from '../naming/spelling';

/** The command that applies existing migrations, indented. */
export const UPGRADE_COMMAND = '  venv/bin/python -m flask db upgrade';

/** The commands that add new tables to the database, one per line, indented. */
export function migrationCommands(tables: readonly string[]): string {
  const title = tables.length === 0 ? '' : ` -m "Create ${enumeration(tables)}"`;
  return `  venv/bin/python -m flask db migrate${title}\n${UPGRADE_COMMAND}`;
}

/** The advice to make a migration for new tables. */
export function migrationAdvice(tables: readonly string[]): string {
  return `The database needs a migration:\n${migrationCommands(tables)}`;
}

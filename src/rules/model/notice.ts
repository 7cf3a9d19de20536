import type { logging } from '@angular-devkit/core';
import { enumeration } from '../../naming/spelling';

/** What an entry of the log carries beside its message, for who makes several views at once and tells of them as one. */
export interface Notice {
  /** Tables that need a migration, as a person calls them: `shopping lists`. */
  readonly newTables?: readonly string[];
  /** The file of a model that was there already. */
  readonly existingModel?: string;
}

/** What an entry of the log carries. */
export function noticeOf(entry: logging.LogEntry): Notice {
  return entry as Notice;
}

/** What applies the migrations that are there, indented. */
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

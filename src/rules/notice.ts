import type { logging } from '@angular-devkit/core';

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

/** The title of a migration: `Create recipes, comments and votes`. */
export function migrationTitle(tables: readonly string[]): string {
  // Intl has this, and takes a tenth of a run to load.
  const [last, ...others] = tables.toReversed();
  return `Create ${others.length > 0 ? `${others.toReversed().join(', ')} and ` : ''}${last}`;
}

/** What a person types to bring new tables into the database, a command a line, indented. */
export function migrationCommands(tables: readonly string[]): string {
  return (
    `  venv/bin/python -m flask db migrate -m "${migrationTitle(tables)}"\n` +
    '  venv/bin/python -m flask db upgrade'
  );
}

/** That new tables need a migration, and how to make it. */
export function migrationAdvice(tables: readonly string[]): string {
  return `The database needs a migration:\n${migrationCommands(tables)}`;
}

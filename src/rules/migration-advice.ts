// Specs: spec/make-view/index.spec.ts
import { enumeration } from '../naming/spelling';

/** The command that applies existing migrations, indented. */
export const UPGRADE_COMMAND = upgradeCommand();

/** The command that applies existing migrations with a Python, indented. */
export function upgradeCommand(python?: string): string {
  return flaskCommand('upgrade', python);
}

function flaskCommand(words: string, python = 'venv/bin/python'): string {
  return `  ${python} -m flask db ${words}`;
}

/** The commands that add new tables to the database, one per line, indented. */
export function migrationCommands(tables: readonly string[], python?: string): string {
  const title = tables.length === 0 ? '' : ` -m "Create ${enumeration(tables)}"`;
  return `${flaskCommand(`migrate${title}`, python)}\n${upgradeCommand(python)}`;
}

/** The advice to make a migration for new tables. */
export function migrationAdvice(tables: readonly string[]): string {
  return `The database needs a migration:\n${migrationCommands(tables)}`;
}

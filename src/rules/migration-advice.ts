// Specs: spec/make-view/index.spec.ts
import { VENV_PYTHON } from '../layout';
import { enumeration } from '../naming/spelling';
import type { ModelState } from '../view/model-state';
import { nextStep, type Note } from './outcome';

/** The command that applies existing migrations with a Python, indented. */
export function upgradeCommand(python?: string): string {
  return flaskCommand('upgrade', python);
}

function flaskCommand(words: string, python = VENV_PYTHON): string {
  return `  ${python} -m flask db ${words}`;
}

/** The commands that make a migration and apply it, one per line, indented. */
export function migrationCommands(title?: string, python?: string): string {
  const message = title === undefined ? '' : ` -m "${title}"`;
  return `${flaskCommand(`migrate${message}`, python)}\n${upgradeCommand(python)}`;
}

/** The title of a migration for new tables, by their phrases: `Create posts and shopping lists`. */
export function titleFor(tables: readonly string[]): string | undefined {
  return tables.length === 0 ? undefined : `Create ${enumeration(tables)}`;
}

/** The advice to make a migration with a Python. */
export function migrationAdvice(title?: string, python?: string): string {
  return `The database needs a migration:\n${migrationCommands(title, python)}`;
}

/** The advice to make a migration for those of these models that the run makes. */
export function adviseTables(models: readonly ModelState[]): Note[] {
  const newTables = models.filter(({ isNew }) => isNew).map(({ names }) => names.pluralPhrase);
  return newTables.length === 0
    ? []
    : [{ ...nextStep(migrationAdvice(titleFor(newTables))), newTables }];
}

/** How the tables of an application get new columns. */
export interface Migrations {
  /** The advice to make a migration with this title; undefined without a tool for that. */
  readonly advice: (title: string) => string | undefined;
  /** Whether `--migrate` makes it, with values for existing rows. */
  readonly hasOption: boolean;
  /** Whether it is only about the tables of the run: what else differs is not this run's. */
  readonly isLimited: boolean;
}

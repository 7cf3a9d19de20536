// Specs: spec/acceptance/undo-migrate.spec.ts
import type { App } from './app';
import { runOnDatabase } from './database';
import { SetUpStep } from './step';

/** What migrations did to the database of an application. */
export interface MigrationState {
  /** The database, for a person, without its password. */
  readonly database: string;
  readonly isProduction: boolean;
  /** Those that the database has. */
  readonly applied: readonly string[];
  /** The files of other migrations that depend on them. */
  readonly later: readonly string[];
  /** The tables that they make. */
  readonly tables: readonly string[];
  /** What a downgrade would delete: tables with rows, added columns with values. */
  readonly data: readonly string[];
}

/**
 * Asks what migrations did.
 *
 * @param paths Of their files, relative to the root.
 * @throws StepError if the application or the database fails.
 */
export async function migrationState(app: App, paths: readonly string[]): Promise<MigrationState> {
  const step = new SetUpStep(app.logger, 'database', 'Checking the database');
  const answer = await step.run(() => run(app, 'check', paths));
  // The application may print lines of its own.
  const lines = answer.split('\n').filter((line) => line.startsWith('{"database": '));
  return JSON.parse(lines.at(-1) ?? '') as MigrationState;
}

/**
 * Takes migrations back.
 *
 * @param paths Of their files, relative to the root.
 * @throws StepError if that fails.
 */
export async function downgrade(
  app: App,
  paths: readonly string[],
  database: string,
): Promise<void> {
  const step = new SetUpStep(app.logger, 'database', `Downgrading the database ${database}`);
  step.start();
  await step.run(() => run(app, 'downgrade', paths));
}

function run(app: App, word: string, paths: readonly string[]): Promise<string> {
  return runOnDatabase(app, 'undo_migration.py', [word, ...paths]);
}

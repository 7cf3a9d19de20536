// Specs: spec/acceptance/undo-migrate.spec.ts
import type { App } from './app';
import { CONNECT_TIMEOUT } from './database';
import { SetUpStep } from './step';
import { pythonVariables, runProgram } from './venv';

/** What a migration did to the database of an application. */
export interface MigrationState {
  /** The database, for a person, without its password. */
  readonly database: string;
  readonly isProduction: boolean;
  /** Whether the database has the migration. */
  readonly isApplied: boolean;
  /** The files of the migrations that depend on it. */
  readonly later: readonly string[];
  /** The tables that it makes. */
  readonly tables: readonly string[];
  /** What a downgrade would delete: tables with rows, added columns with values. */
  readonly data: readonly string[];
}

/**
 * Asks what a migration did.
 *
 * @param path Of its file, relative to the root.
 * @throws StepError if the application or the database fails.
 */
export async function migrationState(app: App, path: string): Promise<MigrationState> {
  let answer = '';
  await new SetUpStep(app.logger, 'database', 'Checking the database').run(async () => {
    answer = await run(app, 'check', path);
  });
  const all = (word: string): string[] =>
    [...answer.matchAll(new RegExp(`^${word}: (.*)$`, 'gm'))].map(([, value = '']) => value);
  const lines = answer.split('\n');
  return {
    database: all('database').join(),
    isProduction: lines.includes('production'),
    isApplied: lines.includes('applied'),
    later: all('later'),
    tables: all('table'),
    data: all('data'),
  };
}

/**
 * Takes a migration back.
 *
 * @param path Of its file, relative to the root.
 * @throws StepError if that fails.
 */
export async function downgrade(app: App, path: string, database: string): Promise<void> {
  const step = new SetUpStep(app.logger, 'database', `Downgrading the database ${database}`);
  step.start();
  await step.run(() => run(app, 'downgrade', path));
}

function run(app: App, word: string, path: string): Promise<string> {
  const options = { env: pythonVariables(CONNECT_TIMEOUT) };
  return runProgram(app, 'undo_migration.py', [word, path], options);
}

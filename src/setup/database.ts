import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { VENV_PYTHON } from '../layout';
import type { App } from './app';
import { SetUpStep } from './step';
import { pythonVariables, runProgram } from './venv';

/** How long a PostgreSQL server may take to answer, in seconds: a variable of its client library. */
const CONNECT_TIMEOUT = { PGCONNECT_TIMEOUT: '20' };

/** What the program prints if it leaves the example rows to a person. */
const UNSEEDED = 'unseeded';

/**
 * Applies the migrations of an application, and seeds the database if this creates its file.
 *
 * @param isExpected Whether the database probably needs it. Then the step is announced at once: finding out takes a
 *   second, in which a person would see nothing.
 * @returns whether it changed the database.
 */
export async function setUpDatabase(app: App, isExpected: boolean): Promise<boolean> {
  if (!['migrations', VENV_PYTHON].every((path) => existsSync(join(app.root, path)))) {
    return false;
  }
  const step = new SetUpStep(app.logger, 'database', 'Preparing the database');
  if (isExpected) {
    step.start();
  }
  await step.run(() =>
    runOnDatabase(app, 'prepare_database.py', [], (line) => {
      step.start();
      if (line === UNSEEDED) {
        app.logger.info(
          `The database has its tables now. \`${VENV_PYTHON} -m flask seed\` adds example rows.`,
        );
      }
    }),
  );
  return step.hasStarted;
}

/** Runs a Python program of this package that uses the database of an application. */
export function runOnDatabase(
  app: App,
  name: string,
  args: readonly string[],
  onLine?: (line: string) => void,
): Promise<string> {
  return runProgram(app, name, args, { env: pythonVariables(CONNECT_TIMEOUT), onLine });
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from './app';
import { Step } from './step';
import { pythonVariables, runProgram, VENV_PYTHON } from './venv';

/** Seconds that a PostgreSQL server may take to answer, as its client library reads it. */
export const CONNECT_TIMEOUT = { PGCONNECT_TIMEOUT: '20' };

/** What the program prints where it leaves it to a person to add the example rows. */
const UNSEEDED = 'unseeded';

/**
 * Brings the database of an application with migrations to the newest one, and seeds it where this made its file.
 *
 * @param isExpected Whether it is likely to have something to do: then it says so at once, since to find out takes a
 * second in which a person would see nothing.
 * @returns whether there was something to do.
 */
export async function setUpDatabase(app: App, isExpected: boolean): Promise<boolean> {
  if (!['migrations', VENV_PYTHON].every((path) => existsSync(join(app.root, path)))) {
    return false;
  }
  const step = new Step(app.logger, 'database', 'Preparing the database');
  if (isExpected) {
    step.start();
  }
  await step.run(() =>
    runProgram(app, 'prepare_database.py', [], {
      env: pythonVariables(CONNECT_TIMEOUT),
      onLine: (line) => {
        step.start();
        if (line === UNSEEDED) {
          app.logger.info(
            'The database has its tables now; `venv/bin/python -m flask seed` adds the example rows.',
          );
        }
      },
    }),
  );
  return step.hasStarted;
}

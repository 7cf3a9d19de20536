import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SchematicsException } from '@angular-devkit/schematics';
import { VENV_PYTHON } from '../layout';
import type { App } from './app';
import { messageOf, SetUpStep } from './step';
import { pythonVariables, runProgram } from './venv';

/** How long a PostgreSQL server may take to answer, in seconds: a variable of its client library. */
const CONNECT_TIMEOUT = { PGCONNECT_TIMEOUT: '20' };

/** What Python says of a package that every application with a database needs. */
const NO_PACKAGE = /^ModuleNotFoundError: No module named '(alembic|flask|sqlalchemy)'/m;

/** What the program prints if it leaves the example rows to a person. */
const UNSEEDED = 'unseeded';

/** What it prints before the path of a migration that it wrote. */
const WRITTEN = 'written: ';

/**
 * Applies the migrations of an application. If this creates the file of the database, it writes a migration of what the
 * models have beyond them, and seeds it.
 *
 * @param isExpected Whether the database probably needs it. Then the step is announced at once: finding out takes a
 *   second, in which a person would see nothing.
 * @returns whether it changed the database.
 * @throws StepError if the database does not match the models, or if the program fails.
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
      if (line.startsWith(WRITTEN)) {
        app.logger.info(
          `The models had more than the migrations. ${line.slice(WRITTEN.length)} has it now: review and commit it.`,
        );
      }
      if (line === UNSEEDED) {
        app.logger.info(
          `The database has its tables now. \`${VENV_PYTHON} -m flask seed\` adds example rows.`,
        );
      }
    }),
  );
  return step.hasStarted;
}

/**
 * Runs a Python program of this package that uses the database of an application.
 *
 * @throws SchematicsException if the environment lacks the packages that the program needs; ToolError if it fails.
 */
export async function runOnDatabase(
  app: App,
  name: string,
  args: readonly string[],
  onLine?: (line: string) => void,
): Promise<string> {
  try {
    return await runProgram(app, name, args, { env: pythonVariables(CONNECT_TIMEOUT), onLine });
  } catch (error) {
    const [, missing] = NO_PACKAGE.exec(messageOf(error)) ?? [];
    const { python = VENV_PYTHON } = app;
    throw missing === undefined
      ? error
      : new SchematicsException(
          `${python} has no package ${missing}. ` +
            (python === VENV_PYTHON
              ? '`scaffold setup` installs the packages of requirements.txt.'
              : `Install the packages of requirements.txt: \`${python} -m pip install -r requirements.txt\`.`),
        );
  }
}

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { SchematicsException } from '@angular-devkit/schematics';
import type { App } from './app';
import { CONNECT_TIMEOUT } from './database';
import { Step } from './step';
import { pythonVariables, runProgram, runVenvPython, VENV_PYTHON } from './venv';

const VERSIONS = 'migrations/versions';

/** What the program prints where a migration is not applied. */
const BEHIND = 'behind';

/**
 * Checks that the database of an application is where its migrations lead, so that the next one holds what is new alone.
 *
 * @throws SchematicsException where it is not, or where there is no environment or no migrations; StepError where the
 * application cannot tell.
 */
export async function checkDatabase(app: App): Promise<void> {
  const missing = [VENV_PYTHON, 'migrations'].find((path) => !existsSync(join(app.root, path)));
  if (missing !== undefined) {
    throw new SchematicsException(
      `--migrate needs ${missing}, which is missing: \`scaffold setup\` makes what is.`,
    );
  }
  let answer = '';
  await new Step(app.logger, 'database', 'Looking at the database').run(async () => {
    const options = { env: pythonVariables(CONNECT_TIMEOUT) };
    answer = await runProgram(app, 'prepare_database.py', ['check'], options);
  });
  if (answer.split('\n').includes(BEHIND)) {
    throw new SchematicsException(
      '--migrate needs a database at the newest migration: `scaffold setup` brings it there.',
    );
  }
}

/**
 * Writes a migration for what the models have that the database has not, and applies it.
 *
 * @returns The files of the migration, relative to the root.
 * @throws StepError where one of both fails.
 */
export async function migrateDatabase(app: App, message: string): Promise<string[]> {
  const step = new Step(app.logger, 'database', 'Migrating the database');
  const before = migrations(app);
  step.start();
  await step.run(async () => {
    await flask(app, 'db', 'migrate', '-m', message);
    await flask(app, 'db', 'upgrade');
  });
  return migrations(app).filter((path) => !before.includes(path));
}

function flask(app: App, ...args: string[]): Promise<string> {
  return runVenvPython(app, ['-m', 'flask', ...args], { env: pythonVariables(CONNECT_TIMEOUT) });
}

function migrations({ root }: App): string[] {
  return readdirSync(join(root, VERSIONS))
    .filter((name) => name.endsWith('.py'))
    .map((name) => `${VERSIONS}/${name}`);
}

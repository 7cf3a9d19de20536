import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { SchematicsException } from '@angular-devkit/schematics';
import type { App } from './app';
import { CONNECT_TIMEOUT } from './database';
import { Step } from './step';
import { pythonVariables, runProgram, VENV_PYTHON } from './venv';

const VERSIONS = 'migrations/versions';

/** What the program prints where a migration is not applied, and where it has applied one. */
const BEHIND = 'behind';
const APPLIED = 'applied';

/**
 * Checks that the database of an application is where its migrations lead, so that the next one holds what is new alone.
 *
 * @throws SchematicsException where it is not, or where there is no environment or no migrations; StepError where the
 * application cannot tell.
 */
export async function checkDatabase(app: App): Promise<void> {
  if (!existsSync(join(app.root, VERSIONS))) {
    throw new SchematicsException(
      `There is no ${VERSIONS} here: this application has no database that can be migrated.`,
    );
  }
  if (!existsSync(join(app.root, VENV_PYTHON))) {
    throw new SchematicsException(
      `A migration needs ${VENV_PYTHON}, which is missing: \`scaffold setup\` makes it.`,
    );
  }
  let answer = '';
  await new Step(app.logger, 'database', 'Looking at the database').run(async () => {
    const options = { env: pythonVariables(CONNECT_TIMEOUT) };
    answer = await runProgram(app, 'prepare_database.py', ['check'], options);
  });
  if (answer.split('\n').includes(BEHIND)) {
    const pending = [...answer.matchAll(/^pending: (.*)$/gm)].map(([, path]) => path);
    throw new SchematicsException(
      pending.length > 0
        ? `The database is not at the newest migration. Look at ${pending.join(' and ')}, ` +
            'then apply it with `venv/bin/python -m flask db upgrade`, or remove the file.'
        : 'There is no database yet: `scaffold setup` makes it.',
    );
  }
}

/** What bringing a database to its models has done. */
export interface DatabaseMigration {
  /** The migration's files, relative to the root; none where there was nothing to do. */
  readonly files: readonly string[];
  /** What it does: `create posts`, `add users.age`. */
  readonly changes: readonly string[];
  /** Not where it drops what may hold data: that is for a person to do. */
  readonly isApplied: boolean;
}

/**
 * Writes a migration for what the models have that the database has not, and applies it.
 *
 * @throws StepError where one of both fails.
 */
export async function migrateDatabase(app: App): Promise<DatabaseMigration> {
  const step = new Step(app.logger, 'database', 'Migrating the database');
  const before = migrationFiles(app);
  let answer = '';
  step.start();
  await step.run(async () => {
    const options = { env: pythonVariables(CONNECT_TIMEOUT) };
    answer = await runProgram(app, 'prepare_database.py', ['migrate'], options);
  });
  for (const [, warning = ''] of answer.matchAll(/^warning: (.*)$/gm)) {
    app.logger.warn(warning);
  }
  return {
    files: migrationFiles(app).filter((path) => !before.includes(path)),
    changes: [...answer.matchAll(/^change: (.*)$/gm)].map(([, change = '']) => change),
    isApplied: answer.split('\n').includes(APPLIED),
  };
}

/** The migrations of an application, relative to its root. */
export function migrationFiles({ root }: Pick<App, 'root'>): string[] {
  return readdirSync(join(root, VERSIONS))
    .filter((name) => name.endsWith('.py'))
    .map((name) => `${VERSIONS}/${name}`);
}

// Specs: spec/acceptance/make-view-migrate.spec.ts
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { SchematicsException } from '@angular-devkit/schematics';
import type { App } from './app';
import { runOnDatabase } from './database';
import { messageOf, SetUpStep } from './step';

/** An application with migrations. */
export interface MigratedApp extends App {
  readonly python: string;
  /** The folder of its migrations, relative to its own. */
  readonly versions: string;
  /** The command that makes the database. */
  readonly creation: string;
}

/** What the program prints if a migration is not applied, and after it applied one. */
const BEHIND = 'behind';
const APPLIED = 'applied';

/**
 * Checks that all migrations are applied, so that the next one only holds the changes since then.
 *
 * @throws SchematicsException if one is not applied, or if the environment or the migrations are missing; StepError if
 *   the application fails.
 */
export async function checkDatabase(app: MigratedApp): Promise<void> {
  const { creation, python, root, versions } = app;
  if (!existsSync(join(root, versions))) {
    throw new SchematicsException(
      `${versions} is missing: this application has no database to migrate.`,
    );
  }
  if (!existsSync(resolve(root, python))) {
    throw new SchematicsException(`${python} is missing. \`scaffold setup\` makes it.`);
  }
  const answer = await new SetUpStep(app.logger, 'database', 'Checking the database')
    .run(() => runOnDatabase(app, 'prepare_database.py', ['check']))
    .catch((error: unknown) => {
      throw TOO_OLD.test(messageOf(error)) ? tooOld(python) : error;
    });
  if (answer.split('\n').includes(BEHIND)) {
    const pending = [...answer.matchAll(/^pending: (.*)$/gm)].map(([, path]) => path);
    throw new SchematicsException(
      pending.length > 0
        ? `The database lacks ${pending.join(' and ')}. Review it, ` +
            `then run \`${python} -m flask db upgrade\`, or remove the file.`
        : `The database does not exist yet. \`${creation}\` makes it.`,
    );
  }
}

/** What a Python before 3.11 or an SQLAlchemy before 2 says to the program. */
const TOO_OLD = /Unknown option: -P|cannot import name '\w+' from 'sqlalchemy'/;

function tooOld(python: string): SchematicsException {
  return new SchematicsException(
    `--migrate needs Python 3.11 and SQLAlchemy 2, or later, and ${python} has older ones. Run this command without it: ` +
      'it then tells you how to change the database.',
  );
}

/** A migration that was written. */
export interface DatabaseMigration {
  /** Its changes, none if the database already matched the models, such as `create posts`, `add users.age`. */
  readonly changes: readonly string[];
  /** False if it drops a table or a column, which may hold data: a person has to apply it. */
  readonly isApplied: boolean;
  /** Differences of other tables that it leaves. */
  readonly left: readonly string[];
}

/**
 * Writes a migration that brings the database to the models, and applies it.
 *
 * @param tables The tables that it is about; none if it is about all.
 * @throws StepError if either fails.
 */
export async function migrateDatabase(
  app: MigratedApp,
  tables: readonly string[],
): Promise<DatabaseMigration> {
  const step = new SetUpStep(app.logger, 'database', 'Migrating the database');
  step.start();
  const answer = await step.run(() =>
    runOnDatabase(app, 'prepare_database.py', ['migrate', ...tables]),
  );
  for (const [, warning = ''] of answer.matchAll(/^warning: (.*)$/gm)) {
    app.logger.warn(warning);
  }
  return {
    changes: linesOf(answer, 'change'),
    left: linesOf(answer, 'left'),
    isApplied: answer.split('\n').includes(APPLIED),
  };
}

function linesOf(answer: string, word: string): string[] {
  return [...answer.matchAll(new RegExp(`^${word}: (.*)$`, 'gm'))].map(([, text = '']) => text);
}

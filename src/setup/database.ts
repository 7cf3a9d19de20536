import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { SchematicsException } from '@angular-devkit/schematics';
import { VENV_PYTHON } from '../layout';
import { pythonVariables, runProgram } from './environment';
import { runForked } from './forked-program';
import { type ReadyApp, messageOf, SetUpStep } from './step';

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
export async function setUpDatabase(app: ReadyApp, isExpected: boolean): Promise<boolean> {
  if (!['migrations', VENV_PYTHON].every((path) => existsSync(join(app.root, path)))) {
    return false;
  }
  const step = new SetUpStep(app.logger, 'database', 'Preparing the database');
  if (isExpected) {
    step.start();
  }
  await step.run(() =>
    withPackages(
      app,
      runProgram(app, 'prepare_database.py', [], {
        env: pythonVariables(CONNECT_TIMEOUT),
        onLine: (line) => {
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
        },
      }),
    ),
  );
  return step.hasStarted;
}

/** Runs one of the Python programs of a run that use the database of an application. */
function runOnDatabase(app: ReadyApp, name: string, args: readonly string[]): Promise<string> {
  return withPackages(app, runForked(app, name, args, pythonVariables(CONNECT_TIMEOUT)));
}

/**
 * Waits for a program that uses the database of an application.
 *
 * @throws SchematicsException if the environment lacks the packages that it needs; ToolError if it fails.
 */
async function withPackages(app: ReadyApp, program: Promise<string>): Promise<string> {
  try {
    return await program;
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

export interface MigratedApp extends ReadyApp {
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
  const answer = await migrating(app, 'migrate', ...tables);
  for (const [, warning = ''] of answer.matchAll(/^warning: (.*)$/gm)) {
    app.logger.warn(warning);
  }
  return {
    changes: linesOf(answer, 'change'),
    left: linesOf(answer, 'left'),
    isApplied: answer.split('\n').includes(APPLIED),
  };
}

/**
 * Applies the migrations that the database of an application lacks.
 *
 * @throws StepError if that fails.
 */
export async function applyMigrations(app: MigratedApp): Promise<void> {
  await migrating(app, 'apply');
}

async function migrating(app: MigratedApp, ...words: readonly string[]): Promise<string> {
  const step = new SetUpStep(app.logger, 'database', 'Migrating the database');
  step.start();
  return step.run(() => runOnDatabase(app, 'prepare_database.py', words));
}

function linesOf(answer: string, word: string): string[] {
  return [...answer.matchAll(new RegExp(`^${word}: (.*)$`, 'gm'))].map(([, text = '']) => text);
}

export interface MigrationState {
  /** The database, for a person, without its password. */
  readonly database: string;
  readonly isProduction: boolean;
  /** Those that the database has. */
  readonly applied: readonly string[];
  /** The files of other migrations that depend on them. */
  readonly later: readonly string[];
  readonly tables: readonly string[];
  /** What a downgrade would delete: tables with rows, added columns with values. */
  readonly data: readonly string[];
}

/** What the program answers to a word. */
export interface DatabaseAnswers {
  /** What migrations did, by the paths of their files. */
  readonly check: MigrationState;
  /** Which tables have rows, and which columns hold more than their default: of `posts`, of `posts.title`. */
  readonly data: { readonly database: string; readonly data: readonly string[] };
  /** How many rows some conditions hold for, and the value of one: each in JSON, with a table, a column and SQL. */
  readonly rows: {
    readonly database: string;
    readonly rows: readonly { readonly count: number; readonly example: string | null }[];
  };
}

/**
 * Asks the database of an application.
 *
 * @throws StepError if the application or the database fails.
 */
export async function askDatabase<Word extends keyof DatabaseAnswers>(
  app: ReadyApp,
  word: Word,
  about: readonly string[],
): Promise<DatabaseAnswers[Word]> {
  const step = new SetUpStep(app.logger, 'database', 'Checking the database');
  const answer = await step.run(() => runOnDatabase(app, 'undo_migration.py', [word, ...about]));
  // The application may print lines of its own.
  const lines = answer.split('\n').filter((line) => line.startsWith('{"database": '));
  return JSON.parse(lines.at(-1) ?? '') as DatabaseAnswers[Word];
}

/**
 * Takes migrations back.
 *
 * @param paths Of their files, relative to the root.
 * @throws StepError if that fails.
 */
export async function downgrade(
  app: ReadyApp,
  paths: readonly string[],
  database: string,
): Promise<void> {
  const step = new SetUpStep(app.logger, 'database', `Downgrading the database ${database}`);
  step.start();
  await step.run(() => runOnDatabase(app, 'undo_migration.py', ['downgrade', ...paths]));
}

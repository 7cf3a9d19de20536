import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { SchematicsException } from '@angular-devkit/schematics';
import { layoutIn } from '../app/find-app';
import { VENV_PYTHON } from '../layout';
import { isMadeByNew } from '../layout/made-by-new';
import { ownPython } from '../project/environment';
import { migrationCommands, titleFor, upgradeCommand } from '../rules/migration-advice';
import {
  applyMigrations,
  checkDatabase,
  type DatabaseMigration,
  type MigratedApp,
  migrateDatabase,
} from '../setup/database';
import { messageOf } from '../setup/step';
import { DiskFiles, ProjectFiles } from './engine/disk-files';
import { type Invocation, withRemedy } from './invocation';
import type { GrowthPlan } from './plan-growth';
import { withProgress } from './progress';
import { reportEdit } from './report';

/** What migrates the database of a project. */
export interface MigrationTools {
  /** The folder of its migrations, relative to the root. */
  readonly versions: string;
  /** Its Python: relative to the root if it is below. */
  readonly python: string;
  /** The command that makes the database. */
  readonly creation: string;
}

/**
 * Finds what migrates the database of a project.
 *
 * @throws SchematicsException if it does not use Flask-Migrate, or has no environment.
 */
export async function migrationTools(root: string): Promise<MigrationTools> {
  return toolsFor(root, await versionsOf(root));
}

/**
 * What migrates the database of a project with this folder of migrations: see `versionsOf`.
 *
 * @throws SchematicsException if it does not use Flask-Migrate, or has no environment.
 */
export function toolsFor(root: string, versions: string | undefined): MigrationTools {
  const files = new DiskFiles(root);
  const isOurs = isMadeByNew(files);
  const active = process.env.VIRTUAL_ENV;
  const python =
    ownPython(files) ??
    (active === undefined ? undefined : join(active, 'bin/python')) ??
    (isOurs ? VENV_PYTHON : undefined);
  if (versions === undefined) {
    throw new SchematicsException(
      '--migrate needs Flask-Migrate, which this application does not use. Run this command without it: it then tells ' +
        'you how to change the database.',
    );
  }
  if (python === undefined) {
    throw new SchematicsException(
      '--migrate needs the Python environment of the application: make it in venv/ or .venv/, or activate it, and run ' +
        'this command again.',
    );
  }
  const creation = isOurs ? 'scaffold setup' : `${python} -m flask db upgrade`;
  return { versions, python, creation };
}

/** The folder of the migrations of a project; undefined if it does not use Flask-Migrate. */
export async function versionsOf(root: string): Promise<string | undefined> {
  const { migrations } = await layoutIn(new ProjectFiles(root));
  const [tool, folder = 'migrations'] = String(migrations.value).split(':');
  return tool === 'flask-migrate' ? posix.join(folder, 'versions') : undefined;
}

/** The migration that `--migrate` writes and applies: it brings the database in line with the models. */
export class Migration {
  #isChecked = false;

  /** @param plan Of the run: what it changes in the models. */
  constructor(
    private readonly root: string,
    private readonly tools: MigrationTools,
    private readonly plan: GrowthPlan,
    private readonly invocation: Invocation,
  ) {}

  /**
   * Checks that the database is ready for a migration. If the application does not load without one of the files that the
   * run makes, the check waits until they are written.
   *
   * @throws SchematicsException or StepError if it is not.
   */
  async check(): Promise<void> {
    try {
      await this.#check();
    } catch (error) {
      if (!this.plan.created.includes(missingFile(error))) {
        throw error;
      }
    }
  }

  /**
   * Writes the migration and applies it.
   *
   * @param keep Called with the files that it wrote, even if it fails.
   * @throws Error if that fails or would delete data, with the commands that are left to run; Interrupted.
   */
  async run(keep: (files: readonly string[]) => void): Promise<void> {
    if (!this.#isChecked) {
      await this.#check();
    }
    const [planned] = this.#planned;
    if (planned !== undefined) {
      await withRemedy(
        this.invocation,
        () => this.#withApp(applyMigrations),
        () => this.#remedy([planned]),
      );
      this.invocation.terminal.print(`The migration is applied: ${planned}.`);
      return;
    }
    const before = this.#files();
    const written = (): string[] => this.#files().filter((path) => !before.includes(path));
    try {
      const migration = await withRemedy(
        this.invocation,
        () => this.#withApp((app) => migrateDatabase(app, this.plan.ofTables)),
        () => this.#remedy(written()),
      );
      this.#report(written(), migration);
    } finally {
      keep(written());
    }
  }

  async #check(): Promise<void> {
    await this.#withApp(checkDatabase);
    this.#isChecked = true;
  }

  #withApp<T>(work: (app: MigratedApp) => Promise<T>): Promise<T> {
    const { root, tools } = this;
    const { signal, terminal } = this.invocation;
    return withProgress(terminal, (logger) => work({ root, ...tools, logger, signal }));
  }

  /** The migration that the run itself writes, relative to the root. */
  get #planned(): string[] {
    return this.plan.created.filter((path) => path.startsWith(`${this.tools.versions}/`));
  }

  /** All migrations, relative to the root. */
  #files(): string[] {
    const { versions } = this.tools;
    return readdirSync(join(this.root, versions))
      .filter((name) => name.endsWith('.py'))
      .map((name) => `${versions}/${name}`);
  }

  /** What is left to do if the migration fails once these files are written. */
  #remedy(files: readonly string[]): string {
    return files.length === 0
      ? `The database is not migrated. Run:\n${migrationCommands(titleFor(this.plan.newTables), this.tools.python)}`
      : `${files.join(' and ')} was written but not applied. Correct it and run this, or delete the file:\n${upgradeCommand(this.tools.python)}`;
  }

  #report(files: readonly string[], { changes, isApplied, left }: DatabaseMigration): void {
    const { terminal } = this.invocation;
    if (left.length > 0) {
      terminal.warn(
        `The database also differs from other models, which this run leaves as they are: ${left.join(', ')}.`,
      );
    }
    if (files.length === 0) {
      terminal.print('Nothing to migrate: the database matches the models.');
      return;
    }
    terminal.migrations.push(...files);
    for (const path of files) {
      const after = readFileSync(join(this.root, path));
      reportEdit({ kind: 'create', path, before: undefined, after }, terminal);
    }
    if (!isApplied) {
      const losses = changes.filter((change) => change.startsWith('drop '));
      throw new Error(
        `The migration is not applied because it would delete data: ${losses.join(', ')}. ` +
          `Check it, then apply it or delete the file:\n${upgradeCommand(this.tools.python)}`,
      );
    }
    const { newColumns, newTables, ofTables } = this.plan;
    const own = [
      ...newTables.map((table) => `create ${table.replaceAll(' ', '_')}`),
      ...ofTables.map((table) => `create ${table}`),
      ...newColumns.map((column) => `add ${column}`),
      ...newColumns.map((column) => `change ${column.replace(/\..*$/, '')}`),
    ];
    const others = changes.filter((change) => !own.includes(change));
    terminal.print(`The migration is applied: ${changes.join(', ')}.`);
    if (others.length > 0 && others.length < changes.length) {
      terminal.print(`It also has earlier changes: ${others.join(', ')}.`);
    }
  }
}

/** The file of the module that Python misses: `app/forms/post_form.py`; '' if that is not what failed. */
function missingFile(error: unknown): string {
  const [, module = ''] = /No module named '([\w.]+)'/.exec(messageOf(error)) ?? [];
  return module === '' ? '' : `${module.replaceAll('.', '/')}.py`;
}

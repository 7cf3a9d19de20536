// Specs: spec/acceptance/make-view-migrate.spec.ts
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrationCommands, titleFor, upgradeCommand } from '../rules/migration-advice';
import {
  checkDatabase,
  type DatabaseMigration,
  migrateDatabase,
  migrationFiles,
} from '../setup/migration';
import { messageOf } from '../setup/step';
import type { MigrationTools } from './migration-tools';
import type { GrowthPlan } from './plan-growth';
import { withProgress } from './progress';
import { reportEdit } from './report';
import type { Terminal } from './terminal';

/** The migration that `--migrate` writes and applies: it brings the database in line with the models. */
export class Migration {
  #isChecked = false;

  /**
   * @param planned The tables of the models that this run made, as a person calls them, `shopping lists`, and the columns
   *   that it added to others.
   */
  constructor(
    readonly root: string,
    private readonly tools: MigrationTools,
    private readonly planned: Pick<GrowthPlan, 'newColumns' | 'newTables' | 'ofTables'>,
  ) {}

  /**
   * Checks that the database is ready for a migration.
   *
   * @param created The files that this run makes. If the application does not load without one of them, the check waits
   *   until they are written.
   * @throws SchematicsException or StepError if it is not.
   */
  async check(terminal: Terminal, signal: AbortSignal, created: readonly string[]): Promise<void> {
    try {
      await this.#check(terminal, signal);
    } catch (error) {
      if (!created.includes(missingFile(error))) {
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
  async run(
    terminal: Terminal,
    signal: AbortSignal,
    keep: (files: readonly string[]) => void,
  ): Promise<void> {
    if (!this.#isChecked) {
      await this.#check(terminal, signal);
    }
    const app = { root: this.root, ...this.tools };
    const before = migrationFiles(app);
    let migration: DatabaseMigration;
    try {
      migration = await withProgress(terminal, (logger) =>
        migrateDatabase({ ...app, logger, signal }, this.planned.ofTables),
      );
    } catch (error) {
      const written = migrationFiles(app).filter((path) => !before.includes(path));
      keep(written);
      const remaining = this.#remaining(written);
      if (signal.aborted) {
        terminal.warn(remaining);
        signal.throwIfAborted();
      }
      throw new Error(`${messageOf(error)}\n${remaining}`, { cause: error });
    }
    keep(migration.files);
    this.#report(migration, terminal);
  }

  async #check(terminal: Terminal, signal: AbortSignal): Promise<void> {
    await withProgress(terminal, (logger) =>
      checkDatabase({ root: this.root, ...this.tools, logger, signal }),
    );
    this.#isChecked = true;
  }

  /** What is left to do once these files are written. */
  #remaining(files: readonly string[]): string {
    return files.length === 0
      ? `The database is not migrated. Run:\n${migrationCommands(titleFor(this.planned.newTables), this.tools.python)}`
      : `${files.join(' and ')} was written but not applied. Correct it and run this, or delete the file:\n${upgradeCommand(this.tools.python)}`;
  }

  #report({ files, changes, isApplied, left }: DatabaseMigration, terminal: Terminal): void {
    if (left.length > 0) {
      terminal.warn(
        `The database also differs from other models, which this run leaves as they are: ${left.join(', ')}.`,
      );
    }
    if (files.length === 0) {
      terminal.print('Nothing to migrate: the database matches the models.');
      return;
    }
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
    const { newColumns, newTables } = this.planned;
    const made = [
      ...newTables.map((table) => `create ${table.replaceAll(' ', '_')}`),
      ...newColumns.map((column) => `add ${column}`),
    ];
    const others = changes.filter((change) => !made.includes(change));
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

// Specs: spec/acceptance/undo-migrate.spec.ts
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SchematicsException } from '@angular-devkit/schematics';
import { enumeration } from '../naming/spelling';
import { downgrade, type MigrationState, migrationState } from '../setup/undo-migration';
import { VENV_PYTHON } from '../setup/venv';
import { withProgress } from './progress';
import type { Terminal } from './terminal';

/** How a person wants an undo to treat the database. */
export interface MigrationWish {
  /** Whether to downgrade it. */
  readonly migrate: boolean;
  /** Whether to delete what it holds. */
  readonly force: boolean;
}

/** A migration that goes with its run. */
export class UndoMigration {
  private constructor(
    private readonly root: string,
    private readonly path: string,
    private readonly state: MigrationState,
  ) {}

  /**
   * Looks at a migration and its database.
   *
   * @param path Of its file, relative to the root.
   * @throws SchematicsException if it has to stay, StepError if the application or the database fails.
   */
  static async check(
    root: string,
    path: string,
    { migrate, force }: MigrationWish,
    terminal: Terminal,
    signal: AbortSignal,
  ): Promise<UndoMigration> {
    if (!existsSync(join(root, VENV_PYTHON))) {
      throw new SchematicsException(
        `${VENV_PYTHON} is missing, and without it nobody can tell whether the database has ${path}. ` +
          '`scaffold setup` makes it.',
      );
    }
    const state = await withProgress(terminal, (logger) =>
      migrationState({ root, logger, signal }, path),
    );
    const { database, isApplied, isProduction, later, data } = state;
    if (later.length > 0) {
      throw new SchematicsException(
        `${enumeration(later)} ${later.length === 1 ? 'depends' : 'depend'} on ${path}: undo that first.`,
      );
    }
    if (isApplied && isProduction) {
      throw new SchematicsException(
        `The database ${database} has ${path}, and it is that of production: undo does not downgrade it.`,
      );
    }
    if (isApplied && !migrate) {
      throw new SchematicsException(
        `The database ${database} has ${path}. Add --migrate to downgrade it and to remove the file.`,
      );
    }
    if (isApplied && !force && data.length > 0) {
      throw new SchematicsException(
        `The downgrade of ${database} would delete the data in ${enumeration(data)}. ` +
          'Add --force to delete it.',
      );
    }
    return new UndoMigration(root, path, state);
  }

  /** The tables that go. */
  get tables(): readonly string[] {
    return this.state.isApplied ? this.state.tables : [];
  }

  /** What `run` is going to do; undefined for nothing. */
  get purpose(): string | undefined {
    const { isApplied, database } = this.state;
    return isApplied ? `downgrade the database ${database}` : undefined;
  }

  /**
   * Downgrades the database, if it has the migration.
   *
   * @throws StepError if that fails; Interrupted.
   */
  async run(terminal: Terminal, signal: AbortSignal): Promise<void> {
    if (this.state.isApplied) {
      await withProgress(terminal, (logger) =>
        downgrade({ root: this.root, logger, signal }, this.path, this.state.database),
      );
    }
  }
}

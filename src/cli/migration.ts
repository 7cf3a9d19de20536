import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrationCommands, UPGRADE_COMMAND } from '../rules/model/notice';
import {
  checkDatabase,
  type DatabaseMigration,
  migrateDatabase,
  migrationFiles,
} from '../setup/migration';
import { messageOf } from '../setup/step';
import { withProgress } from './progress';
import { reportEdit } from './report';
import type { Terminal } from './terminal';

/** The migration that brings the database to where the models are, for `--migrate`. */
export class Migration {
  /** @param tables Those that this run made models for, as a person calls them. */
  constructor(
    readonly root: string,
    private readonly tables: readonly string[],
  ) {}

  /**
   * Checks that the database is ready for it.
   *
   * @throws SchematicsException or StepError where it is not.
   */
  async check(terminal: Terminal, signal: AbortSignal): Promise<void> {
    await withProgress(terminal, (logger) => checkDatabase({ root: this.root, logger, signal }));
  }

  /**
   * Writes it and applies it.
   *
   * @throws Error where that fails, or is for a person to do, with the commands that are left to run; Interrupted where
   * it is interrupted.
   */
  async run(terminal: Terminal, signal: AbortSignal): Promise<void> {
    const before = migrationFiles(this);
    let migration: DatabaseMigration;
    try {
      migration = await withProgress(terminal, (logger) =>
        migrateDatabase({ root: this.root, logger, signal }),
      );
    } catch (error) {
      const rest = this.#rest(migrationFiles(this).filter((path) => !before.includes(path)));
      if (signal.aborted) {
        terminal.warn(rest);
        signal.throwIfAborted();
      }
      throw new Error(`${messageOf(error)}\n${rest}`, { cause: error });
    }
    this.#report(migration, terminal);
  }

  /** What is left to do, once these are written. */
  #rest(files: readonly string[]): string {
    return files.length === 0
      ? `The database is not migrated. What is left to run:\n${migrationCommands(this.tables)}`
      : `${files.join(' and ')} is written and not applied. Mend it where it needs that, and run this, or remove the file:\n${UPGRADE_COMMAND}`;
  }

  #report({ files, changes, isApplied }: DatabaseMigration, terminal: Terminal): void {
    if (files.length === 0) {
      terminal.print('Nothing to migrate: the database is as the models say.');
      return;
    }
    for (const path of files) {
      const after = readFileSync(join(this.root, path));
      reportEdit({ kind: 'create', path, before: undefined, after }, terminal);
    }
    if (!isApplied) {
      throw new Error(
        `The migration is not applied, since data would be lost: ${changes.join(', ')}. ` +
          `Look at it, then apply it, or remove the file:\n${UPGRADE_COMMAND}`,
      );
    }
    const made = this.tables.map((table) => `create ${table.replaceAll(' ', '_')}`);
    const others = changes.filter((change) => !made.includes(change));
    terminal.print(`The migration is applied: ${changes.join(', ')}.`);
    if (others.length > 0 && others.length < changes.length) {
      terminal.print(`Of that, left from before this run: ${others.join(', ')}.`);
    }
  }
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrationCommands, migrationTitle } from '../rules/notice';
import { checkDatabase, migrateDatabase } from '../setup/migration';
import { messageOf } from '../setup/step';
import { withProgress } from './progress';
import { reportWritten } from './report';
import type { Terminal } from './terminal';

/** The migration that brings new tables into the database, for `--migrate`. */
export class Migration {
  constructor(
    private readonly root: string,
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
   * @throws Error where that fails, with the commands that are left to run; Interrupted where it is interrupted.
   */
  async run(terminal: Terminal, signal: AbortSignal): Promise<void> {
    try {
      const files = await withProgress(terminal, (logger) =>
        migrateDatabase({ root: this.root, logger, signal }, migrationTitle(this.tables)),
      );
      for (const path of files) {
        const content = readFileSync(join(this.root, path));
        reportWritten({ kind: 'CREATE', path, content }, terminal);
      }
    } catch (error) {
      const rest = `The pages are made, and their migration is not:\n${migrationCommands(this.tables)}`;
      if (signal.aborted) {
        terminal.warn(rest);
        signal.throwIfAborted();
      }
      throw new Error(`${messageOf(error)}\n${rest}`, { cause: error });
    }
  }
}

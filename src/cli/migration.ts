import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Interrupted } from '../errors';
import type { ModelNames } from '../naming/model-names';
import { checkDatabase, migrateDatabase, migrationCommands } from '../setup/migration';
import { messageOf } from '../setup/step';
import type { Written } from './commit/change';
import { withProgress } from './progress';
import { reportWritten } from './report';
import type { RequestedView } from './requested-views';
import type { Terminal } from './terminal';

/** The migration that brings new models into the database, for `--migrate`. */
export class Migration {
  private constructor(
    private readonly root: string,
    private readonly message: string,
  ) {}

  /** The migration for the models that views would make: nothing where they make none. */
  static for(
    views: readonly RequestedView[],
    written: readonly Written[],
    root: string,
  ): Migration | undefined {
    const created = written.filter(({ kind }) => kind === 'CREATE').map(({ path }) => path);
    const tables = views
      .flatMap(({ names }): readonly (ModelNames | undefined)[] => [...names.parents, names.model])
      .flatMap((model) => (model && created.includes(model.file) ? [model.table] : []));
    return tables.length === 0
      ? undefined
      : new Migration(root, `Create ${[...new Set(tables)].join(', ')}`);
  }

  /** The commands that do the same. */
  get commands(): string {
    return migrationCommands(this.message)
      .map((line) => `  ${line}`)
      .join('\n');
  }

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
        migrateDatabase({ root: this.root, logger, signal }, this.message),
      );
      for (const path of files) {
        const content = readFileSync(join(this.root, path));
        reportWritten({ kind: 'CREATE', path, content }, terminal);
      }
    } catch (error) {
      const rest = `The files are written. The migration is still to be made:\n\n${this.commands}\n`;
      if (error instanceof Interrupted) {
        terminal.warn(rest);
        throw error;
      }
      throw new Error(`${messageOf(error)}\n${rest}`, { cause: error });
    }
  }
}

// Specs: spec/acceptance/undo-migrate.spec.ts
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { SchematicsException } from '@angular-devkit/schematics';
import { enumeration } from '../naming/spelling';
import { upgradeCommand } from '../rules/migration-advice';
import { askDatabase, downgrade, type MigrationState } from '../setup/database';
import { DiskFiles } from './engine/disk-files';
import { historyIn, standingRuns } from './history/history';
import { type Invocation, withRemedy } from './invocation';
import type { MigrationTools } from './migration';
import { withProgress } from './progress';

/** The migrations that go with their run. */
export class UndoMigration {
  private constructor(
    private readonly root: string,
    private readonly tools: MigrationTools,
    /** Of their files, relative to the root. */
    readonly paths: readonly string[],
    private readonly state: MigrationState,
    private readonly invocation: Invocation,
  ) {}

  /**
   * Looks at migrations and their database.
   *
   * @param paths Of their files, relative to the root.
   * @throws SchematicsException if they have to stay, StepError if the application or the database fails.
   */
  static async check(
    root: string,
    tools: MigrationTools,
    paths: readonly string[],
    { migrate, force }: { readonly migrate: boolean; readonly force: boolean },
    invocation: Invocation,
  ): Promise<UndoMigration> {
    const refuse = (reason: string): never => {
      throw new SchematicsException(reason);
    };
    const all = enumeration(paths);
    const { python } = tools;
    if (!existsSync(resolve(root, python))) {
      refuse(
        `${python} is missing, and without it \`scaffold\` cannot tell whether the database has ${all}. ` +
          '`scaffold setup` makes it.',
      );
    }
    const { signal, terminal } = invocation;
    const state = await withProgress(terminal, (logger) =>
      askDatabase({ root, python, logger, signal }, 'check', paths),
    );
    const { database, applied, isProduction, later, data } = state;
    if (later.length > 0) {
      const makers = standingRuns(historyIn(new DiskFiles(root)), ({ edits }) =>
        edits.some(({ path }) => later.includes(path)),
      );
      const first =
        makers.count === 0
          ? `No run in \`scaffold undo --list\` made ${later.length === 1 ? 'it' : 'them'}: downgrade the database to before it, and remove the file.`
          : `First undo ${makers.names}: ${makers.commands}.`;
      refuse(
        `${enumeration(later)} ${later.length === 1 ? 'depends' : 'depend'} on ${all}. ${first}`,
      );
    }
    if (applied.length > 0) {
      const has = `has ${enumeration(applied)}`;
      if (isProduction) {
        refuse(`${database} is the production database: undo does not downgrade it. It ${has}.`);
      }
      const isKept = !force && data.length > 0;
      if (!migrate) {
        const files = applied.length === 1 ? 'file' : 'files';
        const deletes = isKept ? `, and --force to delete the data in ${enumeration(data)}` : '';
        refuse(
          `The database ${database} ${has}. Add --migrate to downgrade it and to remove the ${files}${deletes}.`,
        );
      }
      if (isKept) {
        refuse(
          `The downgrade of ${database} would delete the data in ${enumeration(data)}. ` +
            'Add --force to delete it.',
        );
      }
    }
    return new UndoMigration(root, tools, paths, state, invocation);
  }

  get tables(): readonly string[] {
    return this.#isApplied ? this.state.tables : [];
  }

  /** The database, for a person. */
  get database(): string {
    return `the database ${this.state.database}`;
  }

  /** Why the database stays as it is; undefined if `run` downgrades it. */
  get note(): string | undefined {
    return this.#isApplied
      ? undefined
      : `The database ${this.state.database} does not have ${enumeration(this.paths)}, so it stays as it is.`;
  }

  /**
   * Downgrades the database, if it has them.
   *
   * @throws Error if that fails, with the command that takes back a part of it; Interrupted.
   */
  async run(): Promise<void> {
    if (!this.#isApplied) {
      return;
    }
    const { invocation, paths, root, state } = this;
    const { python } = this.tools;
    const { signal, terminal } = invocation;
    await withRemedy(
      invocation,
      () =>
        withProgress(terminal, (logger) =>
          downgrade({ root, python, logger, signal }, paths, state.database),
        ),
      () =>
        `No file has changed, but ${this.database} may have. To bring it back:\n${upgradeCommand(python)}`,
    );
  }

  get #isApplied(): boolean {
    return this.state.applied.length > 0;
  }
}

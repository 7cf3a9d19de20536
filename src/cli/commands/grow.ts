// Specs: spec/acceptance/make-view-command.spec.ts
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { logging } from '@angular-devkit/core';
import { SchematicsException } from '@angular-devkit/schematics';
import type { FindData } from '../../changing/held-data';
import type { FindRows } from '../../rules/unfit-rows';
import { VENV_PYTHON } from '../../layout';
import { adviceFor } from '../../project/environment';
import { migrationAdvice, titleFor } from '../../rules/migration-advice';
import { noteOf } from '../../rules/outcome';
import { pendingFiles } from '../commit/journal';
import { applyEdits, keepMade, withProject } from '../commit/project';
import { DiskFiles } from '../engine/disk-files';
import { SCHEMATICS } from '../engine/run-schematic';
import { holderOf, type Invocation, withRemedy } from '../invocation';
import type { Migration, MigrationTools } from '../migration';
import { type Growth, type GrowthPlan, planGrowth } from '../plan-growth';
import { withProgress } from '../progress';
import { applicationRoot } from '../project-root';
import {
  isShown,
  noteIgnored,
  notePending,
  NOTHING_WRITTEN,
  reportEdits,
  reportLog,
  reportPlan,
} from '../report';
import type { Terminal } from '../terminal';

/** The options of a command that changes a project: those of its schematic, and these. */
export interface GrowthOptions extends Readonly<Record<string, unknown>> {
  /** Whether to migrate the database, too. */
  readonly migrate?: boolean | undefined;
  /** Whether to print the plan and write nothing. */
  readonly dryRun?: boolean | undefined;
  /** Whether to write nothing, and to fail if there is anything to do. */
  readonly check?: boolean | undefined;
}

interface ProjectGrowth {
  /** Absolute. */
  readonly root: string;
  readonly growth: Growth;
  /** What migrates its database; undefined if that is not asked for. */
  readonly tools: MigrationTools | undefined;
}

/** The schematics that ask the database what a change would lose. */
const ASKING = ['add-field', 'change-field', 'remove-field', 'remove-resource'];

/**
 * Plans in memory what a schematic does to a project, and writes it at once.
 *
 * @throws UsageError if what was typed is wrong, SchematicsException if the project does not allow it.
 */
export async function grow(
  schematic: string,
  { migrate = false, dryRun = false, check = false, ...typed }: GrowthOptions,
  invocation: Invocation,
): Promise<void> {
  // It checks the words now: to run it, this may have to wait for other runs.
  (await SCHEMATICS[schematic]?.load())?.(typed);
  const root = applicationRoot(process.cwd());
  const tools = migrate ? await toolsOf(root) : undefined;
  const options = ASKING.includes(schematic) ? { ...typed, ...finders(root, invocation) } : typed;
  const request = { root, growth: { schematic, options }, tools };
  await (check
    ? checkFor(request, invocation)
    : dryRun
      ? preview(request, invocation)
      : make(request, invocation));
}

/** What asks the database. Few runs do, so the code is loaded on demand. */
function finders(
  root: string,
  invocation: Invocation,
): { readonly findData: FindData; readonly findRows: FindRows } {
  return {
    findData: async (places) => {
      const { answerOrReason } = await import('../find-data');
      return answerOrReason(root, 'data', places, invocation);
    },
    findRows: async (checks) => {
      const { answerOrReason } = await import('../find-data');
      const about = checks.map(({ column, table, where }) =>
        JSON.stringify({ column, table, where }),
      );
      return answerOrReason(root, 'rows', about, invocation);
    },
  };
}

/** @throws SchematicsException if there is anything to do. */
async function checkFor(
  { growth, root }: ProjectGrowth,
  { terminal, words }: Invocation,
): Promise<void> {
  const { edits, left } = await planGrowth(growth, root, pendingFiles(root));
  const paths = edits.filter(isShown).map(({ path }) => `  ${path}`);
  if (paths.length === 0 && left.length === 0) {
    terminal.print('Nothing to do.');
    return;
  }
  const command = words.filter((word) => word !== '--check').join(' ');
  const changed = [`\`scaffold ${command}\` would change:`, ...paths].join('\n');
  throw new SchematicsException([...(paths.length > 0 ? [changed] : []), ...left].join('\n'));
}

/** @throws SchematicsException if schematics leave something to the user. */
function failFor({ left }: GrowthPlan): void {
  if (left.length > 0) {
    throw new SchematicsException(left.join('\n'));
  }
}

async function preview(
  { growth, root, ...asked }: ProjectGrowth,
  { terminal }: Invocation,
): Promise<void> {
  const pending = pendingFiles(root);
  const plan = await planGrowth(growth, root, pending);
  const { created, edits, log, migrations, newTables } = plan;
  const tools = toolsFor(plan, asked);
  notePending(pending, terminal);
  await reportPlan(edits, terminal);
  terminal.migrations.push(...migrations);
  const installs = canInstall(root, log);
  reportLog(stillToDo(log, installs, tools), terminal);
  if (installs) {
    terminal.print('Then it would install the new packages.');
  }
  if (tools) {
    const isPlanned = created.some((path) => path.startsWith(`${tools.versions}/`));
    terminal.print(
      isPlanned
        ? 'Then it would apply the migration.'
        : 'Then it would write a migration for all changed models and apply it.',
    );
  } else {
    adviseMigration(root, newTables, terminal);
  }
  terminal.print(NOTHING_WRITTEN);
  failFor(plan);
}

async function make(
  { growth, root, ...asked }: ProjectGrowth,
  invocation: Invocation,
): Promise<void> {
  const { signal, terminal, words } = invocation;
  const holder = holderOf(invocation);
  const sayUnchanged = (): void => {
    terminal.note('Interrupted: nothing was changed.');
  };
  signal.addEventListener('abort', sayUnchanged);
  await withProject(root, holder, async () => {
    const plan = await planGrowth(growth, root);
    const { edits, log, migrations, newTables } = plan;
    const tools = toolsFor(plan, asked);
    const migration = tools && (await migrationOf(root, tools, plan, invocation));
    await migration?.check();
    await signalsDelivered();
    signal.throwIfAborted();
    const applied = edits.length > 0 ? applyEdits(root, edits, holder, words) : [];
    signal.removeEventListener('abort', sayUnchanged);
    reportEdits(applied, terminal);
    terminal.migrations.push(...migrations);
    const installs = canInstall(root, log);
    reportLog(stillToDo(log, installs, tools), terminal);
    await noteIgnored(root, applied, terminal);
    if (edits.length === 0) {
      terminal.print('No file has changed.');
    } else if (installs) {
      await install(root, invocation);
    }
    if (migration) {
      await migration.run((files) => {
        keepMade(root, files, words, edits.length > 0);
      });
    } else {
      adviseMigration(root, newTables, terminal);
    }
    failFor(plan);
  });
}

/** What migrates the database; undefined if the application does not run. Then the report says how to migrate it. */
function toolsFor(
  { isBroken }: GrowthPlan,
  { tools }: Pick<ProjectGrowth, 'tools'>,
): MigrationTools | undefined {
  return isBroken ? undefined : tools;
}

/**
 * Whether the new code needs packages that nothing did before, and the application has an environment for them. Without one,
 * `scaffold setup` installs them later.
 */
function canInstall(root: string, log: readonly logging.LogEntry[]): boolean {
  return (
    log.some((entry) => noteOf(entry).doneBy === 'install') && existsSync(join(root, VENV_PYTHON))
  );
}

async function install(root: string, invocation: Invocation): Promise<void> {
  const { setUpPython } = await import('../../setup/python-environment');
  const { signal, terminal } = invocation;
  await withRemedy(
    invocation,
    () => withProgress(terminal, (logger) => setUpPython({ root, logger, signal })),
    () => 'The files are written. Run `scaffold setup`, then migrate the database.',
  );
}

/** The report, without the advice that this run follows itself. */
function stillToDo(
  log: readonly logging.LogEntry[],
  installs: boolean,
  tools: MigrationTools | undefined,
): logging.LogEntry[] {
  const done = [...(installs ? ['install'] : []), ...(tools ? ['migration'] : [])];
  return log.filter((entry) => !done.includes(noteOf(entry).doneBy ?? ''));
}

/** Few runs migrate, so this is loaded on demand. */
async function migrationOf(
  root: string,
  tools: MigrationTools,
  plan: GrowthPlan,
  invocation: Invocation,
): Promise<Migration> {
  const { Migration } = await import('../migration');
  return new Migration(root, tools, plan, invocation);
}

/** @throws SchematicsException if the project cannot be migrated. */
async function toolsOf(root: string): Promise<MigrationTools> {
  const { migrationTools } = await import('../migration');
  return migrationTools(root);
}

/** Handles a signal that came while planning kept the event loop busy. One of two turns polls for it. */
async function signalsDelivered(): Promise<void> {
  await new Promise(setImmediate);
  await new Promise(setImmediate);
}

function adviseMigration(root: string, newTables: readonly string[], terminal: Terminal): void {
  if (newTables.length > 0) {
    terminal.print(adviceFor(new DiskFiles(root), migrationAdvice(titleFor(newTables))), {
      hasCommands: true,
    });
  }
}

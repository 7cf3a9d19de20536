// Specs: spec/acceptance/make-view-command.spec.ts
import type { logging } from '@angular-devkit/core';
import { SchematicsException } from '@angular-devkit/schematics';
import { adviceFor } from '../project/environment';
import { migrationAdvice, titleFor } from '../rules/migration-advice';
import { noteOf } from '../rules/outcome';
import { pendingFiles } from './commit/journal';
import { applyEdits, keepMade, withProject } from './commit/project';
import { DiskFiles } from './engine/disk-files';
import { holderOf, type Invocation } from './invocation';
import type { Migration, MigrationTools } from './migration';
import { type Growth, type GrowthPlan, planGrowth } from './plan-growth';
import { applicationRoot } from './project-root';
import {
  isShown,
  noteIgnored,
  notePending,
  NOTHING_WRITTEN,
  reportEdits,
  reportLog,
  reportPlan,
} from './report';
import type { Terminal } from './terminal';

/** The flags of every command that changes a project. */
export interface GrowthFlags {
  /** Whether to migrate the database, too. */
  migrate?: boolean;
  /** Whether to print the plan and write nothing. */
  dryRun?: boolean;
  /** Whether to write nothing, and to fail if there is anything to do. */
  check?: boolean;
  /** Handled by `main`. */
  verbose?: boolean;
}

/** What to do to a project. */
export interface GrowthRequest {
  /** As `SCHEMATICS` has it. */
  readonly schematic: string;
  /** The options of the schematic, and the flags of the command. */
  readonly options: GrowthFlags & Readonly<Record<string, unknown>>;
  /** Installs what the new code needs, once it is written; undefined if it needs nothing. */
  readonly install?: (() => Promise<void>) | undefined;
  /** Of the project, absolute; by default, the working directory. */
  readonly root?: string;
}

/** A request for a project. */
interface ProjectGrowth extends Pick<GrowthRequest, 'install'> {
  /** Absolute. */
  readonly root: string;
  readonly growth: Growth;
  /** What migrates its database; undefined if that is not asked for. */
  readonly tools: MigrationTools | undefined;
}

/**
 * Plans in memory what a schematic does to a project, and writes it at once.
 *
 * @throws SchematicsException if the project does not allow it.
 */
export async function grow(
  { schematic, options: flags, install, root = applicationRoot(process.cwd()) }: GrowthRequest,
  invocation: Invocation,
): Promise<void> {
  const { migrate = false, dryRun = false, check = false, verbose, ...options } = flags;
  const tools = migrate ? await toolsOf(root) : undefined;
  const request = { root, growth: { schematic, options }, tools, install };
  await (check
    ? checkFor(request, invocation)
    : dryRun
      ? preview(request, invocation)
      : make(request, invocation));
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
  { growth, root, tools, install }: ProjectGrowth,
  { terminal }: Invocation,
): Promise<void> {
  const pending = pendingFiles(root);
  const plan = await planGrowth(growth, root, pending);
  const { created, edits, log, newTables } = plan;
  notePending(pending, terminal);
  await reportPlan(edits, terminal);
  reportLog(stillToDo(log, { install, tools }), terminal);
  if (install && needsInstall(log)) {
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
  { growth, root, tools, install }: ProjectGrowth,
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
    const { edits, log, newTables } = plan;
    const migration = tools && (await migrationOf(root, tools, plan, invocation));
    await migration?.check();
    await signalsDelivered();
    signal.throwIfAborted();
    const applied = edits.length > 0 ? applyEdits(root, edits, holder, words) : [];
    signal.removeEventListener('abort', sayUnchanged);
    reportEdits(applied, terminal);
    reportLog(stillToDo(log, { install, tools }), terminal);
    await noteIgnored(root, applied, terminal);
    if (edits.length === 0) {
      terminal.print('No file has changed.');
    } else if (needsInstall(log)) {
      await install?.();
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

/** Whether the new code needs packages that nothing did before. */
function needsInstall(log: readonly logging.LogEntry[]): boolean {
  return log.some((entry) => noteOf(entry).doneBy === 'install');
}

/** The report, without the advice that this run follows itself. */
function stillToDo(
  log: readonly logging.LogEntry[],
  { install, tools }: Pick<ProjectGrowth, 'install' | 'tools'>,
): logging.LogEntry[] {
  const done = [...(install ? ['install'] : []), ...(tools ? ['migration'] : [])];
  return log.filter((entry) => !done.includes(noteOf(entry).doneBy ?? ''));
}

/** Few runs migrate, so this is loaded on demand. */
async function migrationOf(
  root: string,
  tools: MigrationTools,
  plan: GrowthPlan,
  invocation: Invocation,
): Promise<Migration> {
  const { Migration } = await import('./migration');
  return new Migration(root, tools, plan, invocation);
}

/** @throws SchematicsException if the project cannot be migrated. */
async function toolsOf(root: string): Promise<MigrationTools> {
  const { migrationTools } = await import('./migration');
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

// Specs: spec/acceptance/make-view-command.spec.ts
import type { logging } from '@angular-devkit/core';
import { migrationAdvice } from '../rules/migration-advice';
import { noteOf } from '../rules/outcome';
import { pendingFiles } from './commit/journal';
import type { PlannedEdit } from './commit/planned-edit';
import { applyEdits, keepMade, withProject } from './commit/project';
import type { Migration } from './migration';
import type { MigrationTools } from './migration-tools';
import { type GrowthPlan, planGrowth } from './plan-growth';
import { reportEdit, reportLog, reportPlan } from './report';
import type { Growth } from './stage-growth';
import type { Terminal } from './terminal';

/** The flags of every command that changes a project. */
export interface GrowthFlags {
  /** Whether to migrate the database, too. */
  migrate?: boolean;
  /** Whether to print the plan and write nothing. */
  dryRun?: boolean;
  /** Handled by `main`. */
  verbose?: boolean;
}

/** What to do to a project. */
export interface GrowthRequest {
  readonly growth: Growth;
  /** Of the project, absolute. */
  readonly root: string;
  readonly migrate: boolean;
  /** Installs what the new code needs, once it is written; undefined if it needs nothing. */
  readonly install?: (terminal: Terminal, signal: AbortSignal) => Promise<void>;
  /** What was typed after `scaffold`. */
  readonly words: readonly string[];
}

/** Plans in memory what a schematic does to a project, and writes it at once. */
export async function grow(
  request: GrowthRequest,
  dryRun: boolean,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<void> {
  if (request.migrate) {
    await toolsOf(request.root);
  }
  await (dryRun ? preview(request, terminal) : make(request, terminal, signal));
}

async function preview(
  { growth, root, migrate, install }: GrowthRequest,
  terminal: Terminal,
): Promise<void> {
  const pending = pendingFiles(root);
  const { edits, log, newTables } = await planGrowth(growth, root, pending);
  if (pending.length > 0) {
    terminal.note(
      'An earlier run was killed while it wrote files. This plan assumes that they are written.',
    );
  }
  await reportPlan(edits, terminal);
  reportLog(stillToDo(log, { install, migrate }), terminal);
  if (install && edits.length > 0) {
    terminal.print('Then it would install the new packages.');
  }
  if (migrate) {
    terminal.print('Then it would write a migration for all changed models and apply it.');
  } else {
    adviseMigration(newTables, terminal);
  }
  terminal.print('Dry run: nothing was written.');
}

async function make(
  { growth, root, migrate, install, words }: GrowthRequest,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<void> {
  const holder = { signal, tell: terminal.warn.bind(terminal) };
  const sayUnchanged = (): void => {
    terminal.note('Interrupted: nothing was changed.');
  };
  signal.addEventListener('abort', sayUnchanged);
  await withProject(root, holder, async () => {
    const plan = await planGrowth(growth, root);
    const { edits, log, newTables } = plan;
    const migration = migrate ? await migrationOf(root, plan) : undefined;
    await migration?.check(terminal, signal, created(edits));
    await signalsDelivered();
    signal.throwIfAborted();
    const applied = edits.length > 0 ? applyEdits(root, edits, holder, words) : [];
    signal.removeEventListener('abort', sayUnchanged);
    applied.forEach((edit) => {
      reportEdit(edit, terminal);
    });
    reportLog(stillToDo(log, { install, migrate }), terminal);
    if (edits.length === 0) {
      terminal.print('No file has changed.');
    }
    if (edits.length > 0) {
      await install?.(terminal, signal);
    }
    if (migration) {
      await migration.run(terminal, signal, (files) => {
        keepMade(root, files, words, edits.length > 0);
      });
    } else {
      adviseMigration(newTables, terminal);
    }
  });
}

/** The report, without the advice that this run follows itself. */
function stillToDo(
  log: readonly logging.LogEntry[],
  { install, migrate }: Pick<GrowthRequest, 'install' | 'migrate'>,
): logging.LogEntry[] {
  const done = [...(install ? ['install'] : []), ...(migrate ? ['migration'] : [])];
  return log.filter((entry) => !done.includes(noteOf(entry).doneBy ?? ''));
}

/** Few runs migrate, so this is loaded on demand. */
async function migrationOf(root: string, plan: GrowthPlan): Promise<Migration> {
  const { Migration } = await import('./migration');
  return new Migration(root, await toolsOf(root), plan);
}

/** @throws SchematicsException if the project cannot be migrated. */
async function toolsOf(root: string): Promise<MigrationTools> {
  const { migrationTools } = await import('./migration-tools');
  return migrationTools(root);
}

/** Handles a signal that came while planning kept the event loop busy. One of two turns polls for it. */
async function signalsDelivered(): Promise<void> {
  await new Promise(setImmediate);
  await new Promise(setImmediate);
}

function adviseMigration(newTables: readonly string[], terminal: Terminal): void {
  if (newTables.length > 0) {
    terminal.print(migrationAdvice(newTables));
  }
}

function created(edits: readonly PlannedEdit[]): string[] {
  return edits.filter(({ kind }) => kind === 'create').map(({ path }) => path);
}

// Specs: spec/acceptance/undo-command.spec.ts
import { posix } from 'node:path';
import { UsageError } from '../../errors';
import { layoutIn } from '../../app/find-app';
import { quoted } from '../../naming/spelling';
import { pendingFiles } from '../commit/journal';
import { applyEditsAfter, withProject } from '../commit/project';
import { DiskFiles } from '../engine/disk-files';
import { type HistoryEntry, historyIn, typedCommand } from '../history/history';
import { planUndo, type UndoPlan, type UndoRequest } from '../history/plan-undo';
import { holderOf, type Invocation } from '../invocation';
import { applicationRoot } from '../project-root';
import { notePending, NOTHING_WRITTEN, reportEdits, reportPlan } from '../report';
import type { Terminal } from '../terminal';
import type { UndoMigration } from '../undo-migration';

const NOTHING = 'Nothing to undo.';

/** The options of `scaffold undo`, as its help describes them. */
export interface UndoFlags {
  number?: string;
  list?: boolean;
  force?: boolean;
  migrate?: boolean;
  dryRun?: boolean;
}

/**
 * Runs `scaffold undo`: it merges the files of a run as they were, as the run left them and as they are, and writes them at
 * once.
 */
export async function runUndo(
  { number, list = false, force = false, migrate = false, dryRun = false }: UndoFlags,
  invocation: Invocation,
): Promise<void> {
  const place = placeOf(number, list);
  const root = applicationRoot(process.cwd());
  await checkApplication(root);
  if (list) {
    printList(historyIn(new DiskFiles(root)), invocation.terminal);
  } else if (dryRun) {
    await preview({ root, place, force, migrate }, invocation);
  } else {
    await undo({ root, place, force, migrate }, invocation);
  }
}

/** @throws SchematicsException where `scaffold` has changed nothing yet, and finds no application either. */
async function checkApplication(root: string): Promise<void> {
  const files = new DiskFiles(root);
  if (historyIn(files).length === 0) {
    await layoutIn(files);
  }
}

/** @returns the place in the list, from 0; undefined for the newest run that stands. */
function placeOf(number: string | undefined, list: boolean): number | undefined {
  if (number === undefined) {
    return undefined;
  }
  if (list) {
    throw new UsageError('--list takes no number.');
  }
  if (!/^[1-9]\d*$/.test(number)) {
    throw new UsageError(
      `${quoted(number)} is not a number. \`scaffold undo --list\` shows the numbers.`,
    );
  }
  return Number(number) - 1;
}

/** An undo, and whether it may downgrade the database. */
interface MigratingRequest extends UndoRequest {
  readonly migrate: boolean;
}

async function preview(request: MigratingRequest, invocation: Invocation): Promise<void> {
  const { terminal } = invocation;
  const pending = pendingFiles(request.root);
  const plan = await planUndo(request, pending);
  const migration = plan && (await migrationOf(plan, request, invocation));
  notePending(pending, terminal);
  if (plan) {
    await reportPlan(plan.edits, terminal);
    terminal.migrations.push(...(migration?.paths ?? []));
    terminal.print(`This would undo: ${typedCommand(plan.run)}`);
    if (migration) {
      terminal.print(migration.note ?? `Before, it would downgrade ${migration.database}.`);
    }
  } else {
    terminal.print(NOTHING);
  }
  terminal.print(NOTHING_WRITTEN);
}

async function undo(request: MigratingRequest, invocation: Invocation): Promise<void> {
  const { signal, terminal } = invocation;
  const holder = holderOf(invocation);
  await withProject(request.root, holder, async () => {
    const plan = await planUndo(request);
    signal.throwIfAborted();
    if (!plan) {
      terminal.print(NOTHING);
      return;
    }
    const migration = await migrationOf(plan, request, invocation);
    const advice = plan.advice(migration?.tables ?? []);
    const downgrade = (): Promise<void> => migration?.run() ?? Promise.resolve();
    const applied = await applyEditsAfter(downgrade, request.root, plan.edits, holder);
    reportEdits(applied, terminal);
    terminal.migrations.push(...(migration?.paths ?? []));
    terminal.print(`Undone: ${typedCommand(plan.run)}`);
    [migration?.note, advice]
      .filter((line) => line !== undefined)
      .forEach((line) => {
        terminal.print(line, { hasCommands: true });
      });
  });
}

/** The migrations that go. Few runs have one, so their code is loaded on demand. */
async function migrationOf(
  { edits }: UndoPlan,
  request: MigratingRequest,
  invocation: Invocation,
): Promise<UndoMigration | undefined> {
  const likely = edits
    .filter(({ kind, path }) => kind === 'delete' && /(^|\/)versions\/[^/]+\.py$/.test(path))
    .map(({ path }) => path);
  if (likely.length === 0) {
    return undefined;
  }
  const { toolsFor, versionsOf } = await import('../migration');
  const versions = await versionsOf(request.root);
  const made = likely.filter((path) => versions !== undefined && posix.dirname(path) === versions);
  if (made.length === 0) {
    return undefined;
  }
  const { UndoMigration } = await import('../undo-migration');
  return UndoMigration.check(
    request.root,
    toolsFor(request.root, versions),
    made,
    request,
    invocation,
  );
}

function printList(history: readonly HistoryEntry[], terminal: Terminal): void {
  const runs = history.map(({ run }, index) => ({
    number: index + 1,
    time: run.time,
    command: typedCommand(run),
    isUndone: run.isUndone,
  }));
  const lines = runs.map(
    ({ command, isUndone, number, time }) =>
      `${String(number).padStart(2)}  ${localTime(time)}  ${command}${isUndone ? '  (undone)' : ''}`,
  );
  terminal.answer(runs, lines.length === 0 ? 'The history is empty.' : lines.join('\n'));
}

/** `2026-11-22 15:49` here. `Intl` would take long to load. */
function localTime(time: string): string {
  const date = new Date(time);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
    .toISOString()
    .slice(0, 16)
    .replace('T', ' ');
}

import { SchematicsException } from '@angular-devkit/schematics';
import { UsageError } from '../../errors';
import { quoted } from '../../naming/spelling';
import { projectRoot } from '../../project/root';
import { StagedFiles } from '../../project/staged-files';
import { loadParser } from '../../python/parser';
import { pendingFiles } from '../commit/journal';
import { planEdits, type PlannedEdit } from '../commit/planned-edit';
import { applyEdits, withProject } from '../commit/project';
import type { StagedFile } from '../commit/staged-file';
import { DiskFiles } from '../engine/disk-files';
import { entryFile, HISTORY, type HistoryEntry, historyIn } from '../history/history';
import { type KeptRun, typedCommand } from '../history/kept-run';
import { type Obstacle, obstacleText } from '../history/obstacle';
import { referencesTo } from '../history/references';
import { takeBack } from '../history/take-back';
import { reportEdit, reportPlan } from '../report';
import type { Terminal } from '../terminal';

/** The flags of `scaffold undo`. */
export interface UndoFlags {
  /** Whether to list the runs instead. */
  list?: boolean;
  /** Whether to delete files that changed since, and to leave references. */
  force?: boolean;
  /** Whether to take back the migration of the run, too. */
  migrate?: boolean;
  /** Whether to print the plan and write nothing. */
  dryRun?: boolean;
  /** Handled by `main`. */
  verbose?: boolean;
}

/** What an undo is going to do. */
interface UndoPlan {
  readonly run: KeptRun;
  /** With that of the history. */
  readonly edits: readonly PlannedEdit[];
}

/**
 * Runs `scaffold undo`: it merges the files of a run as they were, as the run left them and as they are, and writes them at
 * once.
 *
 * @param number As typed.
 */
export async function runUndo(
  number: string | undefined,
  { list = false, force = false, dryRun = false }: UndoFlags,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<void> {
  const place = placeOf(number, list);
  const root = projectRoot(process.cwd());
  if (list) {
    printList(historyIn(new DiskFiles(root)), terminal);
  } else if (dryRun) {
    await preview({ root, place, force }, terminal);
  } else {
    const holder = { signal, tell: terminal.warn.bind(terminal) };
    await withProject(root, holder, async () => {
      const plan = await planUndo({ root, place, force });
      signal.throwIfAborted();
      report(plan && { ...plan, edits: applyEdits(root, plan.edits, holder, undefined) }, terminal);
    });
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
    throw new UsageError(`${quoted(number)} is not a number. \`scaffold undo --list\` has them.`);
  }
  return Number(number) - 1;
}

/** Which run to take back, and how. */
interface UndoRequest {
  readonly root: string;
  readonly place: number | undefined;
  readonly force: boolean;
}

async function preview(request: UndoRequest, terminal: Terminal): Promise<void> {
  const pending = pendingFiles(request.root);
  const plan = await planUndo(request, pending);
  if (pending.length > 0) {
    terminal.note('A run was killed while it wrote files; this plan assumes they are written.');
  }
  if (plan) {
    await reportPlan(plan.edits.filter(isOfProject), terminal);
    terminal.print(`This would undo: ${typedCommand(plan.run)}`);
  } else {
    report(plan, terminal);
  }
  terminal.print('Dry run: nothing was written.');
}

/** @returns undefined if nothing is left to undo. */
async function planUndo(
  { root, place, force }: UndoRequest,
  pending: readonly StagedFile[] = [],
): Promise<UndoPlan | undefined> {
  // It compiles in another thread. Whoever awaits it gets its error.
  loadParser().catch(() => undefined);
  const disk = new DiskFiles(root);
  const files = new StagedFiles(disk);
  pending.forEach(({ path, content }) => {
    files.stage(path, content);
  });
  const entry = chosen(historyIn(files), place);
  if (!entry) {
    return undefined;
  }
  const { run } = entry;
  const back = await takeBack(run.edits, files);
  // A file that cannot be merged would count as one that stays.
  const isClear = !force && back.obstacles.every(({ yields }) => yields);
  const references = isClear ? await referencesTo(back.files, root, files) : [];
  refuse(run, [...back.obstacles, ...references], force);
  const undone = entryFile(entry, { ...run, isUndone: true, edits: [] });
  const found = new Map([
    ...disk.found,
    ...pending.flatMap(({ path, content }): [string, Buffer][] =>
      content ? [[path, content]] : [],
    ),
  ]);
  return { run, edits: planEdits(root, [...back.files, undone], found) };
}

/** @throws UsageError if the list has no such place, SchematicsException if the run there is undone. */
function chosen(
  history: readonly HistoryEntry[],
  place: number | undefined,
): HistoryEntry | undefined {
  if (place === undefined) {
    return history.find(({ run }) => !run.isUndone);
  }
  const entry = history[place];
  if (!entry) {
    const count = history.length === 1 ? '1 run' : `${history.length} runs`;
    throw new UsageError(
      `\`scaffold undo --list\` has ${count}, and none with number ${place + 1}.`,
    );
  }
  if (entry.run.isUndone) {
    throw new SchematicsException(`Run ${place + 1} is undone already: ${typedCommand(entry.run)}`);
  }
  return entry;
}

/** @throws SchematicsException if something is in the way. */
function refuse(run: KeptRun, obstacles: readonly Obstacle[], force: boolean): void {
  const left = obstacles.filter(({ yields }) => !(force && yields));
  if (left.length > 0) {
    const lines = [...new Set(left.map((each) => `  ${obstacleText(each)}`))];
    const remedy = left.every(({ yields }) => yields)
      ? 'Change these lines first, or add --force: it deletes changed files, and leaves references to you.'
      : 'Change these lines first.';
    throw new SchematicsException(
      `\`${typedCommand(run)}\` cannot be undone, and nothing was changed:\n${lines.join('\n')}\n${remedy}`,
    );
  }
}

function report(plan: UndoPlan | undefined, terminal: Terminal): void {
  if (!plan) {
    terminal.print('Nothing to undo: the history has no run that still stands.');
    return;
  }
  plan.edits.filter(isOfProject).forEach((edit) => {
    reportEdit(edit, terminal);
  });
  terminal.print(`Undone: ${typedCommand(plan.run)}`);
}

function isOfProject({ path }: PlannedEdit): boolean {
  return !path.startsWith(`${HISTORY}/`);
}

function printList(history: readonly HistoryEntry[], terminal: Terminal): void {
  if (history.length === 0) {
    terminal.print('The history has no runs.');
  }
  history.forEach(({ run }, index) => {
    const number = String(index + 1).padStart(2);
    const end = run.isUndone ? '  (undone)' : '';
    terminal.print(`${number}  ${localTime(run.time)}  ${typedCommand(run)}${end}`);
  });
}

/** `2026-11-22 15:49` here. `Intl` would take long to load. */
function localTime(time: string): string {
  const date = new Date(time);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
    .toISOString()
    .slice(0, 16)
    .replace('T', ' ');
}

import type { MakeViewOptions } from '../../make-view/options';
import { projectRoot } from '../../project/root';
import { migrationAdvice } from '../../rules/migration-advice';
import { pendingFiles } from '../commit/journal';
import type { PlannedEdit } from '../commit/planned-edit';
import { applyEdits, keepMade, withProject } from '../commit/project';
import type { Migration } from '../migration';
import { planViews } from '../plan-views';
import { reportEdit, reportLog, reportPlan } from '../report';
import { requestedViews, type ViewFlags } from '../requested-views';
import type { Terminal } from '../terminal';

/** The flags of `scaffold make:view`. */
export interface MakeViewFlags extends ViewFlags {
  /** Whether to migrate the database, too. */
  migrate?: boolean;
  /** Whether to print the plan and write nothing. */
  dryRun?: boolean;
  /** Handled by `main`. */
  verbose?: boolean;
}

/** What to make, and where. */
interface ViewRequest {
  readonly views: readonly MakeViewOptions[];
  /** Of the project, absolute. */
  readonly root: string;
  readonly migrate: boolean;
  /** What was typed after `scaffold`. */
  readonly words: readonly string[];
}

/**
 * Runs `scaffold make:view`: it checks the words, plans all views in memory, and writes them at once.
 *
 * @param words All that was typed after `scaffold`, flags included.
 */
export async function runMakeView(
  names: readonly string[],
  { migrate = false, dryRun = false, verbose, ...flags }: MakeViewFlags,
  words: readonly string[],
  terminal: Terminal,
  signal: AbortSignal,
): Promise<void> {
  const views = requestedViews(names, flags, words);
  const request = { views, root: projectRoot(process.cwd()), migrate, words };
  await (dryRun ? preview(request, terminal) : make(request, terminal, signal));
}

async function preview({ views, root, migrate }: ViewRequest, terminal: Terminal): Promise<void> {
  const pending = pendingFiles(root);
  const { edits, log, newTables } = await planViews(views, root, pending);
  if (pending.length > 0) {
    terminal.note('A run was killed while it wrote files; this plan assumes they are written.');
  }
  await reportPlan(edits, terminal);
  reportLog(log, terminal);
  if (migrate) {
    terminal.print('Then it would write a migration for all changed models and apply it.');
  } else {
    adviseMigration(newTables, terminal);
  }
  terminal.print('Dry run: nothing was written.');
}

async function make(
  { views, root, migrate, words }: ViewRequest,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<void> {
  const holder = { signal, tell: terminal.warn.bind(terminal) };
  const sayUnchanged = (): void => {
    terminal.note('Interrupted: nothing was changed.');
  };
  signal.addEventListener('abort', sayUnchanged);
  await withProject(root, holder, async () => {
    const { edits, log, newTables } = await planViews(views, root);
    const migration = migrate ? await migrationOf(root, newTables) : undefined;
    await migration?.check(terminal, signal, created(edits));
    await signalsDelivered();
    signal.throwIfAborted();
    const applied = edits.length > 0 ? applyEdits(root, edits, holder, words) : [];
    signal.removeEventListener('abort', sayUnchanged);
    applied.forEach((edit) => {
      reportEdit(edit, terminal);
    });
    reportLog(log, terminal);
    if (edits.length === 0) {
      terminal.print('No file has changed.');
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

/** Few runs migrate, so this is loaded on demand. */
async function migrationOf(root: string, newTables: readonly string[]): Promise<Migration> {
  const { Migration } = await import('../migration');
  return new Migration(root, newTables);
}

/** Lets a signal arrive that came while planning kept the event loop busy: one of two turns polls for it. */
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

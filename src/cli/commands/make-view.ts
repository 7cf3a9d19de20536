import { logging } from '@angular-devkit/core';
import type { MakeViewOptions } from '../../make-view/options';
import { projectRoot } from '../../project/root';
import { migrationAdvice } from '../../rules/migration-advice';
import { noteOf } from '../../rules/outcome';
import { type Change, changesIn } from '../commit/change';
import { pendingFiles } from '../commit/journal';
import { withProject, writeChanges } from '../commit/project';
import type { StagedFile } from '../commit/staged-file';
import type { Migration } from '../migration';
import { reportLog, reportPlan, reportWritten } from '../report';
import { requestedViews, type ViewFlags } from '../requested-views';
import { stageViews } from '../stage-views';
import type { Terminal } from '../terminal';

/** The flags of `scaffold make:view`. */
export interface MakeViewFlags extends ViewFlags {
  /** Whether to bring the database to where the models are, too. */
  migrate?: boolean;
  /** Whether to say what would be written, and write nothing. */
  dryRun?: boolean;
  /** Whether an error shows its stack: for who reports it. */
  verbose?: boolean;
}

/** What is asked for, and where. */
interface Request {
  readonly views: readonly MakeViewOptions[];
  /** Of the project, absolute. */
  readonly root: string;
  readonly migrate: boolean;
}

/** What views change in a project. */
interface Plan {
  readonly changes: readonly Change[];
  /** What the schematics have to say. */
  readonly log: readonly logging.LogEntry[];
  /** The tables that need a migration. */
  readonly newTables: readonly string[];
}

/**
 * `scaffold make:view`. What the words alone say is checked first. Then all is planned in memory, and written at once.
 *
 * @param words All that was typed, flags among it.
 */
export async function runMakeView(
  names: readonly string[],
  { migrate = false, dryRun = false, verbose, ...flags }: MakeViewFlags,
  words: readonly string[],
  terminal: Terminal,
  signal: AbortSignal,
): Promise<void> {
  const views = requestedViews(names, flags, words);
  const request = { views, root: projectRoot(process.cwd()), migrate };
  await (dryRun ? preview(request, terminal) : make(request, terminal, signal));
}

async function make(request: Request, terminal: Terminal, signal: AbortSignal): Promise<void> {
  const holder = { signal, tell: terminal.warn.bind(terminal) };
  let isWritten = false;
  signal.addEventListener('abort', () => {
    if (!isWritten) {
      terminal.note('Interrupted: nothing was changed.');
    }
  });
  await withProject(request.root, holder, async () => {
    const { changes, log, newTables } = await planOf(request);
    const migration = request.migrate ? await migrationOf(request, newTables) : undefined;
    await migration?.check(terminal, signal);
    // Nothing in between may have let a signal through. Of two turns, one at least looks for it.
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    signal.throwIfAborted();
    const written = changes.length > 0 ? writeChanges(request.root, changes, holder) : [];
    isWritten = true;
    written.forEach((change) => {
      reportWritten(change, terminal);
    });
    reportLog(log, terminal);
    if (changes.length === 0) {
      terminal.print('No file has changed.');
    }
    if (migration) {
      await migration.run(terminal, signal);
    } else if (newTables.length > 0) {
      terminal.print(migrationAdvice(newTables));
    }
  });
}

/** Loaded only where it is asked for. */
async function migrationOf({ root }: Request, newTables: readonly string[]): Promise<Migration> {
  const { Migration } = await import('../migration');
  return new Migration(root, newTables);
}

async function preview(request: Request, terminal: Terminal): Promise<void> {
  const pending = pendingFiles(request.root);
  const { changes, log, newTables } = await planOf(request, pending);
  if (pending.length > 0) {
    terminal.note(
      'An earlier run has decided on files that it has not written yet; the next run writes them. ' +
        'This is planned on top of them.',
    );
  }
  await reportPlan(changes, terminal);
  reportLog(log, terminal);
  if (request.migrate) {
    terminal.print(
      'Then it would write a migration for all that the database is behind the models, and apply it.',
    );
  } else if (newTables.length > 0) {
    terminal.print(migrationAdvice(newTables));
  }
  terminal.print('Dry run: nothing was written.');
}

async function planOf(
  { views, root }: Request,
  pending: readonly StagedFile[] = [],
): Promise<Plan> {
  const entries: logging.LogEntry[] = [];
  const logger = new logging.Logger('scaffold');
  logger.subscribe((entry) => entries.push(entry));
  const { files, before } = await stageViews({ root, pending }, views, logger);
  // What is new first: the devkit has it so for one view, and several are told of as one.
  const changes = changesIn(root, files, before).sort(newFirst);
  return { changes, ...told(entries, changes) };
}

function newFirst(one: Change, other: Change): number {
  return Number(one.kind !== 'CREATE') - Number(other.kind !== 'CREATE');
}

/** What the schematics have to say of all views together. */
function told(
  entries: readonly logging.LogEntry[],
  changes: readonly Change[],
): Pick<Plan, 'log' | 'newTables'> {
  const created = changes.filter(({ kind }) => kind === 'CREATE').map(({ path }) => path);
  const log = entries.filter((entry) => {
    const { existingModel, newTables } = noteOf(entry);
    // A model that one view makes is there for the next one.
    return !newTables && (existingModel === undefined || !created.includes(existingModel));
  });
  const newTables = new Set(entries.flatMap((entry) => noteOf(entry).newTables ?? []));
  return { log, newTables: [...newTables] };
}

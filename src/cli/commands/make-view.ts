import { logging } from '@angular-devkit/core';
import { projectRoot } from '../../project/root';
import { type Change, changesIn } from '../commit/change';
import { commitChanges, pendingFiles } from '../commit/journal';
import { withProject } from '../commit/project';
import type { StagedFile } from '../commit/staged-file';
import { Migration } from '../migration';
import { reportLog, reportPlan, reportWritten } from '../report';
import { type RequestedView, requestedViews, type ViewFlags } from '../requested-views';
import { stageViews } from '../stage-views';
import type { Terminal } from '../terminal';

/** The flags of `scaffold make:view`. */
export interface MakeViewFlags extends ViewFlags {
  /** Whether to bring new models into the database, too. */
  migrate?: boolean;
  /** Whether to say what would be written, and write nothing. */
  dryRun?: boolean;
}

/** What is asked for, and where. */
interface Request {
  readonly views: readonly RequestedView[];
  /** Of the project, absolute. */
  readonly root: string;
  readonly migrate: boolean;
}

/** What views change in a project. */
interface Plan {
  readonly changes: readonly Change[];
  /** What the schematics have to say. */
  readonly log: readonly logging.LogEntry[];
  /** Where one is asked for and needed. */
  readonly migration: Migration | undefined;
}

/**
 * `scaffold make:view`. What the words alone say is checked first. Then all is planned in memory, and written at once.
 *
 * @param words All that was typed, flags among it.
 */
export async function runMakeView(
  names: readonly string[],
  { migrate = false, dryRun = false, ...flags }: MakeViewFlags,
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
  await withProject(request.root, holder, async () => {
    const { changes, log, migration } = await planOf(request);
    await migration?.check(terminal, signal);
    signal.throwIfAborted();
    if (changes.length > 0) {
      commitChanges(request.root, changes);
    }
    changes.forEach((change) => {
      reportWritten(change, terminal);
    });
    reportLog(log, terminal);
    if (changes.length === 0) {
      terminal.print('Nothing to do: everything is there.');
    }
    if (migration) {
      await migration.run(terminal, signal);
    } else if (request.migrate) {
      terminal.print(NO_MIGRATION);
    }
  });
}

async function preview(request: Request, terminal: Terminal): Promise<void> {
  const pending = pendingFiles(request.root);
  const { changes, log, migration } = await planOf(request, pending);
  if (pending.length > 0) {
    terminal.note(
      'An earlier run has not written all of its files yet; the next one does. This is planned on what they will be.',
    );
  }
  await reportPlan(changes, terminal);
  reportLog(log, terminal);
  if (request.migrate) {
    terminal.print(migration ? `Then:\n\n${migration.commands}\n` : NO_MIGRATION);
  }
  terminal.print('Dry run: nothing was written.');
}

const NO_MIGRATION = 'Nothing to migrate: no model is new.';

async function planOf(
  { views, root, migrate }: Request,
  pending: readonly StagedFile[] = [],
): Promise<Plan> {
  const log: logging.LogEntry[] = [];
  const logger = new logging.Logger('scaffold');
  logger.subscribe((entry) => log.push(entry));
  const options = views.map((view) => view.options);
  const files = await stageViews({ root, pending }, options, logger);
  const taken = new Map(pending.map(({ path, content }) => [path, content]));
  // What is new first: the devkit has it so for one view, and several are told of as one.
  const changes = changesIn(root, files, taken).sort((a, b) => a.kind.localeCompare(b.kind));
  return { changes, log, migration: migrate ? Migration.for(views, changes, root) : undefined };
}

import { logging } from '@angular-devkit/core';
import { noteOf } from '../rules/outcome';
import { planEdits, type PlannedEdit, type StagedFile } from './commit/planned-edit';
import { ProjectFiles } from './engine/disk-files';
import { FilesHost } from './engine/files-host';
import { runSchematic } from './engine/run-schematic';

/** What a run is going to do to a project. */
export interface GrowthPlan {
  /** New files first. */
  readonly edits: readonly PlannedEdit[];
  /** The files that it makes. */
  readonly created: readonly string[];
  /** What the schematics report. */
  readonly log: readonly logging.LogEntry[];
  /** What they leave to the user, so that the run fails. */
  readonly left: readonly string[];
  /** Whether the application does not run until that is done: nothing can migrate its database. */
  readonly isBroken: boolean;
  /** The migrations among the files that it makes. */
  readonly migrations: readonly string[];
  /** The tables that need a migration. */
  readonly newTables: readonly string[];
  /** The new columns of other tables: `posts.price`. */
  readonly newColumns: readonly string[];
  /** The tables that a migration is about; none if it is about all. */
  readonly ofTables: readonly string[];
}

/**
 * Plans what a schematic does to a project, and writes nothing.
 *
 * @param root Of the project, absolute.
 * @param pending Files that a killed run left to be written; the plan takes them as written.
 */
export async function planGrowth(
  growth: Growth,
  root: string,
  pending: readonly StagedFile[] = [],
): Promise<GrowthPlan> {
  const entries: logging.LogEntry[] = [];
  const logger = new logging.Logger('scaffold');
  logger.subscribe((entry) => entries.push(entry));
  const { files, before } = await stageGrowth({ root, pending }, growth, logger);
  const edits = planEdits(root, files, before).sort(newFirst);
  const created = edits.filter(({ kind }) => kind === 'create').map(({ path }) => path);
  return { edits, created, ...reported(entries, created) };
}

function newFirst(one: PlannedEdit, other: PlannedEdit): number {
  return Number(one.kind !== 'create') - Number(other.kind !== 'create');
}

/** Merges what the schematic reports of each view: a model that one view makes exists for the next. */
function reported(
  entries: readonly logging.LogEntry[],
  created: readonly string[],
): Omit<GrowthPlan, 'created' | 'edits'> {
  const log = entries.filter((entry) => {
    const { existingModel, isLeft, newTables } = noteOf(entry);
    return (
      !isLeft && !newTables && (existingModel === undefined || !created.includes(existingModel))
    );
  });
  const left = entries.filter((entry) => noteOf(entry).isLeft).map(({ message }) => message);
  const isBroken = entries.some((entry) => noteOf(entry).isBroken);
  const newTables = new Set(entries.flatMap((entry) => noteOf(entry).newTables ?? []));
  const newColumns = entries.flatMap((entry) => noteOf(entry).newColumns ?? []);
  const ofTables = new Set(entries.flatMap((entry) => noteOf(entry).ofTables ?? []));
  const migrations = entries.flatMap((entry) => noteOf(entry).migration ?? []);
  return {
    left,
    isBroken,
    log,
    migrations,
    newColumns,
    newTables: [...newTables],
    ofTables: [...ofTables],
  };
}

/** A project as a run finds it. */
interface FoundProject {
  /** Absolute. */
  readonly root: string;
  /** Files that a killed run left to be written; they count as written. */
  readonly pending: readonly StagedFile[];
}

/** A schematic that changes a project, as `SCHEMATICS` has it, and its options without the files to read. */
export interface Growth {
  readonly schematic: string;
  readonly options: object;
}

/** The outcome of running a schematic in memory. */
interface StagedGrowth {
  /** The files that it writes or deletes. */
  readonly files: StagedFile[];
  /** The existing files that it read, by path, as they were then. */
  readonly before: ReadonlyMap<string, Buffer>;
}

/** Runs a schematic in memory. */
export async function stageGrowth(
  { root, pending }: FoundProject,
  { schematic, options }: Growth,
  logger: logging.Logger,
): Promise<StagedGrowth> {
  const readable = new ProjectFiles(root, pending);
  let files: StagedFile[] = [];
  await runSchematic({
    schematic,
    options: { ...options, files: readable },
    host: new FilesHost(readable),
    root,
    dryRun: false,
    logger,
    commit: (staged) => {
      files = staged;
      return Promise.resolve();
    },
  });
  return { files, before: readable.asFound };
}

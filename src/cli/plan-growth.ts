// Specs: spec/acceptance/make-view-command.spec.ts
import { logging } from '@angular-devkit/core';
import { noteOf } from '../rules/outcome';
import { planEdits, type PlannedEdit } from './commit/planned-edit';
import type { StagedFile } from './commit/staged-file';
import { type Growth, stageGrowth } from './stage-growth';

/** What a run is going to do to a project. */
export interface GrowthPlan {
  /** New files first. */
  readonly edits: readonly PlannedEdit[];
  /** The files that it makes. */
  readonly created: readonly string[];
  /** What the schematics report. */
  readonly log: readonly logging.LogEntry[];
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
): Pick<GrowthPlan, 'log' | 'newColumns' | 'newTables' | 'ofTables'> {
  const log = entries.filter((entry) => {
    const { existingModel, newTables } = noteOf(entry);
    return !newTables && (existingModel === undefined || !created.includes(existingModel));
  });
  const newTables = new Set(entries.flatMap((entry) => noteOf(entry).newTables ?? []));
  const newColumns = entries.flatMap((entry) => noteOf(entry).newColumns ?? []);
  const ofTables = new Set(entries.flatMap((entry) => noteOf(entry).ofTables ?? []));
  return { log, newColumns, newTables: [...newTables], ofTables: [...ofTables] };
}

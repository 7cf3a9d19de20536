// Specs: spec/acceptance/make-view-command.spec.ts
import { logging } from '@angular-devkit/core';
import type { MakeViewOptions } from '../make-view/options';
import { noteOf } from '../rules/outcome';
import { planEdits, type PlannedEdit } from './commit/planned-edit';
import type { StagedFile } from './commit/staged-file';
import { stageViews } from './stage-views';

/** What a run of `scaffold make:view` is going to do. */
export interface ViewPlan {
  /** New files first. */
  readonly edits: readonly PlannedEdit[];
  /** What the schematics report. */
  readonly log: readonly logging.LogEntry[];
  /** The tables that need a migration. */
  readonly newTables: readonly string[];
}

/**
 * Plans all views of a run, each on top of those before it, and writes nothing.
 *
 * @param root Of the project, absolute.
 * @param pending Files that a killed run left to be written; the plan takes them as written.
 */
export async function planViews(
  views: readonly MakeViewOptions[],
  root: string,
  pending: readonly StagedFile[] = [],
): Promise<ViewPlan> {
  const entries: logging.LogEntry[] = [];
  const logger = new logging.Logger('scaffold');
  logger.subscribe((entry) => entries.push(entry));
  const { files, before } = await stageViews({ root, pending }, views, logger);
  const edits = planEdits(root, files, before).sort(newFirst);
  return { edits, ...reported(entries, edits) };
}

function newFirst(one: PlannedEdit, other: PlannedEdit): number {
  return Number(one.kind !== 'create') - Number(other.kind !== 'create');
}

/** Merges what the schematic reports of each view: a model that one view makes exists for the next. */
function reported(
  entries: readonly logging.LogEntry[],
  edits: readonly PlannedEdit[],
): Pick<ViewPlan, 'log' | 'newTables'> {
  const created = edits.filter(({ kind }) => kind === 'create').map(({ path }) => path);
  const log = entries.filter((entry) => {
    const { existingModel, newTables } = noteOf(entry);
    return !newTables && (existingModel === undefined || !created.includes(existingModel));
  });
  const newTables = new Set(entries.flatMap((entry) => noteOf(entry).newTables ?? []));
  return { log, newTables: [...newTables] };
}

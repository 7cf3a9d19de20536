// Specs: spec/acceptance/undo-command.spec.ts
import { realpathSync } from 'node:fs';
import { posix, relative } from 'node:path';
import { SchematicsException } from '@angular-devkit/schematics';
import { UsageError } from '../../errors';
import { VERSIONS } from '../../layout';
import { isManifestPath } from '../../manifest/format';
import { capitalize, enumeration, snakeCase } from '../../naming/spelling';
import { adviceFor } from '../../project/environment';
import type { Files } from '../../project/files';
import { loadParser } from '../../python/parser';
import { type Obstacle, obstacleText } from '../../references/obstacle';
import { keepUsedImports, referencesTo } from '../../references/references';
import { migrationCommands } from '../../rules/migration-advice';
import { planEdits, type PlannedEdit, type StagedFile } from '../commit/planned-edit';
import { ProjectFiles } from '../engine/disk-files';
import {
  entryFile,
  type HistoryEntry,
  hasMigration,
  historyIn,
  isPrivate,
  type KeptRun,
  standingRuns,
  typedCommand,
} from './history';
import { type Restored, takeBack } from './take-back';

/** Which run to take back, and how. */
export interface UndoRequest {
  /** Of the project, absolute. */
  readonly root: string;
  /** In the list, from 0; undefined for the newest run that stands. */
  readonly place: number | undefined;
  /** Whether to delete files that changed since, even if code refers to them. */
  readonly force: boolean;
}

export interface UndoPlan {
  readonly run: KeptRun;
  /** With that of the history. */
  readonly edits: readonly PlannedEdit[];
  /** What to do about the database afterwards. */
  readonly advice: (unmade: readonly string[]) => string | undefined;
}

/**
 * Plans an undo, and writes nothing.
 *
 * @param pending Files that a killed run left to be written; the plan takes them as written.
 * @returns Undefined if nothing is left to undo.
 * @throws UsageError if the list has no such run, SchematicsException if something is in the way.
 */
export async function planUndo(
  { root, place, force }: UndoRequest,
  pending: readonly StagedFile[] = [],
): Promise<UndoPlan | undefined> {
  // It compiles in another thread. Its error reaches whoever awaits it.
  loadParser().catch(() => undefined);
  const files = new ProjectFiles(root, pending);
  const history = historyIn(files);
  const entry = chosen(history, place);
  if (!entry) {
    return undefined;
  }
  const { run } = entry;
  const back = await takeBack(run.edits, files);
  const kept = await keepUsedImports(back.files);
  // A file that cannot be merged would count as one that stays.
  const isClear = !force && back.obstacles.every(({ yields }) => yields);
  const references = isClear ? await referencesTo(kept, files) : [];
  refuseUndo(history, entry, [...back.obstacles, ...references], force);
  const undone = entryFile(entry, { ...run, isUndone: true, edits: [] });
  const edits = planEdits(root, [...kept.changes, undone], files.asFound);
  const real = realpathSync(root);
  const secret = edits.find(({ target }) => isPrivate(relative(real, target.file)));
  if (secret) {
    throw new SchematicsException(
      `${secret.path} is a symbolic link that points to a private file, which undo does not change.`,
    );
  }
  return {
    run,
    edits,
    advice: (unmade) => databaseAdvice(kept.changes, unmade, files),
  };
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
      `\`scaffold undo --list\` shows ${count}, so there is no number ${place + 1}.`,
    );
  }
  if (entry.run.isUndone) {
    throw new SchematicsException(`Run ${place + 1} is undone already: ${typedCommand(entry.run)}`);
  }
  return entry;
}

/**
 * Refuses an undo if something is in its way.
 *
 * @param history All runs, the newest first.
 * @param entry The run to undo.
 * @throws SchematicsException that names what is in the way, and what to do.
 */
function refuseUndo(
  history: readonly HistoryEntry[],
  entry: HistoryEntry,
  obstacles: readonly Obstacle[],
  force: boolean,
): void {
  const left = obstacles.filter(({ yields }) => !(force && yields));
  if (left.length === 0) {
    return;
  }
  const { run } = entry;
  const refusal = `\`${typedCommand(run)}\` cannot be undone, and nothing was changed:`;
  const gone = [...new Set(left.filter(({ isGone }) => isGone).map(({ path }) => path))];
  const written = run.edits.filter(({ path }) => !isManifestPath(path));
  if (gone.length === written.length) {
    throw new SchematicsException(
      `${refusal} the project no longer has its changes, as after a \`git checkout\` of an earlier commit. ` +
        'Go back to a commit that has them, or add --force to mark the run as undone.',
    );
  }
  const others = left.filter(({ isGone }) => !isGone);
  const missing =
    `${gone.length} of its ${written.length} files no longer ` +
    `${gone.length === 1 ? 'has' : 'have'} what it wrote: ${enumeration(gone)}.`;
  if (others.length === 0) {
    throw new SchematicsException(
      `${refusal} ${missing} Get that back, or add --force to undo the rest.`,
    );
  }
  const lines = [
    ...new Set(others.map((each) => obstacleText(each))),
    ...(gone.length > 0 ? [missing] : []),
  ].map((line) => `  ${line}`);
  const paths = new Set(others.map(({ path }) => path));
  const place = history.indexOf(entry);
  const laterRuns = history.slice(0, place);
  const isInWay = ({ edits }: KeptRun): boolean => edits.some(({ path }) => paths.has(path));
  // A migration only goes once those after it are gone.
  const oldest = [entry, ...laterRuns.toReversed().filter((each) => isInWay(each.run))].findIndex(
    (each) => hasMigration(each.run),
  );
  const later = standingRuns(
    laterRuns,
    (each) => isInWay(each) || (oldest >= 0 && hasMigration(each)),
  );
  const first =
    later.count === 0
      ? `Change these lines and run \`scaffold undo ${place + 1}\` again`
      : `${capitalize(later.names)} changed these files later: first run ${later.commands}, or change these lines`;
  const remedy = left.every(({ yields }) => yields)
    ? `${first}, or add --force to delete changed files even if other code refers to them.`
    : `${first}.`;
  const back = renamedBack(run);
  throw new SchematicsException([refusal, ...lines, remedy, ...back].join('\n'));
}

/** What renames a field back, also in code that was written since: an undo only takes back what the run wrote. */
function renamedBack({ words: [command = '', ...words] }: KeptRun): string[] {
  const back = words.map((word) => word.replace(/^(\w+):(\w+)$/, '$2:$1'));
  return command === 'rename:field'
    ? [`Or rename the field back everywhere: \`${typedCommand({ words: [command, ...back] })}\`.`]
    : [];
}

const CLASS = /^class (\w+)\(/gm;
const TABLE = /(?:__tablename__\s*=|\bTable\()\s*["'](\w+)["']/g;

/**
 * What a person still has to do about the database after an undo: its models may have tables from migrations that stay,
 * and its migration may have made tables of models that stay.
 *
 * @param restored The files of the run.
 * @param unmade The tables that went with its migration.
 * @param files Of the project, as they were before.
 */
function databaseAdvice(
  restored: readonly Restored[],
  unmade: readonly string[],
  files: Files,
): string | undefined {
  const lost = restored.flatMap(({ now, content }) => {
    const left = tablesIn(content);
    return tablesIn(now).filter((table) => !left.includes(table));
  });
  const gone = restored.filter(({ content }) => !content).map(({ path }) => path);
  const makers = files
    .filesIn(VERSIONS)
    .map((name) => posix.join(VERSIONS, name))
    .filter((path) => path.endsWith('.py') && !gone.includes(path));
  const reasons = [
    ...makers.flatMap((path) => {
      const text = files.read(path)?.toString('latin1') ?? '';
      const made = lost.filter((table) =>
        new RegExp(`create_table\\(\\s*["']${table}["']`).test(text),
      );
      return made.length > 0
        ? `${path} stays, with its table ${enumeration(made)}: this run did not make it.`
        : [];
    }),
    ...unmade
      .filter((table) => !lost.includes(table))
      .map((table) => `The table ${table} is gone from the database, but its model stays.`),
  ];
  return reasons.length > 0
    ? adviceFor(
        files,
        `${reasons.join(' ')} To make the database match the models:\n${migrationCommands()}`,
      )
    : undefined;
}

/** The tables that models say they have, and those that Flask-SQLAlchemy derives from their classes, each once. */
function tablesIn(content: Buffer | undefined): string[] {
  const text = content?.toString('latin1') ?? '';
  const said = [...text.matchAll(TABLE)].map(([, name = '']) => name);
  const derived = [...text.matchAll(CLASS)].map(([, name = '']) => snakeCase(name));
  return [...new Set([...said, ...derived])];
}

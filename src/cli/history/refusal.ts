// Specs: spec/acceptance/undo-command.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import { enumeration } from '../../naming/spelling';
import type { HistoryEntry } from './history';
import { typedCommand } from './kept-run';
import { type Obstacle, obstacleText } from './obstacle';
import { isManifestPath } from '../../manifest/format';

/**
 * Refuses an undo if something is in its way.
 *
 * @param history All runs, the newest first.
 * @param entry The run to undo.
 * @throws SchematicsException that names what is in the way, and what to do.
 */
export function refuseUndo(
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
  const later = laterRuns(history, entry, new Set(others.map(({ path }) => path)));
  const first =
    later === undefined ? 'Change these lines first' : `${later} first, or change these lines`;
  const remedy = left.every(({ yields }) => yields)
    ? `${first}, or add --force to delete changed files even if other code refers to them.`
    : `${first}.`;
  throw new SchematicsException([refusal, ...lines, remedy].join('\n'));
}

/** Which later runs that stand wrote to some of these files, and to undo them; undefined if none did. */
function laterRuns(
  history: readonly HistoryEntry[],
  entry: HistoryEntry,
  paths: ReadonlySet<string>,
): string | undefined {
  const later = history
    .slice(0, history.indexOf(entry))
    .map(({ run }, index) => ({ run, number: String(index + 1) }))
    .filter(({ run }) => !run.isUndone && run.edits.some(({ path }) => paths.has(path)));
  const [only] = later;
  if (only === undefined) {
    return undefined;
  }
  return later.length === 1
    ? `Run ${only.number}, \`${typedCommand(only.run)}\`, changed these files later: undo it`
    : `Runs ${enumeration(later.map(({ number }) => number))} of \`scaffold undo --list\` changed these files later: undo them`;
}

// Specs: spec/acceptance/make-view-command.spec.ts
import { UsageError } from '../../errors';
import type { MakeViewOptions } from '../../make-view/options';
import { quoted } from '../../naming/spelling';
import type { Invocation } from '../invocation';
import { grow, type GrowthOptions } from './grow';

/** The options of `scaffold make:view`. */
export type MakeViewFlags = ViewFlags & GrowthOptions & { readonly name: readonly string[] };

/** The options that apply to every view of a run. */
type ViewFlags = Omit<MakeViewOptions, 'name' | 'projectPath'>;

/** Runs `scaffold make:view`: it plans all views in memory, and writes them at once. */
export async function runMakeView(
  { name: names, migrate, dryRun, ...flags }: MakeViewFlags,
  invocation: Invocation,
): Promise<void> {
  const views = requestedViews(names, flags, invocation.words);
  await grow('make-view', { views, migrate, dryRun }, invocation);
}

const FOR_ONE_VIEW = ['route', 'controller', 'model'] as const;

/**
 * Turns a command line into the options of the schematic, one for each view.
 *
 * @param words All that was typed after `scaffold`.
 * @throws UsageError if the flags do not fit the names.
 */
export function requestedViews(
  views: readonly string[],
  flags: ViewFlags,
  words: readonly string[],
): MakeViewOptions[] {
  if (views.length > 1) {
    checkSeveral(views, flags, words);
  }
  return views.map((name) => ({ ...flags, name }));
}

function checkSeveral(views: readonly string[], flags: ViewFlags, words: readonly string[]): void {
  const route = views.find((view) => view.startsWith('/'));
  if (route !== undefined) {
    throw new UsageError(`${quoted(route)} is not a view name. Did you mean --route ${route}?`);
  }
  const flag = FOR_ONE_VIEW.find((name) => flags[name] !== undefined);
  if (flag !== undefined) {
    throw new UsageError(
      `--${flag} takes one view, but you gave ${views.length}: ${views.map(quoted).join(', ')}.`,
    );
  }
  if (!areAdjacent(views, words)) {
    throw new UsageError(
      `Name all views together, before or after the flags: ${views.map(quoted).join(', ')}. ` +
        '-r, -c and -m take no value; --route, --controller and --model do.',
    );
  }
}

function areAdjacent(views: readonly string[], words: readonly string[]): boolean {
  return words.some((_, start) => views.every((view, index) => words[start + index] === view));
}

// Specs: spec/acceptance/make-view-command.spec.ts
import { UsageError } from '../errors';
import type { MakeViewOptions } from '../make-view/options';
import { DEFAULT_LAYOUT } from '../layout';
import { checkGuard } from '../view/guard-state';
import { guardNamed } from '../naming/guards';
import { segmentsOf } from '../naming/segments';
import { quoted } from '../naming/spelling';
import { viewNames } from '../naming/view-names';
import { wantsOf } from '../naming/view-options';

/** The flags that apply to every view of a run. */
export type ViewFlags = Omit<MakeViewOptions, 'name' | 'projectPath' | 'replaceTemplate'> & {
  /** Whether to replace existing templates. */
  force?: boolean;
};

const FOR_ONE_VIEW = ['route', 'controller', 'model'] as const;

/**
 * Turns a command line into the options of the schematic, one for each view.
 *
 * @param words All that was typed after `scaffold`.
 * @throws UsageError if a name is wrong, or the flags do not fit the names.
 */
export function requestedViews(
  views: readonly string[],
  { force, ...flags }: ViewFlags,
  words: readonly string[],
): MakeViewOptions[] {
  if (views.length > 1) {
    checkSeveral(views, flags, words);
  }
  const requested = views.map((name) => ({ ...flags, name, replaceTemplate: force }));
  // The schematic checks the names too, but only after it has waited for other runs.
  requested.forEach((view) => {
    const names = viewNames(view, segmentsOf(view.name), new Set(), DEFAULT_LAYOUT);
    if (view.guard !== undefined) {
      checkGuard(guardNamed(view.guard), names, wantsOf(view));
    }
  });
  return requested;
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

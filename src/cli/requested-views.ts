import { UsageError } from '../errors';
import type { MakeViewOptions } from '../make-view/options';
import { DEFAULT_LAYOUT } from '../layout';
import { segmentsOf } from '../naming/segments';
import { quoted } from '../naming/spelling';
import { viewNames } from '../naming/view-names';

/** The flags that say how all views of a call are made. */
export type ViewFlags = Omit<MakeViewOptions, 'name' | 'projectPath' | 'replaceTemplate'> & {
  /** Whether to replace the templates that are there. */
  force?: boolean;
};

const FOR_ONE_VIEW = ['route', 'controller', 'model'] as const;

/**
 * The views that a command line asks for, each as the schematic takes it.
 *
 * @param words All that was typed.
 * @throws UsageError where that says that something is wrong.
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
  requested.forEach((view) => {
    viewNames(view, segmentsOf(view.name), new Set(), DEFAULT_LAYOUT);
  });
  return requested;
}

function checkSeveral(views: readonly string[], flags: ViewFlags, words: readonly string[]): void {
  const route = views.find((view) => view.startsWith('/'));
  if (route !== undefined) {
    throw new UsageError(`${quoted(route)} is no view's name. Did you mean --route ${route}?`);
  }
  const flag = FOR_ONE_VIEW.find((name) => flags[name] !== undefined);
  if (flag !== undefined) {
    throw new UsageError(
      `--${flag} is for one view, and there are ${views.length}: ${views.map(quoted).join(', ')}.`,
    );
  }
  if (!standTogether(views, words)) {
    throw new UsageError(
      `The views ${views.map(quoted).join(', ')} stand on both sides of a flag: name them together. ` +
        '-r, -c and -m take no value; --route, --controller and --model do.',
    );
  }
}

function standTogether(views: readonly string[], words: readonly string[]): boolean {
  return words.some((_, start) => views.every((view, index) => words[start + index] === view));
}

// Specs: spec/rules/guard-pairs.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import { type GuardOption, guardOption } from '../naming/guards';
import { resourceOf } from '../naming/view-names';
import type { View } from '../view/view';
import { carry, leftToAdd } from './difference';
import { NO_CHANGE, type PartsChange } from './outcome';
import { textsOf } from './part-texts';

/**
 * Makes the difference between what two requests make of views in their methods, their form and their pages, as the project
 * has these. What a person wrote stays.
 *
 * @param before The views that exist, as they would be made for the request of before.
 * @param after These and others, as they would be made for that of now.
 * @param asked The guard that the later request gives them; undefined if guards stay as they are.
 * @throws SchematicsException if a person changed what the guard changes.
 */
export async function changeViews(
  before: readonly View[],
  after: readonly View[],
  asked: GuardOption | undefined,
): Promise<PartsChange> {
  const [view] = before;
  if (view === undefined) {
    return NO_CHANGE;
  }
  const { project } = view.app;
  const texts = [before, after].map((views) => textsOf([{ views: withKnownPages(views) }]));
  const [from = new Map(), to = new Map()] = texts;
  const guard = guardOption(asked);
  const change = await carry(project, from, to, {
    guarded: guard && { guard, resource: resourceOf(view.names) },
  });
  if (asked) {
    refuseConflicts(asked, change);
  }
  return {
    ...change,
    notes: [...change.notes, ...leftToAdd(change.conflicts, 'further links')],
  };
}

/** Views without the pages that a person made. */
export function withKnownPages(views: readonly View[]): View[] {
  return views.map((view) => {
    const { app, names, page } = view;
    const isKnown = page && app.project.changes.isKnown({ resource: resourceOf(names) }, page.path);
    return isKnown ? view : { ...view, page: undefined };
  });
}

/**
 * Refuses to guard half of a resource.
 *
 * @throws SchematicsException if a person changed what the guard changes.
 */
export function refuseConflicts(
  guard: GuardOption,
  { conflicts }: Pick<PartsChange, 'conflicts'>,
): void {
  if (conflicts.length > 0) {
    const places = conflicts.map(({ line, member, path }) =>
      [`  ${path}:${line}`, ...(member === undefined ? [] : [member])].join(': '),
    );
    throw new SchematicsException(
      `--guard ${guard} changes these, and they are no longer as generated, so nothing is ${guard === 'none' ? 'opened' : 'guarded'}. Put them back or remove ` +
        `them, run this again, and then make your change anew:\n${places.join('\n')}`,
    );
  }
}

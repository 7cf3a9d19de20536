// Specs: spec/rules/guard.spec.ts
import type { Project } from '../project/project';
import { lookAt, type LookOptions } from './look';
import type { Templates } from './templates';
import type { View } from './view';

/** What a project has of a view as a run without `--guard` makes it, so that a guard may change it. */
export interface Former {
  /** The view without its guard, in the ways that a run may have made it. */
  readonly views: readonly View[];
  /** Whether the page is as generated. */
  readonly hasPage: boolean;
  /** Whether the method of the controller is as generated. */
  readonly hasMethod: boolean;
}

/**
 * Looks at what a view was before it gets a guard.
 *
 * @param resource The URLs of the actions that are made together with the view, by action.
 */
export async function formerOf(
  project: Project,
  { guard: _, ...options }: LookOptions,
  templates: Templates,
  resource?: ReadonlyMap<string, string>,
): Promise<Former> {
  // Made with its resource, with a part of that, or alone.
  const runs = [...(resource ? [resource] : []), new Map<string, string>(), undefined];
  const views: View[] = [];
  for (const urls of runs) {
    views.push(await lookAt(project, options, templates, urls));
  }
  return {
    views,
    hasPage: views.some(({ page }) => page !== undefined && page.existing === page.text),
    hasMethod: views.some(({ controller }) => controller.owner && controller.kept === undefined),
  };
}

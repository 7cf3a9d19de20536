// Specs: spec/rules/guard.spec.ts
import { methodOf } from '../project/controllers';
import type { Project } from '../project/project';
import { functionsOf } from '../python/definitions';
import { isSameCode } from '../python/same-code';
import type { ControllerState } from './controller-state';
import { lookAt, type LookOptions } from './look';
import type { Templates } from '../templates/templates';
import type { Former, View } from './view';

/**
 * Looks at what a view was before it gets a guard.
 *
 * @param takenOver Of the options: the guard that it has.
 * @param resource The URLs of the actions that are made together with the view, by action.
 */
export async function formerOf(
  project: Project,
  { guard, ...options }: LookOptions,
  templates: Templates,
  resource?: ReadonlyMap<string, string>,
): Promise<Former> {
  // Made with its resource, with a part of that, or alone.
  const runs = [...(resource ? [resource] : []), new Map<string, string>(), undefined];
  const views: View[] = [];
  for (const urls of runs) {
    views.push(await lookAt(project, options, templates, urls));
  }
  const hasMethod = views.some(
    ({ controller }) => controller.owner && controller.kept === undefined,
  );
  const { controller, names } = await lookAt(project, { ...options, guard }, templates, resource);
  return {
    views,
    hasPage: views.some(({ page }) => page?.isAsGenerated),
    hasMethod,
    changed: changedMethods(controller, hasMethod ? names.method : undefined),
  };
}

/** @param known A method that is as generated. */
function changedMethods({ place, rendered }: ControllerState, known: string | undefined): string[] {
  const wanted = rendered ? functionsOf(rendered) : [];
  return wanted.flatMap(({ name, statement }) => {
    const existing = place && methodOf(place, name);
    return existing && name !== known && !isSameCode(existing.statement, statement)
      ? [`${place.source.placeOf(existing.statement)}: ${name}`]
      : [];
  });
}

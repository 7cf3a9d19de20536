// Specs: spec/rules/guard.spec.ts
import { linesAt } from '../manifest/members';
import { type Guard, GUARDS } from '../naming/guards';
import { resourceOf } from '../naming/view-names';
import { methodOf } from '../project/controllers';
import type { Project } from '../project/project';
import { strongest } from '../project/route-guards';
import { functionsOf } from '../python/queries';
import { isSameCode } from '../python/same-code';
import type { ControllerState } from './controller-state';
import { lookAt, type LookOptions } from './look';
import type { Templates } from '../templates/templates';
import type { Former } from './view';

/**
 * What a project has of a view before it gets a guard: what is as generated, the guard may change.
 *
 * @param resource The URLs of the actions that are made together with the view, by action.
 */
export async function formerOf(
  project: Project,
  options: LookOptions,
  guard: Guard,
  templates: Templates,
  resource?: ReadonlyMap<string, string>,
): Promise<Former> {
  const { controller, names, page } = await lookAt(project, options, templates, resource);
  const home = { resource: resourceOf(names) };
  const { actions } = project.changes.manifest(home)?.request ?? {};
  const isReplaced = mayReplace(actions?.[names.route.endpoint]?.guard, guard);
  const method = controller.owner && methodOf(controller.owner, names.method);
  const hasMethod =
    isReplaced &&
    method !== undefined &&
    controller.owner !== undefined &&
    (await project.changes.isMemberAsGenerated(
      home,
      controller.owner.source.path,
      `${controller.owner.definition.name}.${names.method}`,
      linesAt(controller.owner.source, method),
    ));
  return {
    hasPage: isReplaced && page?.isAsGenerated === true,
    hasMethod,
    changed: changedMethods(controller, hasMethod ? names.method : undefined),
  };
}

/** Whether a guard may take the place of another one: it lets in nobody whom that keeps out. */
function mayReplace(known: string | undefined, next: Guard): boolean {
  const before = Object.entries(GUARDS).find(([word]) => word === known && word !== next)?.[1];
  const { changes, reads } = GUARDS[next];
  return (
    before === undefined ||
    (before.owner === undefined &&
      strongest([before.reads, reads]) === reads &&
      strongest([before.changes, changes]) === changes)
  );
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

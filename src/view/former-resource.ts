// Specs: spec/rules/guard.spec.ts
import type { Field } from '../fields/words';
import type { Action } from '../naming/actions';
import { type Guard, GUARDS, isChange } from '../naming/guards';
import type { ResourceNames } from '../naming/resource-names';
import { methodOf } from '../project/controllers';
import type { Project } from '../project/project';
import { callsOf } from '../python/queries';
import type { Former } from './view';
import { formerOf } from './former';
import { lookAt } from './look';
import type { Templates } from '../templates/templates';
import { CURRENT_USER, MAY_CHANGE, usesName } from './owner-scope';
import { testsPath } from './tests-state';

/** What a project has of a resource before it gets a guard. */
export interface FormerResource {
  readonly views: ReadonlyMap<Action, Former>;
  /** Whether its tests are as generated. */
  readonly hasTests: boolean;
}

/** Looks at what a resource was before it gets a guard. */
export async function lookBefore(
  project: Project,
  resource: ResourceNames,
  guard: Guard,
  fields: readonly Field[],
  templates: Templates,
): Promise<FormerResource> {
  const views = new Map<Action, Former>();
  for (const { action, options } of resource.views) {
    const look = { ...options, fields };
    views.set(action, await formerOf(project, look, guard, templates, resource.urls));
  }
  const tests = testsPath(project.layout, resource);
  const home = { resource: resource.name };
  return { views, hasTests: project.changes.isAsGenerated(home, tests, project.text(tests)) };
}

/**
 * The existing methods of a resource that this run leaves out, and that select or change what only the owner may:
 * `app/controllers/post_controller.py:12: show`.
 *
 * @param asked The actions of this run.
 */
export async function openMethods(
  project: Project,
  asked: readonly Action[],
  { urls, views }: ResourceNames,
  guard: Guard,
  templates: Templates,
): Promise<string[]> {
  const { owner: owns } = GUARDS[guard];
  const isClosed = (action: Action): boolean =>
    action !== 'create' && (owns === 'read' || (owns === 'change' && isChange(action)));
  const open: string[] = [];
  for (const { action, names, options } of views) {
    if (isClosed(action) && !asked.includes(action)) {
      const view = await lookAt(project, { ...options, guard }, templates, urls);
      const { kept, owner } = view.controller;
      const code = owner && methodOf(owner, names.method)?.node;
      const isLimited =
        code !== undefined &&
        ([CURRENT_USER, MAY_CHANGE].some((name) => usesName(code, name)) ||
          callsOf(code, names.model?.records ?? '').some(({ receiver }) => receiver === 'self'));
      open.push(...(kept === undefined || isLimited ? [] : [`${kept}: ${names.method}`]));
    }
  }
  return open;
}

// Specs: spec/rules/guard.spec.ts
import type { Field } from '../fields/field';
import type { Action } from '../naming/actions';
import { type Guard, GUARDS, isChange } from '../naming/guards';
import type { ResourceNames } from '../naming/resource-names';
import { methodOf } from '../project/controllers';
import type { Project } from '../project/project';
import { fileOf } from '../python/generated';
import { guardBefore } from './existing-guard';
import type { Former } from './view';
import { formerOf } from './former';
import { lookAt } from './look';
import type { Templates } from '../templates/templates';
import { testsState } from './tests-state';

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
  const [first] = resource.views;
  const takenOver = await guardBefore(project, first.options, guard, templates);
  const views = new Map<Action, Former>();
  for (const { action, options } of resource.views) {
    const look = { ...options, fields, takenOver };
    views.set(action, await formerOf(project, look, templates, resource.urls));
  }
  return { views, hasTests: await hasTests(project, resource, [...views.values()], templates) };
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
      const text = (owner && methodOf(owner, names.method)?.node.text) ?? '';
      const isLimited = /\b(current_user|may_change)\b/.test(text);
      const selects = names.model && text.includes(`self.${names.model.records}(`);
      open.push(
        ...(kept === undefined || isLimited || selects ? [] : [`${kept}: ${names.method}`]),
      );
    }
  }
  return open;
}

/** Whether the tests are those of the actions that exist, made together or one by one. */
async function hasTests(
  project: Project,
  resource: ResourceNames,
  formers: readonly Former[],
  templates: Templates,
): Promise<boolean> {
  for (const [run] of (formers[0]?.views ?? []).entries()) {
    const views = formers.flatMap((former) => former.views[run] ?? []);
    const made = views.filter(({ route }) => route.existing);
    const { existing, generated, packages } = await testsState(project, resource, made, templates);
    if (existing !== undefined && generated && existing === fileOf(generated, packages)) {
      return true;
    }
  }
  return false;
}

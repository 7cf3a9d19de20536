// Specs: spec/rules/guard.spec.ts
import type { Field } from '../fields/field';
import type { Action } from '../naming/actions';
import type { ResourceNames } from '../naming/resource-names';
import { methodOf } from '../project/controllers';
import type { Project } from '../project/project';
import { fileOf } from '../python/generated';
import { type Former, formerOf } from './former';
import { lookAt } from './look';
import type { Templates } from './templates';
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
  fields: readonly Field[],
  templates: Templates,
): Promise<FormerResource> {
  const urls = new Map(resource.views.map(({ action, names }) => [action, names.route.path]));
  const views = new Map<Action, Former>();
  for (const { action, options } of resource.views) {
    views.set(action, await formerOf(project, { ...options, fields }, templates, urls));
  }
  return { views, hasTests: await hasTests(project, resource, [...views.values()], templates) };
}

/**
 * The existing methods of a resource that this run leaves out, and that select what nobody may see but the owner:
 * `app/controllers/post_controller.py:12: show`.
 */
export async function openMethods(
  project: Project,
  asked: ResourceNames,
  whole: ResourceNames,
  templates: Templates,
): Promise<string[]> {
  const urls = new Map(whole.views.map(({ action, names }) => [action, names.route.path]));
  const open: string[] = [];
  for (const { action, names, options } of whole.views) {
    if (asked.views.every((view) => view.action !== action)) {
      const { owner, kept } = (await lookAt(project, options, templates, urls)).controller;
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

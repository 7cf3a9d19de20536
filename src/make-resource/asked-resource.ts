// Specs: spec/rules/guard.spec.ts
import type { Field } from '../fields/words';
import { type GuardOption, guardOption } from '../naming/guards';
import type { ResourceNames, ResourceOptions, ResourceView } from '../naming/resource-names';
import type { Project } from '../project/project';
import { refuseChangedMethods, refuseOpenMethods } from '../rules/guard-refusals';
import { guardTakenOver } from '../view/existing-guard';
import { type FormerResource, lookBefore, openMethods } from '../view/former-resource';
import type { NamedLook } from '../view/look';
import { lookAtResource } from '../view/resource';
import type { Templates } from '../templates/templates';

/** The part of a resource that a run is to make. */
export interface AskedResource extends Pick<ResourceNames, 'urls'> {
  /** The resource with all its actions. */
  readonly whole: ResourceNames;
  readonly looks: readonly [NamedLook, ...NamedLook[]];
  /** As typed after `--guard`. */
  readonly guard: GuardOption | undefined;
  /** What the project had of it; undefined without a guard. */
  readonly former: FormerResource | undefined;
}

/**
 * What the options ask for.
 *
 * @throws UsageError if a name is wrong or nothing describes the model, SchematicsException if the guard would change what a
 *   person wrote, or leave records open.
 */
export async function askedResource(
  project: Project,
  { only, ...options }: ResourceOptions & { readonly guard?: GuardOption },
  fields: readonly Field[],
  templates: Templates,
): Promise<AskedResource> {
  const all = { ...options, hasFields: fields.length > 0 };
  const whole = await lookAtResource(project, all);
  const resource = only === undefined ? whole : await lookAtResource(project, { ...all, only });
  const guard = guardOption(options.guard);
  const former = guard && (await lookBefore(project, resource, guard, fields, templates));
  if (guard && former) {
    refuseChangedMethods(guard, former.views.values());
    const asked = resource.views.map(({ action }) => action);
    const open = await openMethods(project, asked, whole, guard, templates);
    refuseOpenMethods(guard, resource.name, open);
  }
  const [first, ...others] = resource.views;
  const takenOver = await guardTakenOver(project, first.options, templates);
  const lookFor = ({ action, names, options: own }: ResourceView): NamedLook => ({
    names,
    options: { ...own, takenOver, former: former?.views.get(action) },
  });
  return {
    whole,
    urls: resource.urls,
    looks: [lookFor(first), ...others.map(lookFor)],
    guard: options.guard,
    former,
  };
}

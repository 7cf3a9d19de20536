// Specs: spec/rules/guard.spec.ts
import type { App, OtherApp } from '../app/app';
import type { Field } from '../fields/words';
import type { Action } from '../naming/actions';
import type { GuardOption } from '../naming/guards';
import type { ResourceNames, ResourceOptions, ResourceView } from '../naming/resource-names';
import type { Project } from '../project/project';
import { refuseNameOfSignIn } from '../rules/auth-files';
import { existingLooks, guardTakenOver } from '../view/present-guard';
import { namedLook, type NamedLook } from '../view/asked';
import { isServed } from '../view/placed-takeover';
import { lookAtResource } from '../view/resource';

/** What a run asks of a resource, and what the project has of it. */
export interface AskedResource {
  /** The resource with all its actions. */
  readonly whole: ResourceNames;
  /** The actions that the run is to make. */
  readonly actions: readonly Action[];
  /** The views that exist, as the last run left them; none if this run changes none of them. */
  readonly before: readonly NamedLook[];
  /** The same after this run, and the asked ones. */
  readonly after: readonly [NamedLook, ...NamedLook[]];
  /** As typed after `--guard`. */
  readonly guard: GuardOption | undefined;
  /** The guard that what exists is to get; undefined if that keeps its own. */
  readonly change: GuardOption | undefined;
}

/**
 * What the options ask for. A guard changes whatever exists of the resource, and so do further actions.
 *
 * @throws UsageError if a name is wrong or nothing describes the model, SchematicsException if it is not clear who may open
 *   further pages.
 */
export async function askedResource(
  app: App,
  { only, ...options }: ResourceOptions & { readonly guard?: GuardOption },
  fields: readonly Field[],
): Promise<AskedResource> {
  const { isOurs, project } = app;
  refuseNameOfSignIn(app, options.name);
  const all = { ...options, hasFields: fields.length > 0 };
  const whole = await lookAtResource(app, all);
  const asked = only === undefined ? whole : await lookAtResource(app, { ...all, only });
  if (!isOurs) {
    return { ...(await askedFunctions(app, asked)), whole, guard: options.guard };
  }
  const actions = asked.views.map(({ action }) => action);
  const existing = await existingLooks(project, whole.views);
  const isMade = (action: Action): boolean => existing.some(({ names }) => names.action === action);
  // Beside new pages, `none` is for these alone.
  const change = options.guard === 'none' && !actions.every(isMade) ? undefined : options.guard;
  const isOpened = change === 'none';
  const isChange = change !== undefined || !actions.every(isMade);
  const takenOver = await guardTakenOver(app, asked.views);
  const [first, ...others] = whole.views.flatMap(({ action, names, options: own }): NamedLook[] => {
    const {
      generateController,
      isAlone,
      takenOver: kept,
    } = existing.find((each) => each.names.action === action)?.options ?? {};
    const guard =
      kept && change === undefined ? { guard: undefined, takenOver: kept } : { takenOver };
    const isAsked = actions.includes(action);
    const wants = isAsked ? own : { ...own, generateController };
    return isAsked || (isChange && isMade(action))
      ? [{ names, options: { ...wants, ...guard, isAlone, isOpened } }]
      : [];
  });
  if (first === undefined) {
    throw new Error(`Nothing is asked of ${whole.name}.`);
  }
  return {
    whole,
    actions,
    before: isChange ? existing : [],
    after: [first, ...others],
    guard: options.guard,
    change,
  };
}

/** The functions that are asked for, each once: the one for a form shows it and takes its input. What exists stays as it is. */
async function askedFunctions(
  app: OtherApp,
  { views: [first, ...others] }: ResourceNames,
): Promise<Omit<AskedResource, 'guard' | 'whole'>> {
  const isOpened = first.options.guard === 'none';
  const lookFor = ({ options }: ResourceView): Promise<NamedLook> =>
    namedLook(app, { ...options, isOpened });
  const after: [NamedLook, ...NamedLook[]] = [await lookFor(first)];
  for (const view of others) {
    const look = await lookFor(view);
    if (after.every(({ names }) => names.view !== look.names.view)) {
      after.push(look);
    }
  }
  const actions = after.flatMap(({ names }) => names.action ?? []);
  const takenOver = await guardTakenOver(app, after);
  const guarded = (look: NamedLook): NamedLook =>
    isServed(app, look) ? look : { ...look, options: { ...look.options, takenOver } };
  const [one, ...more] = after;
  return { actions, after: [guarded(one), ...more.map(guarded)], before: [], change: undefined };
}

/** The views that a resource has once a run has changed it, with the guards that the run gives them. */
export async function looksAfter(
  project: Project,
  { after, whole }: Pick<AskedResource, 'after' | 'whole'>,
): Promise<NamedLook[]> {
  const looks = await existingLooks(project, whole.views);
  return looks.map((look) => {
    const given = after.find(({ names }) => names.view === look.names.view);
    const { guard, isOpened, owner, takenOver } = given?.options ?? look.options;
    return { ...look, options: { ...look.options, guard, isOpened, owner, takenOver } };
  });
}

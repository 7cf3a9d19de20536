// Specs: spec/make-view/index.spec.ts
import type { App } from '../app/app';
import type { Field } from '../fields/words';
import { ACTIONS } from '../naming/actions';
import { guardOption } from '../naming/guards';
import { segmentsOf } from '../naming/segments';
import { type ViewNames, viewNames } from '../naming/view-names';
import { type ViewOptions, type Wants, wantsOf } from '../naming/view-options';
import { parentModels } from '../project/models';
import { checkGuard, type GuardState, guardState, type TakenOver } from './guard-state';
import { asFunction, refuseUnknown } from './placed-names';

/** What to look for: the view that the options describe, and the fields of its model. */
export interface LookOptions extends ViewOptions {
  readonly fields?: readonly Field[];
  /** Whether it was made without the others of its resource. */
  readonly isAlone?: boolean;
  /** Whether `--guard none` takes its guard away: it exists. */
  readonly isOpened?: boolean;
  /** The guard of its resource, or of what that belongs to, which it gets unless the options name one. */
  readonly takenOver?: TakenOver | undefined;
}

export interface NamedLook {
  readonly names: ViewNames;
  readonly options: Omit<LookOptions, 'fields'>;
}

/** What to look for, as the project has it. */
export interface Asked extends NamedLook {
  readonly wants: Wants;
  readonly guard: GuardState | undefined;
  /** Whether what the run makes for it shows a form or takes its input. */
  readonly takesForm: boolean;
}

/** What to look for, by the name that was typed. */
export async function namedLook(
  { isOurs, project }: App,
  options: NamedLook['options'],
): Promise<NamedLook> {
  if (!isOurs) {
    const own = asFunction(options);
    return {
      names: viewNames(own, segmentsOf(own.name), new Set(), project.layout),
      options,
    };
  }
  const segments = segmentsOf(options.name);
  const models = await parentModels(project, segments);
  return { names: viewNames(options, segments, models, project.layout), options };
}

/** The URLs of views, by the names of their routes. */
export function urlsOf(looks: readonly NamedLook[]): ReadonlyMap<string, string> {
  return new Map(looks.map(({ names: { route } }) => [route.endpoint, route.path]));
}

/**
 * What is asked of a view.
 *
 * @throws UsageError if a guard does not fit, SchematicsException if the application has no such views.
 */
export async function askedBy(app: App, { names, options }: NamedLook): Promise<Asked> {
  const { usesForm } = ACTIONS[names.action ?? 'index'];
  const { isOurs } = app;
  if (!isOurs) {
    refuseUnknown(app, names, options);
  }
  const asked = wantsOf(options);
  const wants = { ...asked, controller: isOurs && asked.controller };
  if (options.guard) {
    checkGuard(options.guard, names, isOurs ? wants : { ...asked, controller: true });
  }
  const takenOver = options.guard === undefined ? options.takenOver : undefined;
  const word = takenOver?.word ?? guardOption(options.guard);
  const guard = word && (await guardState(app, word, takenOver, options.owner));
  return { options, names, wants, guard, takesForm: usesForm && (wants.controller || !isOurs) };
}

/** Whether a view shows what foreign keys choose from. */
export function showsChoices(asked: Asked): boolean {
  const { action } = asked.names;
  return asked.takesForm || (action !== undefined && ACTIONS[action].showsReferences);
}

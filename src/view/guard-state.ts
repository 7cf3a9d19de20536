// Specs: spec/rules/guard.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import { moduleOfPath } from '../layout';
import type { ManifestAction } from '../manifest/format';
import {
  type Decorator,
  type Guard,
  type GuardOption,
  guardOption,
  GUARDS,
  isChange,
  isGuard,
  USER,
} from '../naming/guards';
import { type Action, ACTION_NAMES, actionOf, isOfRecord } from '../naming/actions';
import { type ExistingRoute, routesIn } from '../project/existing-routes';
import type { Project } from '../project/project';
import { decoratedBy, type GuardDecorator, guardOf, strongest } from '../project/route-guards';
import { isNamed } from '../python/queries';
import type { ViewNames } from '../naming/view-names';
import type { Wants } from '../naming/view-options';
import { UsageError } from '../errors';

/**
 * Checks that a guard fits a view.
 *
 * @throws UsageError if it would guard nothing.
 */
export function checkGuard(
  option: GuardOption,
  { action, model, view }: ViewNames,
  wants: Wants,
): void {
  const guard = guardOption(option);
  if (guard === undefined) {
    return;
  }
  const { owner, reads } = GUARDS[guard];
  if (action === undefined && (owner !== undefined || reads === undefined)) {
    throw new UsageError(
      `--guard ${guard} is for actions on records, and ${view} is a page. Use --guard users or --guard admin.`,
    );
  }
  if (owner !== undefined && model?.className === USER) {
    throw new UsageError(`--guard ${guard} is for records that users own. Use --guard admin.`);
  }
  if (owner !== undefined && !wants.controller) {
    throw new UsageError(`--guard ${guard} needs the controller: add -c.`);
  }
}

/** The guard of a view. */
export interface GuardState {
  readonly word: Guard;
  /** The field with the owner, as typed after `--owner`. */
  readonly owner: string | undefined;
  /** The module of its decorators: `app.auth`. */
  readonly module: string;
  /** Whether tests can sign in as `make:auth` does. */
  readonly isTestable: boolean;
  /** Whether it is that of the resource, and was not asked for. */
  readonly isTakenOver: boolean;
  /** Whether it is taken over because the table of readers limits who may read the model. */
  readonly isByReaders: boolean;
}

/** A guard that nobody typed. */
export type TakenOver = Pick<GuardState, 'word' | 'isByReaders'>;

/** The methods of requests that change nothing. */
const READING = /^(GET|HEAD|OPTIONS)$/;

/**
 * A guard in a project.
 *
 * @throws SchematicsException if the project lacks sign-in, or a part of it that the guard needs.
 */
export async function guardState(
  project: Project,
  word: Guard,
  takenOver: TakenOver | undefined,
  owner?: string,
): Promise<GuardState> {
  const path = project.layout.auth;
  const source = await project.source(path);
  const remedy = 'Add sign-in with `scaffold make:auth`.';
  if (source === undefined) {
    throw new SchematicsException(`--guard needs ${path}, which is missing. ${remedy}`);
  }
  const { readers } = project.layout;
  if (!project.has(readers)) {
    throw new SchematicsException(
      `--guard needs ${readers}, which applications of earlier versions lack. Take it, app/records.py, app/lists.py and ` +
        'app/forms/choices.py from a new application: `scaffold new`.',
    );
  }
  const { changes, reads } = GUARDS[word];
  const needed = new Set(['login_required', 'current_user', reads ?? changes, changes]);
  const missing = [...needed].find((name) => !isNamed(source, source.root, name));
  if (missing !== undefined) {
    throw new SchematicsException(`--guard needs ${missing} in ${path}, which lacks it. ${remedy}`);
  }
  const isOurs = ['ask_to_sign_in', 'sign_in'].every((name) => isNamed(source, source.root, name));
  return {
    word,
    owner,
    module: moduleOfPath(path),
    isTestable: isOurs,
    isTakenOver: takenOver !== undefined,
    isByReaders: takenOver?.isByReaders === true,
  };
}

/**
 * For whom a guard shows links to actions, on pages that others see, too.
 *
 * @param isChangedByOwner Whether only the owner of what the records belong to changes them.
 */
export function allowedBy(word: Guard, isChangedByOwner: boolean): Allowed {
  const { owner, reads } = GUARDS[word];
  const changes = ACTION_NAMES.filter((action) => reads === undefined && isChange(action));
  return Object.fromEntries(
    changes.map((action) => [
      action,
      isChangedByOwner || (owner !== undefined && isOfRecord(action))
        ? 'may_change'
        : 'current_user',
    ]),
  );
}

/** The decorator that a guard puts on a route; undefined if everybody may open it. */
export function decoratorOf(
  word: Guard,
  { endpoint, methods }: Pick<ExistingRoute, 'endpoint' | 'methods'>,
): Decorator | undefined {
  const action = actionOf(endpoint);
  const changes =
    (action !== undefined && isChange(action)) || !methods.every((method) => READING.test(method));
  return changes ? GUARDS[word].changes : GUARDS[word].reads;
}

/** What a change of guard does to a route. */
interface RouteGuard {
  /** The decorator that an earlier guard put there; undefined if there is none. */
  readonly own: GuardDecorator | undefined;
  /** The one to put in its place; undefined if what a person put there lets in as few people. */
  readonly wanted: Decorator | undefined;
  /** What guards the route then. */
  readonly after: Decorator | undefined;
}

/**
 * What a change of guard does to a route. Its decorator takes the place of the one that an earlier guard put there, and what a
 * person put there stays.
 *
 * @param word Undefined to open the route.
 * @param made What the manifest has of the route.
 */
export function guardedBy(
  route: ExistingRoute,
  word: Guard | undefined,
  made: ManifestAction | undefined,
): RouteGuard {
  const { definition, source } = route;
  const routes = routesIn(source).filter((each) => each.definition?.name === definition?.name);
  const wordOf = (guard: Guard | undefined): Decorator | undefined =>
    guard && strongest(routes.map((each) => decoratorOf(guard, each)));
  const guards = definition ? decoratedBy(routes, definition).guards : [];
  const former = isGuard(made?.guard) ? wordOf(made.guard) : undefined;
  const own = guards.find(({ name }) => name === former);
  const others = definition
    ? strongest(guards.filter((each) => each !== own).map(({ name }) => name))
    : guardOf(route);
  const next = definition ? wordOf(word) : word && decoratorOf(word, route);
  const after = strongest([others, next]);
  return { own, wanted: after === others ? undefined : next, after };
}

/** For whom an action is, as a condition in Jinja: `current_user`. An action without one is for all who see the page. */
export type Allowed = Readonly<Partial<Record<Action, string>>>;

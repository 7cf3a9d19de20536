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
import type { ExistingRoute } from '../project/existing-routes';
import type { Project } from '../project/project';
import { guardOf, strongest } from '../project/route-guards';
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

/**
 * The decorator of a route once a guard is given to it. It takes the place of the one that an earlier guard put there; what a
 * person put there stays if it lets in fewer people.
 *
 * @param made What the manifest has of the route.
 */
export function guardedBy(
  route: ExistingRoute,
  { word }: Pick<GuardState, 'word'>,
  made: ManifestAction | undefined,
): Decorator | undefined {
  const [known, wanted] = [guardOf(route), decoratorOf(word, route)];
  const isMade = isGuard(made?.guard) && decoratorOf(made.guard, route) === known;
  return isMade ? wanted : strongest([known, wanted]);
}

/** For whom an action is, as a condition in Jinja: `current_user`. An action without one is for all who see the page. */
export type Allowed = Readonly<Partial<Record<Action, string>>>;

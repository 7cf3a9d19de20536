// Specs: spec/rules/guard.spec.ts
import { UsageError } from '../errors';
import { type Action, ACTION_NAMES, actionOf, ACTIONS, isOfRecord } from './actions';
import { quoted, wordMeant } from './spelling';

/** Who may see and change the records of a view, as typed after `--guard`. */
export type Guard = 'users' | 'users-write' | 'owner' | 'owner-write' | 'admin';

/** What is typed after `--guard`: `none` makes an open page beside guarded ones. */
export type GuardOption = Guard | 'none';

/** A decorator of `app/auth.py`. */
export type Decorator = 'login_required' | 'admin_required';

/** Everything particular to a guard. */
interface GuardRow {
  /** The decorator of the routes that read; undefined if everybody reads. */
  readonly reads: Decorator | undefined;
  /** The decorator of the routes that change records. */
  readonly changes: Decorator;
  /** What the owner of a record alone may do; undefined if owners make no difference. */
  readonly owner: 'read' | 'change' | undefined;
  /** The guard with the same decorators that asks for no owner. */
  readonly plain: Guard;
}

/** The decorators, the weakest first. */
const [USERS, ADMINS] = ['login_required', 'admin_required'] as const;

export const GUARDS: Readonly<Record<Guard, GuardRow>> = {
  users: { reads: USERS, changes: USERS, owner: undefined, plain: 'users' },
  'users-write': { reads: undefined, changes: USERS, owner: undefined, plain: 'users-write' },
  owner: { reads: USERS, changes: USERS, owner: 'read', plain: 'users' },
  'owner-write': { reads: undefined, changes: USERS, owner: 'change', plain: 'users-write' },
  admin: { reads: ADMINS, changes: ADMINS, owner: undefined, plain: 'admin' },
};

export const GUARD_NAMES = Object.keys(GUARDS) as Guard[];

/** Whether a word is a guard. */
export function isGuard(word: string | undefined): word is Guard {
  return word !== undefined && Object.hasOwn(GUARDS, word);
}

/** Whether a guard lets only the owner of a record use an action. */
export function isOwners(word: Guard, action: Action): boolean {
  const { owner } = GUARDS[word];
  return action !== 'create' && (owner === 'read' || (owner === 'change' && isChange(action)));
}

/** The guard that an option asks for; undefined if it asks for none. */
export function guardOption(option: GuardOption | undefined): Guard | undefined {
  return option === 'none' ? undefined : option;
}

/**
 * The guard of this name.
 *
 * @throws UsageError if there is none.
 */
export function guardNamed(typed: string): GuardOption {
  const words = [...GUARD_NAMES, 'none'] as const;
  const found = words.find((word) => word === typed);
  if (found === undefined) {
    const advice = wordMeant(typed, words, `use one of ${words.join(', ')}.`);
    throw new UsageError(`--guard ${quoted(typed)} is not a guard: ${advice}`);
  }
  return found;
}

/**
 * Checks that a field can be named as the owner.
 *
 * @throws UsageError if the guard gives records no owner.
 */
export function checkOwner(option: GuardOption | undefined, field: string | undefined): void {
  const guard = guardOption(option);
  if (field !== undefined && (guard === undefined || GUARDS[guard].owner === undefined)) {
    throw new UsageError(
      `--owner ${quoted(field)} says who owns a record, so it needs --guard owner or --guard owner-write.`,
    );
  }
}

/** Whether an action changes records, or shows a form for that. */
export function isChange(action: Action): boolean {
  return ACTIONS[action].usesForm || ACTIONS[action].method === 'POST';
}

/** The methods of requests that change nothing. */
const READING = /^(GET|HEAD|OPTIONS)$/;

/** A route, as a guard sees it. */
interface GuardedRoute {
  /** The last part of its endpoint. */
  readonly endpoint: string;
  readonly method?: string;
  readonly methods?: readonly string[];
}

/** The decorator that a guard puts on a route; undefined if everybody may open it. */
export function decoratorOf(
  word: Guard | undefined,
  { endpoint, method = 'GET', methods = [method] }: GuardedRoute,
): Decorator | undefined {
  const action = actionOf(endpoint);
  const changes =
    (action !== undefined && isChange(action)) || !methods.every((each) => READING.test(each));
  return word && GUARDS[word][changes ? 'changes' : 'reads'];
}

/** The strongest of these decorators. */
export function strongest(names: readonly (Decorator | undefined)[]): Decorator | undefined {
  return [ADMINS, USERS].find((name) => names.includes(name));
}

/** The weakest of these decorators; undefined if there is none. */
export function weakest(names: readonly Decorator[]): Decorator | undefined {
  return [USERS, ADMINS].find((name) => names.includes(name));
}

/** Whether a decorator lets in more people than another one. */
export function isWeaker(one: Decorator | undefined, other: Decorator | undefined): boolean {
  return strongest([one, other]) !== one;
}

/** For whom an action is, as a condition in Jinja: `current_user`. An action without one is for all who see the page. */
export type Allowed = Readonly<Partial<Record<Action, string>>>;

/**
 * For whom a guard shows links to actions, on pages that others see, too.
 *
 * @param isChangedByOwner Whether only the owner of what the records belong to changes them.
 */
export function allowedBy(word: Guard, isChangedByOwner: boolean): Allowed {
  const { owner, reads } = GUARDS[word];
  const isOwned = (action: Action): boolean =>
    isChangedByOwner || (owner !== undefined && isOfRecord(action));
  return Object.fromEntries(
    ACTION_NAMES.filter((action) => reads === undefined && isChange(action)).map((action) => [
      action,
      isOwned(action) ? 'may_change' : 'current_user',
    ]),
  );
}

/** The model of those who sign in. */
export const USER = 'User';

// Specs: spec/rules/guard.spec.ts
import { UsageError } from '../errors';
import { type Action, ACTIONS } from './actions';
import { nearestWord, quoted } from './spelling';

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
}

/** The table of guards. */
export const GUARDS: Readonly<Record<Guard, GuardRow>> = {
  users: { reads: 'login_required', changes: 'login_required', owner: undefined },
  'users-write': { reads: undefined, changes: 'login_required', owner: undefined },
  owner: { reads: 'login_required', changes: 'login_required', owner: 'read' },
  'owner-write': { reads: undefined, changes: 'login_required', owner: 'change' },
  admin: { reads: 'admin_required', changes: 'admin_required', owner: undefined },
};

/** The words of guards. */
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

/** The guard with the same decorators that asks for no owner. */
export function withoutOwner(word: Guard): Guard {
  const others: Partial<Record<Guard, Guard>> = { owner: 'users', 'owner-write': 'users-write' };
  return others[word] ?? word;
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
    const near = nearestWord(typed, words);
    const known = near === undefined ? `use one of ${words.join(', ')}.` : `did you mean ${near}?`;
    throw new UsageError(`--guard ${quoted(typed)} is not a guard: ${known}`);
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

/** The model of those who sign in. */
export const USER = 'User';

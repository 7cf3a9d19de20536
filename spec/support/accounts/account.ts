import { randomUUID } from 'node:crypto';
import { PASSWORD } from '../served-auth';
import type { Factor } from './factor';

/** An account as it must be. What has begun before it was renewed has ended. */
export class Account {
  readonly name = `Ada ${randomUUID()}`;
  /** What only its owner may read. */
  readonly note = `note ${randomUUID()}`;
  noteId = '';
  password = PASSWORD;
  isAdmin = false;
  isDisabled = false;
  isLeaving = false;
  factor: Factor | undefined;
  readonly tokens: Token[] = [];
  epoch = 0;

  constructor(public email: string) {}

  /** Ends all sessions, tokens and links of it. */
  renew(): void {
    this.epoch += 1;
  }
}

/** What belongs to an account until it is renewed. */
export interface Owned {
  readonly account: Account;
  readonly epoch: number;
}

export interface Token extends Owned {
  readonly text: string;
  readonly id: string;
  isOver: boolean;
}

/** A session, in each browser that has a copy of its cookie. */
export interface Session extends Owned {
  readonly cookie: string;
  isOver: boolean;
  isFresh: boolean;
}

/** A link in a mail. One that makes an account has none. */
export interface Link extends Partial<Owned> {
  readonly path: string;
  readonly email: string;
}

export function isCurrent({ account, epoch }: Partial<Owned> = {}): boolean {
  return account !== undefined && account.epoch === epoch;
}

export function isOpen<T extends Owned & { isOver: boolean }>(owned?: T): owned is T {
  return owned?.isOver === false && isCurrent(owned) && !owned.account.isDisabled;
}

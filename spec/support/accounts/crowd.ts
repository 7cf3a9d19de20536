import { type Account, isCurrent, isOpen, type Link, type Session } from './account';
import { Browser, type Headers, lookAtMail } from './browser';
import type { Answer } from '../request';
import { linkIn, type ServedAuth } from '../served-auth';

export const CODE = '/sign-in/code';

type Fields = Record<string, string>;

export const MAILS = {
  signUp: 'Finish signing up',
  taken: 'You already have an account',
  reset: 'Reset your password',
  address: 'Confirm your new e-mail address',
  addressChanged: 'Your e-mail address has been changed',
  password: 'Your password has been changed',
  factor: 'Your second factor has been',
  token: 'A new token of your account',
  leaving: 'Your account is going to be deleted',
} as const;

/** Some people at one application, and what must hold of their accounts. */
export class Crowd {
  readonly accounts: Account[] = [];
  readonly links: Link[] = [];
  /** All that there were. */
  readonly sessions: Session[] = [];

  constructor(
    protected readonly served: ServedAuth,
    /** The accounts of all crowds: nobody sees those of others. */
    protected readonly everybody: Account[],
    private readonly isAway: () => boolean,
  ) {}

  browser(): Browser {
    return new Browser(this.served.url, this.everybody, this.isAway);
  }

  /** @throws Error if another browser is signed in than those of the model, or as somebody else. */
  async look(browsers: readonly Browser[]): Promise<void> {
    for (const browser of browsers) {
      const { email } = browser.reader ?? {};
      expectSame('Who is signed in', await browser.account(), email);
    }
  }

  /** Whether a link does what it is for. */
  works({ account, email, path, ...link }: Link): boolean {
    if (path.startsWith('/sign-up/')) {
      return account === undefined && this.ownerOf(email) === undefined;
    }
    const isKept = account?.isLeaving === true || !path.startsWith('/account/keep/');
    const isFree = !path.startsWith('/account/address/') || this.ownerOf(email) === undefined;
    return isCurrent({ account, ...link }) && isKept && isFree;
  }

  ownerOf(email: string): Account | undefined {
    return this.accounts.find((each) => each.email === email);
  }

  /** Waits for a mail that was promised, and keeps its link. */
  async mailed(recipient: string, subject: string, about?: Account | 'newcomer'): Promise<void> {
    const { recipients, text } = await this.served.mails.mailTo(recipient, subject);
    lookAtMail(recipients, text, this.everybody);
    if (about !== undefined && subject !== MAILS.taken) {
      const owner = about === 'newcomer' ? {} : { account: about, epoch: about.epoch };
      this.links.push({ path: linkIn(text), email: recipient, ...owner });
    }
  }

  /** Signs a browser in, or has it wait for a code. What was signed in there is signed out. */
  entered(browser: Browser, account: Account, isAsked: boolean, answer?: Answer): void {
    if (answer) {
      expectSame('Asks for a code', answer.headers.location?.startsWith(CODE) === true, isAsked);
    }
    this.over(browser);
    browser.waiting = isAsked ? { account, epoch: account.epoch } : undefined;
    browser.session = isAsked ? undefined : this.newSession(browser, account);
  }

  private newSession({ cookie }: Browser, account: Account, isFresh = true): Session {
    const session = { account, epoch: account.epoch, cookie, isOver: false, isFresh };
    this.sessions.push(session);
    return session;
  }

  /** The session of a browser gets a new cookie: copies of the former one end. */
  protected goesOn(browser: Browser, isFresh = browser.session?.isFresh): void {
    if (browser.session) {
      browser.session.isOver = true;
      browser.session = this.newSession(browser, browser.session.account, isFresh);
    }
  }

  over(browser: Browser): void {
    if (browser.session) {
      browser.session.isOver = true;
    }
    browser.session = browser.waiting = undefined;
  }

  /** Opens a page with a form, and returns whether somebody is signed in. */
  async opened(browser: Browser, path = '/sign-in'): Promise<boolean> {
    await browser.get(isOpen(browser.session) ? '/account' : path);
    return isOpen(browser.session);
  }

  /** Sends a form that takes the password again, and a code, unless that was typed a moment ago. */
  protected async confirmed(
    browser: Browser,
    path: string,
    fields: Fields,
    typed: Typed,
    headers: Headers,
    then: (account: Account, answer: Answer) => Promise<void>,
  ): Promise<void> {
    const isIn = path.endsWith('second-factor')
      ? isOpen(browser.session)
      : await this.opened(browser);
    const { account, isFresh = false } = browser.session ?? {};
    const code = account?.factor?.recovery[0] ?? account?.factor?.code() ?? '';
    const form = {
      name: account?.name ?? 'Eve',
      ...fields,
      ...(typed !== 'nothing' && {
        current_password: (typed === 'wrong' ? 'x' : '') + (account?.password ?? ''),
      }),
      ...(typed !== 'nothing' && account?.factor && { current_code: code }),
    };
    // With a second factor, there is nothing to turn on; without one, nothing to turn off.
    const has = account?.factor !== undefined;
    const isMoot = path.includes('second-factor') && path.endsWith('second-factor') === has;
    const answer = await browser.post(path, form, headers);
    const isRight = isIn && (isFresh || isMoot || typed === 'right');
    const isDone =
      answer.status === 200 ||
      answer.headers.location === '/account' ||
      (isMoot && isIn && answer.status === 302);
    const isWrongCode =
      path.endsWith('second-factor') && answer.text.includes('Type the one that the app shows');
    if (settled(answer, isRight, isDone || isWrongCode, headers) && account) {
      if (!isFresh && !isMoot) {
        account.factor?.use(code);
        this.goesOn(browser, true);
      }
      await then(account, answer);
    }
  }

  /** Whether an answer is that of a form that signs in, or asks for a code next. */
  entersAt({ headers: { location = '' }, status }: Answer): boolean {
    return status === 302 && !/^\/(forgot-password|sign-up|sign-in)(\?|$)/.test(location);
  }

  protected async change(account: Account, change: string): Promise<string> {
    return this.served.python(`
from datetime import timedelta
from run import app
from app.auth import find_user
from app.extensions import db
from app.leaving import disable, enable
from app.models import ApiToken, UserSession
from app.models.types import utc_now
with app.app_context():
    user = find_user("${account.email}")
    ${change}
    db.session.commit()
`);
  }
}

/** What is typed into the field for the password. */
export type Typed = 'right' | 'wrong' | 'nothing';

/** Whether an answer lets it be done. Somebody may have tried too often, and headers may be refused. */
export function settled(
  answer: Answer,
  isRight: boolean | undefined,
  isDone: boolean,
  headers: Headers = {},
): boolean {
  const { status = 0 } = answer;
  const isRefused = status === 429 || (Object.keys(headers).length > 0 && status >= 400);
  if ((isDone && isRight === false) || (!isDone && isRight === true && !isRefused)) {
    const location = answer.headers.location ?? answer.text.slice(0, 3000);
    throw new Error(
      `${isDone ? 'Done, though wrong' : 'Right, but not done'}: ${status} ${location}`,
    );
  }
  return isDone;
}

export function expectSame<T>(what: string, seen: T, expected: T): void {
  if (seen !== expected) {
    throw new Error(`${what}: ${String(seen)} instead of ${String(expected)}`);
  }
}

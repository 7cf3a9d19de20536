import { Account, isCurrent, isOpen, type Link } from './account';
import type { Browser, Headers } from './browser';
import { CODE, Crowd, expectSame, MAILS, settled, type Typed } from './crowd';
import { Factor } from './factor';
import type { Answer } from '../request';

/** What people do, whether that may work, and what it makes of their accounts. */
export class People extends Crowd {
  async signIn(
    browser: Browser,
    account: Account,
    { password = account.password, email = account.email, next = '', headers = {} } = {},
  ): Promise<void> {
    const wasIn = await this.opened(browser, '/sign-in');
    const known = browser.known?.account === account && browser.known.factor === account.factor;
    const isAsked = account.factor !== undefined && !(known && isCurrent(browser.known));
    const cookie = `${browser.cookie}; ${browser.device}`;
    const form = { email, password };
    const answer = await browser.post(`/sign-in${next}`, form, { ...headers, cookie });
    const isRight = wasIn || (password === account.password && !account.isDisabled);
    if (settled(answer, isRight, answer.status === 302, headers) && !wasIn) {
      this.entered(browser, account, isAsked, answer);
      if (account.factor && browser.session) {
        browser.session.isFresh = false;
      }
    }
  }

  async typeCode(browser: Browser, code: string, next = '', remember = false): Promise<void> {
    const { waiting } = browser;
    await browser.get(CODE + next);
    const answer = await browser.post(CODE + next, {
      code,
      ...(remember && { remember_device: 'y' }),
    });
    const isAsked = isCurrent(waiting);
    const { account } = waiting ?? {};
    const isRight = isAsked && account?.factor?.accepts(code);
    const isDone = isAsked ? answer.status === 302 : this.entersAt(answer);
    if (settled(answer, isRight, isDone) && account) {
      account.factor?.use(code);
      this.entered(browser, account, false);
      if (remember) {
        browser.known = { account, epoch: account.epoch, factor: account.factor };
      }
    }
  }

  async signOut(browser: Browser, headers: Headers = {}): Promise<void> {
    await this.opened(browser);
    const answer = await browser.post('/sign-out', {}, headers);
    if (settled(answer, true, answer.status === 302, headers)) {
      this.over(browser);
    }
  }

  async forget(browser: Browser, email: string, headers: Headers = {}): Promise<void> {
    await this.opened(browser);
    const answer = await browser.post('/forgot-password', { email }, headers);
    const account = this.accounts.find((each) => each.email === email && !each.isDisabled);
    if (settled(answer, true, answer.status === 302, headers) && account) {
      await this.mailed(email, MAILS.reset, account);
    }
  }

  async reset(
    browser: Browser,
    link: Link,
    password: string,
    headers: Headers = {},
  ): Promise<void> {
    await this.opened(browser);
    browser.typed += link.email;
    const answer = await browser.post(link.path, { password }, headers);
    const isRight = this.works(link) && isGood(password);
    if (settled(answer, isRight, this.entersAt(answer), headers) && link.account) {
      await this.hasReset(browser, link.account, password, answer);
    }
  }

  async hasReset(
    browser: Browser,
    account: Account,
    password: string,
    answer: Answer,
  ): Promise<void> {
    account.password = password;
    account.renew();
    this.entered(browser, account, account.factor !== undefined, answer);
    await this.mailed(account.email, MAILS.password);
  }

  async signUp(browser: Browser, email: string, headers: Headers = {}): Promise<void> {
    const wasIn = await this.opened(browser, '/sign-up');
    const answer = await browser.post('/sign-up', { name: 'Ada', email }, headers);
    if (settled(answer, true, answer.status === 302, headers) && !wasIn) {
      await this.mailed(email, this.ownerOf(email) ? MAILS.taken : MAILS.signUp, 'newcomer');
    }
  }

  async finishSignUp(browser: Browser, link: Link, headers: Headers = {}): Promise<void> {
    await this.opened(browser);
    const account = new Account(link.email);
    const { name, password } = account;
    const answer = await browser.post(link.path, { name, password }, headers);
    if (settled(answer, this.works(link), this.entersAt(answer), headers)) {
      await this.hasSignedUp(browser, account);
    }
  }

  async hasSignedUp(browser: Browser, account: Account): Promise<void> {
    this.entered(browser, account, false);
    this.accounts.push(account);
    this.everybody.push(account);
    await browser.get('/notes/create');
    const { headers } = await browser.post('/notes/create', { text: account.note });
    account.noteId = /\d+$/.exec(headers.location ?? '')?.[0] ?? '';
  }

  async askForAddress(browser: Browser, email: string, typed: Typed, headers: Headers = {}) {
    await this.confirmed(browser, '/account', { email }, typed, headers, async (account) => {
      if (email !== account.email) {
        await this.mailed(email, this.ownerOf(email) ? MAILS.taken : MAILS.address, account);
      }
    });
  }

  async changeAddress(browser: Browser, link: Link): Promise<void> {
    const isIn = await this.opened(browser);
    const former = browser.session?.account.email ?? '';
    browser.typed += link.email;
    const answer = await browser.post(link.path);
    const { account } = link;
    const isRight = isIn && browser.session?.account === account && this.works(link);
    const seen = await browser.account();
    if (settled(answer, isRight, isIn && seen !== undefined && seen !== former) && account) {
      account.email = link.email;
      account.renew();
      this.goesOn(browser);
      await this.mailed(former, MAILS.addressChanged);
    }
  }

  async changePassword(browser: Browser, current: string, password: string): Promise<void> {
    const isIn = await this.opened(browser);
    const answer = await browser.post('/account/password', { current_password: current, password });
    const { account } = browser.session ?? {};
    const isRight = isIn && current === account?.password && isGood(password);
    if (settled(answer, isRight, answer.headers.location === '/account') && account) {
      account.password = password;
      account.renew();
      this.goesOn(browser);
      await this.mailed(account.email, MAILS.password);
    }
  }

  async turnOn(browser: Browser, typed: Typed, isRightCode = true): Promise<void> {
    const { factor } = browser.session?.account ?? {};
    const page = await browser.get('/account/second-factor');
    const secret = /this key: <code>([A-Z2-7 ]+)</.exec(page.text)?.[1]?.replaceAll(' ', '') ?? '';
    const next = new Factor(secret, []);
    const code = isRightCode ? next.code() : '000000';
    const path = '/account/second-factor';
    await this.confirmed(browser, path, { code }, typed, {}, async (account, { text }) => {
      const codes = recoveryCodesIn(text);
      expectSame('Codes are shown', codes.length > 0, factor === undefined && isRightCode);
      if (codes.length > 0) {
        next.recovery = codes;
        account.factor = next;
        for (const other of this.sessions.filter((each) => each.account === account)) {
          other.isOver ||= other !== browser.session;
        }
        await this.mailed(account.email, MAILS.factor);
      }
    });
  }

  async newCodes(browser: Browser, typed: Typed): Promise<void> {
    const path = '/account/second-factor/codes';
    await this.confirmed(browser, path, {}, typed, {}, async ({ email, factor }, { text }) => {
      expectSame('New codes are shown', recoveryCodesIn(text).length > 0, factor !== undefined);
      if (factor) {
        factor.recovery = recoveryCodesIn(text);
        await this.mailed(email, MAILS.factor);
      }
    });
  }

  async turnOff(browser: Browser, typed: Typed): Promise<void> {
    const path = '/account/second-factor/off';
    await this.confirmed(browser, path, {}, typed, {}, async (account) => {
      if (account.factor) {
        account.factor = undefined;
        await this.mailed(account.email, MAILS.factor);
      }
    });
  }

  async makeToken(browser: Browser, typed: Typed): Promise<void> {
    const fields = { name: 'Spec', days: '30' };
    const path = '/account/tokens/create';
    await this.confirmed(browser, path, fields, typed, {}, async (account, { text }) => {
      const [token = ''] = /pat_[\w-]+/.exec(text) ?? [];
      const [, id = ''] = /tokens\/(\d+)\/revoke/.exec((await browser.get('/account')).text) ?? [];
      account.tokens.push({ account, epoch: account.epoch, text: token, id, isOver: false });
      await this.mailed(account.email, MAILS.token);
    });
  }

  /** A program reads the notes, and the users. */
  async useToken(text: string, path: '/api/notes' | '/api/users'): Promise<void> {
    const token = this.accounts.flatMap(({ tokens }) => tokens).find((each) => each.text === text);
    const reader = isOpen(token) ? token.account : undefined;
    const { status } = await this.browser().api(path, text, reader);
    const isAllowed = reader && (path === '/api/notes' || reader.isAdmin);
    expectSame(`${path} with a token`, status, isAllowed ? 200 : reader ? 403 : 401);
  }

  async leave(browser: Browser, password: string): Promise<void> {
    const isIn = await this.opened(browser);
    const answer = await browser.post('/account/leave', { current_password: password });
    const { account } = browser.session ?? {};
    const isRight = isIn && password === account?.password;
    if (settled(answer, isRight, answer.headers.location === '/') && account) {
      await this.hasLeft(account);
    }
  }

  async hasLeft(account: Account): Promise<void> {
    account.isDisabled = account.isLeaving = true;
    account.renew();
    await this.mailed(account.email, MAILS.leaving, account);
  }

  async keep(browser: Browser, link: Link): Promise<void> {
    await this.opened(browser);
    const answer = await browser.post(link.path);
    const isDone = await this.isKept(browser, answer);
    if (settled(answer, this.works(link), isDone) && link.account) {
      this.hasKept(link.account);
    }
  }

  /** Whether the page that follows says so. */
  async isKept(browser: Browser, answer: Answer): Promise<boolean> {
    let page = answer;
    for (let tries = 0; tries < 4 && page.status === 302; tries++) {
      page = await browser.get(page.headers.location ?? '/');
    }
    return page.text.includes('Your account stays.');
  }

  hasKept(account: Account): void {
    account.isDisabled = account.isLeaving = false;
    account.renew();
  }
}

/** Whether a password may be chosen. */
function isGood(password: string): boolean {
  return password.startsWith('battery ');
}

function recoveryCodesIn(page: string): string[] {
  return [...page.matchAll(/<code>([a-z2-7-]{29})<\/code>/g)].map(([, code = '']) => code);
}

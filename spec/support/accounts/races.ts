import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Answer } from '../request';
import { Account, isOpen } from './account';
import type { Browser } from './browser';
import { CODE, expectSame, MAILS } from './crowd';
import { People } from './people';
import { pick, type Step } from './plan';

/** What several requests try together: at once, or one after the other to compare the answers. */
export class Races extends People {
  protected readonly browsers = Array.from({ length: 8 }, () => this.browser());

  protected async comesBack(account: Account): Promise<void> {
    const { factor, isDisabled } = account;
    const hasCode = factor === undefined || factor.recovery.length > 0;
    if (!isDisabled && (hasCode || factor.accepts(factor.code()) === true)) {
      const browser = this.browser();
      await this.signIn(browser, account);
      await this.passCode(browser);
      expectSame(`${account.email} is back`, isOpen(browser.session), true);
      await this.look([browser]);
    }
  }

  /** Types a recovery code if a browser waits for one. */
  private async passCode(browser: Browser): Promise<void> {
    const { factor } = browser.waiting?.account ?? {};
    if (factor) {
      await this.typeCode(browser, factor.recovery[0] ?? factor.code());
    }
  }

  /** What a page answers about an address with an account, and about one without. */
  async compares({ how, which, ...step }: Step): Promise<void> {
    const { email } = pick(this.accounts, step.whom);
    const path = pick(['/sign-in', '/sign-up', '/forgot-password', '/account'], how);
    const owner = this.browsers.find(
      ({ reader, session }) => reader && reader.email !== email && session?.isFresh,
    );
    const answers: string[] = [];
    for (const each of [email, email.replace(/^.{8}/, randomUUID().slice(0, 8))]) {
      const browser = path === '/account' ? owner : this.browser();
      if (browser) {
        await this.opened(browser, path);
        const name = browser.session?.account.name ?? 'Eve';
        const answer = await browser.post(path, { name, email: each, password: `wrong ${which}` });
        const isSent = answer.status === 302;
        const page = isSent ? await browser.get(answer.headers.location ?? '/') : answer;
        answers.push(comparable(answer, each), comparable(page, each));
        if (isSent) {
          await this.mailedAfter(path, each, browser.reader);
        }
      }
    }
    const [one, oneAfter, other, otherAfter] = answers;
    if (!answers.some((each) => each.startsWith('429'))) {
      expectSame(`${path} tells who has an account`, other, one);
      expectSame(`The page after ${path} tells who has an account`, otherAfter, oneAfter);
    }
  }

  /** Waits for the mail that the form of a page brings to an address. */
  private async mailedAfter(path: string, email: string, user?: Account): Promise<void> {
    const owner = this.ownerOf(email);
    if (path === '/forgot-password') {
      await (owner?.isDisabled === false && this.mailed(email, MAILS.reset, owner));
    } else {
      const subject = path === '/account' ? MAILS.address : MAILS.signUp;
      await this.mailed(email, owner ? MAILS.taken : subject, user ?? 'newcomer');
    }
  }

  /** Many wrong passwords from one address keep nobody out elsewhere. */
  async guesses({ how, whom, ...step }: Step): Promise<void> {
    const [thief, account] = [this.browser(), pick(this.accounts, whom)];
    for (let tries = 0; tries < 12; tries++) {
      await this.signIn(thief, account, { password: `wrong ${step.which} ${tries + how}` });
    }
    await this.comesBack(account);
  }

  /** Of several who open one link at once, one gets in. */
  async racesForLink({ how, whom }: Step): Promise<void> {
    const account = pick(this.accounts, whom);
    const email = `${randomUUID()}@example.com`;
    const isNew = how % 2 === 0 && this.accounts.length < 8;
    if (isNew) {
      await this.signUp(this.browser(), email);
    } else if (account.isLeaving) {
      await this.racesToKeep(account);
      return;
    } else if (account.isDisabled) {
      return;
    } else {
      await this.forget(this.browser(), account.email);
    }
    const link = pick(this.links, this.links.length - 1);
    const visitors = await this.newBrowsers(3, (each) => this.opened(each));
    const newcomers = visitors.map(() => new Account(email));
    const passwords = visitors.map(() => `battery ${randomUUID()}`);
    const answers = await Promise.all(
      visitors.map((each, index) => {
        each.typed += link.email;
        const { name, password } = pick(newcomers, index);
        return each.post(
          link.path,
          isNew ? { name, password } : { password: pick(passwords, index) },
        );
      }),
    );
    const first = answers.findIndex((each) => this.entersAt(each));
    expectSame('Winners', answers.filter((each) => this.entersAt(each)).length, 1);
    const winner = pick(visitors, first);
    if (isNew) {
      await this.hasSignedUp(winner, pick(newcomers, first));
    } else {
      await this.hasReset(winner, account, pick(passwords, first), pick(answers, first));
    }
    await this.look(visitors);
  }

  private async racesToKeep(account: Account): Promise<void> {
    const link = this.links.findLast((each) => each.account === account && this.works(each));
    if (link) {
      const visitors = await this.newBrowsers(3, (each) => this.opened(each));
      const kept = await Promise.all(
        visitors.map(async (each) => this.isKept(each, await each.post(link.path))),
      );
      expectSame('Who keeps an account', kept.filter(Boolean).length, 1);
      this.hasKept(account);
    }
  }

  /** Of several who type one code at once, one gets in; with a code of the app none, if that has been used. */
  async racesForCode({ how, whom }: Step): Promise<void> {
    const guarded = this.accounts.filter((each) => each.factor && !each.isDisabled);
    if (guarded.length === 0) {
      return;
    }
    const account = pick(guarded, whom);
    const code =
      (how < 60 ? account.factor?.recovery[0] : undefined) ?? account.factor?.code() ?? '';
    const isRight = account.factor?.accepts(code);
    const thieves = await this.newBrowsers(3, async (each) => {
      await this.signIn(each, account);
      await each.get(CODE);
    });
    const answers = await Promise.all(thieves.map((each) => each.post(CODE, { code })));
    const winners = thieves.filter((_, index) => this.entersAt(pick(answers, index)));
    const most = isRight === false ? 0 : 1;
    expectSame(`${winners.length} sign in with one code`, winners.length <= most, true);
    expectSame('Somebody signs in', winners.length > 0 || isRight !== true, true);
    for (const winner of winners) {
      account.factor?.use(code);
      this.entered(winner, account, false);
    }
    await this.look(thieves);
  }

  /** What begins while an account changes is over once it has changed, whichever came first. */
  async racesWithChange({ how, which, whom }: Step): Promise<void> {
    const account = pick(this.accounts, whom);
    if (account.isDisabled || account.isAdmin) {
      return;
    }
    const [owner, phone, late] = [this.browser(), this.browser(), this.browser()];
    for (const each of [owner, phone]) {
      await this.signIn(each, account);
      await this.passCode(each);
    }
    if (!isOpen(owner.session) || !isOpen(phone.session)) {
      return; // The codes are used up.
    }
    const isAsked = account.factor !== undefined;
    await this.opened(late);
    if (isAsked) {
      await this.signIn(late, account);
      await late.get(CODE);
    }
    const code = account.factor?.recovery[0] ?? '';
    const { email, password } = account;
    await Promise.all([this.opened(phone), this.opened(owner)]);
    const token = async (): Promise<string> => {
      const { text } = await phone.post('/account/tokens/create', { name: 'Spec', days: '30' });
      return /pat_[\w-]+/.exec(text)?.[0] ?? 'none';
    };
    const changes = [
      () => this.changePassword(owner, password, `battery ${randomUUID()}`),
      () => this.leave(owner, password),
      ...(isAsked ? [] : [() => this.turnOn(owner, 'nothing')]),
    ];
    const change = pick(changes, which);
    const signsIn = (): Promise<Answer> =>
      isAsked ? late.post(CODE, { code }) : late.post('/sign-in', { email, password });
    const { epoch, factor } = account;
    const begins = async (): Promise<Answer | string> => {
      await setTimeout(how % 20);
      return how < 60 ? signsIn() : token();
    };
    const [, begun] = await Promise.all([change(), begins()]);
    late.waiting = undefined;
    if (isAsked && typeof begun !== 'string' && this.entersAt(begun)) {
      account.factor?.use(code);
    }
    if (account.epoch === epoch && account.factor === factor) {
      return; // Somebody has tried too often.
    }
    await this.look([owner, phone, late]);
    const isTurnedOn = which % changes.length === 2;
    if (typeof begun === 'string' && begun !== 'none' && !isTurnedOn) {
      await this.useToken(begun, '/api/notes');
    }
  }

  /** Browsers that nobody has used, once each has done something. */
  protected async newBrowsers(
    count: number,
    act: (each: Browser) => Promise<unknown>,
  ): Promise<Browser[]> {
    const browsers = Array.from({ length: count }, () => this.browser());
    await Promise.all(browsers.map(act));
    return browsers;
  }
}

/** What may tell one answer from another. */
function comparable({ headers, status, text }: Answer, email: string): string {
  const names = ['date', 'set-cookie', 'content-length', 'x-scrypt-runs', 'x-request-id'];
  const kept = Object.entries(headers).filter(([name]) => !names.includes(name));
  const page = text
    .replaceAll(/name="csrf_token"[^>]*>|<time.*?<\/time>/gs, '')
    .replaceAll(email, '');
  return `${status ?? ''}\n${kept.join('\n')}\n${page}`.replaceAll(/[0-9a-f]{64}/g, '');
}

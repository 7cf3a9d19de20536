import { randomUUID } from 'node:crypto';
import { FORMS } from '../attacks';
import { linkIn } from '../served-auth';
import { type Account, isOpen, type Link } from './account';
import type { Browser } from './browser';
import { expectSame, MAILS, type Typed } from './crowd';
import { pick, planOf, type Step } from './plan';
import { Races } from './races';

/** What one click sends. Junk goes there without the token of a form. */
const BUTTON = /sign-out|\/end|revoke|codes|off$|users|delete/;

const PAGES = [
  ...FORMS,
  ...['/account/export', '/account/tokens/create', '/account/tokens/1/revoke', '/'],
  ...['/notes', '/notes/create', '/notes/1/edit', '/notes/1/delete', '/users', '/users/1/edit'],
  ...['/api/notes', '/api/notes/1', '/api/users', '/api/openapi.json', '/api/nowhere', '/health'],
  ...['//sign-in', '/sign-in/', '/static/token', '/account/sessions/99999999999999999999/end'],
];

const FIELDS = [
  ...['email', 'password', 'current_password', 'current_code', 'code', 'days', 'remember', 'next'],
  ...['name', 'text', 'user_id', 'is_admin', 'csrf_token', 'email-shown', 'page', 'sort', 'q'],
];

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY'];

/** Prints a link that was made an hour ago. */
const OLD_LINK = `
    import time
    from app.reset_links import reset_link
    now = time.time()
    time.time = lambda: now - 3605
    with app.test_request_context():
        print(reset_link(user))
    time.time = lambda: now
`;

/** Sends what waits, also what is put off, and prints how many mails are left. */
const DUE = `
from run import app
from app.extensions import db
from app.models import OutboxMail
from app.models.types import utc_now
from app.outbox import send_due
with app.app_context():
    db.session.execute(db.update(OutboxMail).values(due_at=utc_now()))
    db.session.commit()
    send_due()
    print(db.session.query(OutboxMail).count())
`;

/** Random attacks on the accounts of some people. */
export class Attacks extends Races {
  /** Makes two users, an admin, one with a second factor and one who is disabled, and tries what the seed decides. */
  async run(steps: number, seed: number): Promise<void> {
    await this.begin();
    await this.attack(steps, seed);
    await this.end();
  }

  /**
   * Has the database go away just after a mail is sent, before the application can write that down.
   *
   * @param away Takes the database away.
   * @param back Brings it back, and waits until it answers.
   */
  async loseDatabase(away: () => Promise<void>, back: () => Promise<void>): Promise<void> {
    await this.begin();
    const { mails } = this.served;
    const [first, ...others] = this.accounts.filter((each) => !each.isDisabled);
    const visitors = await this.newBrowsers(others.length, (each) => this.opened(each));
    const isGone = new Promise<void>((resolve, reject) => {
      mails.beforeMail = async () => {
        mails.beforeMail = () => Promise.resolve();
        await away().then(resolve, reject);
      };
    });
    const promised = [first?.email ?? ''];
    await this.one({ who: 0 }).post('/forgot-password', { email: promised[0] ?? '' });
    await isGone;
    await Promise.all([
      ...visitors.map(async (each, index) => {
        const { email, password } = pick(others, index);
        if ((await each.post('/forgot-password', { email })).status === 302) {
          promised.push(email);
        }
        await each.post('/sign-in', { email, password: `x${password}` });
      }),
      ...this.browsers.map((each) => each.get('/account')),
      ...PAGES.map((path) => this.browser().get(path)),
    ]);
    await back();
    const left = await this.served.python(DUE);
    expectSame('Mails that are left', left.trim(), '0');
    for (const email of promised) {
      const account = this.ownerOf(email);
      await (account && this.mailed(email, MAILS.reset, account));
    }
    await this.look([...this.browsers, ...visitors]);
    await this.end();
  }

  private async attack(steps: number, seed: number): Promise<void> {
    for (const [number, step] of planOf(steps, seed).entries()) {
      try {
        await this[step.kind](step);
        await this.look(number % 10 === 9 ? this.browsers : [this.one(step), this.other(step)]);
      } catch (error) {
        const words = JSON.stringify(step, (_, value: unknown) =>
          typeof value === 'string' ? value.slice(0, 100) : value,
        );
        throw new Error(`In step ${number + 1}, ${words}: ${String(error)}`, { cause: error });
      }
    }
  }

  private async begin(): Promise<void> {
    for (const browser of this.browsers.slice(0, 5)) {
      const email = `${randomUUID()}@example.com`;
      await this.signUp(browser, email);
      await this.finishSignUp(browser, pick(this.links, this.links.length - 1));
    }
    const [admin, guarded, disabled] = this.accounts;
    if (admin && guarded && disabled) {
      await this.change(admin, 'user.is_admin = True');
      admin.isAdmin = true;
      await this.change(disabled, 'disable(user)');
      disabled.isDisabled = true;
      disabled.renew();
      await this.turnOn(this.browserOf(guarded) ?? this.browser(), 'nothing');
    }
  }

  /** What has ended stays so, and everybody can sign in from an address that nobody has used. */
  private async end(): Promise<void> {
    await this.look(this.browsers);
    for (const session of this.sessions.filter((each): boolean => !isOpen(each)).slice(-20)) {
      const thief = this.browser();
      thief.cookie = session.cookie;
      await this.look([thief]);
    }
    for (const account of this.accounts) {
      for (const { text } of account.tokens) {
        await this.useToken(text, '/api/notes');
      }
      await this.comesBack(account);
    }
  }

  // Single steps

  signsIn({ headers, how, next, which, ...step }: Step): Promise<void> {
    const account = pick(this.accounts, step.whom);
    const wrong = ['', 'wrong horse battery', pick(this.accounts, which).email, 'x'.repeat(5001)];
    const password = how < 60 ? account.password : pick(wrong, which);
    const email = how % 3 === 0 ? ` ${account.email.toUpperCase()} ` : account.email;
    return this.signIn(this.one(step), account, { password, email, next, headers });
  }

  async typesCode({ how, next, which, ...step }: Step): Promise<void> {
    const guarded = this.accounts.filter((each) => each.factor && !each.isDisabled);
    const browser = this.one(step);
    if (guarded.length > 0 && !browser.reader && !browser.waiting) {
      await this.signIn(browser, pick(guarded, step.whom));
    }
    const { factor } = browser.waiting?.account ?? pick(this.accounts, step.whom);
    const right = [factor?.code(), factor?.recovery[0]];
    const now = factor?.step() ?? 0;
    const others = this.accounts.filter((each) => each.factor !== factor);
    const wrong = [
      ...['000000', ...(factor?.used ?? []), factor?.code(now - 3), factor?.code(now + 3)],
      ...others.flatMap((each) => [each.factor?.code(), each.factor?.recovery[0]]),
    ];
    const code = pick(how < 60 ? right : wrong, which) ?? '';
    await this.typeCode(browser, code, next, how % 5 === 0);
  }

  signsOut(step: Step): Promise<void> {
    return this.signOut(this.one(step), step.headers);
  }

  forgets(step: Step): Promise<void> {
    return this.forget(this.one(step), this.emailOf(step), step.headers);
  }

  async resets(step: Step): Promise<void> {
    const wrong = ['', 'short', 'password1234!', 'correct'.repeat(1000)];
    const isWrong = step.how % 4 === 0;
    const password = isWrong ? pick(wrong, step.whom) : `battery ${randomUUID()}`;
    for (const link of this.linkTo('/reset-password/', step)) {
      await this.reset(this.one(step), link, password, step.headers);
    }
  }

  signsUp(step: Step): Promise<void> {
    return this.signUp(this.one(step), this.emailOf(step), step.headers);
  }

  async finishes(step: Step): Promise<void> {
    for (const link of this.linkTo('/sign-up/', step)) {
      if (this.accounts.length < 8 || !this.works(link)) {
        await this.finishSignUp(this.one(step), link, step.headers);
      }
    }
  }

  asksForAddress({ headers, ...step }: Step): Promise<void> {
    return this.askForAddress(this.inside(step), this.emailOf(step), typed(step), headers);
  }

  async changesAddress(step: Step): Promise<void> {
    if (step.how < 60) {
      await this.askForAddress(this.inside(step), `${randomUUID()}@example.com`, 'right');
    }
    for (const link of this.linkTo('/account/address/', step)) {
      const owner = link.account && this.browserOf(link.account);
      const isOwn = step.whom % 2 > 0 && owner !== undefined;
      await this.changeAddress(isOwn ? owner : this.other(step), link);
    }
  }

  changesPassword(step: Step): Promise<void> {
    const { how, which } = step;
    const browser = this.inside(step);
    const right = browser.session?.account.password ?? '';
    const password = how % 4 > 0 ? `battery ${randomUUID()}` : 'password1234!';
    const wrong = ['', `x${right}`, pick(this.accounts, which).password];
    return this.changePassword(browser, how < 60 ? right : pick(wrong, which), password);
  }

  turnsOn(step: Step): Promise<void> {
    return this.turnOn(this.inside(step), typed(step), step.which % 4 > 0);
  }

  turnsOff(step: Step): Promise<void> {
    return this.turnOff(this.inside(step), typed(step));
  }

  makesCodes(step: Step): Promise<void> {
    return this.newCodes(this.inside(step), typed(step));
  }

  leaves(step: Step): Promise<void> {
    const { how } = step;
    const browser = this.inside(step);
    const { password = '' } = browser.session?.account ?? {};
    return this.leave(browser, how < 60 ? password : `${password}x`);
  }

  async keeps(step: Step): Promise<void> {
    for (const link of this.linkTo('/account/keep/', step)) {
      await this.keep(this.one(step), link);
    }
  }

  makesToken(step: Step): Promise<void> {
    return this.makeToken(this.inside(step), typed(step));
  }

  usesToken({ how, which }: Step): Promise<void> {
    const tokens = this.accounts.flatMap((each) => each.tokens);
    const { text = 'pat_x' } = tokens.toReversed()[which % (tokens.length + 1)] ?? {};
    const wrong = [`${text}x`, text.slice(0, -1), text.toUpperCase(), '', text.repeat(50)];
    const sent = how < 80 ? text : pick(wrong, which);
    return this.useToken(sent, how % 2 === 0 ? '/api/notes' : '/api/users');
  }

  async revokesToken(step: Step): Promise<void> {
    const { which } = step;
    const browser = this.inside(step);
    await this.makeToken(this.browsers.find(({ reader }) => reader) ?? browser, 'right');
    const tokens = this.accounts.flatMap((each) => each.tokens);
    const working = tokens.filter((each) => isOpen(each));
    const token = [...working, ...tokens.slice(-1)][which % (working.length + 1)];
    await this.opened(browser);
    const { status } = await browser.post(`/account/tokens/${token?.id ?? '1'}/revoke`);
    if (token && status === 302 && isOpen(browser.session)) {
      token.isOver ||= browser.session.account === token.account;
      await this.useToken(token.text, '/api/notes');
    }
  }

  /** Ends one of the own sessions, all others, or some number; but never that of somebody else. */
  async endsSession(step: Step): Promise<void> {
    const { how, which } = step;
    const browser = this.inside(step);
    const { text } = await browser.get('/account');
    const own = [...text.matchAll(/\/account\/sessions\/\d+\/end/g)].map(([path]) => path);
    const path = how < 60 ? own[which % own.length] : `/account/sessions/${which % 300}/end`;
    const others = '/account/sessions/end-others';
    await browser.post(how % 4 === 0 ? others : (path ?? others));
    const { session } = browser;
    const gone = new Set<unknown>();
    for (const each of this.browsers) {
      const isOver = isOpen(each.session) && (await each.account()) === undefined;
      if (isOver && each.session) {
        expectSame('Whose session ended', each.session.account, session?.account);
        gone.add(each.session);
        each.session.isOver = true;
      }
    }
    expectSame('The own session ended', session && gone.has(session), session && false);
    if (how % 4 === 0 && isOpen(session)) {
      const left = this.sessions.filter((each) => isOpen(each) && each.account === session.account);
      left.forEach((each) => (each.isOver ||= each !== session));
    }
  }

  /** Copies the cookies of another browser. */
  steals(step: Step): Promise<void> {
    const [thief, owner] = [this.one(step), this.other(step)];
    const { cookie, device, known, session, typed: seen, waiting } = owner;
    Object.assign(thief, { device, known });
    if (step.how < 60) {
      Object.assign(thief, { cookie, session, waiting, typed: thief.typed + seen });
    }
    return Promise.resolve();
  }

  async readsOthers({ how, which, ...step }: Step): Promise<void> {
    const [browser, { noteId, name }] = [this.one(step), pick(this.accounts, step.whom)];
    const { reader } = browser;
    await this.opened(browser);
    const isOwn = reader?.name === name;
    const path = `/notes/${noteId}${pick(['', '/edit', '/edit', '/delete'], which)}`;
    if (!isOwn) {
      const answers = [await browser.get(path), await browser.post(path, { text: 'mine' })];
      for (const { status } of answers) {
        expectSame(path, [reader ? 404 : 302, 405].includes(status ?? 0), true);
      }
    }
    const { status } = await browser.get(how % 2 === 0 ? '/users' : '/users/create');
    const isRight = reader?.isAdmin === true || status === (reader ? 403 : 302);
    expectSame(`/users: ${status ?? ''}`, isRight, true);
  }

  /** A link that is cut, changed, or for another page. */
  async altersLink({ how, which, ...step }: Step): Promise<void> {
    if (this.links.length === 0) {
      return;
    }
    const { email, path } = pick(this.links, which);
    const [, page = '', token = ''] = /^(.*\/)(.*)$/.exec(path) ?? [];
    const [head = '', ...rest] = token.split('.');
    const altered = [
      ...['/sign-up/', '/reset-password/', '/account/address/', '/account/keep/']
        .filter((each) => each !== page)
        .map((each) => each + token),
      ...[path.slice(0, -9), `${path}x`, page + token.toUpperCase(), page + head, `${path}/x`],
      page + [head.replace(/^.(.)/, '$1A'), ...rest].join('.'),
      page + [Buffer.from('["1",0]').toString('base64url'), ...rest].join('.'),
    ];
    const browser = this.one(step);
    browser.typed += email;
    await this.opened(browser);
    const answer = await browser.post(pick(altered, how), {
      name: 'Eve',
      password: 'battery of Eve',
    });
    const { location = '' } = answer.headers;
    const isDead =
      answer.status === 404 || /^\/(sign-up|sign-in|forgot-password|account)(\?|$)/.test(location);
    expectSame(
      `An altered link: ${answer.status ?? ''} ${location}`,
      isDead || answer.status === 429,
      true,
    );
    expectSame('It keeps an account', await this.isKept(browser, answer), false);
  }

  /** What commands and time do. */
  async operates({ which, whom }: Step): Promise<void> {
    const account = pick(this.accounts, whom);
    const sessions = this.sessions.filter((each) => each.account === account);
    const effects: [change: string, effect: () => void][] = [
      [
        `${update('UserSession')}.values(fresh_at=utc_now() - timedelta(hours=3)))`,
        () => {
          sessions.forEach((each) => (each.isFresh = false));
        },
      ],
      [
        `${update('UserSession')}.values(created_at=utc_now() - timedelta(days=31)))`,
        () => {
          sessions.forEach((each) => (each.isOver = true));
        },
      ],
      [
        `${update('ApiToken')}.values(expires_at=utc_now()))`,
        () => {
          account.tokens.forEach((each) => (each.isOver = true));
        },
      ],
      [
        'disable(user)',
        () => {
          account.renew();
          account.isDisabled = true;
        },
      ],
      [
        'enable(user)',
        () => {
          this.hasKept(account);
        },
      ],
    ];
    const [change, effect] = pick(effects, which);
    await this.change(account, change);
    effect();
  }

  /** A reset link that is an hour old. */
  async expires({ whom, ...step }: Step): Promise<void> {
    const account = pick(this.accounts, whom);
    const printed = await this.change(account, OLD_LINK);
    const link = { path: linkIn(printed), email: account.email, account, epoch: -1 };
    await this.reset(this.one(step), link, `battery ${randomUUID()}`);
  }

  /** What no form asks for, anywhere. */
  async sendsJunk({ headers, how, junk, next, which, ...step }: Step): Promise<void> {
    const browser = this.one(step);
    await this.opened(browser);
    const short = junk.slice(0, 1500).replace(/%.?$/, '');
    const link = this.links[which % (this.links.length + 1)]?.path.replace(/.*\//, '') ?? short;
    const path = pick(PAGES, which).replace('token', how % 2 === 0 ? short : `${link}x${short}`);
    const isButton = BUTTON.test(path) || browser.reader?.isAdmin === true;
    const fields = Array.from({ length: (how % 4) + 1 }, (_, index) => pick(FIELDS, which + index));
    const body = fields.map((field) => `${field}=${fields.length > 1 ? short : junk}`).join('&');
    const token = this.accounts.flatMap(({ tokens }) => tokens).find((each) => isOpen(each));
    if (path.startsWith('/api/') && token && !token.account.isAdmin) {
      const method = pick(METHODS, which + how);
      const json =
        how % 2 === 0 ? JSON.stringify({ text: decoded(junk) }) : `{"text": "\\ud800${short}"}`;
      const sent = { authorization: `Bearer ${token.text}`, 'content-type': 'application/json' };
      await browser.raw(method, path + next, { ...headers, ...sent }, json, token.account);
    } else if (how < 60 && !isButton) {
      await browser.post(path + next, body, headers);
    } else {
      const type = pick(['application/json', 'application/x-www-form-urlencoded', 'x'], how);
      const method = how < 60 ? 'POST' : pick(METHODS, which + how);
      await browser.raw(method, path + next, { 'content-type': type, ...headers }, body);
    }
  }

  // Helpers

  private one({ who }: Pick<Step, 'who'>): Browser {
    return pick(this.browsers, who);
  }

  /** A browser in which somebody is signed in, if there is one, and mostly. */
  private inside({ how, who }: Pick<Step, 'how' | 'who'>): Browser {
    const inside = this.browsers.filter(({ reader }) => reader);
    return pick(inside.length > 0 && how % 8 > 0 ? inside : this.browsers, who);
  }

  private other({ who, whom }: Pick<Step, 'who' | 'whom'>): Browser {
    return pick(this.browsers, who + 1 + (whom % (this.browsers.length - 1)));
  }

  private browserOf(account: Account): Browser | undefined {
    return this.browsers.find(({ reader }) => reader === account);
  }

  /** An address that has an account, or had one, or is free. */
  private emailOf({ how, whom }: Pick<Step, 'how' | 'whom'>): string {
    const newest = this.links.at(-1)?.email;
    const free = how % 2 === 0 && newest ? newest : `${randomUUID()}@example.com`;
    return how < 60 ? pick(this.accounts, whom).email : free;
  }

  /** One of the newest links to a page, if there is one. */
  private linkTo(page: string, { how, which }: Pick<Step, 'how' | 'which'>): Link[] {
    const links = this.links.filter(({ path }) => path.startsWith(page));
    const working = links.filter((each) => this.works(each));
    const chosen = how < 60 && working.length > 0 ? working : links.slice(-4);
    return chosen.length > 0 ? [pick(chosen, which)] : [];
  }
}

function update(model: string): string {
  return `db.session.execute(db.update(${model}).where(${model}.user_id == user.id)`;
}

function decoded(junk: string): string {
  return new URLSearchParams(`text=${junk}`).get('text') ?? '';
}

function typed({ how }: Pick<Step, 'how'>): Typed {
  return how < 60 ? 'right' : how < 80 ? 'wrong' : 'nothing';
}

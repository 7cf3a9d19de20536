import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ELSEWHERE, FORMS, MARKS } from '../support/attacks';
import {
  Guest,
  linkIn,
  PASSWORD,
  resetLink,
  type ServedAuth,
  serveAuth,
  signUp,
  signUpLink,
  SITE,
} from '../support/served-auth';
import { DATABASES, needOf } from '../support/served-resources';
import { suiteNeeds } from '../support/suite-needs';

const OTHER = 'staple battery horse';

for (const database of DATABASES) {
  describe(`An attack on sign-in fails, with ${database}:`, () => {
    let served: ServedAuth;

    suiteNeeds(...needOf(database), async () => {
      served = await serveAuth(database);
      return served.stop;
    });

    const guest = (): Guest => new Guest(served.url);

    async function signedIn(email: string, password = PASSWORD): Promise<Guest> {
      const visitor = guest();
      const { status } = await visitor.signIn(email, password);
      expect(status).toBe(302);
      return visitor;
    }

    /** What the application answers, what scrypt costs for it, and the queries for users that it takes. */
    async function counted(visitor: Guest, path: string, fields: Record<string, string>) {
      const before = await visitor.get(path);
      const { headers, status, text } = await visitor.post(path, fields);
      const runs = (answer: { headers: Record<string, unknown> }): number =>
        Number(answer.headers['x-scrypt-runs']);
      return {
        status,
        text,
        location: headers.location,
        runs: runs({ headers }) - runs(before),
        queries: headers['x-user-queries'],
      };
    }

    it('1,000 guesses from one address', async () => {
      const email = await served.newUser();
      const owner = await signedIn(email);
      const attacker = guest();
      await attacker.get('/sign-in');
      const answers = new Map<number | undefined, number>();
      for (let tries = 0; tries < 1000; tries++) {
        const { headers, status } = await attacker.post('/sign-in', { email, password: OTHER });
        answers.set(status, (answers.get(status) ?? 0) + 1);
        if (status === 429) {
          expect(Number(headers['retry-after'])).toBeGreaterThan(0);
        }
      }
      // A new minute may have begun.
      expect(answers.get(422)).toBeLessThanOrEqual(50);
      expect(answers.get(429)).toBe(1000 - (answers.get(422) ?? 0));
      expect(await owner.isSignedIn()).toBeTrue();
      // What was refused does not count for the account.
      expect(await (await signedIn(email)).isSignedIn()).toBeTrue();
    });

    it('guesses from many addresses, which do not lock the owner out', async () => {
      const email = await served.newUser();
      const owner = await signedIn(email);
      const attacker = guest();
      await attacker.get('/sign-in');
      const statuses = [];
      for (let tries = 0; tries < 110; tries++) {
        const from = { 'x-forwarded-for': `172.16.${tries}.1` };
        // Spaces make no other account of it, however many they are.
        const spaces = ' '.repeat((tries % 3) * 120);
        const form = { email: spaces + email.toUpperCase(), password: OTHER };
        statuses.push((await attacker.post('/sign-in', form, from)).status);
      }
      expect(statuses.slice(0, 99)).toEqual(Array(99).fill(422));
      expect(statuses.slice(-10)).toEqual(Array(10).fill(429));
      expect(await owner.isSignedIn()).toBeTrue();
      const phone = guest();
      expect((await phone.signIn(email)).status).toBe(429);
      const link = await resetLink(served, email);
      await phone.get(link);
      await phone.post(link, { password: OTHER });
      expect(await phone.isSignedIn()).toBeTrue();
    });

    it('guesses from the many addresses of an IPv6 network', async () => {
      const email = `${randomUUID()}@example.com`;
      const attacker = guest();
      await attacker.get('/sign-in');
      const statuses = [];
      for (let tries = 0; tries < 12; tries++) {
        const from = { 'x-forwarded-for': `2001:db8:1:2::${tries}` };
        const form = { email, password: OTHER };
        statuses.push((await attacker.post('/sign-in', form, from)).status);
      }
      expect(statuses).toContain(429);
    });

    it('finding out who has an account, by signing in', async () => {
      const email = await served.newUser();
      const unknown = `x${email}`;
      const withoutPassword = `y${email}`;
      const formerHash = `z${email}`;
      await served.python(`
from app import create_app
from app.extensions import db
from app.models import User
with create_app().app_context():
    former = "scrypt:32768:8:1$salt$0"
    db.session.add(User(name="Bob", email="${withoutPassword}"))
    db.session.add(User(name="Bob", email="${formerHash}", password_hash=former))
    db.session.commit()
`);
      const answers = [];
      for (const each of [email, unknown, withoutPassword, formerHash]) {
        const answer = await counted(guest(), '/sign-in', { email: each, password: OTHER });
        answers.push({ ...answer, text: withoutToken(answer.text).replaceAll(each, '') });
      }
      expect(answers[0]).toEqual(jasmine.objectContaining({ status: 422, runs: 3 }));
      for (const other of answers.slice(1)) {
        expect(other).toEqual(answers[0] as never);
      }
    });

    for (const path of ['/forgot-password', '/sign-up']) {
      it(`finding out who has an account, by ${path}`, async () => {
        const email = await served.newUser();
        const answers = [];
        for (const each of [email, email.replace(/^./, 'x')]) {
          answers.push(await counted(guest(), path, { name: 'Ada', email: each }));
        }
        // What a request does not look up shows neither in its answer nor in when the connection closes.
        expect(answers[0]).toEqual(
          jasmine.objectContaining({ status: 302, runs: 0, queries: '0' }),
        );
        expect(answers[1]).toEqual(answers[0] as never);
        await served.mails.mailTo(email);
      });
    }

    it('finding out who has an account, by a new address', async () => {
      const [email, taken] = [await served.newUser(), await served.newUser()];
      const owner = await signedIn(email);
      const answers = [];
      for (const each of [taken, taken.replace(/^./, 'x')]) {
        const fields = { name: 'Ada', email: each, current_password: PASSWORD };
        const answer = await counted(owner, '/account', fields);
        answers.push({ ...answer, text: withoutToken(answer.text) });
      }
      expect(answers[0]?.status).toBe(302);
      expect(answers[1]).toEqual(answers[0] as never);
      expect((await served.mails.mailTo(taken)).text).toContain('already has one');
    });

    it('taking the address of somebody else, who opens the link', async () => {
      const [email, victim] = [await served.newUser(), `${randomUUID()}@example.com`];
      const attacker = await signedIn(email);
      await attacker.get('/account');
      const fields = { name: 'Ada', email: victim, current_password: PASSWORD };
      await attacker.post('/account', fields);
      const link = linkIn((await served.mails.mailTo(victim)).text);
      const stranger = guest();
      await stranger.get('/sign-in');
      expect((await stranger.post(link)).headers.location).toMatch(/^\/sign-in/);
      const other = await signedIn(await served.newUser());
      await other.get('/account');
      expect((await other.post(link)).headers.location).toBe('/account');
      expect((await guest().signIn(victim)).status).toBe(422);
      expect((await guest().signIn(email)).status).toBe(302);
    });

    it('a session from before signing in', async () => {
      const visitor = guest();
      await visitor.get('/sign-in');
      const former = visitor.cookie;
      expect(former).not.toBe('');
      await visitor.signIn(await served.newUser());
      expect(visitor.cookie).not.toBe(former);
      const attacker = guest();
      attacker.cookie = former;
      expect(await attacker.isSignedIn()).toBeFalse();
    });

    it('a stolen cookie, after the password is changed', async () => {
      const owner = await signedIn(await served.newUser());
      const thief = guest();
      thief.cookie = owner.cookie;
      expect(await thief.isSignedIn()).toBeTrue();
      await owner.get('/account/password');
      await owner.post('/account/password', { current_password: PASSWORD, password: OTHER });
      expect(await owner.isSignedIn()).toBeTrue();
      expect(await thief.isSignedIn()).toBeFalse();
    });

    for (const [button, path] of [
      ['Sign out', '/sign-out'],
      ['Sign out all other devices', '/account/sessions/end-others'],
    ] as const) {
      it(`a stolen cookie, after "${button}"`, async () => {
        const email = await served.newUser();
        const owner = await signedIn(email);
        const thief = guest();
        thief.cookie = owner.cookie;
        const other = path === '/sign-out' ? owner : await signedIn(email);
        await other.get('/account');
        expect(await thief.isSignedIn()).toBeTrue();
        await other.post(path);
        for (const page of ['/account', '/account/password', '/users']) {
          const { status, headers } = await thief.get(page);
          expect([status, headers.location]).toEqual([302, `/sign-in?next=${page}`]);
        }
      });
    }

    it('a stolen session, which the account page shows and ends', async () => {
      const email = await served.newUser();
      const owner = await signedIn(email);
      const thief = guest();
      await thief.get('/sign-in');
      const agent = { 'user-agent': '<script>alert(1)</script> Firefox/1 on Linux' };
      await thief.post('/sign-in', { email, password: PASSWORD }, agent);
      const { text } = await owner.get('/account');
      expect(text).toContain('Firefox on Linux');
      expect(text).toContain(thief.address);
      expect(text).not.toContain('<script>');
      const [path = ''] =
        /\/account\/sessions\/\d+\/end/.exec(text.slice(text.indexOf(thief.address))) ?? [];
      await owner.post(path);
      expect(await thief.isSignedIn()).toBeFalse();
      expect(await owner.isSignedIn()).toBeTrue();
    });

    it('ending the session of somebody else', async () => {
      const owner = await signedIn(await served.newUser());
      const ids = await served.python(`
from app import create_app
from app.extensions import db
from app.models import UserSession
with create_app().app_context():
    print(db.session.scalar(db.select(db.func.max(UserSession.id))))
`);
      const eve = await signedIn(await served.newUser());
      await eve.get('/account');
      const answers = [];
      for (const id of [ids.trim(), '999999999']) {
        const { headers, status } = await eve.post(`/account/sessions/${id}/end`);
        answers.push([status, headers.location]);
      }
      expect(answers).toEqual([
        [302, '/account'],
        [302, '/account'],
      ]);
      expect(await owner.isSignedIn()).toBeTrue();
    });

    for (const [column, days] of [
      ['created_at', 30],
      ['last_seen_at', 14],
    ] as const) {
      it(`a stolen cookie whose ${column} is ${days} days ago`, async () => {
        const owner = await signedIn(await served.newUser());
        const signedIns = [];
        for (const age of [days - 0.1, days + 0.1]) {
          await served.python(`
from datetime import timedelta
from app import create_app
from app.extensions import db
from app.models import UserSession
from app.models.types import utc_now
with create_app().app_context():
    newest = db.select(db.func.max(UserSession.id)).scalar_subquery()
    age = utc_now() - timedelta(days=${age})
    db.session.execute(db.update(UserSession).where(UserSession.id == newest).values(${column}=age))
    db.session.commit()
`);
          signedIns.push(await owner.isSignedIn());
        }
        expect(signedIns).toEqual([true, false]);
      });
    }

    it('changing the account of an open session without its password', async () => {
      const email = await served.newUser();
      const thief = await signedIn(email);
      await served.python(`
from datetime import timedelta
from app import create_app
from app.extensions import db
from app.models import UserSession
from app.models.types import utc_now
with create_app().app_context():
    newest = db.select(db.func.max(UserSession.id)).scalar_subquery()
    then = utc_now() - timedelta(minutes=16)
    db.session.execute(db.update(UserSession).where(UserSession.id == newest).values(fresh_at=then))
    db.session.commit()
`);
      await thief.get('/account');
      const values = { name: 'Eve', email: `x${email}`, current_password: OTHER };
      expect((await thief.post('/account', values)).status).toBe(422);
      await thief.get('/account/password');
      const password = { current_password: OTHER, password: OTHER };
      expect((await thief.post('/account/password', password)).status).toBe(422);
      expect((await guest().signIn(email)).status).toBe(302);
    });

    it('leaving with an open session, without its password', async () => {
      const email = await served.newUser();
      const thief = await signedIn(email);
      await thief.get('/account/leave');
      expect((await thief.post('/account/leave', { current_password: OTHER })).status).toBe(422);
      expect((await thief.post('/account/leave')).status).toBe(422);
      expect((await guest().signIn(email)).status).toBe(302);
    });

    it('leaving as the last two admins, at once', async () => {
      for (let round = 0; round < 5; round += 1) {
        const emails = [await served.newUser(), await served.newUser()];
        await served.python(`
from run import app
from app.extensions import db
from app.models import User
with app.app_context():
    chosen = User.email.in_(${JSON.stringify(emails)})
    db.session.execute(db.update(User).values(is_admin=chosen))
    db.session.commit()
`);
        const admins = await Promise.all(emails.map((email) => signedIn(email)));
        await Promise.all(admins.map((each) => each.get('/account/leave')));
        const form = { current_password: PASSWORD };
        const answers = await Promise.all(admins.map((each) => each.post('/account/leave', form)));
        expect(answers.map(({ headers }) => headers.location).sort()).toEqual(['/', '/account']);
        const here = await Promise.all(admins.map((each) => each.isSignedIn()));
        expect(here.filter(Boolean).length).toBe(1);
      }
    });

    it('leaving in the name of somebody, whose mail keeps the account', async () => {
      const email = await served.newUser();
      const [thief, phone] = [await signedIn(email), await signedIn(email)];
      await thief.get('/account/leave');
      await thief.post('/account/leave', { current_password: PASSWORD });
      for (const each of [thief, phone]) {
        expect(await each.isSignedIn()).toBeFalse();
      }
      expect((await guest().signIn(email)).status).toBe(422);
      const link = linkIn((await served.mails.mailTo(email)).text);
      const visitors = [guest(), guest(), guest()];
      await Promise.all(visitors.map((each) => each.get(link)));
      await Promise.all(visitors.map((each) => each.post(link)));
      expect((await guest().signIn(email)).status).toBe(302);
      const late = guest();
      await late.get('/sign-in');
      for (const path of [link, `${link}x`, '/account/keep/x', link.replace('keep', 'address')]) {
        expect((await late.post(path)).headers.location)
          .withContext(path)
          .toMatch(/^\/sign-in/);
      }
      expect(await served.python('print(open("served.log").read())')).not.toContain(
        link.slice('/account/keep/'.length),
      );
    });

    it('deleting accounts in several processes at once', async () => {
      await served.python(`
from datetime import timedelta
from run import app
from app.extensions import db
from app.models import User
from app.models.types import utc_now
with app.app_context():
    over = utc_now() - timedelta(days=1)
    db.session.add_all(
        User(name="Leaver", email=f"leaver-{number}@example.com", disabled_at=over, leaves_at=over)
        for number in range(90)
    )
    db.session.commit()
`);
      const clean = (): Promise<string> =>
        served.python(`
from run import app
ran = app.test_cli_runner().invoke(args=["users", "clean"])
print(ran.exit_code, ran.exception, ran.output)
`);
      const counts = (await Promise.all([clean(), clean(), clean()])).map(
        (printed) => /^0 None Accounts deleted: (\d+)\n/.exec(printed)?.[1] ?? printed,
      );
      expect(counts.map(Number).reduce((sum, count) => sum + count))
        .withContext(counts.join())
        .toBe(90);
    });

    it('finding out without the password whose account is disabled', async () => {
      const [email, disabled] = [await served.newUser(), await served.newUser()];
      const owner = await signedIn(disabled);
      await owner.get('/account/leave');
      await owner.post('/account/leave', { current_password: PASSWORD });
      const answers = [];
      for (const each of [email, disabled]) {
        const answer = await counted(guest(), '/sign-in', { email: each, password: OTHER });
        answers.push({ ...answer, text: withoutToken(answer.text).replaceAll(each, '') });
      }
      expect(answers[0]?.status).toBe(422);
      expect(answers[1]).toEqual(answers[0] as never);
      for (const each of [email, disabled]) {
        answers.push(await counted(guest(), '/forgot-password', { email: each }));
      }
      expect(answers[2]?.status).toBe(302);
      expect(answers[3]).toEqual(answers[2] as never);
    });

    it('a reset link that is used twice', async () => {
      const link = await resetLink(served, await served.newUser());
      const owner = guest();
      await owner.get(link);
      expect((await owner.post(link, { password: OTHER })).headers.location).toBe('/');
      await expectDead(link);
    });

    it('a reset link that several use at once', async () => {
      const email = await served.newUser();
      const link = await resetLink(served, email);
      const visitors = Array.from({ length: 4 }, guest);
      await Promise.all(visitors.map((visitor) => visitor.get(link)));
      const passwords = visitors.map((_, index) => `${OTHER} ${index}`);
      const answers = await Promise.all(
        visitors.map((visitor, index) => visitor.post(link, { password: passwords[index] ?? '' })),
      );
      const fast = answers.findIndex(({ headers }) => headers.location === '/');
      expect(answers.filter(({ headers }) => headers.location === '/').length).toBe(1);
      const signedIns = await Promise.all(visitors.map((visitor) => visitor.isSignedIn()));
      expect(signedIns).toEqual(visitors.map((_, index) => index === fast));
      expect((await guest().signIn(email, passwords[fast])).status).toBe(302);
    });

    it('a reset link from before the password was changed', async () => {
      const email = await served.newUser();
      const link = await resetLink(served, email);
      const owner = await signedIn(email);
      await owner.get('/account/password');
      await owner.post('/account/password', { current_password: PASSWORD, password: OTHER });
      await expectDead(link);
    });

    it('a reset link that the former e-mail address got', async () => {
      const email = await served.newUser();
      const link = await resetLink(served, email);
      const owner = await signedIn(email);
      await owner.get('/account');
      const values = { name: 'Ada', email: `new-${email}`, current_password: PASSWORD };
      expect((await owner.post('/account', values)).status).toBe(302);
      const proof = linkIn((await served.mails.mailTo(values.email)).text);
      await owner.get(proof);
      await owner.post(proof);
      await expectDead(link);
      expect((await served.mails.mailTo(email)).text).toContain(`new-${email}`);
    });

    it('a reset link that is older than an hour', async () => {
      const email = await served.newUser();
      const links = await served.python(`
import time
from app import create_app
from app.auth import find_user
from app.reset_links import reset_link
now = time.time()
app = create_app()
with app.test_request_context():
    for age in (3590, 3605):
        time.time = lambda: now - age
        print(reset_link(find_user("${email}")))
`);
      const [young = '', old = ''] = links.trim().split('\n').map(linkIn);
      await expectDead(old);
      expect((await guest().get(young)).status).toBe(200);
    });

    it('a reset link that is altered', async () => {
      const link = await resetLink(served, await served.newUser());
      await expectDead(link.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')).replace('W', 'X'));
      await expectDead(link.slice(0, -20));
      expect((await guest().get(link)).status).toBe(200);
    });

    it('a reset link of a user who is deleted, whose key somebody else gets', async () => {
      const email = await served.newUser();
      const link = await resetLink(served, email);
      const owner = await signedIn(email);
      const keys = await served.python(`
from app import create_app
from app.auth import find_user
from app.extensions import db
from app.models import User
with create_app().app_context():
    user = find_user("${email}")
    key = user.id
    db.session.delete(user)
    db.session.commit()
    db.session.add(User(id=key, name="Bob", email="bob-${email}"))
    db.session.commit()
    print(find_user("bob-${email}").id == key)
`);
      expect(keys.trim()).toBe('True');
      await expectDead(link);
      expect(await owner.isSignedIn()).toBeFalse();
    });

    it('a reset link that is asked for with a forged host', async () => {
      const email = await served.newUser();
      const visitor = guest();
      await visitor.get('/forgot-password');
      const forged = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
      await visitor.post('/forgot-password', { email }, forged);
      const { text } = await served.mails.mailTo(email);
      expect(text).toContain(`${SITE}/reset-password/`);
      expect(text).not.toContain('evil');
    });

    const forgeries = [
      ['//evil.example', 'SCRIPT_NAME', '//evil.example'],
      ['/evil.example', 'SCRIPT_NAME', '/evil.example'],
      ['', 'X-Forwarded-Prefix', '//evil.example'],
      ['', 'X-Script-Name', '//evil.example'],
    ] as const;
    for (const [path, header, value] of forgeries) {
      it(`a reset link that is asked for with ${header}: ${value}`, async () => {
        const email = await served.newUser();
        const visitor = guest();
        await visitor.get('/forgot-password');
        const { status } = await visitor.post(
          `${path}/forgot-password`,
          { email },
          { [header]: value },
        );
        expect(status).toBe(302);
        const { text } = await served.mails.mailTo(email);
        expect(text).not.toContain('evil');
        expect((await guest().get(linkIn(text))).status).toBe(200);
      });
    }

    it('a link of a site below a path leads there, whatever a request says', async () => {
      const links = await served.python(`
from app import create_app
from app.emails import public_url
app = create_app()
for url in ("https://example.com/blog", "https://example.com:8443/blog/", "http://[::1]:80"):
    app.config["PUBLIC_URL"] = url
    forged = {"base_url": "https://evil.example/evil/", "headers": {"Host": "evil.example"}}
    with app.test_request_context(**forged):
        print(public_url("auth.reset_password", token="a.b"))
`);
      expect(links.trim().split('\n')).toEqual([
        'https://example.com/blog/reset-password/a.b',
        'https://example.com:8443/blog/reset-password/a.b',
        'http://[::1]:80/reset-password/a.b',
      ]);
    });

    it('a mail that goes to a domain that is spelled almost alike', async () => {
      const name = randomUUID();
      const email = `${name}@xn--strae-oqa.de`;
      const spellings = [
        email,
        `${name}@straße.de`,
        ` ${name.toUpperCase()}@STRA\u1e9eE．De `,
        `${name}＠Straße。DE`,
      ];
      const values = { name: 'Ada', email: `${name}@Straße.de` };
      expect((await signUp(served, guest(), values, email)).headers.location).toBe('/');
      for (const spelling of spellings) {
        expect((await guest().signIn(spelling)).status)
          .withContext(spelling)
          .toBe(302);
        const other = guest();
        await other.get('/sign-up');
        await other.post('/sign-up', { ...values, email: spelling });
        const { text } = await served.mails.mailTo(email);
        expect(text).withContext(spelling).toContain('already has one');
        await other.get('/forgot-password');
        await other.post('/forgot-password', { email: spelling });
        expect((await served.mails.mailTo(email)).recipients).toEqual([email]);
      }
      expect((await guest().signIn(`${name}@strasse.de`)).status).toBe(422);
    });

    it('an address of a domain that cannot exist', async () => {
      const visitor = guest();
      await visitor.get('/sign-up');
      for (const domain of ['straße_1.de', 'xn--straße.de', 'ß'.repeat(64) + '.de', 'אa1.de']) {
        const values = { name: 'Ada', email: `${randomUUID()}@${domain}`, password: PASSWORD };
        const { status, text } = await visitor.post('/sign-up', values);
        expect(status).withContext(domain).toBe(422);
        expect(text).withContext(domain).toContain('No mail can reach this domain.');
      }
    });

    it('an admin who changes an address, of which its owner hears', async () => {
      const [admin, email] = [await served.newUser(), await served.newUser()];
      const id = await served.python(`
from app import create_app
from app.auth import find_user
from app.extensions import db
with create_app().app_context():
    find_user("${admin}").is_admin = True
    db.session.commit()
    print(find_user("${email}").id)
`);
      const path = `/users/${id.trim()}/edit`;
      const visitor = await signedIn(admin);
      await visitor.get(path);
      const taken = await visitor.post(path, { name: 'Ada', email: admin.toUpperCase() });
      expect(taken.text).toContain('This is already taken.');
      await visitor.get(path);
      const wanted = `${randomUUID()}@Straße.de`;
      const { headers } = await visitor.post(path, { name: 'Ada', email: wanted });
      expect(headers.location).toBe(`/users/${id.trim()}`);
      const stored = wanted.replace('Straße', 'xn--strae-oqa');
      const { recipients, text } = await served.mails.mailTo(email);
      expect(recipients).toEqual([email]);
      expect(text.replaceAll('=\n', '')).toContain(`has been changed to ${stored}.`);
      expect(served.mails.mails.filter(({ text: other }) => other.includes(stored))).toEqual([]);
      expect((await visitor.get(`/users/${id.trim()}`)).text).toContain(stored);
    });

    async function expectDead(link: string): Promise<void> {
      const visitor = guest();
      await visitor.get('/forgot-password'); // for the token
      for (const answer of [
        await visitor.get(link),
        await visitor.post(link, { password: OTHER }),
      ]) {
        expect([answer.status, answer.headers.location]).toEqual([302, '/forgot-password']);
      }
    }

    it('a link that leads to another site after signing in', async () => {
      const email = await served.newUser();
      for (const url of ELSEWHERE) {
        const { headers } = await guest().signIn(
          email,
          PASSWORD,
          `?next=${encodeURIComponent(url)}`,
        );
        const target = new URL(headers.location ?? 'none', `${SITE}/sign-in`);
        expect(target.origin).withContext(url).toBe(SITE);
        expect(headers.location)
          .withContext(url)
          .toMatch(/^\/(?![/\\])/);
      }
    });

    for (const path of FORMS) {
      it(`a form without its token, to ${path}`, async () => {
        const owner = await signedIn(await served.newUser());
        const { status } = await owner.post(path, { csrf_token: '' });
        expect(status).toBe(400);
        expect(await owner.isSignedIn()).toBeTrue();
      });
    }

    it('several sign-ups at once with one address, in other spellings', async () => {
      const name = randomUUID();
      const wide = name.replace(/[0-9a-z]/g, (letter) =>
        String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0),
      );
      const spellings = [
        `${name}@example.com`,
        `${name.toUpperCase()}@Example.com`,
        ` ${name}@example.com `,
        `${wide}@example.com`,
      ];
      const visitors = spellings.map(guest);
      const links: string[] = [];
      for (const [index, visitor] of visitors.entries()) {
        const email = spellings[index] ?? '';
        links.push(await signUpLink(served, visitor, { email }, `${name}@example.com`));
      }
      await Promise.all(visitors.map((visitor, index) => visitor.get(links[index] ?? '')));
      const answers = await Promise.all(
        visitors.map((visitor, index) =>
          visitor.post(links[index] ?? '', { name: 'Ada', password: PASSWORD }),
        ),
      );
      expect(answers.filter(({ headers }) => headers.location === '/').length).toBe(1);
      for (const { headers, status, text } of answers) {
        expect(status === 302 || status === 422).toBeTrue();
        expect(headers.location ?? text).toMatch(/^\/(sign-up)?$|This is already taken\./);
      }
      for (const email of spellings) {
        expect((await guest().signIn(email)).status)
          .withContext(email)
          .toBe(302);
      }
    });

    it('a password that is too long, or has a character that databases refuse', async () => {
      const visitor = guest();
      const email = `${randomUUID()}@example.com`;
      const link = await signUpLink(served, visitor, { email });
      await visitor.get(link);
      const wide = 'ﷺ'.repeat(300); // 5,400 characters once it is normalised
      for (const password of ['x'.repeat(1_000_000), wide, MARKS, `${PASSWORD}\0`]) {
        expect((await visitor.post(link, { name: 'Ada', password })).status).toBe(422);
        expect((await guest().signIn(email, password)).status).toBe(422);
      }
    });

    it('an address that takes long to normalize', async () => {
      const visitor = guest();
      for (const path of ['/sign-in', '/forgot-password']) {
        await visitor.get(path);
        const { status } = await visitor.post(path, { email: MARKS, password: PASSWORD });
        expect(status).withContext(path).toBe(422);
      }
    });

    it('a password that is common, or has the name or the address in it', async () => {
      const visitor = guest();
      for (const [password, fault] of [
        ['password1234!', 'easy to guess'],
        ['qwertyuiop123', 'easy to guess'],
        ['my Lovelace is brown', 'must not contain'],
        ['my COUNTESS is brown', 'must not contain'],
      ] as const) {
        const email = `countess.${randomUUID()}@example.com`;
        const answer = await signUp(served, visitor, { name: 'Ada Lovelace', email, password });
        expect(answer.status).withContext(password).toBe(422);
        expect(answer.text).withContext(password).toContain(fault);
      }
      const email = `countess.${randomUUID()}@example.com`;
      await signUp(served, visitor, { name: 'Ada Lovelace', email });
      const link = await resetLink(served, email);
      for (const path of ['/account/password', link]) {
        await visitor.get(path);
        const fields = { current_password: PASSWORD, password: 'my lovelace is brown' };
        expect((await visitor.post(path, fields)).status)
          .withContext(path)
          .toBe(422);
      }
    });

    it('a password that can be read in thousands of ways', async () => {
      const ways = await served.python(`
from app.passwords import GUESSED, fault_of, readable, readings
assert fault_of("2026-11-24 18:35 zebra kettle moonbeam ox") is None
assert fault_of("839201745629183746509") is None
text = ("4@8({[<369&#!1/|0$5+7%2" * 4)[:GUESSED]
print(readings(text), readings(readable(text)))
`);
      const [all = 0, read = 0] = ways.trim().split(' ').map(Number);
      expect(all).toBeGreaterThan(500);
      expect(read).toBeLessThan(60);
    });

    it('a password in the other normal form is the same one, and 4-byte characters count', async () => {
      const email = `${randomUUID()}@example.com`;
      const password = 'pässwörd 🐎🔋 é';
      const { status } = await signUp(served, guest(), { email, password });
      expect(status).toBe(302);
      for (const form of ['NFC', 'NFD'] as const) {
        expect((await guest().signIn(email, password.normalize(form))).status).toBe(302);
      }
    });

    it('fields that no form has', async () => {
      const email = `${randomUUID()}@example.com`;
      const extra = {
        is_admin: '1',
        user_id: '70000',
        id: '70000',
        password_hash: 'x',
        session_version: '0',
      };
      const visitor = guest();
      const link = await signUpLink(served, visitor, { email });
      await visitor.get(link);
      await visitor.post(link, { ...extra, name: 'Eve', password: PASSWORD });
      await visitor.get('/account');
      const values = { name: 'Eve', email, current_password: PASSWORD };
      expect((await visitor.post('/account', { ...extra, ...values })).status).toBe(302);
      const user = await served.python(`
from app import create_app
from app.auth import find_user
with create_app().app_context():
    user = find_user("${email}")
    print(user.is_admin, user.id == 70000, user.password_hash[:6], user.session_version == 0)
`);
      expect(user.trim()).toBe('False False scrypt False');
      expect(await visitor.isSignedIn()).toBeTrue();
    });

    it('headers in a mail', async () => {
      const email = await served.newUser();
      const before = served.mails.mails.length;
      for (const injected of [
        '\nBcc: eve@example.com',
        '\r\nBcc: eve@example.com',
        ', eve@example.com',
      ]) {
        const visitor = guest();
        await visitor.get('/forgot-password');
        const { status } = await visitor.post('/forgot-password', { email: email + injected });
        expect(status).toBe(422);
        await visitor.get('/sign-up');
        const values = { name: `Eve${injected}`, email: `x${email}${injected}` };
        expect((await visitor.post('/sign-up', values)).status).toBe(422);
      }
      await resetLink(served, email);
      expect(served.mails.mails.length).toBe(before);
    });

    it('pages of a user from a cache, and of a reset link by `Referer`', async () => {
      const email = await served.newUser();
      const owner = await signedIn(email);
      for (const path of ['/', '/account', '/nowhere']) {
        expect((await owner.get(path)).headers['cache-control'])
          .withContext(path)
          .toBe('no-store');
      }
      // A link that needs its user is in the URL of the page to sign in, as `next`.
      for (const path of [await resetLink(served, email), '/sign-in?next=/account/address/token']) {
        const { headers } = await guest().get(path);
        expect(headers['cache-control']).toBe('no-store');
        expect(headers['referrer-policy']).toBe('strict-origin');
      }
    });

    it('many queries for the user who is signed in', async () => {
      const owner = await signedIn(await served.newUser());
      // The account page asks for all sessions, too.
      for (const [path, queries] of Object.entries({ '/': '1', '/names': '1', '/account': '2' })) {
        expect((await owner.get(path)).headers['x-user-queries'])
          .withContext(path)
          .toBe(queries);
      }
      expect((await guest().get('/')).headers['x-user-queries']).toBe('0');
    });

    it('reading a password, a token or a secret in the log or on an error page', async () => {
      const email = await served.newUser();
      const secret = `secret-${randomUUID()}`;
      const link = await resetLink(served, email);
      const visitor = guest();
      const newcomer = { email: `${randomUUID()}@example.com` };
      const signUpPath = await signUpLink(served, visitor, newcomer);
      await visitor.get(`${signUpPath}/more`);
      await visitor.get(`/account/address/${signUpPath.replace('/sign-up/', '')}`);
      await visitor.get(link);
      const pages = [
        await visitor.post(link, { password: secret.slice(0, 5) }),
        await visitor.post(link, { password: secret, csrf_token: 'wrong' }),
        await visitor.post(link, { password: secret }),
        await visitor.get('/fails'),
        await visitor.signIn(email, `${secret}x`),
        await visitor.get(`${link}/more`),
      ];
      const log = readFileSync(join(served.root, 'served.log'), 'utf8');
      expect(log).toContain('inside');
      const key = /^SECRET_KEY=(.+)$/m.exec(readFileSync(join(served.root, '.env'), 'utf8'))?.[1];
      const token = link.replace('/reset-password/', '');
      for (const text of [log, ...pages.map((page) => page.text)]) {
        const newcomers = signUpPath.replace('/sign-up/', '');
        for (const hidden of [secret, token, newcomers, key ?? 'no key', 'scrypt:']) {
          expect(text).not.toContain(hidden);
        }
      }
    });
  });
}

/** A page without the token of its form, which differs each time. */
function withoutToken(text: string): string {
  return text.replaceAll(/name="csrf_token"[^>]*>/g, '');
}

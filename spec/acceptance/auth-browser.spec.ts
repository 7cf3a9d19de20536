import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import {
  findBrowser,
  openBrowser,
  openPage,
  violations,
  type WatchedPage,
  WIDTHS,
} from '../support/browser';
import { flaskSucceeds, PYTHON } from '../support/flask';
import { createDatabase } from '../support/postgres';
import { request } from '../support/request';
import { scaffold, succeed } from '../support/run';
import { applicationWithAuth, PASSWORD } from '../support/served-auth';
import { DATABASES, needOf } from '../support/served-resources';
import { serve } from '../support/server';
import { suiteNeeds } from '../support/suite-needs';
import { until } from '../support/until';

const NEW_PASSWORD = 'staple battery horse';

const NEWEST_PASSWORD = 'battery horse staple';

/** The longest way with the Tab key to anything on a page. */
const TABS = 40;

/** What the element that has the focus is called. */
const FOCUSED = `(() => {
  const element = document.activeElement;
  const label = element.labels && element.labels[0];
  return (element.ariaLabel || (label || element).innerText || '').replace(/ \\((required|optional)\\)/, '').trim();
})()`;

type Screen = readonly [title: string, options: BrowserContextOptions];

const PHONE = { viewport: { width: WIDTHS.phone, height: 800 } };

/** The screens on which a person works with each database. */
const SCREENS: Readonly<Record<(typeof DATABASES)[number], readonly Screen[]>> = {
  SQLite: [
    ['on a phone, without JavaScript', { ...PHONE, javaScriptEnabled: false }],
    ['on a desktop', { viewport: { width: WIDTHS.desktop, height: 800 }, colorScheme: 'dark' }],
  ],
  PostgreSQL: [['on a phone', PHONE]],
};

for (const database of DATABASES) {
  describe(`Sign-in, in a browser, with ${database},`, () => {
    let root: string;
    let url: string;
    let browser: Browser;
    let env: NodeJS.ProcessEnv;

    const found = findBrowser() && needOf(database)[1];
    suiteNeeds(`Chromium and ${database}`, found, async () => {
      root = await applicationWithAuth();
      const isPostgres = database === 'PostgreSQL';
      env = {
        ...process.env,
        ...(isPostgres && { DATABASE_URL: await createDatabase() }),
        // Each screen has an address of its own: one address may sign in ten times a minute.
        TRUSTED_PROXIES: '127.0.0.1',
      };
      await flaskSucceeds(root, ['db', 'upgrade'], env);
      const reports = ['make:resource', 'reports', 'title', '--guard', 'admin', '--api'];
      expect((await scaffold([...reports, '--migrate'], { cwd: root, env })).code).toBe(0);
      const server = await serve(root, './run.sh', () => [], env);
      url = server.url;
      browser = await openBrowser();
      return async () => {
        await browser.close();
        await server.stop();
      };
    });

    for (const [index, [title, options]] of SCREENS[database].entries()) {
      describe(`${title}, with the keyboard alone,`, () => {
        let email = `user-${index}@example.com`;
        let watched: WatchedPage;
        let page: Page;

        suiteNeeds('Chromium', findBrowser(), async () => {
          const extraHTTPHeaders = { 'X-Forwarded-For': `10.0.0.${index}` };
          watched = await openPage(browser, { ...options, extraHTTPHeaders });
          page = watched.page;
          return () => page.close();
        });

        /** The page that is open, which has no flaw. */
        async function expectPage(path: string, heading: string, status = 200): Promise<void> {
          await page.waitForURL(({ pathname }) => pathname === path);
          expect(await page.locator('h1').allTextContents()).toEqual([heading]);
          const own = status === 200 ? [] : [jasmine.stringContaining(`status of ${status}`)];
          expect(watched.messages.splice(0)).toEqual(own);
          // axe needs JavaScript.
          const found = options.javaScriptEnabled === false ? [] : await violations(page);
          expect(found).withContext(page.url()).toEqual([]);
          const scrolled = await page.evaluate<number>('document.documentElement.scrollWidth');
          expect(scrolled).toBe(page.viewportSize()?.width ?? 0);
        }

        async function tabTo(name: string): Promise<void> {
          for (let tabs = 0; tabs < TABS; tabs++) {
            await page.keyboard.press('Tab');
            if ((await page.evaluate<string>(FOCUSED)) === name) {
              return;
            }
          }
          throw new Error(`The Tab key does not reach ${name} at ${page.url()}.`);
        }

        async function type(fields: Readonly<Record<string, string>>): Promise<void> {
          for (const [name, text] of Object.entries(fields)) {
            await tabTo(name);
            await page.keyboard.press('ControlOrMeta+A');
            await page.keyboard.type(text);
          }
        }

        async function press(name: string): Promise<void> {
          await tabTo(name);
          await go(() => page.keyboard.press('Enter'));
        }

        async function go(action: () => Promise<unknown>): Promise<void> {
          const loaded = page.waitForEvent('load');
          await action();
          await loaded;
        }

        const flash = () => page.getByRole('status').allTextContents();
        const alert = () => page.getByRole('alert').innerText();
        const header = () => page.locator('header').textContent();

        /** The newest mail with this text, which comes after the page. */
        async function mailWith(text: string): Promise<string> {
          const found = (): string | undefined => mails().findLast((mail) => mail.includes(text));
          await until(
            () => `a mail with ${text}`,
            () => found() !== undefined,
          );
          return found() ?? '';
        }

        /** What mails to this user say, the oldest first. */
        function mails(): string[] {
          const folder = join(root, 'instance/mail');
          const names = existsSync(folder) ? readdirSync(folder).sort() : [];
          return names.flatMap((name) => {
            const text = readFileSync(join(folder, name), 'utf8');
            const [head = '', body = ''] = text.split(/\r?\n\r?\n/s);
            const plain = /base64/.test(head)
              ? Buffer.from(body, 'base64').toString()
              : text.replaceAll(/=\r?\n/g, '');
            return new RegExp(`^To: ${email}\\r?$`, 'm').test(head) ? [plain] : [];
          });
        }

        /** The link in the newest mail that leads to such a page of this site. */
        async function linkTo(page: string): Promise<string> {
          const [link = ''] = /http:\/\/127\.0\.0\.1:\d+\/\S+/.exec(await mailWith(page)) ?? [];
          expect(link.startsWith(url + page)).toBeTrue();
          return link;
        }

        it('does what a person does', async () => {
          await signUp();
          await changeAccount();
          await changeAddress();
          await confirm();
          await changePassword();
          await signOut();
          await signIn();
          await turnOnSecondFactor();
          await makeRecoveryCodes();
          await signInWithCode();
          await workAsAdmin();
          await useToken();
          await turnOffSecondFactor();
          await resetPassword();
          await endSessions();
          await leave();
        });

        async function signUp(): Promise<void> {
          await page.goto(`${url}/account`);
          await expectPage('/sign-in', 'Sign in');
          await press('Sign up');
          await expectPage('/sign-up', 'Sign up');
          await type({ Name: 'Ada', 'E-mail address': email });
          await go(() => page.keyboard.press('Enter'));
          await expectPage('/sign-in', 'Sign in');
          expect(await flash()).toEqual(['A mail with a link is on its way. Open it to sign up.']);
          const link = await linkTo('/sign-up/');
          await page.goto(link);
          await expectPage(new URL(link).pathname, 'Finish signing up');
          await type({ Password: 'Password1234!' });
          await press('Sign up');
          await expectPage(new URL(link).pathname, 'Finish signing up', 422);
          await type({ Password: PASSWORD });
          await go(() => page.keyboard.press('Enter'));
          await expectPage('/', 'Hello World');
          expect(await flash()).toEqual(['Your account is ready, and you are signed in.']);
          expect(await header()).toContain('Ada');
          await page.goto(`${url}/account`);
          await expectPage('/account', 'Account');
        }

        async function changeAccount(): Promise<void> {
          await letTimePass();
          await type({ Name: 'Ada Lovelace' });
          await press('Save account');
          await expectPage('/account', 'Account', 422);
          expect(await page.getByLabel('Name').inputValue()).toBe('Ada Lovelace');
          await type({ 'Current password': 'not this one' });
          await press('Save account');
          await expectPage('/account', 'Account', 422);
          expect(await alert()).toContain('This is not your password.');
          await type({ 'Current password': PASSWORD });
          await press('Save account');
          await expectPage('/account', 'Account');
          expect(await header()).toContain('Ada Lovelace');
        }

        async function changeAddress(): Promise<void> {
          const former = email;
          email = `new-${former}`;
          await type({ 'E-mail address': email });
          await press('Save account');
          await expectPage('/account', 'Account');
          expect(await page.getByLabel('E-mail address').inputValue()).toBe(former);
          const link = await linkTo('/account/address/');
          await page.goto(link);
          await expectPage(new URL(link).pathname, 'New e-mail address');
          await press('Use this address');
          await expectPage('/account', 'Account');
          expect(await page.getByLabel('E-mail address').inputValue()).toBe(email);
        }

        async function confirm(): Promise<void> {
          await letTimePass();
          await page.goto(`${url}/account/confirm?next=/account`);
          await expectPage('/account/confirm', 'Confirm that it is you');
          await type({ 'Current password': PASSWORD });
          await press('Confirm');
          await expectPage('/account', 'Account');
        }

        /** Lets the last sign-in be older than what needs no password. */
        async function letTimePass(): Promise<void> {
          const program = `
from datetime import timedelta
from app import create_app
from app.extensions import db
from app.models import UserSession
from app.models.types import utc_now
with create_app("development").app_context():
    then = utc_now() - timedelta(minutes=16)
    db.session.execute(db.update(UserSession).values(fresh_at=then))
    db.session.commit()
`;
          await succeed(PYTHON, ['-c', program], { cwd: root, env });
        }

        async function changePassword(): Promise<void> {
          await press('Change password');
          await expectPage('/account/password', 'Change password');
          await type({ 'Current password': PASSWORD, 'New password': NEW_PASSWORD });
          await press('Save password');
          await expectPage('/account', 'Account');
          expect(await flash()).toEqual([
            'Your password has been changed. Other devices are signed out.',
          ]);
          await mailWith('has been changed, and all other devices');
        }

        async function signOut(): Promise<void> {
          if (await page.getByRole('button', { name: 'Menu' }).isVisible()) {
            await tabTo('Menu');
            await page.keyboard.press('Enter');
          }
          await press('Sign out');
          await expectPage('/', 'Hello World');
          await page.goBack();
          await expectPage('/sign-in', 'Sign in');
          expect(await page.content()).not.toContain('Ada');
        }

        async function signIn(): Promise<void> {
          await page.goto(`${url}/account`);
          await type({ 'E-mail address': email, Password: PASSWORD });
          await press('Sign in');
          await expectPage('/sign-in', 'Sign in', 422);
          expect(await alert()).toContain('The e-mail address or the password is wrong.');
          await type({ Password: NEW_PASSWORD });
          await tabTo('Keep me signed in');
          await page.keyboard.press('Space');
          await press('Sign in');
          await expectPage('/account', 'Account');
          const days = ((await expiry()) - Date.now() / 1000) / (24 * 60 * 60);
          expect(days).toBeGreaterThan(29.9);
        }

        /** The codes that are left. */
        let recoveryCodes: string[] = [];

        async function turnOnSecondFactor(): Promise<void> {
          await press('Turn on the second factor');
          await expectPage('/account/second-factor', 'Turn on the second factor');
          expect(
            await page.getByRole('img', { name: 'QR code for the app' }).isVisible(),
          ).toBeTrue();
          const secret = (await page.locator('main code').innerText()).replaceAll(' ', '');
          await type({ 'Code of the app': '000000' });
          await press('Turn on');
          await expectPage('/account/second-factor', 'Turn on the second factor', 422);
          const program = `import pyotp; print(pyotp.TOTP("${secret}").now())`;
          const code = await succeed(PYTHON, ['-c', program], { cwd: root });
          await type({ 'Code of the app': code.trim() });
          await press('Turn on');
          await expectPage('/account/second-factor', 'Recovery codes');
          recoveryCodes = await page.locator('main code').allInnerTexts();
          expect(recoveryCodes).toHaveSize(10);
          await press('Done');
          await expectPage('/account', 'Account');
          await mailWith('second factor');
        }

        /** A code that no longer works. */
        let formerCode = '';

        async function makeRecoveryCodes(): Promise<void> {
          await letTimePass();
          await press('Change this');
          await expectPage('/account/second-factor', 'Second factor');
          await press('Make new recovery codes');
          await expectPage('/account/second-factor/codes', 'New recovery codes');
          const [code = '', other = ''] = recoveryCodes;
          await type({ 'Current password': NEW_PASSWORD, Code: code });
          await press('Make new codes');
          await expectPage('/account/second-factor/codes', 'Recovery codes');
          formerCode = other;
          recoveryCodes = await page.locator('main code').allInnerTexts();
          expect(recoveryCodes).toHaveSize(10);
          expect(recoveryCodes).not.toContain(formerCode);
          await press('Done');
          await expectPage('/account', 'Account');
        }

        async function signInWithCode(): Promise<void> {
          await page.context().clearCookies();
          await page.goto(`${url}/account`);
          await type({ 'E-mail address': email, Password: NEW_PASSWORD });
          await press('Sign in');
          await expectPage('/sign-in/code', 'Enter a code');
          await type({ Code: formerCode });
          await press('Sign in');
          await expectPage('/sign-in/code', 'Enter a code', 422);
          expect(await alert()).toContain('This code is wrong, or has been used.');
          await type({ Code: recoveryCodes[0] ?? '' });
          await tabTo('Do not ask on this device for 30 days');
          await page.keyboard.press('Space');
          await press('Sign in');
          await expectPage('/account', 'Account');
        }

        /** A form that was opened in time is saved later. A deletion asks first, and goes back to its button. */
        async function workAsAdmin(): Promise<void> {
          await flaskSucceeds(root, ['users', 'set-admin', email], env);
          await page.goto(`${url}/reports/create`);
          await expectPage('/reports/create', 'New report');
          await type({ Title: 'Spring' });
          await letTimePass();
          await press('Create report');
          await page.waitForURL(/\/reports\/\d+$/);
          const path = new URL(page.url()).pathname;
          await expectPage(path, 'Spring');
          await pressDelete();
          await expectPage('/account/confirm', 'Confirm that it is you');
          await type({ 'Current password': NEW_PASSWORD, Code: recoveryCodes[1] ?? '' });
          await press('Confirm');
          await expectPage(path, 'Spring');
          await pressDelete();
          await expectPage('/reports', 'Reports');
          expect(await flash()).toEqual([jasmine.stringContaining('deleted')]);
        }

        async function pressDelete(): Promise<void> {
          await tabTo('Delete report');
          await page.keyboard.press('Enter');
          await press('Yes, delete');
        }

        /** What the form gives is copied to a field, as to a program. */
        async function useToken(): Promise<void> {
          await letTimePass();
          await page.goto(`${url}/account`);
          await press('Make a token');
          await expectPage('/account/tokens/create', 'New token');
          await type({ Name: 'Backup' });
          await tabTo('It works for');
          await page.keyboard.type('365');
          expect(await page.getByLabel('It works for').inputValue()).toBe('365');
          await type({ 'Current password': NEW_PASSWORD, Code: recoveryCodes[2] ?? '' });
          await press('Make the token');
          await expectPage('/account/tokens/create', 'New token');
          await tabTo('Token');
          await page.keyboard.press('ControlOrMeta+C');
          await press('Done');
          await expectPage('/account', 'Account');
          await mailWith('token');
          await tabTo('Name');
          await page.keyboard.press('ControlOrMeta+V');
          const headers = { authorization: `Bearer ${await page.getByLabel('Name').inputValue()}` };
          expect((await request(`${url}/api/reports`, headers)).status).toBe(200);
          await press('Revoke Backup');
          await expectPage('/account', 'Account');
          expect(await flash()).toEqual(['The token no longer works.']);
          expect((await request(`${url}/api/reports`, headers)).status).toBe(401);
        }

        async function turnOffSecondFactor(): Promise<void> {
          await flaskSucceeds(root, ['users', 'set-admin', email, '--remove'], env);
          await page.goto(`${url}/account/second-factor`);
          await expectPage('/account/second-factor', 'Second factor');
          expect(await page.locator('main').innerText()).toContain('Recovery codes left: 7');
          await press('Turn off');
          await expectPage('/account/second-factor/off', 'Turn off the second factor');
          await press('Turn off');
          await expectPage('/account', 'Account');
        }

        async function expiry(): Promise<number> {
          const cookies = await page.context().cookies();
          return cookies.find(({ name }) => name === 'session')?.expires ?? 0;
        }

        async function resetPassword(): Promise<void> {
          await page.context().clearCookies();
          await page.goto(`${url}/sign-in`);
          await press('Forgot your password?');
          await expectPage('/forgot-password', 'Forgot your password?');
          await type({ 'E-mail address': email });
          await press('Send the link');
          await expectPage('/sign-in', 'Sign in');
          expect(await flash()).toEqual([
            'If the address has an account, a mail with a link is on its way.',
          ]);
          const link = await linkTo('/reset-password/');
          await page.goto(link);
          await expectPage(new URL(link).pathname, 'New password');
          await type({ 'New password': NEWEST_PASSWORD });
          await press('Save password');
          await expectPage('/', 'Hello World');
          await page.goto(link);
          await expectPage('/forgot-password', 'Forgot your password?');
          expect(await flash()).toEqual(['This link no longer works. Ask for a new one.']);
        }

        async function leave(): Promise<void> {
          const downloading = page.waitForEvent('download');
          await tabTo('Download your data');
          await page.keyboard.press('Enter');
          const path = await (await downloading).path();
          expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(
            jasmine.objectContaining({ account: jasmine.objectContaining({ email }) }),
          );
          await page.goto(`${url}/account`);
          await press('Delete the account');
          await expectPage('/account/leave', 'Delete the account');
          await type({ 'Current password': NEWEST_PASSWORD });
          await press('Delete the account');
          await expectPage('/', 'Hello World');
          expect(await flash()).toEqual(['You have left. A link in your mail keeps the account.']);
          const link = await linkTo('/account/keep/');
          await page.goto(link);
          await expectPage(new URL(link).pathname, 'Keep the account');
          await press('Keep the account');
          await expectPage('/sign-in', 'Sign in');
          await type({ 'E-mail address': email, Password: NEWEST_PASSWORD });
          await press('Sign in');
          await expectPage('/', 'Hello World');
        }

        async function endSessions(): Promise<void> {
          const program = `
from app import create_app
from app.auth import find_user, sign_in
for agent in ("Firefox on Android", "Safari on iPad"):
    with create_app("development").test_request_context(headers={"User-Agent": agent}):
        sign_in(find_user("${email}"))
`;
          await succeed(PYTHON, ['-c', program], { cwd: root, env });
          await page.goto(`${url}/account`);
          await expectPage('/account', 'Account');
          const devices = page.locator('[data-label="Last used"]');
          expect(await devices.count()).toBe(3);
          const { width = NaN, height = NaN } = page.viewportSize() ?? {};
          await page.setViewportSize({ width: 820, height });
          for (const cell of [devices, page.locator('[data-label="When"]')]) {
            const time = await cell.first().locator('time').boundingBox();
            expect(time?.height).withContext('its date wraps').toBeLessThan(30);
          }
          await page.setViewportSize({ width, height });
          await press('Sign out Safari on iPad');
          await expectPage('/account', 'Account');
          expect(await flash()).toEqual(['That device is signed out.']);
          expect(await devices.count()).toBe(2);
          await press('Sign out all other devices');
          await expectPage('/account', 'Account');
          expect(await flash()).toEqual(['All other devices are signed out.']);
          expect(await page.getByRole('cell', { name: 'This device' }).count()).toBe(1);
          for (const text of ['Signed in', 'Session ended', 'Password changed']) {
            expect(
              await page.getByRole('rowheader', { name: text }).first().isVisible(),
            ).toBeTrue();
          }
          expect(await devices.count()).toBe(1);
        }
      });
    }

    it('tells password managers what its fields are', async () => {
      const { page } = await openPage(browser);
      for (const [path, fields] of [
        ['/sign-in', { email: 'username', password: 'current-password' }],
        ['/sign-up', { name: 'name', email: 'username' }],
      ] as const) {
        await page.goto(url + path);
        for (const [name, value] of Object.entries(fields)) {
          const input = page.locator(`main [name=${name}]`);
          expect(await input.getAttribute('autocomplete'))
            .withContext(path)
            .toBe(value);
        }
      }
      await page.close();
    });
  });
}

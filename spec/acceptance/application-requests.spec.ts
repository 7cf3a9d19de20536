import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Browser, Page } from 'playwright-core';
import { findBrowser, openBrowser } from '../support/browser';
import { failuresIn, statusesUnderLoad } from '../support/load';
import { PYTHON } from '../support/flask';
import { need } from '../support/need';
import { type Answer, request } from '../support/request';
import {
  DATABASES,
  keyIn,
  needOf,
  newUser,
  serveResources,
  type ServedResources,
  visitorsOf,
} from '../support/served-resources';
import { succeed } from '../support/run';
import { suiteNeeds } from '../support/suite-needs';
import { Visitor } from '../support/visitor';

const MANY = 50_000;

/** What a page may weigh, in bytes, that has a reference to many records. */
const HEAVIEST = 100 * 1024;

/** A note of which a form shows less than there is, and its values as Python writes them. */
const ADD_NOTE = `
from datetime import UTC, date, datetime, time
from decimal import Decimal
from run import app
from app.extensions import db
from app.models import Note
with app.app_context():
    note = Note(title=" spaced ", subtitle="", body="\\n one\\r\\ntwo\\rthree ", price=Decimal("9.90"),
        day=date(2026, 1, 2), at=time(9, 30, 15, 123456), moment=datetime(2026, 1, 2, 3, 4, 5, 6, UTC), user_id=1)
    db.session.add(note)
    db.session.commit()
    print(note.id)
`;
const SHOW_NOTES = `
from run import app
from app.extensions import db
from app.models import Note
with app.app_context():
    print(*db.session.execute(db.select(Note.__table__).order_by(Note.id)).all(), sep="\\n")
`;
const ADD_MANY = `
from run import app
from app.extensions import db
from app.models import User
with app.app_context():
    people = [dict(name=f"Person {number:05} of many", email=f"{number}@example.org") for number in range(${MANY})]
    db.session.execute(db.insert(User), people)
    db.session.commit()
`;

/** Writes to the SQLite file, prints a line, and goes on until its input closes. */
const LOCK = `
import sqlite3, sys
connection = sqlite3.connect("instance/blog.db")
connection.execute("BEGIN IMMEDIATE")
print("locked", flush=True)
sys.stdin.read()
`;

for (const database of DATABASES) {
  describe(`An application on ${database}, served by gunicorn,`, () => {
    let application: ServedResources;
    let url: string;
    let visitor: Visitor;

    suiteNeeds(...needOf(database), async () => {
      application = await serveResources(database);
      ({ url } = application);
      [visitor = new Visitor(url)] = await visitorsOf(url, 1);
      await visitor.send('/users/create', newUser());
      return application.stop;
    });

    async function addUser(): Promise<string> {
      return keyIn(await visitor.send('/users/create', newUser())) ?? 'none';
    }

    it('deletes a record for one of many requests; the others find none', async () => {
      const visitors = await visitorsOf(url, 8);
      for (let round = 0; round < 5; round++) {
        const id = await addUser();
        const answers = await Promise.all(visitors.map((each) => each.send(`/users/${id}/delete`)));
        expect(statusesOf(answers)).toEqual([302, ...Array<number>(7).fill(404)]);
      }
    });

    it('saves a record, or finds none, where others delete it meanwhile', async () => {
      const visitors = await visitorsOf(url, 8);
      for (let round = 0; round < 5; round++) {
        const id = await addUser();
        const answers = await Promise.all(
          visitors.map((each, index) =>
            index % 4 === 0
              ? each.send(`/users/${id}/delete`)
              : each.send(`/users/${id}/edit`, newUser()),
          ),
        );
        expect(statusesOf(answers).filter((status) => ![302, 404].includes(status))).toEqual([]);
        expect((await visitor.open(`/users/${id}`)).status).toBe(404);
      }
    });

    it('refuses what is no form, and saves nothing', async () => {
      const email = 'not-a-form@example.com';
      const json = JSON.stringify({ name: 'Ada', email });
      const file = new FormData();
      file.set('email', email);
      file.set('name', new Blob(['Ada']), 'name.txt');
      const bodies: [string | FormData, number, Record<string, string>][] = [
        [json, 415, { 'content-type': 'application/json' }],
        [`[${json}]`, 415, { 'content-type': 'application/json' }],
        ['{', 415, { 'content-type': 'application/json' }],
        [file, 400, {}],
      ];
      for (const [body, status, headers] of bodies) {
        const response = await fetch(`${url}/users/create`, {
          method: 'POST',
          body,
          headers: { ...visitor.headers, ...headers },
        });
        expect(response.status).toBe(status);
      }
      expect((await visitor.open('/users')).text).not.toContain(email);
    });

    it('answers in JSON where that is asked for', async () => {
      const { headers, status, text } = await request(`${url}/users/99999999999`, {
        accept: 'application/json',
      });
      expect([status, headers['content-type']]).toEqual([404, 'application/json']);
      expect(JSON.parse(text)).toEqual(
        jasmine.objectContaining({ status: 404, error: 'Not Found' }),
      );
    });

    it('shows the last page for any that is further', async () => {
      for (const page of ['9223372036854775807', '9'.repeat(40), '7']) {
        const { status, text } = await visitor.open(`/users?page=${page}`);
        expect([status, text.includes('There are no users')]).toEqual([200, false]);
      }
    });

    it('goes on when its database has been started again', async () => {
      await Promise.all((await visitorsOf(url, 8)).map((each) => each.open('/users')));
      await application.dropConnections();
      const answers = await Promise.all(Array.from({ length: 16 }, () => visitor.open('/users')));
      expect(new Set(statusesOf(answers))).toEqual(new Set([200]));
    });

    it('has no failure under load', async () => {
      const statuses = await statusesUnderLoad(url, 12, (rounds) => rounds < 5);
      expect(failuresIn(statuses, database)).toEqual([]);
      expect([...statuses.keys()]).toContain('write 302');
    });

    describe('in a browser', () => {
      let browser: Browser;
      let page: Page;

      suiteNeeds('Chromium', findBrowser(), async () => {
        browser = await openBrowser();
        await application.python(ADD_MANY);
        return () => browser.close();
      });

      beforeEach(async () => {
        page = await browser.newPage({ javaScriptEnabled: false });
        // The session's cookie is for HTTPS only.
        await page.route('**/*', async (route) => {
          const headers = { ...route.request().headers(), ...cookieOf(visitor) };
          await route.continue({ headers });
        });
      });

      afterEach(() => page.close());

      it('changes nothing of a form that was not changed', async () => {
        const id = (await application.python(ADD_NOTE)).trim();
        const before = await application.python(SHOW_NOTES);
        await page.goto(`${url}/notes/${id}/edit`);
        await page.getByRole('button', { name: 'Save note' }).click();
        await page.waitForURL(`${url}/notes/${id}`);
        expect(await application.python(SHOW_NOTES)).toBe(before);
      });

      it('shows a text from right to left if it begins so', async () => {
        const note = ADD_NOTE.replace(/body="[^"]*"/, 'body="ملاحظة قصيرة"');
        await page.goto(`${url}/notes/${(await application.python(note)).trim()}`);
        expect(await page.locator('.text').textContent()).toBe('ملاحظة قصيرة');
        const style = 'getComputedStyle(document.querySelector(".text")).unicodeBidi';
        expect(await page.evaluate(style)).toBe('plaintext');
      });

      it('finds any of many records for a reference, on a small page', async () => {
        await page.goto(`${url}/notes/create`);
        expect((await page.content()).length).toBeLessThan(HEAVIEST);
        await page.locator('[name=title]').fill('Kept');
        await page.locator('[name=body]').fill('Kept, too');
        await page.getByLabel('Find user').fill('person 43210');
        await page.getByRole('button', { name: 'Find' }).click();
        await page.getByRole('status').waitFor();
        expect(await page.getByRole('status').innerText()).toContain('1 found');
        expect((await page.content()).length).toBeLessThan(HEAVIEST);
        await page.locator('[name=user_id]').selectOption('Person 43210 of many');
        await page.getByRole('button', { name: 'Create note' }).click();
        await page.waitForURL(/\/notes\/\d+$/);
        const text = await page.locator('main').innerText();
        expect(text).toContain('Kept, too');
        expect(text).toContain('Person 43210 of many');
      });

      it('saves when Enter is pressed in a field, and searches when in a search', async () => {
        await page.goto(`${url}/notes/create`);
        await page.getByLabel('Find user').fill('person 4321');
        await page.getByLabel('Find user').press('Enter');
        await page.getByRole('status').waitFor();
        await page.locator('[name=user_id]').selectOption('Person 43211 of many');
        await page.locator('[name=body]').fill('A body');
        await page.locator('[name=title]').fill('A title');
        await page.locator('[name=title]').press('Enter');
        await page.waitForURL(/\/notes\/\d+$/);
        expect(await page.locator('main').innerText()).toContain('Person 43211 of many');
      });
    });

    if (database === 'SQLite') {
      it('passes its own tests', async () => {
        const said = await succeed(PYTHON, ['-m', 'pytest', '-q'], { cwd: application.root });
        expect(said).toMatch(/\d+ passed/);
      });

      it('says when to try again where its file is locked, and reads on', async () => {
        const python = need('Python', `${application.root}/venv/bin/python`);
        const writer = spawn(python, ['-c', LOCK], {
          cwd: application.root,
          stdio: ['pipe', 'pipe', 'inherit'],
        });
        await once(writer.stdout, 'data');
        const [answer, read] = await Promise.all([
          visitor.send('/users/create', newUser()),
          visitor.open('/users'),
        ]);
        writer.stdin.end();
        await once(writer, 'close');
        expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5']);
        expect(read.status).toBe(200);
        expect((await visitor.send('/users/create', newUser())).status).toBe(302);
      });
    }
  });
}

function statusesOf(answers: readonly Answer[]): number[] {
  return answers.map(({ status }) => status ?? 0).sort((one, other) => one - other);
}

function cookieOf({ headers: { cookie = '' } }: Visitor): { cookie: string } {
  return { cookie };
}

import { type Browser, type Page } from 'playwright-core';
import { findBrowser, openBrowser, openPage } from '../support/browser';
import {
  DATABASES,
  needOf,
  type ServedResources,
  serveResources,
} from '../support/served-resources';
import { suiteNeeds } from '../support/suite-needs';
import { Visitor } from '../support/visitor';
import { valuesIn } from './offers/drive';

const EDIT = '/users/1/edit';

for (const database of DATABASES) {
  describe(`A record that two people edit, on ${database}`, () => {
    let served: ServedResources;
    let browser: Browser;
    const [name, found] = needOf(database);

    suiteNeeds(`${name} and Chromium`, found && findBrowser(), async () => {
      served = await serveResources(database);
      await served.python(SEED);
      browser = await openBrowser();
      return () => Promise.all([browser.close(), served.stop()]);
    });

    it('shows both values to the second one, who decides', async () => {
      const [one, other] = [await editor(), await editor()];
      await other.getByLabel('Name').fill('Ada King');
      await save(other);
      expect(await other.getByRole('status').innerText()).toBe('The user has been updated.');
      await one.getByLabel('Name').fill('Ada Byron');
      const answer = await save(one);
      expect(answer.status()).toBe(409);
      const summary = one.getByRole('alert');
      expect(await summary.innerText()).toContain('Someone else has changed this');
      expect(await one.locator('#name-change').innerText()).toContain('“Ada King”');
      expect(await one.getByLabel('Name').inputValue()).toBe('Ada Byron');
      expect((await stored())[0]).toBe('Ada King');
      await save(one);
      expect((await stored())[0]).toBe('Ada Byron');
    });

    it('keeps what both have changed, if these are different fields', async () => {
      const [one, other] = [await editor(), await editor()];
      await other.getByLabel('Name').fill('Augusta Ada');
      await save(other);
      await one.getByLabel('Email').fill('ada@example.org');
      await save(one);
      expect(await stored()).toEqual(['Augusta Ada', 'ada@example.org']);
    });

    it('takes one of two changes of a field that come at once', async () => {
      for (let round = 1; round <= 10; round += 1) {
        const answers = await atOnce({ name: `A ${round}` }, { name: `B ${round}` });
        expect(answers.map(({ status }) => status).sort()).toEqual([302, 409]);
        const winner = answers[0]?.status === 302 ? 'A' : 'B';
        expect((await stored())[0]).toBe(`${winner} ${round}`);
      }
    });

    it('takes both of two changes of different fields that come at once', async () => {
      for (let round = 1; round <= 10; round += 1) {
        const email = `ada${round}@example.com`;
        const answers = await atOnce({ name: `Ada ${round}` }, { email });
        expect(answers.map(({ status }) => status)).toEqual([302, 302]);
        expect(await stored()).toEqual([`Ada ${round}`, email]);
      }
    });

    async function editor(): Promise<Page> {
      const { page } = await openPage(browser);
      await page.goto(served.url + EDIT);
      return page;
    }

    /** Two visitors open the form, and then send it with one change each. */
    async function atOnce(
      ...changes: Record<string, string>[]
    ): Promise<{ status?: number | undefined }[]> {
      const opened = [];
      for (const change of changes) {
        const visitor = new Visitor(served.url);
        const { text } = await visitor.open(EDIT);
        opened.push({ visitor, data: { ...valuesIn(text), ...change } });
      }
      return Promise.all(opened.map(({ visitor, data }) => visitor.send(EDIT, data)));
    }

    /** What a form that is opened now shows. */
    async function stored(): Promise<(string | undefined)[]> {
      const { name, email } = valuesIn((await new Visitor(served.url).open(EDIT)).text);
      return [name, email];
    }
  });
}

const SEED = `
from app import create_app
from app.commands import seed
with create_app().app_context():
    seed()
`;

async function save(page: Page): ReturnType<Page['waitForResponse']> {
  const answer = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.getByRole('button', { name: 'Save user' }).click();
  const found = await answer;
  await page.waitForLoadState();
  return found;
}

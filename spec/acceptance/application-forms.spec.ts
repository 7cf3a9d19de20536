import type { Browser, Page } from 'playwright-core';
import { findBrowser, openBrowser, openPage, violations } from '../support/browser';
import { linkedCopy } from '../support/copies';
import { type Server, serve } from '../support/server';
import { suiteNeeds } from '../support/suite-needs';
import { addUserPages } from '../support/user-pages';

describe('A form of an application', () => {
  let server: Server;
  let browser: Browser;
  let page: Page;

  suiteNeeds('Chromium', findBrowser(), async () => {
    const root = await linkedCopy(true);
    await addUserPages(root);
    server = await serve(root, './run.sh', () => []);
    browser = await openBrowser();
    return () => Promise.all([browser.close(), server.stop()]);
  });

  beforeEach(async () => {
    ({ page } = await openPage(browser, { viewport: { width: 390, height: 600 } }));
    await page.goto(`${server.url}/users/create`);
  });

  afterEach(() => page.close());

  it('marks required fields in text', async () => {
    const labels = await page.locator('.field label').allInnerTexts();
    expect(labels).toEqual([
      'Name (required)',
      'Email (required)',
      'Role',
      'Born On',
      'Is Public',
      'Notes',
    ]);
  });

  it('has no error before it is sent', async () => {
    expect(await page.title()).toBe('New user');
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('has inputs, selects and buttons of one height', async () => {
    const heights = await heightsOf(
      '.form :is(input:not([type]), [type=text], [type=date], select, .button, .button-quiet)',
    );
    expect(heights.length).toBeGreaterThan(5);
    expect(new Set(heights)).toEqual(new Set([44]));
  });

  it('has a checkbox beside its label, in a row as high as the other fields', async () => {
    const [box, label] = [await boxOf('#is_public'), await boxOf('[for=is_public]')];
    expect(middle(box)).toBeCloseTo(middle(label), 0);
    expect(await heightsOf('div:has(> #is_public)')).toEqual([44]);
  });

  it('has the same gap below each field', async () => {
    // A row with a checkbox is as high as what is touched, so its text is what one sees.
    const fields = await page
      .locator('.field:not(:has(> .choice)), .field > .choice > label')
      .all();
    const boxes = await Promise.all(fields.map((field) => field.boundingBox()));
    const gaps = boxes.slice(1).map((box, index) => {
      const above = boxes[index];
      return box && above ? Math.round(box.y - above.y - above.height) : undefined;
    });
    expect(new Set(gaps)).toEqual(new Set([24]));
  });

  describe('that was sent with errors', () => {
    beforeEach(async () => {
      await page.getByLabel('Email').fill('ada@example.com');
      await page.getByRole('button', { name: 'Create user' }).click();
      await page.getByRole('alert').waitFor();
    });

    it('says so in the title', async () => {
      expect(await page.title()).toBe('Error: New user');
    });

    it('focuses a summary that names the fields with errors', async () => {
      const focused = page.locator(':focus');
      expect(await focused.getAttribute('role')).toBe('alert');
      expect(await focused.getByRole('link').allTextContents()).toEqual([
        'Name: This must not be empty.',
        jasmine.stringMatching(/^Born On: /),
      ]);
    });

    it('leads from the summary to a field', async () => {
      await page.getByRole('link', { name: 'Name: This must not be empty.' }).click();
      expect(await page.locator(':focus').getAttribute('name')).toBe('name');
    });

    it('ties the error and the description to the field', async () => {
      const ids = (await page.locator('#name').getAttribute('aria-describedby')) ?? '';
      const texts = ids.split(' ').map((id) => page.locator(`#${id}`).innerText());
      expect(await Promise.all(texts)).toEqual(['As on the passport.', 'This must not be empty.']);
      expect(await page.locator('#email').getAttribute('aria-invalid')).toBeNull();
    });

    it('has no violation that axe finds', async () => {
      expect(await violations(page)).toEqual([]);
    });
  });

  describe('to delete a record, one of several on a page,', () => {
    beforeEach(() => page.goto(`${server.url}/users`));

    it('has ids of its own', async () => {
      const ids = await page.evaluate<string[]>(
        `[...document.querySelectorAll('[id]')].map(({ id }) => id)`,
      );
      expect(ids.length).toBe(new Set(ids).size);
    });

    it('asks about, and deletes, the record whose button was clicked', async () => {
      await page.getByRole('button', { name: 'Delete Grace Hopper' }).click();
      await page.getByRole('dialog', { name: 'Delete Grace Hopper?' }).waitFor();
      expect(await page.getByRole('dialog').count()).toBe(1);
      await page.getByRole('button', { name: 'Yes, delete' }).click();
      expect(await page.getByRole('status').innerText()).toBe('Deleted: Grace Hopper');
    });

    it('keeps the keyboard until it is answered, and gives it back', async () => {
      const opener = page.getByRole('button', { name: 'Delete Alan Turing' });
      const focused = (): Promise<string> =>
        page.evaluate(`document.activeElement.closest('dialog')
          ? document.activeElement.innerText
          : document.activeElement.tagName`);
      await opener.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: 'Delete Alan Turing?' }).waitFor();
      expect(await focused()).toBe('Cancel');
      for (const key of ['Tab', 'Shift+Tab']) {
        const passed = new Set<string>();
        for (let count = 0; count < 6; count++) {
          await page.keyboard.press(key);
          passed.add(await focused());
        }
        // Beside its buttons there is only the browser itself.
        expect([...passed].filter((each) => each !== 'BODY').toSorted()).toEqual([
          'Cancel',
          'Yes, delete',
        ]);
      }
      await page.keyboard.press('Escape');
      expect(await page.getByRole('dialog').count()).toBe(0);
      expect(await page.evaluate(`document.activeElement.getAttribute('popovertarget')`)).toBe(
        await opener.getAttribute('popovertarget'),
      );
    });

    it('closes when somebody clicks beside it', async () => {
      await page.getByRole('button', { name: 'Delete Alan Turing' }).click();
      await page.getByRole('dialog', { name: 'Delete Alan Turing?' }).waitFor();
      await page.mouse.click(5, 5);
      expect(await page.getByRole('dialog').count()).toBe(0);
    });

    it('also asks in a browser that has no commands for buttons', async () => {
      await page.evaluate(`document
        .querySelectorAll('[command]')
        .forEach((each) => ['command', 'commandfor'].forEach((name) => each.removeAttribute(name)))`);
      await page.getByRole('button', { name: 'Delete Alan Turing' }).click();
      await page.getByRole('dialog', { name: 'Delete Alan Turing?' }).waitFor();
      await page.getByRole('button', { name: 'Cancel' }).click();
      expect(await page.getByRole('dialog').count()).toBe(0);
    });

    it('can be left without a change', async () => {
      await page.getByRole('button', { name: 'Delete Alan Turing' }).click();
      await page.getByRole('button', { name: 'Cancel' }).click();
      expect(await page.getByRole('dialog').count()).toBe(0);
      await page.reload();
      expect(await page.getByRole('rowheader', { name: 'Alan Turing' }).count()).toBe(1);
    });
  });

  async function boxOf(selector: string): Promise<{ y: number; height: number }> {
    const box = await page.locator(selector).boundingBox();
    return box ?? { y: NaN, height: NaN };
  }

  async function heightsOf(selector: string): Promise<number[]> {
    const found = await page.locator(selector).all();
    return Promise.all(found.map(async (each) => (await each.boundingBox())?.height ?? NaN));
  }
});

function middle({ y, height }: { y: number; height: number }): number {
  return y + height / 2;
}

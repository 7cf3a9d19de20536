import type { Browser, Page } from 'playwright-core';
import { findBrowser, openBrowser, openPage, violations } from '../support/browser';
import { linkedCopy } from '../support/copies';
import { SCAFFOLD, succeed } from '../support/run';
import { type Server, serve } from '../support/server';
import { suiteNeeds } from '../support/suite-needs';
import { addUsers } from '../support/user-pages';

const WIDTHS = { 'a phone': 390, 'a tablet': 820, 'a desktop': 1440 } as const;

describe('A list that make:view made', () => {
  let server: Server;
  let browser: Browser;

  suiteNeeds('Chromium', findBrowser(), async () => {
    const root = await linkedCopy(true);
    await succeed(process.execPath, [SCAFFOLD, 'make:view', 'users.index', '-rc'], { cwd: root });
    const tasks = ['tasks', 'title', 'status:enum:open:closed', 'done:boolean', '--migrate'];
    await succeed(process.execPath, [SCAFFOLD, 'make:resource', ...tasks], { cwd: root });
    await addUsers(root);
    server = await serve(root, './run.sh', () => []);
    browser = await openBrowser();
    return () => Promise.all([browser.close(), server.stop()]);
  });

  describe('without JavaScript', () => {
    let page: Page;

    beforeEach(async () => {
      ({ page } = await openPage(browser, { javaScriptEnabled: false }));
      await page.goto(`${server.url}/users`);
    });

    afterEach(() => page.close());

    it('is sorted by a click on a heading, the other way round by the next', async () => {
      await page.getByRole('link', { name: 'Email' }).click();
      await page.waitForURL(/sort=email$/);
      expect((await names())[0]).toBe('User 41');
      expect(await sortOf('Email')).toBe('ascending');
      await page.getByRole('link', { name: 'Email' }).click();
      await page.waitForURL(/sort=-email$/);
      expect((await names())[0]).toBe('Grace Hopper');
      expect(await sortOf('Email')).toBe('descending');
      expect(await sortOf('Name')).toBeNull();
    });

    it('is searched, and shows all again', async () => {
      await page.getByLabel('Search').fill('hop');
      await page.getByRole('button', { name: 'Search' }).click();
      await page.waitForURL(/q=hop/);
      expect(await names()).toEqual(['Grace Hopper']);
      expect(await page.getByLabel('Search').inputValue()).toBe('hop');
      await page.getByRole('link', { name: 'Show all' }).click();
      await page.waitForURL((url) => !url.searchParams.has('q'));
      expect(await names()).toHaveSize(20);
    });

    it('is sorted, searched and paged by keyboard', async () => {
      await page.getByRole('link', { name: 'Name' }).focus();
      await page.keyboard.press('Enter');
      await page.waitForURL(/sort=name$/);
      expect((await names())[0]).toBe('Ada Lovelace');
      await page.getByLabel('Search').focus();
      await page.keyboard.type('user');
      await page.keyboard.press('Enter');
      await page.waitForURL(/q=user&sort=name$/);
      expect((await names())[0]).toBe('User 00');
      await page.getByRole('link', { name: 'Next' }).focus();
      await page.keyboard.press('Enter');
      await page.waitForURL(/page=2$/);
      expect((await names())[0]).toBe('User 20');
    });

    it('says when nothing is found', async () => {
      await page.goto(`${server.url}/users?q=nobody`);
      expect(await page.locator('main').innerText()).toContain('No users match this search.');
    });

    it('keeps the search and the order from page to page', async () => {
      await page.goto(`${server.url}/users?q=user&sort=-name`);
      await page.getByRole('link', { name: 'Next' }).click();
      expect(new URL(page.url()).search).toBe('?q=user&sort=-name&page=2');
      expect((await names())[0]).toBe('User 21');
      await page.getByRole('link', { name: 'Previous' }).click();
      expect((await names())[0]).toBe('User 41');
    });

    it('shows its last page for one past the end', async () => {
      await page.goto(`${server.url}/users?page=9223372036854775807`);
      expect(await names()).toHaveSize(5);
      expect(await page.locator('nav[aria-label=Pages]').innerText()).toContain('Page 3 of 3');
    });

    it('folds its filters on a phone, and says how many are in use', async () => {
      await page.setViewportSize({ width: WIDTHS['a phone'], height: 800 });
      await page.goto(`${server.url}/tasks?status=open`);
      const status = page.getByLabel('Status');
      expect(await status.isVisible()).toBeFalse();
      expect(await page.locator('summary').textContent()).toBe('Filters 1 in use');
      await page.locator('summary').press('Enter');
      expect(await status.inputValue()).toBe('open');
      await page.getByLabel('Done').selectOption('Yes');
      await page.getByRole('button', { name: 'Search' }).click();
      expect(await page.locator('summary').textContent()).toBe('Filters 2 in use');
      await page.getByRole('link', { name: 'Show all' }).click();
      expect(new URL(page.url()).search).toBe('');
    });

    it('shows its filters beside its search where there is room', async () => {
      await page.setViewportSize({ width: WIDTHS['a desktop'], height: 800 });
      await page.goto(`${server.url}/tasks?status=open`);
      expect(await page.locator('summary').isVisible()).toBeFalse();
      const boxes = await Promise.all(
        ['[name=q]', '[name=status]', '[name=done]'].map((each) =>
          page.locator(each).boundingBox(),
        ),
      );
      expect(new Set(boxes.map((box) => box?.y)).size).toBe(1);
    });

    async function names(): Promise<string[]> {
      return page.getByRole('rowheader').allInnerTexts();
    }

    async function sortOf(heading: string): Promise<string | null> {
      return page.getByRole('columnheader', { name: heading }).getAttribute('aria-sort');
    }
  });

  for (const [name, width] of Object.entries(WIDTHS)) {
    describe(`on ${name}`, () => {
      let shown: Page;

      beforeEach(async () => {
        ({ page: shown } = await openPage(browser, { viewport: { width, height: 800 } }));
        await shown.goto(`${server.url}/users?sort=name`);
      });

      afterEach(() => shown.close());

      it('has no violation that axe finds, light and dark, and scrolls in one direction', async () => {
        for (const colorScheme of ['light', 'dark'] as const) {
          await shown.emulateMedia({ colorScheme });
          expect(await violations(shown))
            .withContext(colorScheme)
            .toEqual([]);
        }
        expect(await shown.evaluate<number>('document.documentElement.scrollWidth')).toBe(width);
      });

      it('scrolls in itself, or grows, with 40 columns', async () => {
        await shown.evaluate(`for (const row of document.querySelectorAll('tr')) {
            for (let n = 0; n < 40; n++) row.append(row.children[1].cloneNode(true));
          }`);
        expect(await shown.locator('tbody tr').first().locator('td').count()).toBe(42);
        expect(await shown.evaluate<number>('document.documentElement.scrollWidth')).toBe(width);
      });

      it('breaks six long headings, and their labels on cards, into lines', async () => {
        await shown.evaluate(`for (const row of document.querySelectorAll('tr')) {
            while (row.children.length < 6) row.append(row.lastElementChild.cloneNode(true));
            for (const cell of [...row.children].slice(1)) {
              cell.className = 'number';
              cell.dataset.label = 'Average response time in minutes of the last week';
              (cell.querySelector('a') ?? cell).textContent =
                cell.tagName === 'TH' ? cell.dataset.label : '1400113410';
            }
          }`);
        const hidden = `const { clientWidth, scrollWidth } = document.querySelector('.records');
            scrollWidth - clientWidth`;
        expect(await shown.evaluate<number>(hidden)).toBe(0);
        const broken = shown.locator(width < 768 ? 'tbody .number' : 'thead').first();
        expect((await broken.boundingBox())?.height).toBeGreaterThan(40);
      });

      it('is a table for screen readers', async () => {
        const tree = await shown.locator('table').ariaSnapshot();
        expect(tree).toContain('- columnheader "Name"');
        expect(tree).toContain('- rowheader "Ada Lovelace"');
        expect(tree).toContain('- cell "ada@example.com"');
      });

      it(`shows records as ${width < 768 ? 'cards' : 'rows'}`, async () => {
        const [name, email] = await Promise.all(
          ['tbody th', 'tbody td'].map((each) => shown.locator(each).first().boundingBox()),
        );
        const isBelow = (email?.y ?? 0) >= (name?.y ?? 0) + (name?.height ?? 0);
        expect(isBelow).toBe(width < 768);
      });
    });
  }
});

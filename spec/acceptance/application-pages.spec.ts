import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import {
  findBrowser,
  openBrowser,
  openPage,
  violations,
  type WatchedPage,
  WIDTHS,
} from '../support/browser';
import { linkedCopy } from '../support/copies';
import { PYTHON } from '../support/flask';
import { addFormPage } from '../support/form-page';
import { type Server, serve } from '../support/server';
import { suiteNeeds } from '../support/suite-needs';

const SCHEMES = ['light', 'dark'] as const;
const PAGES = { 'the start page': '/', 'an error page': '/nowhere' } as const;

for (const db of [true, false]) {
  describe(`An application ${db ? 'with' : 'without'} a database, in a browser,`, () => {
    let root: string;
    let server: Server;
    let browser: Browser;

    suiteNeeds('Chromium', findBrowser(), async () => {
      root = await linkedCopy(db);
      addFormPage(root);
      server = await serve(root, './run.sh', () => []);
      browser = await openBrowser();
      return () => Promise.all([browser.close(), server.stop()]);
    });

    describe('on its start page', () => {
      let page: Page;

      suiteNeeds('Chromium', findBrowser(), async () => {
        ({ page } = await openPage(browser));
        await page.goto(server.url);
        return () => page.close();
      });

      it('says "Hello World"', async () => {
        expect(await page.locator('h1').allTextContents()).toEqual(['Hello World']);
      });

      it('has a title with its name', async () => {
        expect(await page.title()).toBe('Hello World · Blog');
      });

      it('gives commands for what to do next', async () => {
        const commands = await page.locator('pre code').allTextContents();
        expect(commands).toContain('./run.sh');
        expect(commands.filter((command) => command.startsWith('scaffold make:'))).toHaveSize(2);
      });

      it('names files to change that are there', async () => {
        const names = await page.locator('p code').allTextContents();
        const files = names.filter((name) => /\.\w+$/.test(name) && !name.includes('post.py'));
        expect(files).toContain('app/templates/mains/index.html');
        expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
      });

      it(`${db ? 'speaks' : 'does not speak'} of models and migrations`, async () => {
        expect(/\bmodel|migrat/i.test(await page.locator('main').innerText())).toBe(db);
      });
    });

    it('leads from an error page back to the start page', async () => {
      const { page } = await openPage(browser);
      await page.goto(`${server.url}/nowhere`);
      expect(await page.locator('h1').allTextContents()).toEqual(['Page not found']);
      for (const element of ['h1', 'h1 + p']) {
        expect(await style(page, element, 'textAlign')).toBe('center');
      }
      await page.getByRole('link', { name: 'Back to the start page' }).click();
      await page.waitForURL(`${server.url}/`);
      expect(await page.locator('h1').allTextContents()).toEqual(['Hello World']);
      await page.close();
    });

    it('sends a form, and flashes its message once', async () => {
      const { page, messages } = await openPage(browser);
      await page.goto(`${server.url}/contact`);
      await page.getByLabel('Text').fill('<b>Good day</b>');
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByRole('status').waitFor();
      expect(await page.getByRole('status').allTextContents()).toEqual(['Sent: <b>Good day</b>']);
      await page.reload();
      expect(await page.getByRole('status').count()).toBe(0);
      expect(messages).toEqual([]);
      await page.close();
    });

    it('keeps what was typed in a form that has expired, behind it', async () => {
      const { page } = await openPage(browser);
      await page.goto(`${server.url}/contact`);
      await page.getByLabel('Text').fill('A long letter');
      await page.context().clearCookies();
      await page.getByRole('button', { name: 'Send' }).click();
      expect(await page.locator('h1').allTextContents()).toEqual(['This form has expired']);
      await page.goBack();
      expect(await page.getByLabel('Text').inputValue()).toBe('A long letter');
      await page.close();
    });

    it('has other colours in the dark', async () => {
      const backgrounds = [];
      for (const colorScheme of SCHEMES) {
        const { page } = await openPage(browser, { colorScheme });
        await page.goto(server.url);
        backgrounds.push(await style(page, 'body', 'backgroundColor'));
        await page.close();
      }
      expect(backgrounds[0]).toBe('rgb(248, 250, 252)');
      expect(backgrounds[1]).not.toBe(backgrounds[0]);
      expect(backgrounds[1]).not.toBe('rgba(0, 0, 0, 0)');
    });

    for (const [name, path] of Object.entries(PAGES)) {
      for (const colorScheme of SCHEMES) {
        for (const width of Object.values(WIDTHS)) {
          describe(`shows ${name}, ${width} pixels wide, ${colorScheme},`, () => {
            let watched: WatchedPage;

            suiteNeeds('Chromium', findBrowser(), async () => {
              watched = await openPage(browser, { colorScheme, viewport: { width, height: 800 } });
              await watched.page.goto(server.url + path);
              return () => watched.page.close();
            });

            it('without a violation that axe finds', async () => {
              expect(await violations(watched.page)).toEqual([]);
            });

            it('without a message on the console', () => {
              // The browser itself reports the status of the page.
              const own = path === '/' ? [] : [jasmine.stringContaining('status of 404')];
              expect(watched.messages).toEqual(own);
            });

            it('without scrolling sideways', async () => {
              const scrolled = await watched.page.evaluate<number>(
                'document.documentElement.scrollWidth',
              );
              expect(scrolled).toBe(width);
            });

            it('with its stylesheet applied', async () => {
              // A browser's own are 8 pixels and none.
              expect(await style(watched.page, 'body', 'margin')).toBe('0px');
              expect(await style(watched.page, 'main', 'maxWidth')).toBe('1152px');
            });
          });
        }
      }
    }
  });
}

describe('An application that `python -m flask run` serves', () => {
  it('shows its start page', async () => {
    const root = await linkedCopy(true);
    const server = await serve(root, PYTHON, (port) => ['-m', 'flask', 'run', '-p', String(port)]);
    const response = await fetch(server.url);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('Hello World</h1>');
    await server.stop();
  });
});

function style(page: Page, element: string, property: string): Promise<string> {
  return page.evaluate<string>(
    `getComputedStyle(document.querySelector('${element}')).${property}`,
  );
}

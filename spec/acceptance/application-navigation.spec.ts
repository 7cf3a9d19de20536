import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { findBrowser, openBrowser, openPage, violations } from '../support/browser';
import { linkedCopy } from '../support/copies';
import { type Server, serve } from '../support/server';
import { suiteNeeds } from '../support/suite-needs';

const COUNT = 12;
const TITLE = 'An application of a long name';

/** A page for each link. */
const PAGES = `

for number in range(${COUNT}):
    bp.add_url_rule(f"/section-{number}", f"section_{number}", index)
`;
const LINKS = `LINKS: list[Link] = [
    Link(f"Section {number}", f"mains.section_{number}") for number in range(${COUNT})
]`;

describe('The header of an application with many links', () => {
  let server: Server;
  let browser: Browser;
  let page: Page;

  suiteNeeds('Chromium', findBrowser(), async () => {
    const root = await linkedCopy(true);
    appendFileSync(join(root, 'app/routes/mains/routes.py'), PAGES);
    change(join(root, 'app/navigation.py'), /^LINKS.*$/m, LINKS);
    change(join(root, 'app/templates/components/header.html'), /(?<=<span>)Blog/, TITLE);
    server = await serve(root, './run.sh', () => []);
    browser = await openBrowser();
    return () => Promise.all([browser.close(), server.stop()]);
  });

  async function open(width: number, colorScheme: 'light' | 'dark' = 'light'): Promise<void> {
    ({ page } = await openPage(browser, { colorScheme, viewport: { width, height: 664 } }));
    await page.goto(`${server.url}/section-7`);
  }

  afterEach(() => page.close());

  it('is one row on a phone, with a button that opens them', async () => {
    await open(390);
    const link = page.getByRole('link', { name: 'Section 11' });
    expect(await link.isVisible()).toBeFalse();
    expect(await heightOf('header')).toBeLessThan(80);
    await page.getByRole('button', { name: 'Menu' }).press('Enter');
    expect(await link.isVisible()).toBeTrue();
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').innerText()).toBe('Section 0');
    await page.keyboard.press('Escape');
    expect(await page.locator(':focus').innerText()).toBe('Menu');
    expect(await link.isVisible()).toBeFalse();
    await page.getByRole('button', { name: 'Menu' }).click();
    await link.click();
    await page.waitForURL(`${server.url}/section-11`);
    expect(await link.isVisible()).toBeFalse();
  });

  for (const width of [820, 1440]) {
    it(`has them beside its title, ${width} pixels wide`, async () => {
      await open(width);
      expect(await page.getByRole('button', { name: 'Menu' }).isVisible()).toBeFalse();
      const tops = await Promise.all(
        [TITLE, 'Section 0'].map(
          async (name) => (await page.getByRole('link', { name, exact: true }).boundingBox())?.y,
        ),
      );
      expect(tops[0]).toBe(tops[1]);
      expect(await page.locator('[aria-current]').allInnerTexts()).toEqual(['Section 7']);
    });
  }

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [390, 820, 1440]) {
      it(`has no violation that axe finds, ${width} pixels wide, ${colorScheme}`, async () => {
        await open(width, colorScheme);
        if (width === 390) {
          await page.getByRole('button', { name: 'Menu' }).click();
        }
        expect(await violations(page)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      });
    }
  }

  async function heightOf(selector: string): Promise<number> {
    return (await page.locator(selector).boundingBox())?.height ?? NaN;
  }
});

function change(path: string, from: RegExp, to: string): void {
  writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
}

import { readFileSync } from 'node:fs';
import type axe from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { need } from './need';
import { findProgram } from './programs';

/** The widths of the browser window in specs, in CSS pixels. */
export const WIDTHS = { desktop: 1280, phone: 390 } as const;

/** The browser of this machine. */
export function findBrowser(): string | undefined {
  return findProgram('chromium', 'chromium-browser', 'google-chrome');
}

/** A browser of this machine, headless. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = need('Chromium', findBrowser());
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** What Chromium says of a button that opens a dialog, and in older browsers a popover. */
const FALLBACK = 'popovertarget is ignored on elements with commandfor.';

/** A page and the messages on its console so far, CSP violations included. */
export interface WatchedPage {
  page: Page;
  messages: string[];
}

export async function openPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  // The browser's debugger adds axe, so a content security policy does not stop it.
  const page = await browser.newPage(options);
  const messages: string[] = [];
  page.on('console', (message) => {
    if (message.text() !== FALLBACK) {
      messages.push(message.text());
    }
  });
  page.on('pageerror', (error) => messages.push(error.message));
  return { page, messages };
}

/** The violations that axe-core finds on a page, as `rule: element`. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8'));
  const results = await page.evaluate(() =>
    (globalThis as unknown as { axe: typeof axe }).axe.run(),
  );
  return results.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openBrowser } from './browser';
import { serve } from './server';

/** The pictures of the documentation, and what they were taken from: the name of each and a digest of its page. */
export const PICTURES = join(__dirname, '../../docs/images');
export const DIGESTS = join(PICTURES, 'digests.json');

const WINDOW = { width: 960, height: 540 };

const POSTS = ['Notes from the first week', 'A harbour in the fog', 'What the tide leaves'];
const BODY = 'The boats came in before noon.\nNobody had expected them until the evening.';

/**
 * Visits the pages of an application with posts that the documentation shows.
 *
 * @param take Called with each page as a browser shows it.
 * @returns the digest of each page, by the picture's name.
 */
export async function visitPictures(
  root: string,
  take: (name: string, page: Page) => Promise<unknown> = () => Promise.resolve(),
): Promise<Record<string, string>> {
  const server = await serve(root, './run.sh', () => []);
  const browser = await openBrowser();
  const digests: Record<string, string> = {};
  try {
    const page = await browser.newPage({ viewport: WINDOW, deviceScaleFactor: 2 });
    const visit = async (name: string) => {
      digests[name] = digestOf(await page.content(), root);
      await take(name, page);
    };
    await page.goto(server.url);
    await visit('start');
    for (const title of POSTS) {
      await page.goto(`${server.url}/posts/create`);
      await page.getByLabel('Title').fill(title);
      await page.getByLabel('Body').fill(BODY);
      await page.getByRole('button', { name: 'Create post' }).click();
      await page.waitForURL(/\/posts\/\d+$/);
    }
    await visit('post');
    await page.goto(`${server.url}/posts`);
    await visit('posts');
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(`${server.url}/posts/create`);
    await page.getByLabel('Title').fill('   ');
    await page.getByRole('button', { name: 'Create post' }).click();
    await page.locator('[aria-invalid=true]').waitFor();
    await visit('form');
  } finally {
    await browser.close();
    await server.stop();
  }
  return digests;
}

/** Of a page and the stylesheet's source: each release of Tailwind builds another stylesheet from it. */
function digestOf(html: string, root: string): string {
  const stable = html
    .replace(/\b\d{1,2} [A-Z]\w+ \d{4}, \d{2}:\d{2}\b/g, 'a time')
    .replace(/ datetime="[^"]*"/g, '')
    .replace(/(name="csrf_token".*? value=)"[^"]*"/gs, '$1""');
  const css = readFileSync(join(root, 'app/static/src/app.css'));
  return createHash('sha256').update(stable).update(css).digest('hex').slice(0, 16);
}

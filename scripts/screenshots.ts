/** Takes the screenshots of the documentation from a real application: `npm run build:screenshots`. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { madeApplication } from '../spec/support/application';
import { openBrowser } from '../spec/support/browser';
import { addPosts, migrate } from '../spec/support/grown-application';
import { serve } from '../spec/support/server';

const IMAGES = join(__dirname, '../docs/images');
const WINDOW = { width: 960, height: 540 };

const POSTS = ['Notes from the first week', 'A harbour in the fog', 'What the tide leaves'];
const BODY = 'The boats came in before noon.\nNobody had expected them until the evening.';

async function takeScreenshots(): Promise<void> {
  const root = await madeApplication(true);
  await addPosts(root, 1);
  await migrate(root);
  const server = await serve(root, './run.sh', () => []);
  const browser = await openBrowser();
  try {
    mkdirSync(IMAGES, { recursive: true });
    const page = await browser.newPage({ viewport: WINDOW, deviceScaleFactor: 2 });
    const take = (name: string) => page.screenshot({ path: join(IMAGES, `${name}.png`) });
    await page.goto(server.url);
    await take('start');
    for (const title of POSTS) {
      await page.goto(`${server.url}/posts/create`);
      await page.getByLabel('Title').fill(title);
      await page.getByLabel('Body').fill(BODY);
      await page.getByRole('button', { name: 'Create post' }).click();
    }
    await take('post');
    await page.goto(`${server.url}/posts`);
    await take('posts');
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(`${server.url}/posts/create`);
    await page.getByLabel('Title').fill('   ');
    await page.getByRole('button', { name: 'Create post' }).click();
    await take('form');
  } finally {
    await browser.close();
    await server.stop();
  }
}

void takeScreenshots();

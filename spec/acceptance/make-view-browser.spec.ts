import type { Browser, Page, Response } from 'playwright-core';
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
import { addComments, addPosts, migrate } from '../support/grown-application';
import { createDatabase, findPostgres } from '../support/postgres';
import { succeed } from '../support/run';
import { serve } from '../support/server';
import { suiteNeeds } from '../support/suite-needs';

const SCREENS = (['light', 'dark'] as const).flatMap((colorScheme) => {
  return Object.values(WIDTHS).map((width) => ({ colorScheme, width }));
});
/** Each order is looked at on a screen of its own. */
const SEEDS_ON_SQLITE = [1, 2, 3];
const SEED_ON_POSTGRES = 4;

/** A text of a post, with a word that no screen is as wide as. */
const BODY = `First line\n<b>${'Second'.repeat(40)}</b>`;

/** Counts the comments in the database. */
const COUNT = `
from run import app
from app.extensions import db
from app.models import Comment
with app.app_context():
    print(db.session.query(Comment).count())
`;

/** An application that is ready to be served. */
interface Grown {
  root: string;
  env: NodeJS.ProcessEnv;
}

for (const seed of SEEDS_ON_SQLITE) {
  describe(`Views made in order ${seed}, on SQLite, in a browser,`, () => {
    itServesPages(SCREENS.slice(seed - 1, seed), ['Chromium', findBrowser()], async () => {
      const root = await linkedCopy(true);
      await grow(root, seed);
      return { root, env: {} };
    });
  });
}

describe(`Views made in order ${SEED_ON_POSTGRES}, on PostgreSQL, in a browser,`, () => {
  const found = findPostgres('initdb') && findBrowser();
  itServesPages(SCREENS.slice(-1), ['PostgreSQL and Chromium', found], async () => {
    const root = await linkedCopy(true);
    const env = { DATABASE_URL: await createDatabase() };
    await grow(root, SEED_ON_POSTGRES, env);
    return { root, env };
  });
});

async function grow(root: string, seed: number, env?: NodeJS.ProcessEnv): Promise<void> {
  await addPosts(root, seed);
  await addComments(root);
  await migrate(root, env);
}

/** @param needs What the suite cannot run without: its name, and where it was found. */
function itServesPages(
  screens: typeof SCREENS,
  needs: [name: string, found: string | undefined],
  start: () => Promise<Grown>,
): void {
  let application: Grown;
  let url: string;
  let browser: Browser;

  suiteNeeds(...needs, async () => {
    application = await start();
    const server = await serve(application.root, './run.sh', () => [], application.env);
    url = server.url;
    browser = await openBrowser();
    return async () => {
      await browser.close();
      await server.stop();
    };
  });

  for (const { colorScheme, width } of screens) {
    describe(`${width} pixels wide, ${colorScheme},`, () => {
      let watched: WatchedPage;
      let page: Page;
      let post: string;

      suiteNeeds(...needs, async () => {
        watched = await openPage(browser, { colorScheme, viewport: { width, height: 800 } });
        page = watched.page;
        return () => page.close();
      });

      /** What every page is to be. The browser itself reports a status that is an error. */
      async function expectGood(status = 200): Promise<void> {
        const own = status === 200 ? [] : [jasmine.stringContaining(`status of ${status}`)];
        expect(watched.messages.splice(0)).toEqual(own);
        expect(await violations(page))
          .withContext(page.url())
          .toEqual([]);
        const scrolled = await page.evaluate<number>('document.documentElement.scrollWidth');
        expect(scrolled).withContext(page.url()).toBe(width);
      }

      async function expectPage(path: string, heading: string): Promise<void> {
        // A click is done before its page has loaded.
        await page.waitForURL(({ pathname }) => pathname === path);
        expect(await page.locator('h1').allTextContents()).toEqual([heading]);
        await expectGood();
      }

      async function expectFlash(message: string): Promise<void> {
        expect(await page.getByRole('status').allTextContents()).toEqual([message]);
      }

      /** What the server says to a press of a button. */
      async function press(name: string): Promise<Response | null> {
        const answer = page.waitForEvent('response', (response) => {
          return response.request().isNavigationRequest();
        });
        await page.getByRole('button', { name }).click();
        const response = await answer;
        await page.waitForLoadState();
        return response;
      }

      function listed(): Promise<string[]> {
        return page.locator('tbody th, .message .text, .empty').allInnerTexts();
      }

      const goTo = async (path: string) => (await page.goto(url + path))?.status();

      it('leads a person from an empty list to a post, its edit, and its end', async () => {
        await seeAnEmptyList();
        await makeAMistake();
        await correctIt();
        await findItInTheList();
        await editIt();
        await deleteIt();
        await missIt();
      });

      it('refuses a form without its token', async () => {
        await goTo('/posts/create');
        await page.getByLabel('Title').fill('Forged');
        await page.evaluate("document.querySelector('[name=csrf_token]').remove()");
        expect((await press('Create post'))?.status()).toBe(400);
        await expectGood(400);
        await goTo('/posts');
        expect(await listed()).toEqual(['There are no posts yet.']);
      });

      it('keeps what belongs to a parent with it', async () => {
        const [soup, cake] = [
          await create('/recipes', 'Name', 'Soup'),
          await create('/recipes', 'Name', 'Cake'),
        ];
        const comment = await create(`${soup}/comments`, 'Text', 'Salty');
        await expectPage(comment, 'Comment');
        expect(await page.locator('.text').innerText()).toBe('Salty');
        expect(await page.locator('dd').allInnerTexts()).toContain('Soup');
        await page.getByRole('link', { name: 'All comments' }).click();
        await expectPage(`${soup}/comments`, 'Comments of Soup');
        expect(await listed()).toEqual(['Salty']);
        await page.getByRole('link', { name: 'Back to the recipe' }).click();
        await expectPage(soup, 'Soup');
        await page.getByRole('link', { name: 'Comments' }).click();
        await expectPage(`${soup}/comments`, 'Comments of Soup');
        await goTo(`${cake}/comments`);
        await expectPage(`${cake}/comments`, 'Comments of Cake');
        expect(await listed()).toEqual(['There are no comments yet.']);
        for (const path of [comment, `${comment}/edit`]) {
          expect(await goTo(path.replace(soup, cake))).toBe(404);
          await expectGood(404);
        }
        expect(await countOfComments()).toBe(1);
        for (const recipe of [soup, cake]) {
          await goTo(recipe);
          await page.getByRole('button', { name: 'Delete recipe' }).click();
          await press('Yes, delete');
          await expectPage('/recipes', 'Recipes');
        }
        expect(await countOfComments()).toBe(0);
      });

      /** The list says that it is empty. */
      async function seeAnEmptyList(): Promise<void> {
        await goTo('/posts');
        await expectPage('/posts', 'Posts');
        expect(await listed()).toEqual(['There are no posts yet.']);
      }

      /** The form is shown again, with what was typed. */
      async function makeAMistake(): Promise<void> {
        await page.getByRole('link', { name: 'New post' }).click();
        await expectPage('/posts/create', 'New post');
        await page.getByLabel('Title').fill('   ');
        await page.getByLabel('Body').fill(BODY);
        await page.getByLabel('Is public').check();
        expect((await press('Create post'))?.status()).toBe(422);
        expect(await page.getByLabel('Body').inputValue()).toBe(BODY);
        expect(await page.getByLabel('Is public').isChecked()).toBeTrue();
        expect(await page.getByLabel('Title').getAttribute('aria-describedby')).toBe('title-error');
        expect(await page.locator('#title-error').innerText()).toBe('This must not be empty.');
        await expectGood(422);
      }

      /** What was created is shown. */
      async function correctIt(): Promise<void> {
        await page.getByLabel('Title').fill('A <first> post');
        expect((await press('Create post'))?.status()).toBe(302);
        post = new URL(page.url()).pathname;
        expect(post).toMatch(/^\/posts\/\d+$/);
        await expectFlash('The post has been created.');
        await expectPage(post, 'A <first> post');
        expect(await page.locator('.text').innerText()).toBe(BODY);
        const [isPublic, created, updated] = await page.locator('dd').allInnerTexts();
        expect(isPublic).toBe('Yes');
        expect(created).toMatch(/^\d+ \w+ \d{4}, \d\d:\d\d UTC$/);
        expect(updated).toBe(created);
      }

      /** It is in the list, which leads to it. */
      async function findItInTheList(): Promise<void> {
        await page.getByRole('link', { name: 'All posts' }).click();
        await expectPage('/posts', 'Posts');
        expect(await listed()).toEqual(['A <first> post']);
        await page.getByRole('link', { name: 'A <first> post' }).click();
        await expectPage(post, 'A <first> post');
      }

      /** A mistake in an edit keeps what was typed, too. */
      async function editIt(): Promise<void> {
        await page.getByRole('link', { name: 'Edit' }).click();
        await expectPage(`${post}/edit`, 'Edit post');
        expect(await page.getByLabel('Title').inputValue()).toBe('A <first> post');
        expect(await page.getByLabel('Is public').isChecked()).toBeTrue();
        await page.getByLabel('Title').fill(' ');
        await page.getByLabel('Body').fill('');
        await page.getByLabel('Is public').uncheck();
        expect((await press('Save post'))?.status()).toBe(422);
        expect(await page.getByLabel('Is public').isChecked()).toBeFalse();
        await expectGood(422);
        await page.getByLabel('Title').fill(`Long${'word'.repeat(29)}`);
        expect((await press('Save post'))?.status()).toBe(302);
        await expectFlash('The post has been updated.');
        await expectPage(post, `Long${'word'.repeat(29)}`);
        expect(await page.locator('.text').count()).toBe(0);
        expect(await page.locator('dd').first().innerText()).toBe('No');
      }

      /** It is deleted once that is confirmed. */
      async function deleteIt(): Promise<void> {
        const dialog = page.getByRole('dialog', {
          name: `Delete post “Long${'word'.repeat(29)}”?`,
          exact: true,
        });
        await page.getByRole('button', { name: 'Delete post' }).click();
        expect(await dialog.isVisible()).toBeTrue();
        await expectGood();
        await dialog.getByRole('button', { name: 'Cancel' }).click();
        expect(await dialog.isVisible()).toBeFalse();
        await page.getByRole('button', { name: 'Delete post' }).click();
        expect((await press('Yes, delete'))?.status()).toBe(302);
        await expectFlash('The post has been deleted.');
        await expectPage('/posts', 'Posts');
        expect(await listed()).toEqual(['There are no posts yet.']);
      }

      /** It has no page any more. */
      async function missIt(): Promise<void> {
        for (const path of [post, `${post}/edit`, '/posts/99999999999']) {
          expect(await goTo(path)).toBe(404);
          expect(await page.locator('h1').innerText()).toBe('Page not found');
          await expectGood(404);
        }
      }

      async function countOfComments(): Promise<number> {
        const env = { ...process.env, ...application.env };
        const options = { cwd: application.root, env };
        return Number(await succeed(PYTHON, ['-c', COUNT], options));
      }

      /** Creates a record as a person would, and returns the path of its page. */
      async function create(list: string, field: string, value: string): Promise<string> {
        await goTo(`${list}/create`);
        await page.getByLabel(field).fill(value);
        expect((await press('Create'))?.status()).toBe(302);
        return new URL(page.url()).pathname;
      }
    });
  }
}

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { ACTION_NAMES, ACTIONS, type Action } from '../../src/naming/actions';
import { findBrowser, openBrowser, openPage, violations } from '../support/browser';
import { linkedCopy } from '../support/copies';
import { flask, flaskSucceeds, PYTHON } from '../support/flask';
import { createDatabase, findPostgres } from '../support/postgres';
import { runPythonTool } from '../support/python-tools';
import { type Ended, run, scaffold } from '../support/run';
import { serve, type Server } from '../support/server';
import { suiteNeeds } from '../support/suite-needs';

/** A field of every type: required and optional, with defaults, unique, two references to one model. */
const FIELDS = [
  ...['title:string:120:unique', 'summary:string:optional', 'body:text', 'notes:text:optional'],
  ...['views:integer:default=0', 'rank:bigint:optional', 'weight:float', 'price:decimal:10:2'],
  ...['done:boolean', 'agreed:boolean:optional', 'on:date', 'at:time:optional', 'starts:datetime'],
  ...['status:enum:draft:in-review:published:default=draft', 'mood:enum:good:bad:optional'],
  ...['author:references:users', 'editor:references:users:optional:nullify'],
  ...['category:references:categories', 'email:email', 'site:url:optional', 'key:uuid'],
  ...['data:json', 'extra:json:optional', 'token:string:secret:optional'],
];

/** What a person types. */
const TYPED: Readonly<Record<string, string>> = {
  title: 'Winter',
  body: 'It is cold.',
  weight: '1.5',
  price: '9.90',
  on: '2026-11-22',
  starts: '2026-11-22T14:05',
  email: 'ada@example.com',
  data: '{"size": 3}',
};

/** The choices of selects, by their texts. */
const CHOSEN: Readonly<Record<string, string>> = {
  status: 'Published',
  mood: 'Good',
  author_id: 'Ada Lovelace',
  category_id: 'Weather',
};

interface Breakage {
  readonly path: string;
  readonly change: readonly [what: RegExp, by: string];
}

/** Ways to break an action; undefined if it lacks the part. */
const BREAKAGES: Readonly<Record<string, (action: Action) => Breakage | undefined>> = {
  method: (action) => ({
    path: 'app/controllers/article_controller.py',
    change: [new RegExp(`( {4}def ${action}\\(.*:\\n)`), '$1        return "broken"\n'],
  }),
  route: (action) => ({
    path: 'app/routes/articles/routes.py',
    change: [new RegExp(`"\\)(\\ndef ${action}\\()`), '-broken")$1'],
  }),
  template: (action) =>
    ACTIONS[action].hasTemplate
      ? { path: `app/templates/articles/${action}.html`, change: [/[^]+/, 'broken'] }
      : undefined,
};

/** An application with resources. */
interface Resources {
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
}

describe('make:resource on SQLite', () => {
  const grown = itMakesResources(['Chromium', findBrowser()], async () => {
    const root = await linkedCopy(true);
    return { root, env: {} };
  });

  // The code and its tests do not depend on the database.
  it('makes code that ruff, mypy and bandit accept', async () => {
    const { root } = grown();
    for (const [name, ...args] of [
      ['ruff', 'check', '--no-cache', '.'],
      ['ruff', 'format', '--no-cache', '--check', '.'],
      ['mypy', '--python-executable', join(root, PYTHON), '.'],
      ['bandit', '-q', '-r', 'app'],
    ] as const) {
      const ended = await runPythonTool(name, args, root);
      expect(ended.code).withContext(ended.stdout).toBe(0);
    }
  });

  for (const action of ACTION_NAMES) {
    for (const [part, breaking] of Object.entries(BREAKAGES)) {
      const broken = breaking(action);
      if (broken !== undefined) {
        it(`makes tests that notice a broken ${part} of ${action}`, async () => {
          const path = join(grown().root, broken.path);
          const whole = readFileSync(path, 'utf8');
          const changed = whole.replace(...broken.change);
          expect(changed).not.toBe(whole);
          writeFileSync(path, changed);
          const { code, stdout } = await pytest(grown(), 'tests/test_articles.py', '-x');
          writeFileSync(path, whole);
          expect(code).withContext(stdout).toBe(1);
        });
      }
    }
  }
});

describe('make:resource on PostgreSQL', () => {
  const found = findPostgres('initdb') && findBrowser();
  itMakesResources(['PostgreSQL and Chromium', found], async () => {
    const root = await linkedCopy(true);
    const env = {
      DATABASE_URL: await createDatabase(),
      TEST_DATABASE_URL: await createDatabase(),
    };
    await flaskSucceeds(root, ['db', 'upgrade'], env);
    await flaskSucceeds(root, ['seed'], env);
    return { root, env };
  });
});

/** What a database must not change; the result tells of the application once it is made. */
function itMakesResources(
  needed: readonly [name: string, found: string | undefined],
  prepare: () => Promise<Resources>,
): () => Resources {
  let root: string;
  let env: NodeJS.ProcessEnv;
  let made: Ended[];

  suiteNeeds(...needed, async () => {
    const grown = await prepare();
    root = grown.root;
    env = { ...process.env, ...grown.env };
    made = [];
    for (const words of [
      ['categories', 'name:string:60:unique', 'parent:references:categories:optional'],
      ['articles', ...FIELDS],
      ['articles.comments', 'text:text', 'author:references:users', '--migrate'],
      ['admin.users', '--namespace', '--only=index,show'],
    ]) {
      made.push(await scaffold(['make:resource', ...words], { cwd: root, env }));
    }
  });

  it('succeeds, and leaves nothing to migrate', async () => {
    expect(made.map(({ code }) => code)).toEqual(made.map(() => 0));
    expect(made.map(({ stderr }) => stderr).join('')).toMatch(
      /^warning: Everybody can open \/admin\/users\. Add sign-in .*\n$/,
    );
    const { stdout, stderr } = await flask(root, ['db', 'check'], env);
    expect(stdout + stderr).toContain('No new upgrade operations detected.');
  });

  it('changes nothing the second time', async () => {
    const again = ['make:resource', 'articles', ...FIELDS, '--migrate'];
    const { code, stdout } = await scaffold(again, { cwd: root, env });
    expect(stdout).toContain('Nothing to do: articles already exists.');
    expect(stdout).toContain('No file has changed.');
    expect(code).toBe(0);
  });

  it('makes tests that pass', async () => {
    const { code, stdout } = await pytest({ root, env });
    expect(code).withContext(stdout).toBe(0);
  });

  describe('in a browser', () => {
    let browser: Browser | undefined;
    let page: Page;
    let messages: string[];
    let server: Server | undefined;

    beforeAll(async () => {
      if (needed[1] !== undefined) {
        server = await serve(
          root,
          PYTHON,
          (port) => ['-m', 'flask', 'run', '-p', String(port)],
          env,
        );
        browser = await openBrowser();
        ({ page, messages } = await openPage(browser));
      }
    });

    afterAll(async () => {
      await browser?.close();
      await server?.stop();
    });

    it('creates, lists, sorts, searches, edits and deletes records', async () => {
      await page.goto(server?.url ?? '');
      await page.getByRole('link', { name: 'Categories' }).click();
      await page.getByRole('link', { name: 'New category' }).click();
      await page.fill('[name="name"]', 'Weather');
      await page.getByRole('button', { name: 'Create category' }).click();
      await shows('The category has been created.');

      await page.getByRole('link', { name: 'Articles' }).click();
      for (const title of ['Winter', 'Autumn']) {
        await page.getByRole('link', { name: 'New article' }).click();
        await create({ ...TYPED, title });
        await page.getByRole('link', { name: 'All articles' }).click();
      }
      expect(await titles()).toEqual(['Autumn', 'Winter']);
      await page.getByRole('link', { name: 'Title' }).click();
      await page.waitForURL(/sort=title/);
      expect(await titles()).toEqual(['Autumn', 'Winter']);
      await page.getByRole('link', { name: 'Title' }).click();
      await page.waitForURL(/sort=-title/);
      expect(await titles()).toEqual(['Winter', 'Autumn']);
      await page.fill('[name="q"]', 'wint');
      await page.press('[name="q"]', 'Enter');
      await page.waitForURL(/q=wint/);
      expect(await titles()).toEqual(['Winter']);

      await page.getByRole('link', { name: 'Winter' }).click();
      await page.getByRole('link', { name: 'Edit' }).click();
      expect(await page.inputValue('[name="data"]')).toBe('{"size": 3}');
      await page.fill('[name="title"]', '');
      await page.evaluate('document.querySelector("form.form").noValidate = true');
      await page.getByRole('button', { name: 'Save article' }).click();
      await shows('There is a problem');
      await page.fill('[name="title"]', 'Spring');
      await page.getByRole('button', { name: 'Save article' }).click();
      await shows('The article has been updated.');
      await page.getByRole('button', { name: 'Delete article' }).click();
      await page.getByRole('button', { name: 'Yes, delete' }).click();
      await shows('The article has been deleted.');
      expect(await titles()).toEqual(['Autumn']);
      expect(messages.filter((message) => !message.includes('422'))).toEqual([]);
    });

    async function create(typed: Readonly<Record<string, string>>): Promise<void> {
      for (const [name, text] of Object.entries(typed)) {
        await page.fill(`[name="${name}"]`, text);
      }
      for (const [name, label] of Object.entries(CHOSEN)) {
        await page.selectOption(`[name="${name}"]`, { label });
      }
      await page.check('[name="done"]');
      await page.getByRole('button', { name: 'Create article' }).click();
      await shows('The article has been created.');
    }

    /** Also looks for violations: each page of the way is shown once. */
    async function shows(text: string): Promise<void> {
      await page.getByText(text).first().waitFor();
      expect(await violations(page)).toEqual([]);
    }

    async function titles(): Promise<string[]> {
      return page.locator('th[role="rowheader"]').allInnerTexts();
    }
  });

  return () => ({ root, env });
}

function pytest({ root, env }: Resources, ...args: readonly string[]): Promise<Ended> {
  return run(PYTHON, ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', ...args], { cwd: root, env });
}

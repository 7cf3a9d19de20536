import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { openBrowser, openPage, violations, WIDTHS } from './browser';
import { createDatabase } from './postgres';
import { SCAFFOLD, succeed } from './run';
import { serve } from './server';
import { temporaryFolder } from './temporary-folder';

/** The examples of docs/auth.md, except that addresses are not verified; and what refers to and belongs to records of an owner. */
const COMMANDS = [
  'make:auth --without=verification --migrate',
  'make:resource posts title:string:120 body:text --guard owner-write --migrate',
  'make:resource admin.users --namespace --guard admin',
  'make:resource notes title --guard owner',
  'make:resource notes.comments text',
  'make:resource tasks text note:references:notes --guard users --migrate',
];

const PASSWORD = 'correct horse battery';

/** The longest way with the Tab key to anything on a page. */
const TABS = 60;

/** What the element that has the focus is called. */
const FOCUSED = `(() => {
  const element = document.activeElement;
  const label = element.labels && element.labels[0];
  return ((label || element).innerText || '').replace(/ \\((required|optional)\\)/, '').trim();
})()`;

const PHONE = { width: WIDTHS.phone, height: 800 };

/** On a phone, with JavaScript and without, and on a desktop. */
const SCREENS: readonly BrowserContextOptions[] = [
  { javaScriptEnabled: false, viewport: PHONE },
  { viewport: PHONE },
  { viewport: { width: WIDTHS.desktop, height: 800 } },
];

/**
 * Makes a blog with guards, and runs its tests.
 *
 * @param options Of `scaffold new`.
 * @returns Its folder.
 */
export async function guardedBlog(...options: readonly string[]): Promise<string> {
  const folder = temporaryFolder();
  const root = join(folder, 'blog');
  await succeed(process.execPath, [SCAFFOLD, 'new', 'blog', '--db', ...options], { cwd: folder });
  for (const words of COMMANDS) {
    await succeed(process.execPath, [SCAFFOLD, ...words.split(' ')], { cwd: root });
  }
  const python = join(root, 'venv/bin/python');
  await succeed(python, ['-m', 'pytest', '-q'], { cwd: root });
  await succeed(python, ['-m', 'mypy', '.'], { cwd: root });
  return root;
}

/**
 * Does in a browser, with the keyboard alone, what the docs say that visitors, users and admins can do.
 *
 * @throws Error at the first thing that is otherwise.
 */
export async function useGuardedBlog(root: string, database: string): Promise<void> {
  const python = join(root, 'venv/bin/python');
  const env = {
    ...process.env,
    ...(database === 'PostgreSQL' ? { DATABASE_URL: await createDatabase() } : {}),
  };
  await succeed(python, ['-m', 'flask', 'db', 'upgrade'], { cwd: root, env });
  const create = `echo "${PASSWORD}" | ${python} -m flask users create admin@example.com --admin`;
  await succeed('sh', ['-c', create], { cwd: root, env });
  const server = await serve(root, './run.sh', () => [], env);
  const browser = await openBrowser();
  try {
    for (const [index, options] of SCREENS.entries()) {
      await new Visit(browser, server.url, options, String(index)).all();
    }
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** What people do in the blog on one kind of screen. */
class Visit {
  #page: Page | undefined;

  constructor(
    private readonly browser: Browser,
    private readonly url: string,
    private readonly options: BrowserContextOptions,
    private readonly name: string,
  ) {}

  async all(): Promise<void> {
    const post = await this.write();
    await this.read(post);
    await this.administer();
  }

  /** Somebody signs up on the way to a new post, and writes, edits and deletes. */
  async write(): Promise<string> {
    await this.open();
    await this.goto('/posts');
    this.expect(await this.has('New post'), false, 'a visitor sees New post');
    this.expect(await this.menu(), ['Posts'], 'what a visitor sees in the header');
    await this.goto('/posts/create');
    await this.signUp('ada');
    await this.goto('/posts');
    this.expect(await this.menu(), ['Posts', 'Notes', 'Tasks'], 'what a user sees in the header');
    await this.press('New post');
    await this.type({ Title: 'Hello', Body: 'World' });
    await this.press('Create post');
    const post = new URL(this.page.url()).pathname;
    await this.press('Edit');
    await this.type({ Title: `Hello ${this.name}` });
    await this.press('Save post');
    this.expect(await this.heading(), `Hello ${this.name}`, 'the heading of a post');
    await this.goto('/notes/create');
    await this.type({ Title: 'Private' });
    await this.press('Create note');
    await this.press('New comment');
    await this.type({ Text: 'Mine' });
    await this.press('Create comment');
    const comment = new URL(this.page.url()).pathname;
    await this.goto('/tasks/create');
    this.expect(await this.page.locator('option').allTextContents(), ['', 'Private'], 'own notes');
    await this.leave();
    await this.open();
    await this.goto('/sign-in');
    await this.signUp('bob');
    await this.goto('/tasks/create');
    this.expect(await this.page.locator('option').allTextContents(), [''], 'the notes of others');
    this.expect(await this.status(comment), 404, 'the comment on a note of somebody else');
    await this.leave();
    return post;
  }

  /** Others read the post, and cannot change it. */
  async read(post: string): Promise<void> {
    await this.open();
    await this.goto(post);
    this.expect(await this.has('Edit'), false, 'a visitor sees Edit');
    await this.goto('/sign-in');
    await this.type({ 'E-mail address': `bob-${this.name}@example.com`, Password: PASSWORD });
    await this.press('Sign in');
    this.expect(await this.status(post), 200, 'a user who reads the post of another');
    this.expect(await this.has('Delete post'), false, 'another user sees Delete post');
    this.expect(await this.status(`${post}/edit`), 403, 'another user who edits the post');
    this.expect(await this.status('/admin/users'), 403, 'a user in the admin area');
    const stolen = { title: 'Stolen', body: 'Stolen' };
    for (const action of ['edit', 'delete']) {
      const { status } = await this.send(`${post}/${action}`, stolen);
      this.expect(status, 403, `another user who sends ${action}`);
    }
    const { status } = await this.send('/admin/users/1/delete', {});
    this.expect(status, 403, 'a user who deletes another');
    const made = await this.send('/posts/create', { ...stolen, id: '1', user_id: '1' });
    await this.page.goto(made.url);
    this.expect(await this.has('Edit'), true, 'the owner of a post that names another one');
    await this.leave();
  }

  /** An admin lists, makes, changes and deletes users. */
  async administer(): Promise<void> {
    await this.open();
    await this.goto('/admin/users');
    await this.type({ 'E-mail address': 'admin@example.com', Password: PASSWORD });
    await this.press('Sign in');
    this.expect(new URL(this.page.url()).pathname, '/admin/users', 'where an admin signs in to');
    this.expect((await this.menu()).includes('Admin users'), true, 'the link of admins');
    await this.press('New user');
    await this.type({ Name: 'Eve', Email: `eve-${this.name}@example.com` });
    await this.press('Create user');
    await this.press('Edit');
    await this.type({ Name: 'Eva' });
    await this.press('Save user');
    this.expect(await this.heading(), 'Eva', 'the heading of a user');
    await this.tabTo('Delete user');
    await this.page.keyboard.press('Enter');
    await this.press('Yes, delete');
    this.expect(await this.heading(), 'Users', 'the page after a deletion');
    await this.leave();
  }

  private get page(): Page {
    if (!this.#page) {
      throw new Error('No page is open.');
    }
    return this.#page;
  }

  private async open(): Promise<void> {
    this.#page = (await openPage(this.browser, this.options)).page;
  }

  private async leave(): Promise<void> {
    await this.page.context().close();
  }

  private async goto(path: string): Promise<void> {
    await this.page.goto(this.url + path);
    const width = await this.page.evaluate<number>('document.documentElement.scrollWidth');
    this.expect(width, this.page.viewportSize()?.width, `the width of ${path}`);
    // axe needs JavaScript.
    const flaws = this.options.javaScriptEnabled === false ? [] : await violations(this.page);
    this.expect(flaws, [], `what axe finds at ${path}`);
  }

  private async status(path: string): Promise<number | undefined> {
    return (await this.page.goto(this.url + path))?.status();
  }

  /** Sends a form that no page has. */
  private async send(
    path: string,
    fields: Readonly<Record<string, string>>,
  ): Promise<{ status: number; url: string }> {
    const token = await this.page.locator('[name=csrf_token]').first().inputValue();
    const form = { ...fields, csrf_token: token };
    const answer = await this.page.request.post(this.url + path, { form });
    return { status: answer.status(), url: answer.url() };
  }

  private async signUp(name: string): Promise<void> {
    await this.press('Sign up');
    const email = `${name}-${this.name}@example.com`;
    await this.type({ Name: name, 'E-mail address': email, Password: PASSWORD });
    await this.press('Sign up');
  }

  private async type(fields: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, text] of Object.entries(fields)) {
      await this.tabTo(name);
      await this.page.keyboard.press('ControlOrMeta+A');
      await this.page.keyboard.type(text);
    }
  }

  private async press(name: string): Promise<void> {
    await this.tabTo(name);
    const loaded = this.page.waitForEvent('load');
    await this.page.keyboard.press('Enter');
    await loaded;
  }

  private async tabTo(name: string): Promise<void> {
    for (let tabs = 0; tabs < TABS; tabs++) {
      await this.page.keyboard.press('Tab');
      if ((await this.page.evaluate<string>(FOCUSED)) === name) {
        return;
      }
    }
    throw new Error(
      `The Tab key does not reach ${name} at ${this.page.url()}:\n${await this.page.locator('main').innerText()}`,
    );
  }

  private async has(text: string): Promise<boolean> {
    return (await this.page.getByText(text, { exact: true }).count()) > 0;
  }

  private async heading(): Promise<string> {
    return this.page.locator('h1').innerText();
  }

  /** The links in the header. */
  private async menu(): Promise<string[]> {
    return this.page.locator('#menu [aria-label=Main] a').allTextContents();
  }

  private expect(found: unknown, wanted: unknown, what: string): void {
    if (JSON.stringify(found) !== JSON.stringify(wanted)) {
      const screen = JSON.stringify(this.options);
      throw new Error(
        `${what}: ${JSON.stringify(found)}, not ${JSON.stringify(wanted)} (${screen})`,
      );
    }
  }
}

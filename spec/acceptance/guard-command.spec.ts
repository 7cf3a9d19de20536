import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PYTHON } from '../support/flask';
import { createDatabase, findPostgres } from '../support/postgres';
import type { Answer } from '../support/request';
import { runPythonTool } from '../support/python-tools';
import { type Ended, run, scaffold, succeed } from '../support/run';
import { applicationWithAuth, Guest, PASSWORD } from '../support/served-auth';
import { type Server, serve } from '../support/server';
import { suiteNeeds } from '../support/suite-needs';
import { temporaryFolder } from '../support/temporary-folder';
import { treeOf } from '../support/tree-of';

const TESTS = [
  'posts',
  'notes',
  'admin_users',
  'drafts_comments',
  'tasks',
  'flags',
  'notes_marks',
].map((name) => `tests/test_${name}.py`);

/** What opens a guard, if taking it out does not. */
const OPEN: Readonly<Record<string, string>> = {
  'DraftController().drafts()': 'db.select(Comment.draft.property.entity.class_)',
  'Draft: owner("user")': 'Draft: lambda _: true()',
};

const SECRET = 'Secret-of-Ada';

/** What no form has. Eve is the first user. */
const FORGED = { id: '700', user_id: '1', is_admin: '1', created_at: '2000-01-01' };

/** Code that selects records as the warning about a page of all owners' records says. */
const OF_A_PERSON = `
from app.controllers.draft_controller import DraftController
from app.extensions import db

def titles() -> list[str]:
    return [draft.title for draft in db.session.scalars(DraftController().drafts())]
`;

/** Makes the tables, and the users Eve and Ada. */
const PREPARE = `
from run import app
from app.extensions import db

with app.app_context():
    db.create_all()
for name in ("eve", "ada"):
    words = ["users", "create", f"{name}@example.org", "--name", name]
    result = app.test_cli_runner().invoke(args=words, input="${PASSWORD}\\n")
    assert result.exit_code == 0, result.output
`;

describe('scaffold make:resource --guard', () => {
  let root: string;
  let before: Record<string, string>;
  let made: Ended[];

  function pytest(
    paths: readonly string[] = TESTS,
    env: NodeJS.ProcessEnv = process.env,
  ): Promise<Ended> {
    const options = ['-q', '-x', '-p', 'no:cacheprovider', '-W', 'error'];
    return run(PYTHON, ['-B', '-m', 'pytest', ...options, ...paths], { cwd: root, env });
  }

  beforeAll(async () => {
    root = await applicationWithAuth();
    made = [];
    for (const words of [
      ['posts', 'title:string:120', 'body:text:optional', '--guard=owner-write'],
      ['admin.users', '--namespace', '--guard=admin'],
      ['drafts', 'title', '--guard=owner'],
      ['drafts.comments', 'text'],
      ['tasks', 'text', 'draft:references:drafts', '--guard=users'],
      ['flags', 'text', 'comment:references:comments', '--guard=users'],
      ['notes', 'text', '--guard=users-write'],
      ['notes.marks', 'text'],
      ['notes', '--guard=owner'],
    ]) {
      before = treeOf(root);
      made.push(await scaffold(['make:resource', ...words], { cwd: root }));
    }
  });

  it('makes code that passes its tests and all checks', async () => {
    expect(made.map(({ code }) => code)).toEqual(made.map(() => 0));
    const tests = await pytest();
    expect(tests.stdout).toMatch(/\n\d+ passed in /);
    const checks = [
      await runPythonTool('ruff', ['check', '--no-cache', '.'], root),
      await runPythonTool('ruff', ['format', '--no-cache', '--check', '.'], root),
      await run(PYTHON, ['-m', 'mypy', 'app', 'tests'], { cwd: root }),
      await run(PYTHON, ['-m', 'mypy', '-c', OF_A_PERSON], { cwd: root }),
    ];
    for (const { code, stdout } of checks) {
      expect(code).withContext(stdout).toBe(0);
    }
  });

  it('makes tests that fail if a guard is missing', async () => {
    for (const [path, guard, test] of [
      ['app/routes/posts/routes.py', '@login_required\n', TESTS[0]],
      ['app/controllers/note_controller.py', '.where(is_own)', TESTS[1]],
      ['app/routes/admin/users/routes.py', '@admin_required\n', TESTS[2]],
      ['app/controllers/draft_comment_controller.py', 'DraftController().drafts()', TESTS[3]],
      ['app/readers.py', 'Draft: owner("user")', TESTS[4]],
    ] as const) {
      const file = join(root, path);
      const text = readFileSync(file, 'utf8');
      writeFileSync(file, text.replace(guard, OPEN[guard] ?? ''));
      const { code, stdout, stderr } = await pytest([test ?? '']);
      writeFileSync(file, text);
      expect(code)
        .withContext(stdout + stderr)
        .toBe(1);
      expect(stdout).toMatch(/\nFAILED tests\/.* - Assert/);
    }
  });

  it('refuses an unknown word, exit 2', async () => {
    const words = ['make:resource', 'posts', '--guard=owners'];
    const { code, stderr } = await scaffold(words, { cwd: root });
    expect([code, stderr]).toEqual([
      2,
      'error: --guard "owners" is not a guard: did you mean owner?\n',
    ]);
  });

  it('is taken back byte for byte by undo', async () => {
    const copy = join(temporaryFolder(), 'blog');
    cpSync(root, copy, { recursive: true, preserveTimestamps: true });
    const { code, stderr } = await scaffold(['undo'], { cwd: copy });
    expect([code, stderr]).toEqual([0, '']);
    expect(treeOf(copy)).toEqual(before);
  });

  describe('served by several processes', () => {
    let server: Server;
    let ada: Guest;
    let eve: Guest;
    const paths: Record<string, string> = {};

    /** What somebody sends, and the path of the record that it makes. */
    async function made(visitor: Guest, list: string, fields: Record<string, string>) {
      await visitor.get(`${list}/create`);
      const { headers } = await visitor.post(`${list}/create`, { ...FORGED, ...fields });
      const { location = 'none' } = headers;
      // What belongs to a record leads to its place on the page of that.
      const { text } = location.includes('#') ? await visitor.get(list) : { text: '' };
      return new RegExp(`href="(${list}/\\d+)"`).exec(text)?.[1] ?? location;
    }

    async function signedIn(name: string): Promise<Guest> {
      const visitor = new Guest(server.url);
      await visitor.signIn(`${name}@example.org`);
      return visitor;
    }

    beforeAll(async () => {
      const copy = join(temporaryFolder(), 'blog');
      cpSync(root, copy, { recursive: true, preserveTimestamps: true });
      const env = {
        ...process.env,
        FLASK_CONFIG: 'production',
        PUBLIC_URL: 'https://blog.example',
        TRUSTED_PROXIES: '127.0.0.1',
      };
      await succeed(PYTHON, ['-c', PREPARE], { cwd: copy, env });
      const args = ['-m', 'gunicorn', 'run:app', '-w', '4'];
      server = await serve(copy, PYTHON, (port) => [...args, '-b', `127.0.0.1:${port}`], env);
      [eve, ada] = [await signedIn('eve'), await signedIn('ada')];
      paths['post'] = await made(ada, '/posts', { title: 'Public' });
      paths['draft'] = await made(ada, '/drafts', { title: SECRET });
      paths['comment'] = await made(ada, `${paths['draft']}/comments`, { text: SECRET });
      const key = (name: string): string => paths[name]?.split('/').at(-1) ?? '';
      paths['task'] = await made(ada, '/tasks', { text: 'Task', draft_id: key('draft') });
      paths['flag'] = await made(ada, '/flags', { text: 'Flag', comment_id: key('comment') });
    });

    afterAll(() => server.stop());

    it('gives a record to the user who makes it, whatever else they send', async () => {
      for (const [name, path] of Object.entries(paths)) {
        expect(path).withContext(name).toMatch(/^\/\w/);
        expect((await ada.get(`${path}/edit`)).status)
          .withContext(path)
          .toBe(200);
      }
      const post = paths['post'] ?? '';
      const { status } = await ada.post(`${post}/edit`, { ...FORGED, title: 'Public' });
      expect(status).toBe(302);
      expect((await eve.get(`${post}/edit`)).status).toBe(403);
      expect((await ada.get(`${post}/edit`)).status).toBe(200);
    });

    it('answers for a record of somebody else as for one that nobody has', async () => {
      const { comment = '', draft = '' } = paths;
      await eve.get('/'); // shows what the next page would say of earlier forms
      for (const path of [draft, comment]) {
        const nobody = path.replace(/\d+$/, '999');
        for (const end of ['', '/edit']) {
          const [found, missing] = [await eve.get(path + end), await eve.get(nobody + end)];
          expect([found.status, withoutToken(found)]).toEqual([404, withoutToken(missing)]);
        }
        for (const end of ['/edit', '/delete']) {
          const [found, missing] = [await eve.post(path + end), await eve.post(nobody + end)];
          expect([found.status, withoutToken(found)]).toEqual([404, withoutToken(missing)]);
        }
      }
      expect((await ada.get(comment)).text).toContain(SECRET);
    });

    it('shows nobody the records of others by what refers to them', async () => {
      const { flag = '', task = '' } = paths;
      for (const path of [
        '/drafts',
        '/tasks',
        '/tasks?sort=draft_id',
        `/tasks?q=${SECRET}`,
        '/tasks/create',
        `/tasks/create?draft_id-search=${SECRET}`,
        task,
        `${task}/edit`,
        '/flags',
        '/flags/create',
        flag,
        `${flag}/edit`,
      ]) {
        const { status, text } = await eve.get(path);
        expect(status).withContext(path).toBe(200);
        expect(text.replace(`value="${SECRET}"`, ''))
          .withContext(path)
          .not.toContain(SECRET);
      }
      for (const [path, name] of [
        ['/tasks', 'draft_id'],
        ['/flags', 'comment_id'],
      ] as const) {
        await eve.get(`${path}/create`);
        expect((await eve.post(`${path}/create`, { text: 'x', [name]: '1' })).status).toBe(422);
        const searched = { text: 'x', [`${name}-search`]: SECRET };
        expect((await eve.post(`${path}/create`, searched)).text).not.toContain(`>${SECRET}`);
        expect((await ada.get(`${path}/create`)).text).toContain(SECRET);
      }
      // What somebody else has chosen may stay.
      await eve.get(`${task}/edit`);
      expect((await eve.post(`${task}/edit`, { text: 'New', draft_id: '1' })).status).toBe(302);
    });

    it('lets no other spelling of a URL in', async () => {
      const stranger = new Guest(server.url);
      for (const path of [
        '//drafts',
        '/%64rafts',
        '/drafts/',
        '/drafts;x',
        '/admin%2Fusers',
        '/ADMIN/users',
      ]) {
        for (const visitor of [stranger, eve]) {
          const { status, text } = await visitor.get(path);
          expect(status === 200 && visitor === stranger)
            .withContext(path)
            .toBeFalse();
          expect(text).withContext(path).not.toContain(SECRET);
          expect(text).withContext(path).not.toContain('@example.org');
        }
      }
    });
  });

  describe('on PostgreSQL', () => {
    let env: NodeJS.ProcessEnv;

    suiteNeeds('PostgreSQL', findPostgres('initdb'), async () => {
      env = { ...process.env, TEST_DATABASE_URL: await createDatabase() };
    });

    it('makes tests that pass', async () => {
      const { code, stdout } = await pytest(TESTS, env);
      expect(code).withContext(stdout).toBe(0);
    });
  });
});

/** A page without the token of its form, which differs each time. */
function withoutToken({ text }: Answer): string {
  return text.replaceAll(/name="csrf_token"[^>]*>/g, '');
}

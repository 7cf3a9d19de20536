import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PYTHON } from '../support/flask';
import { findPostgres, startPostgres } from '../support/postgres';
import { type Ended, run, scaffold } from '../support/run';
import { runPythonTool } from '../support/python-tools';
import { applicationWithAuth } from '../support/served-auth';
import { suiteNeeds } from '../support/suite-needs';
import { temporaryFolder } from '../support/temporary-folder';
import { treeOf } from '../support/tree-of';

const TESTS = ['posts', 'notes', 'admin_users', 'drafts_comments', 'tasks'].map(
  (name) => `tests/test_${name}.py`,
);

/** What opens a guard, if taking it out does not. */
const OPEN: Readonly<Record<string, string>> = {
  'DraftController().drafts()': 'db.select(Draft)',
  'self.owner == current_user.id': 'self.owner > 0',
};

describe('scaffold make:resource --guard', () => {
  let root: string;
  let before: Record<string, string>;
  let made: Ended[];

  function pytest(
    paths: readonly string[] = TESTS,
    env: NodeJS.ProcessEnv = process.env,
  ): Promise<Ended> {
    return run(PYTHON, ['-B', '-m', 'pytest', '-q', '-x', '-p', 'no:cacheprovider', ...paths], {
      cwd: root,
      env,
    });
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
      ['notes', 'text'],
      ['notes', '--guard=owner'],
    ]) {
      before = treeOf(root);
      made.push(await scaffold(['make:resource', ...words], { cwd: root }));
    }
  });

  it('makes code that passes its tests and all checks', async () => {
    expect(made.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0, 0, 0]);
    const tests = await pytest();
    expect(tests.stdout).toMatch(/\n\d+ passed in /);
    const checks = [
      await runPythonTool('ruff', ['check', '--no-cache', '.'], root),
      await runPythonTool('ruff', ['format', '--no-cache', '--check', '.'], root),
      await run(PYTHON, ['-m', 'mypy', '--cache-dir', '/dev/null', 'app', 'tests'], { cwd: root }),
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
      ['app/forms/owned.py', 'self.owner == current_user.id', TESTS[4]],
    ] as const) {
      const file = join(root, path);
      const text = readFileSync(file, 'utf8');
      writeFileSync(file, text.replace(guard, OPEN[guard] ?? ''));
      const { code, stdout } = await pytest([test ?? '']);
      writeFileSync(file, text);
      expect(code).withContext(stdout).toBe(1);
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
    cpSync(root, copy, { recursive: true });
    const { code, stderr } = await scaffold(['undo'], { cwd: copy });
    expect([code, stderr]).toEqual([0, '']);
    expect(treeOf(copy)).toEqual(before);
  });

  describe('on PostgreSQL', () => {
    let env: NodeJS.ProcessEnv;

    suiteNeeds('PostgreSQL', findPostgres('initdb'), async () => {
      const postgres = await startPostgres();
      env = { ...process.env, TEST_DATABASE_URL: postgres.createDatabase('tests') };
      return () => postgres.stop();
    });

    it('makes tests that pass', async () => {
      const { code, stdout } = await pytest(TESTS, env);
      expect(code).withContext(stdout).toBe(0);
    });
  });
});

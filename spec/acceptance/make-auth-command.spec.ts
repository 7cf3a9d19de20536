import { readFileSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PARTS } from '../../src/naming/auth-parts';
import { findPython } from '../../src/project/python';
import { copiedApplication } from '../support/application';
import { need } from '../support/need';
import { createDatabase } from '../support/postgres';
import { onTerminal } from '../support/pseudo-terminal';
import { runPythonTool } from '../support/python-tools';
import { PYTHON } from '../support/flask';
import { addHelperTests, UNMIGRATED } from '../support/helper-tests';
import { run, scaffold, succeed } from '../support/run';
import { applicationWithAuth, applicationWithPackages, PASSWORD } from '../support/served-auth';
import { needOf } from '../support/served-resources';
import { temporaryFolder } from '../support/temporary-folder';
import { treeOf } from '../support/tree-of';

describe('scaffold make:auth', () => {
  it('sends an application without a database to `new --db`, exit 1', async () => {
    const { root } = await copiedApplication(false);
    const before = treeOf(root);
    const { code, stderr } = await scaffold(['make:auth'], { cwd: root });
    expect(code).toBe(1);
    expect(stderr).toContain('scaffold new NAME --db');
    expect(treeOf(root)).toEqual(before);
  });

  it('refuses to leave out what is no part, exit 2', async () => {
    const root = await applicationWithPackages();
    const words = ['make:auth', '--without', 'events', '--without', 'evnts'];
    const { code, stderr } = await scaffold(words, { cwd: root });
    expect([code, stderr]).toEqual([
      2,
      'error: --without "evnts" is not a part of sign-in: did you mean events?\n',
    ]);
  });

  it('shows what it would do, and writes nothing', async () => {
    const root = await applicationWithPackages();
    const before = treeOf(root);
    const { code, stdout } = await scaffold(['make:auth', '--dry-run', '--migrate'], { cwd: root });
    expect(code).toBe(0);
    expect(stdout).toContain('\n+++ b/app/auth.py\n');
    expect(stdout).toContain('Then it would install the new packages.');
    expect(stdout).not.toContain('flask db migrate');
    expect(stdout).toContain('Dry run: nothing was written.');
    expect(treeOf(root)).toEqual(before);
  });

  it('changes nothing in a second run', async () => {
    const root = await applicationWithAuth();
    const before = treeOf(root);
    const { code, stdout } = await scaffold(['make:auth'], { cwd: root });
    expect([code, stdout]).toEqual([
      0,
      'Nothing to do: this application already has sign-in.\nNo file has changed.\n',
    ]);
    expect(treeOf(root)).toEqual(before);
  });

  it('is taken back byte for byte by undo', async () => {
    const root = await applicationWithPackages();
    const before = treeOf(root);
    expect((await scaffold(['make:auth'], { cwd: root })).code).toBe(0);
    expect(treeOf(root)).not.toEqual(before);
    const { code, stderr } = await scaffold(['undo'], { cwd: root });
    expect([code, stderr]).toEqual([0, '']);
    expect(treeOf(root)).toEqual(before);
  });

  it('works before the first set-up, which migrates and seeds', async () => {
    const cwd = temporaryFolder();
    await scaffold(['new', 'blog', '--db', '--skip-install', '--skip-git'], { cwd });
    const root = join(cwd, 'blog');
    const packaged = await applicationWithAuth();
    for (const name of ['venv', 'node_modules']) {
      symlinkSync(join(packaged, name), join(root, name));
    }
    const made = await scaffold(['make:auth'], { cwd: root });
    expect(made.code).toBe(0);
    const first = await scaffold(['setup'], { cwd: root });
    expect(first.stderr).toBe('');
    expect(first.code).toBe(0);
    expect(first.stdout).toContain('blog is ready.');
    const [written = ''] = /migrations\/versions\/\S+\.py/.exec(made.stdout) ?? [];
    expect(readFileSync(join(root, written), 'utf8')).toContain('password_hash');
    const count =
      'from app import create_app\nfrom app.models import User\nfrom app.extensions import db\n' +
      'with create_app().app_context(): print(db.session.scalar(db.select(db.func.count(User.password_hash) + db.func.count(User.id))))';
    expect((await run(PYTHON, ['-c', count], { cwd: root })).stdout.trim()).toBe('3');
    const second = await scaffold(['setup'], { cwd: root });
    expect(second.stdout).toBe('Nothing to do: blog is ready.\n');

    const model = join(root, 'app/models/user.py');
    const text = readFileSync(model, 'utf8');
    writeFileSync(model, `${text}    age: Mapped[int | None]\n`);
    const before = treeOf(join(root, 'migrations'));
    const third = await scaffold(['setup'], { cwd: root });
    expect(third.code).toBe(1);
    expect(third.stdout).not.toContain('ready');
    expect(third.stderr).toContain('the database lacks: add users.age.');
    expect(third.stderr).toContain('  venv/bin/python -m flask db migrate\n');
    expect(treeOf(join(root, 'migrations'))).toEqual(before);
  });

  it('says how to go on with an empty environment', async () => {
    const root = await applicationWithAuth();
    unlinkSync(join(root, 'venv'));
    await succeed(findPython(), ['-m', 'venv', '--without-pip', 'venv'], { cwd: root });
    const { code, stderr } = await scaffold(['make:model', 'Tag', 'name', '--migrate'], {
      cwd: root,
    });
    expect([code, stderr]).toEqual([
      1,
      'error: Checking the database failed:\n  venv/bin/python has no package alembic. ' +
        '`scaffold setup` installs the packages of requirements.txt.\n',
    ]);
  });

  it('encrypts mail if a variable says so', async () => {
    const cwd = await applicationWithAuth();
    const code = 'from config.default import Config; print(Config.MAIL_USE_TLS)';
    for (const [value, isOn] of Object.entries({
      '': 'False',
      0: 'False',
      False: 'False',
      1: 'True',
    })) {
      const env = { ...process.env, MAIL_USE_TLS: value };
      const { stdout } = await run(PYTHON, ['-c', code], { cwd, env });
      expect(stdout.trim()).withContext(value).toBe(isOn);
    }
  });

  it('makes commands that ask for a password on a terminal, and show none of it', async () => {
    const root = await applicationWithAuth();
    for (const [command, answer] of [
      [['create', 'eve@example.com', '--admin'], 'eve@example.com can sign in now.'],
      [['set-password', 'eve@example.com'], 'eve@example.com has a new password.'],
    ] as const) {
      const args = ['-m', 'flask', 'users', ...command];
      const asked = onTerminal(PYTHON, args, root);
      await asked.shows('Password:');
      asked.type(`${PASSWORD}\r`);
      await asked.shows('Repeat for confirmation:');
      asked.type(`${PASSWORD}\r`);
      expect(await asked.ended).toBe(0);
      expect(asked.screen()).toContain(answer);
      expect(asked.screen()).not.toContain(PASSWORD);
    }
  });

  for (const [database, flags] of [
    ['SQLite', []],
    ['SQLite', ['--no-registration', '--without=events']],
    ['SQLite', [`--without=${Object.keys(PARTS).join()}`]],
    ['PostgreSQL', []],
  ] as const) {
    it(`makes code that passes its tests${database === 'SQLite' ? ' and all checks' : ''}, with ${[database, ...flags].join(', ')}`, async () => {
      const isPostgres = database === 'PostgreSQL';
      need(...needOf(database));
      const env = { ...process.env, TEST_DATABASE_URL: isPostgres ? await createDatabase() : '' };
      const root = await applicationWithPackages();
      expect((await scaffold(['make:auth', ...flags], { cwd: root })).code).toBe(0);
      if (flags.length === 0) {
        addHelperTests(root, { auth: true });
      }
      const tests = await run(PYTHON, ['-m', 'pytest', '-q', ...UNMIGRATED], {
        cwd: root,
        env,
      });
      expect(tests.stdout).toMatch(/\n\d+ passed, 1 deselected in /);
      expect(tests.code).withContext(tests.stdout).toBe(0);
      if (isPostgres) {
        return; // the code is the same
      }
      const checks = [
        await runPythonTool('ruff', ['check', '--no-cache', '.'], root),
        await runPythonTool('ruff', ['format', '--no-cache', '--check', '.'], root),
        await runPythonTool('bandit', ['-q', '-r', 'app', 'config', 'run.py'], root),
        await run(PYTHON, ['-m', 'mypy', '.'], { cwd: root }),
      ];
      for (const { code, stdout } of checks) {
        expect(code).withContext(stdout).toBe(0);
      }
    });
  }
});

import { join } from 'node:path';
import { copiedApplication } from '../support/application';
import { onTerminal } from '../support/pseudo-terminal';
import { runPythonTool } from '../support/python-tools';
import { PYTHON } from '../support/flask';
import { addHelperTests } from '../support/helper-tests';
import { run, scaffold } from '../support/run';
import { applicationWithAuth, applicationWithPackages, PASSWORD } from '../support/served-auth';
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

  for (const flags of [[], ['--no-registration']]) {
    it(`makes code that passes its tests and all checks ${flags.join()}`, async () => {
      const root = await applicationWithPackages();
      expect((await scaffold(['make:auth', ...flags], { cwd: root })).code).toBe(0);
      addHelperTests(root, true);
      const tests = await run(PYTHON, ['-m', 'pytest', '-q'], { cwd: root });
      expect(tests.stdout).toMatch(/\n\d+ passed in /);
      const checks = [
        await runPythonTool('ruff', ['check', '--no-cache', '.'], root),
        await runPythonTool('ruff', ['format', '--no-cache', '--check', '.'], root),
        await runPythonTool('bandit', ['-q', '-r', 'app', 'config', 'run.py'], root),
        await run(PYTHON, ['-m', 'mypy', '--cache-dir', join(root, '.mypy_cache'), '.'], {
          cwd: root,
        }),
      ];
      for (const { code, stdout } of [tests, ...checks]) {
        expect(code).withContext(stdout).toBe(0);
      }
    });
  }
});

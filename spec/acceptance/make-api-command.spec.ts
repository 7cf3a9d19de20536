import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { applicationWithApi } from '../support/application-with-api';
import { copyWithPackagesOf } from '../support/copies';
import { PYTHON } from '../support/flask';
import { UNMIGRATED } from '../support/helper-tests';
import { need } from '../support/need';
import { createDatabase, findPostgres } from '../support/postgres';
import { runPythonTool } from '../support/python-tools';
import { type Ended, run, SCAFFOLD, scaffold, succeed } from '../support/run';
import { treeOf } from '../support/tree-of';

const TESTS = join(__dirname, '../application/api');

describe('scaffold make:api', () => {
  let root: string;

  beforeAll(async () => {
    root = await applicationWithApi();
  });

  /** Runs the tests of the API that the application has, and those of requests that nobody here wrote. */
  async function expectToPass(env: NodeJS.ProcessEnv = {}): Promise<void> {
    const copy = copyWithPackagesOf(root, root);
    cpSync(TESTS, join(copy, 'tests/requests'), { recursive: true });
    writeFileSync(join(copy, 'tests/requests/__init__.py'), '');
    const { code, stdout } = await run(PYTHON, ['-m', 'pytest', '-q', ...UNMIGRATED], {
      cwd: copy,
      env: { ...process.env, ...env },
    });
    expect(stdout).toMatch(/\n\d+ passed/);
    expect(code).toBe(0);
  }

  it('makes an API that keeps what it promises, on SQLite', async () => {
    await expectToPass();
  });

  it('makes an API that keeps what it promises, on PostgreSQL', async () => {
    need('PostgreSQL', findPostgres('initdb'));
    await expectToPass({ TEST_DATABASE_URL: await createDatabase() });
  });

  it('writes code that ruff, mypy and bandit accept', async () => {
    const check = (tool: 'bandit' | 'mypy' | 'ruff', ...words: string[]): Promise<Ended> =>
      runPythonTool(tool, words, root);
    for (const { code, stdout } of [
      await check('ruff', 'check', '--no-cache', '.'),
      await check('ruff', 'format', '--no-cache', '--check', '.'),
      await check('mypy', '--python-executable', join(root, PYTHON), '.'),
      await check('bandit', '-q', '-r', 'app'),
    ]) {
      expect(code).withContext(stdout).toBe(0);
    }
  });

  it('is taken back byte for byte by undo', async () => {
    const copy = copyWithPackagesOf(root, root);
    await succeed(process.execPath, [SCAFFOLD, 'make:resource', 'notes', 'text'], { cwd: copy });
    const before = treeOf(copy);
    expect((await scaffold(['make:api', 'notes'], { cwd: copy })).code).toBe(0);
    const { code, stderr } = await scaffold(['undo'], { cwd: copy });
    expect([code, stderr]).toEqual([0, '']);
    expect(treeOf(copy)).toEqual(before);
  });

  it('names the operations, and writes nothing in a dry run', async () => {
    const copy = copyWithPackagesOf(root, root);
    const before = treeOf(copy);
    const { code, stdout } = await scaffold(['make:api', 'labels', '--dry-run'], { cwd: copy });
    expect(code).toBe(0);
    expect(stdout).toContain('GET /api/labels  →  api.labels.list_labels\n');
    expect(stdout).toContain('Like its pages, the API of labels is open to everybody.');
    expect(treeOf(copy)).toEqual(before);
  });
});

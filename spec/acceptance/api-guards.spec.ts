import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { applicationWithGuards } from '../support/application-with-guards';
import { PYTHON } from '../support/flask';
import { UNMIGRATED } from '../support/helper-tests';
import { createDatabase } from '../support/postgres';
import { runPythonTool } from '../support/python-tools';
import { run } from '../support/run';
import {
  newToken,
  schemathesis,
  type ServedApi,
  serveGuardedApi,
  validated,
  withToken,
} from '../support/served-api';
import { DATABASES, needOf } from '../support/served-resources';
import { suiteNeeds } from '../support/suite-needs';

for (const database of DATABASES) {
  describe(`The guarded API of an application on ${database}`, () => {
    let api: ServedApi;
    let token: string;

    suiteNeeds(...needOf(database), async () => {
      api = await serveGuardedApi(database);
      token = await newToken(api);
    });

    afterAll(async () => {
      await api.stop();
    });

    it('has a document that openapi-spec-validator accepts', async () => {
      expect(await validated(api)).toBe('0 openapi.json: OK');
    });

    it('takes a token as docs/api.md prints it', async () => {
      const docs = readFileSync(join(__dirname, '../../docs/api.md'), 'utf8');
      const [printed = ''] = /^curl .*\$TOKEN.*$/m.exec(docs) ?? [];
      const command = printed.replace('localhost:5000', api.url.replace('http://', ''));
      for (const [sent, status] of [
        [token, '200'],
        [`${token}x`, '401'],
      ] as const) {
        const ended = await run('sh', ['-c', `${command} -s -w '\n%{http_code}'`], {
          env: { ...process.env, TOKEN: sent },
        });
        expect(ended.stdout.split('\n').at(-1)).withContext(printed).toBe(status);
      }
    });

    it('answers schemathesis with a token as the document says', async () => {
      const { code, stdout } = await schemathesis(api, withToken(token));
      expect(code).withContext(stdout).toBe(0);
    });

    it('answers schemathesis without a token as the document says', async () => {
      const { code, stdout } = await schemathesis(api);
      expect(code).withContext(stdout).toBe(0);
    });

    it('has tests that pass', async () => {
      const { code, stdout } = await run(
        PYTHON,
        ['-m', 'pytest', '-q', ...UNMIGRATED, 'tests/auth/test_tokens.py', ...testsOfApi()],
        {
          cwd: api.root,
          env: { ...process.env, TEST_DATABASE_URL: api.address && (await createDatabase()) },
        },
      );
      expect(code).withContext(stdout).toBe(0);
    });
  });
}

function testsOfApi(): string[] {
  const resources = ['labels', 'notes', 'notes_comments', 'posts', 'tags'];
  return ['tests/test_api.py', ...resources.map((name) => `tests/test_api_${name}.py`)];
}

describe('The tests of a guarded API', () => {
  const GUARDS: readonly (readonly [name: string, guard: string | RegExp, without: string])[] = [
    ['labels', 'guard=admin_required, ', ''],
    ['notes', 'guard=login_required, answers', 'answers'],
    ['notes', /NoteController\(\)\.notes\(\)(?=\.filter_by)/, 'db.select(Note)'],
    ['posts', / {4}if not PostController\(\)\.may_change\(post\):\n {8}abort\(403\)\n/, ''],
  ];

  it('fail when a guard is taken out', async () => {
    const root = await applicationWithGuards();
    for (const [name, guard, without] of GUARDS) {
      const path = join(root, `app/api/${name}.py`);
      const text = readFileSync(path, 'utf8');
      expect(text.replace(guard, without)).withContext(name).not.toBe(text);
      writeFileSync(path, text.replace(guard, without));
      const words = ['-m', 'pytest', '-q', '-x', `tests/test_api_${name}.py`];
      const { code, stdout } = await run(PYTHON, words, { cwd: root });
      expect(code)
        .withContext(`${name}: ${String(guard)}`)
        .toBe(1);
      expect(stdout).toContain('FAILED tests/test_api_');
      writeFileSync(path, text);
    }
  });

  it('are code that ruff and mypy accept', async () => {
    const root = await applicationWithGuards();
    for (const [tool, ...words] of [
      ['ruff', 'check', '--no-cache', '.'],
      ['ruff', 'format', '--no-cache', '--check', '.'],
      ['mypy', '--python-executable', join(root, PYTHON), '.'],
    ] as const) {
      const { code, stdout } = await runPythonTool(tool, words, root);
      expect(code).withContext(stdout).toBe(0);
    }
  });
});

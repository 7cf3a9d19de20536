import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { applicationWithGuards } from '../support/application-with-guards';
import { flaskSucceeds, PYTHON } from '../support/flask';
import { UNMIGRATED } from '../support/helper-tests';
import { createDatabase } from '../support/postgres';
import { runPythonTool } from '../support/python-tools';
import { type Ended, run, succeed } from '../support/run';
import { DATABASES, needOf } from '../support/served-resources';
import { serve, type Server } from '../support/server';
import { suiteNeeds } from '../support/suite-needs';
import { temporaryFolder } from '../support/temporary-folder';

/** Longer URLs than usual: gunicorn itself would answer those with 414, in HTML. */
const GUNICORN = (port: number): string[] => [
  ...['-m', 'gunicorn', 'run:app', '-w', '2', '-b', `127.0.0.1:${port}`],
  ...['--limit-request-line', '0'],
];

/** Prints a token of a new user. */
const NEW_TOKEN = `
from datetime import timedelta

from app import create_app
from app.extensions import db
from app.models import User
from app.tokens import make_token

with create_app("production").app_context():
    user = User(name="Spec", email="spec@example.com")
    db.session.add(user)
    db.session.flush()
    print(make_token(user, "Spec", timedelta(days=1)))
    db.session.commit()
`;

for (const database of DATABASES) {
  describe(`The guarded API of an application on ${database}`, () => {
    let server: Server;
    let root: string;
    let token: string;
    let address = '';

    suiteNeeds(...needOf(database), async () => {
      root = await applicationWithGuards();
      withoutLimits(root);
      address = database === 'PostgreSQL' ? await createDatabase() : '';
      const env = {
        ...process.env,
        FLASK_CONFIG: 'production',
        DATABASE_URL: address,
        PUBLIC_URL: 'https://blog.example',
      };
      await flaskSucceeds(root, ['db', 'upgrade'], env);
      const printed = await succeed(PYTHON, ['-c', NEW_TOKEN], { cwd: root, env });
      token = printed.trim();
      server = await serve(root, PYTHON, GUNICORN, env);
    });

    afterAll(async () => {
      await server.stop();
    });

    /** What schemathesis says of all operations. */
    function schemathesis(...words: string[]): Promise<Ended> {
      const usual = ['--max-examples', '25', '--checks', 'all', '--no-color', '--seed', '1'];
      const args = ['run', `${server.url}/api/openapi.json`, ...usual, ...words];
      return runPythonTool('schemathesis', args, temporaryFolder());
    }

    it('has a document that openapi-spec-validator accepts', async () => {
      const answer = await fetch(`${server.url}/api/openapi.json`);
      const file = join(temporaryFolder(), 'openapi.json');
      writeFileSync(file, await answer.text());
      const { code, stdout } = await runPythonTool('openapi-spec-validator', [file]);
      expect([code, stdout]).toEqual([0, `${file}: OK\n`]);
    });

    it('takes a token as docs/api.md prints it', async () => {
      const docs = readFileSync(join(__dirname, '../../docs/api.md'), 'utf8');
      const [printed = ''] = /^curl .*\$TOKEN.*$/m.exec(docs) ?? [];
      const command = printed.replace('localhost:5000', server.url.replace('http://', ''));
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
      const { code, stdout } = await schemathesis('-H', `Authorization: Bearer ${token}`);
      expect(code).withContext(stdout).toBe(0);
    });

    it('answers schemathesis without a token as the document says', async () => {
      const { code, stdout } = await schemathesis();
      expect(code).withContext(stdout).toBe(0);
    });

    it('has tests that pass', async () => {
      const { code, stdout } = await run(
        PYTHON,
        ['-m', 'pytest', '-q', ...UNMIGRATED, 'tests/auth/test_tokens.py', ...testsOfApi()],
        {
          cwd: root,
          env: { ...process.env, TEST_DATABASE_URL: address && (await createDatabase()) },
        },
      );
      expect(code).withContext(stdout).toBe(0);
    });
  });
}

/** Clients of a few seconds send more wrong tokens than an address may in an hour. */
function withoutLimits(root: string): void {
  const path = join(root, 'config/production.py');
  const text = readFileSync(path, 'utf8');
  const changed = text.replace(/^class Config\(.*\):\n/m, '$&    RATELIMIT_ENABLED = False\n');
  expect(changed).not.toBe(text);
  writeFileSync(path, changed);
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

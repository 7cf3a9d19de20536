import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PYTHON } from '../../support/flask';
import { UNMIGRATED } from '../../support/helper-tests';
import { createDatabase } from '../../support/postgres';
import { run } from '../../support/run';
import {
  newToken,
  schemathesis,
  type ServedApi,
  serveGuardedApi,
  validated,
  withToken,
} from '../../support/served-api';
import { type DATABASES, needOf } from '../../support/served-resources';
import { suiteNeeds } from '../../support/suite-needs';

/** What a guarded API promises on a database. Each has a file, because files run side by side. */
export function describeGuardedApi(database: (typeof DATABASES)[number]): void {
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
      const docs = readFileSync(join(__dirname, '../../../docs/api.md'), 'utf8');
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

    if (database === 'SQLite') {
      // Without a token, hardly any request reaches the database.
      it('answers schemathesis without a token as the document says', async () => {
        const { code, stdout } = await schemathesis(api);
        expect(code).withContext(stdout).toBe(0);
      });
    }

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

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { applicationForApi, applicationWithApi } from '../support/application-with-api';
import { flaskSucceeds, PYTHON } from '../support/flask';
import { createDatabase } from '../support/postgres';
import { runPythonTool } from '../support/python-tools';
import { run, SCAFFOLD, succeed } from '../support/run';
import { DATABASES, needOf } from '../support/served-resources';
import { serve, type Server } from '../support/server';
import { suiteNeeds } from '../support/suite-needs';
import { temporaryFolder } from '../support/temporary-folder';
import { printedClient, runTypedClient } from '../support/typed-client';

const REPO = join(__dirname, '../..');

const GUNICORN = (port: number): string[] => [
  ...['-m', 'gunicorn', 'run:app', '-w', '2', '-b', `127.0.0.1:${port}`],
];

for (const database of DATABASES) {
  describe(`The API of an application on ${database}`, () => {
    let server: Server;

    suiteNeeds(...needOf(database), async () => {
      const root = await applicationWithApi();
      const env = {
        ...process.env,
        FLASK_CONFIG: 'production',
        DATABASE_URL: database === 'PostgreSQL' ? await createDatabase() : '',
      };
      await flaskSucceeds(root, ['db', 'upgrade'], env);
      server = await serve(root, PYTHON, GUNICORN, env);
    });

    afterAll(async () => {
      await server.stop();
    });

    it('has a document that openapi-spec-validator accepts', async () => {
      const answer = await fetch(`${server.url}/api/openapi.json`);
      const file = join(temporaryFolder(), 'openapi.json');
      writeFileSync(file, await answer.text());
      const { code, stdout } = await runPythonTool('openapi-spec-validator', [file]);
      expect([code, stdout]).toEqual([0, `${file}: OK\n`]);
    });

    it('answers schemathesis as the document says', async () => {
      const words = ['--max-examples', '50', '--checks', 'all', '--no-color', '--seed', '1'];
      const { code, stdout } = await runPythonTool(
        'schemathesis',
        ['run', `${server.url}/api/openapi.json`, ...words],
        temporaryFolder(),
      );
      expect(code).withContext(stdout).toBe(0);
      expect(stdout).toContain('✅ Stateful');
    });
  });
}

describe('docs/api.md', () => {
  it('has commands and a typed client that work as printed', async () => {
    const text = readFileSync(join(REPO, 'docs/api.md'), 'utf8');
    const [, tried = ''] = /\n## Try it\n(.*?)\n## /s.exec(text) ?? [];
    const [commands = [], requests = []] = [...tried.matchAll(/```sh\n(.*?)```/gs)].map(
      ([, code]) => (code ?? '').trim().split('\n'),
    );
    const root = await applicationForApi();
    for (const command of commands.filter((line) => line.startsWith('scaffold '))) {
      const words = command.split(' ').slice(1);
      await succeed(process.execPath, [SCAFFOLD, ...words], { cwd: root });
    }
    const server = await serve(root, PYTHON, GUNICORN);
    const statuses: string[] = [];
    for (const request of requests) {
      const command = request.replace('localhost:5000', server.url.replace('http://', ''));
      const { code, stdout } = await run('sh', ['-c', `${command} -s -w '\n%{http_code}'`]);
      expect(code).withContext(request).toBe(0);
      statuses.push(stdout.split('\n').at(-1) ?? '');
    }
    const printed = await runTypedClient(printedClient().client, server.url);
    await server.stop();
    expect(statuses).toEqual(['201', '200', '200', '200', '204']);
    expect(printed).toBe('1\n');
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { applicationForApi } from '../support/application-with-api';
import { PYTHON } from '../support/flask';
import { run, SCAFFOLD, succeed } from '../support/run';
import { schemathesis, type ServedApi, serveOpenApi, validated } from '../support/served-api';
import { DATABASES, needOf } from '../support/served-resources';
import { serve } from '../support/server';
import { suiteNeeds } from '../support/suite-needs';
import { printedClient, runTypedClient } from '../support/typed-client';

const REPO = join(__dirname, '../..');

const GUNICORN = (port: number): string[] => [
  ...['-m', 'gunicorn', 'run:app', '-w', '2', '-b', `127.0.0.1:${port}`],
];

for (const database of DATABASES) {
  describe(`The API of an application on ${database}`, () => {
    let api: ServedApi;

    suiteNeeds(...needOf(database), async () => {
      api = await serveOpenApi(database);
    });

    afterAll(async () => {
      await api.stop();
    });

    it('has a document that openapi-spec-validator accepts', async () => {
      expect(await validated(api)).toBe('0 openapi.json: OK');
    });

    it('answers schemathesis as the document says', async () => {
      const { code, stdout } = await schemathesis(api);
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

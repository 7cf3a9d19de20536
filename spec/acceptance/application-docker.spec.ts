import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import which from 'which';
import { copiedApplication, madeApplication } from '../support/application';
import { PYTHON, tables } from '../support/flask';
import { need } from '../support/need';
import { createDatabase, findPostgres } from '../support/postgres';
import { run, succeed } from '../support/run';
import { type Server, serve } from '../support/server';
import { suiteNeeds } from '../support/suite-needs';

/** The steps of an image are run in a plain folder: Docker itself is on few machines that run specs. */
for (const db of [true, false]) {
  describe(`The Dockerfile of an application ${db ? 'with' : 'without'} a database`, () => {
    it('passes hadolint', async () => {
      const hadolint = need('hadolint', which.sync('hadolint', { nothrow: true }) ?? undefined);
      const cwd = await madeApplication(db);
      const { code, stdout } = await run(hadolint, ['Dockerfile'], { cwd });
      expect(stdout).toBe('');
      expect(code).toBe(0);
    });

    it('leaves secrets, data and installed packages out of the image', async () => {
      const ignored = readFileSync(join(await madeApplication(db), '.dockerignore'), 'utf8');
      const left = ['.env', 'instance/', '.scaffold/', 'venv/', 'node_modules/', '.git/'];
      expect(ignored.split('\n')).toEqual(jasmine.arrayContaining(left));
    });
  });
}

describe('The steps of a Dockerfile and of compose.yaml, in a plain folder,', () => {
  let root: string;
  let dockerfile: string;
  let server: Server;

  suiteNeeds('uv and PostgreSQL', findPrograms(), async () => {
    const copy = await copiedApplication(true);
    root = copy.root;
    dockerfile = read('Dockerfile');
    rmSync(join(root, '.env'));
    const install = /^RUN (uv [^]+?[^\\])\n/m.exec(dockerfile)?.[1] ?? 'false';
    await shell(install.replace('/usr/local/bin/python', copy.python));
    const env = {
      ...Object.fromEntries(
        (/^ENV (.+)$/m.exec(dockerfile)?.[1] ?? '').split(' ').map((each) => each.split('=')),
      ),
      PATH: `${root}/venv/bin:${process.env.PATH}`,
      DATABASE_URL: await createDatabase(),
      SECRET_KEY: 'a key that nobody else has',
    } as NodeJS.ProcessEnv;
    await shell(/^ {4}command: (.+)$/m.exec(read('compose.yaml'))?.[1] ?? 'false', env);
    Object.assign(process.env, { DATABASE_URL: env.DATABASE_URL, SECRET_KEY: env.SECRET_KEY });
    const [program = '', ...args] = listOf('CMD');
    server = await serve(root, program, (port) => args.map((each) => onPort(each, port)), env);
    return async () => {
      delete process.env.DATABASE_URL;
      delete process.env.SECRET_KEY;
      await server.stop();
    };
  });

  it('install what production needs, and nothing for tests', async () => {
    const packages = await succeed(join(root, PYTHON), ['-c', LIST_PACKAGES], { cwd: root });
    expect(packages.split('\n')).toEqual(jasmine.arrayContaining(['gunicorn', 'psycopg']));
    expect(packages).not.toMatch(/pytest|ruff|mypy/);
  });

  it('migrate the database', async () => {
    expect(await tables(root)).toEqual(['alembic_version', 'users']);
  });

  it('serve the application, which answers health checks for any host', async () => {
    expect(await (await fetch(server.url)).text()).toContain('Hello World</h1>');
    expect(await (await fetch(`${server.url}/up/database`)).text()).toBe('OK\n');
  });

  it('check its health', async () => {
    const [program = '', ...args] = listOf('HEALTHCHECK .*\\n +CMD');
    const port = Number(new URL(server.url).port);
    const check = (to: number) =>
      run(
        join(root, 'venv/bin', program),
        args.map((each) => onPort(each, to)),
        { cwd: root },
      );
    expect((await check(port)).code).toBe(0);
    expect((await check(1)).code).not.toBe(0);
  });

  function read(name: string): string {
    return readFileSync(join(root, name), 'utf8');
  }

  /** The words of the last instruction of this kind. */
  function listOf(instruction: string): string[] {
    const list = new RegExp(`^${instruction} (\\[.+\\])$`, 'm').exec(dockerfile)?.[1];
    return JSON.parse(list ?? '[]') as string[];
  }

  function shell(command: string, env?: NodeJS.ProcessEnv): Promise<string> {
    return succeed('bash', ['-euc', command], { cwd: root, env: { ...process.env, ...env } });
  }
});

const LIST_PACKAGES = `
from importlib.metadata import distributions
print("\\n".join(sorted(each.name.lower() for each in distributions())))
`;

function findPrograms(): true | undefined {
  const uv = which.sync('uv', { nothrow: true });
  return uv !== null && findPostgres('initdb') !== undefined ? true : undefined;
}

/** An argument with the port 8000 of the image replaced. */
function onPort(argument: string, port: number): string {
  return argument.replace(/:8000\b/, `:${port}`);
}

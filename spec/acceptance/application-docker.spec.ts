import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import which from 'which';
import { copiedApplication, madeApplication } from '../support/application';
import { flaskSucceeds, PYTHON, tables } from '../support/flask';
import { need } from '../support/need';
import { findPostgres, type Postgres, startPostgres } from '../support/postgres';
import { commandsInReadme } from '../support/readme';
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
  let compose: string;
  let secrets: Record<string, string>;
  let postgres: Postgres;
  let database: string;
  let server: Server;

  suiteNeeds('uv and PostgreSQL', findPrograms(), async () => {
    const copy = await copiedApplication(true);
    root = copy.root;
    dockerfile = read('Dockerfile');
    compose = read('compose.yaml');
    secrets = variablesIn(read('.env'));
    rmSync(join(root, '.env'));
    const install = /^RUN (uv [^]+?[^\\])\n/m.exec(dockerfile)?.[1] ?? 'false';
    await shell(install.replace('/usr/local/bin/python', copy.python));
    postgres = await startPostgres();
    database = await makeDatabase(postgres, root, secrets);
    const env = {
      ...Object.fromEntries(
        (/^ENV (.+)$/m.exec(dockerfile)?.[1] ?? '').split(' ').map((each) => each.split('=')),
      ),
      PATH: `${root}/venv/bin:${process.env.PATH}`,
      ...variables(),
    } as NodeJS.ProcessEnv;
    await shell(/^ {4}command: (.+)$/m.exec(compose)?.[1] ?? 'false', env);
    Object.assign(process.env, variables());
    const [program = '', ...args] = listOf('CMD');
    server = await serve(root, program, (port) => args.map((each) => onPort(each, port)), env);
    return async () => {
      Object.keys(variables()).forEach((name) => Reflect.deleteProperty(process.env, name));
      await server.stop();
      await postgres.stop();
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

  it('give the application a role that is no superuser, and needs its password', async () => {
    const ask =
      'SELECT rolsuper, rolcreatedb, rolcreaterole FROM pg_roles WHERE rolname = current_user';
    const url = variables().DATABASE_URL ?? '';
    expect(await psql([url, '-Atc', ask], variables())).toBe('f|f|f\n');
    await expectAsync(psql([url, '-c', ask], { PGPASSWORD: 'app' })).toBeRejectedWithError(
      /password authentication failed/,
    );
  });

  it('need nothing that .env leaves out, and have no password of their own', () => {
    const needed = [...compose.matchAll(/\$\{(\w+):\?/g)].map(([, name = '']) => name);
    expect([...new Set(needed)].sort()).toEqual([
      'DATABASE_PASSWORD',
      'POSTGRES_PASSWORD',
      'SECRET_KEY',
    ]);
    for (const name of needed) {
      expect(secrets[name])
        .withContext(name)
        .toMatch(/^[0-9a-f]{64}$/);
    }
    expect(compose).not.toMatch(/PASSWORD: (?!\$\{\w+:\?)/);
    expect(secrets.DATABASE_PASSWORD).not.toBe(secrets.POSTGRES_PASSWORD);
  });

  it('take over the data of a volume whose role is a superuser, as the README says', async () => {
    const old = await startPostgres();
    const address = old.createDatabase();
    await psql([address, '-c', 'CREATE ROLE app SUPERUSER LOGIN', '-c', 'CREATE DATABASE app']);
    const env = { DATABASE_URL: `postgresql://app@/app?host=${folderOf(address)}` };
    await flaskSucceeds(root, ['db', 'upgrade'], env);
    await flaskSucceeds(root, ['seed'], env);
    const commands =
      commandsInReadme(root, 'Production').find((text) => text.includes('pg_dump')) ?? '';
    const [dump = '', restore = ''] = commands
      .split('\n')
      .filter((line) => line.startsWith(IN_DATABASE))
      .map((line) => line.replace(IN_DATABASE, ''));
    expect([dump, restore]).toEqual([
      jasmine.stringMatching(/^pg_dump/),
      jasmine.stringMatching(/^psql/),
    ]);
    await shell(dump, { PATH: PROGRAMS, PGHOST: folderOf(address) });
    await old.stop();
    const next = await startPostgres();
    const url = await makeDatabase(next, root, secrets);
    const PGPASSWORD = secrets.DATABASE_PASSWORD;
    await shell(restore, { PATH: PROGRAMS, PGHOST: folderOf(url), PGPASSWORD });
    const owners = "SELECT count(*), min(tableowner) FROM pg_tables WHERE schemaname = 'public'";
    expect(await psql([url, '-Atc', owners], { PGPASSWORD })).toBe('2|app\n');
    expect(await psql([url, '-Atc', 'SELECT count(*) FROM users'], { PGPASSWORD })).toBe('3\n');
    await next.stop();
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

  /** What compose.yaml sets for the application, with the database where it is here. */
  function variables(): Record<string, string> {
    const lines = /&environment\n((?: {6}.+\n)+)/.exec(compose)?.[1] ?? '';
    const values = [...lines.matchAll(/^ {6}(\w+): (.*)$/gm)].map(([, name = '', value = '']) => [
      name,
      value
        .replace(/\$\{(\w+):[^}]*\}/g, (_, variable: string) => secrets[variable] ?? '')
        .replace('postgresql://app@database/app', database),
    ]);
    return Object.fromEntries(values) as Record<string, string>;
  }

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

/** What runs a command in the container of the database. */
const IN_DATABASE = 'docker compose exec -T database ';

/** Where the programs of PostgreSQL are, besides the others. */
const PROGRAMS = `${dirname(findPostgres('pg_dump') ?? '')}:${process.env.PATH}`;

/** Lets nobody in as the application's role without its password, as in PostgreSQL's image. */
const ASK_FOR_PASSWORD = `
SELECT current_setting('hba_file') AS hba \\gset
COPY (VALUES ('local all app scram-sha-256'), ('local all all trust')) TO :'hba';
SELECT pg_reload_conf();
`;

/** Makes role and database as PostgreSQL's image does for an empty volume, and returns the URL without a password. */
async function makeDatabase(
  { createDatabase }: Postgres,
  root: string,
  secrets: Record<string, string>,
): Promise<string> {
  const address = createDatabase();
  const compose = readFileSync(join(root, 'compose.yaml'), 'utf8');
  const script =
    /^ {6}- \.\/(.+\.sql):\/docker-entrypoint-initdb\.d\//m.exec(compose)?.[1] ?? 'none';
  await psql([address, '-v', 'ON_ERROR_STOP=1', '-f', join(root, script)], secrets);
  const change = join(root, 'ask.sql');
  writeFileSync(change, ASK_FOR_PASSWORD);
  await psql([address, '-v', 'ON_ERROR_STOP=1', '-f', change]);
  return `postgresql://app@/app?host=${folderOf(address)}`;
}

function psql(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  return succeed(need('psql', findPostgres('psql')), args, { env: { ...process.env, ...env } });
}

/** The folder of the socket of a server. */
function folderOf(url: string): string {
  return new URLSearchParams(url.split('?')[1]).get('host') ?? '';
}

/** The variables of an `.env` file. */
function variablesIn(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
}

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

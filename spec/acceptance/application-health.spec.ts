import { appendFileSync } from 'node:fs';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { linkedCopy } from '../support/copies';
import { flaskSucceeds, PYTHON } from '../support/flask';
import { ownPort } from '../support/own-port';
import { createDatabase, findPostgres, type Postgres, startPostgres } from '../support/postgres';
import { request } from '../support/request';
import { freePort } from '../support/server';
import { type Started, start } from '../support/started';
import { suiteNeeds } from '../support/suite-needs';

/** A page that fails on a value which nobody is to read in a log, and one that reads. */
const NAMELESS = `
from app.extensions import db
from app.models import User


@bp.get("/nameless")
def nameless() -> str:
    db.session.add(User(email="private\\n\\n@example.com"))
    db.session.commit()
    return "never"


@bp.get("/count")
def count() -> str:
    return f"{db.paginate(db.select(User)).total} users"
`;

interface Served {
  server: Started;
  url: string;
  stop: () => Promise<void>;
}

/**
 * @param database Its URL; empty for SQLite.
 * @param served The URL of the database that the server gets instead of the migrated one.
 */
async function serveInProduction(database: string, served = database): Promise<Served> {
  const root = await linkedCopy(true);
  appendFileSync(join(root, 'app/routes/mains/routes.py'), NAMELESS);
  const env = {
    DATABASE_URL: database,
    FLASK_CONFIG: 'production',
    SECRET_KEY: 'a key that nobody else has, long enough',
  };
  await flaskSucceeds(root, ['db', 'upgrade'], env);
  const port = await freePort();
  const args = ['-m', 'gunicorn', `--bind=127.0.0.1:${port}`, 'run:app'];
  const server = start(root, PYTHON, args, { ...env, DATABASE_URL: served });
  await server.printed(/Booting worker/);
  return { server, url: `http://127.0.0.1:${port}`, stop: server.stop };
}

const DATABASES: [string, string | undefined][] = [
  ['SQLite', 'SQLite'],
  ['PostgreSQL', findPostgres('initdb')],
];

for (const [name, found] of DATABASES) {
  describe(`A server with ${name}`, () => {
    let server: Started;
    let url: string;

    suiteNeeds(name, found, async () => {
      const served = await serveInProduction(name === 'SQLite' ? '' : await createDatabase());
      ({ server, url } = served);
      return async () => {
        await served.stop();
      };
    });

    it('is up, for any host', async () => {
      const answer = await request(`${url}/up`, { host: '10.0.0.1' });
      expect([answer.status, answer.text]).toEqual([200, 'OK\n']);
      expect(answer.headers['set-cookie']).toBeUndefined();
    });

    it('has a database that answers', async () => {
      const answer = await request(`${url}/up/database`, {});
      expect([answer.status, answer.text]).toEqual([200, 'OK\n']);
    });

    it('logs a request on a line of JSON, with the id that the response has', async () => {
      const answer = await request(`${url}/nowhere?token=private`, { 'x-request-id': 'abc-1' });
      expect(answer.headers['x-request-id']).toBe('abc-1');
      const [line] = await server.printed(/^\{.*"path": "\/nowhere".*\}$/m);
      expect(JSON.parse(line)).toEqual(
        jasmine.objectContaining({
          level: 'INFO',
          request_id: 'abc-1',
          method: 'GET',
          path: '/nowhere',
          status: 404,
          address: '127.0.0.1',
        }),
      );
    });

    it('logs an error with the id of its request, without the values of the record', async () => {
      const { headers, status } = await request(`${url}/nameless`, {});
      expect(status).toBe(500);
      const [line] = await server.printed(/^\{.*"level": "ERROR".*\}$/m);
      const { error, request_id: id } = JSON.parse(line) as Record<string, string>;
      expect(id).toBe(String(headers['x-request-id']));
      expect(error).toContain('IntegrityError');
      expect(server.output()).not.toContain('private');
    });

    it('logs no health check', async () => {
      await request(`${url}/up`, {});
      await request(`${url}/last`, {});
      await server.printed(/"path": "\/last"/);
      expect(server.output()).not.toContain('"path": "/up"');
    });
  });
}

describe('A server whose PostgreSQL stops', () => {
  let postgres: Postgres;
  let url: string;

  suiteNeeds('PostgreSQL', findPostgres('initdb'), async () => {
    postgres = await startPostgres();
    const served = await serveInProduction(postgres.createDatabase());
    ({ url } = served);
    return () => served.stop();
  });

  it('says so on its pages, is up itself, and goes on once the database does', async () => {
    expect((await request(`${url}/count`, {})).text).toBe('0 users');
    await postgres.stop();
    await expectUnavailable(url);
    await postgres.restart();
    expect((await request(`${url}/count`, {})).text).toBe('0 users');
    expect((await request(`${url}/up/database`, {})).status).toBe(200);
    await postgres.stop();
  });
});

describe('A server whose PostgreSQL does not answer', () => {
  let url: string;

  suiteNeeds('psycopg', findPostgres('initdb'), async () => {
    const silent = createServer().listen(ownPort());
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const served = await serveInProduction('', `postgresql://blog@127.0.0.1:${port}/blog`);
    ({ url } = served);
    return async () => {
      await served.stop();
      silent.close();
    };
  });

  it('says so on its pages, and is up itself', async () => {
    await expectUnavailable(url);
  });
});

async function expectUnavailable(url: string): Promise<void> {
  const page = await request(`${url}/count`, {});
  expect([page.status, page.headers['retry-after']]).toEqual([503, '5']);
  expect(page.text).toContain('<h1>Not available right now</h1>');
  expect(page.text).not.toMatch(/Traceback|psycopg|sqlalchemy|SELECT/);
  const health = await request(`${url}/up/database`, {});
  expect([health.status, health.text]).toEqual([503, 'The database does not answer.\n']);
  expect((await request(`${url}/up`, {})).status).toBe(200);
}

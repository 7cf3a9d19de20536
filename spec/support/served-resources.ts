import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ACTION_NAMES } from '../../src/naming/actions';
import { linkedCopy } from './copies';
import { flaskSucceeds, PYTHON } from './flask';
import { createDatabase, findPostgres } from './postgres';
import type { Answer } from './request';
import { SCAFFOLD, succeed } from './run';
import { serve } from './server';
import { Visitor } from './visitor';

export const DATABASES = ['SQLite', 'PostgreSQL'] as const;

/** An application in production, with pages for users and for notes, served by gunicorn with four workers. */
export interface ServedResources {
  readonly root: string;
  readonly url: string;
  /** Runs Python in the application, and returns what it printed. */
  readonly python: (program: string) => Promise<string>;
  /** Closes the database's connections, as its restart does; on SQLite, nothing. */
  readonly dropConnections: () => Promise<void>;
  readonly stop: () => Promise<unknown>;
}

/** What a suite that is served on this database needs, as `suiteNeeds` takes it. */
export function needOf(database: string): [name: string, found: string | undefined] {
  return database === 'PostgreSQL' ? [database, findPostgres('initdb')] : [database, 'in Python'];
}

export async function serveResources(database: string): Promise<ServedResources> {
  const root = await linkedCopy(true);
  const address = database === 'PostgreSQL' ? await createDatabase() : undefined;
  const env = {
    ...process.env,
    FLASK_CONFIG: 'production',
    ...(address === undefined ? {} : { DATABASE_URL: address }),
  };
  await addPages(root, env);
  const args = (port: number) => [
    '-m',
    'gunicorn',
    'run:app',
    '-w',
    '4',
    '-b',
    `127.0.0.1:${port}`,
  ];
  const server = await serve(root, PYTHON, args, env);
  return {
    root,
    url: server.url,
    python: (program) => succeed(PYTHON, ['-c', program], { cwd: root, env }),
    dropConnections: () => dropConnections(address),
    stop: server.stop,
  };
}

/** Adds the model of notes, and makes all pages of notes and users. */
async function addPages(root: string, env: NodeJS.ProcessEnv): Promise<void> {
  const models = join(root, 'app/models');
  cpSync(join(__dirname, 'note.py'), join(models, 'note.py'));
  const init = join(models, '__init__.py');
  const users = readFileSync(init, 'utf8').replace('["User"]', '["Note", "User"]');
  writeFileSync(init, `from app.models.note import Note\n${users}`);
  const views = ['notes', 'users'].flatMap((name) =>
    ACTION_NAMES.map((action) => `${name}.${action}`),
  );
  await succeed(process.execPath, [SCAFFOLD, 'make:view', '-rc', ...views], { cwd: root });
  await flaskSucceeds(root, ['db', 'upgrade'], env);
  await flaskSucceeds(root, ['db', 'migrate', '-m', 'Create notes'], env);
  await flaskSucceeds(root, ['db', 'upgrade'], env);
}

async function dropConnections(address: string | undefined): Promise<void> {
  const psql = findPostgres('psql');
  if (address !== undefined && psql !== undefined) {
    const others =
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()';
    await succeed(psql, [address, '-qc', others]);
  }
}

let count = 0;

/** The fields of a user whom no other one is like. */
export function newUser(): { name: string; email: string } {
  count += 1;
  return { name: `User ${count}`, email: `user-${count}-${Date.now()}@example.com` };
}

/** The key of the record that an answer leads to; undefined where it leads to none. */
export function keyIn({ headers }: Answer): string | undefined {
  return /\/(\d+)$/.exec(headers.location ?? '')?.[1];
}

/** Visitors that have opened a form. */
export async function visitorsOf(url: string, number: number): Promise<Visitor[]> {
  const visitors = Array.from({ length: number }, () => new Visitor(url));
  await Promise.all(visitors.map((visitor) => visitor.open('/users/create')));
  return visitors;
}

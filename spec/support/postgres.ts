import {
  type ChildProcess,
  execFileSync,
  type ExecFileSyncOptions,
  spawn,
} from 'node:child_process';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { chownSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { need } from './need';
import { findProgram } from './programs';
import { endWithRun } from './run-folder';
import { shared } from './shared';
import { temporaryFolder } from './temporary-folder';
import { until } from './until';

/** A PostgreSQL server for one spec. */
export interface Postgres {
  /** Makes an empty database and returns its `DATABASE_URL`. */
  createDatabase: () => string;
  stop: () => Promise<void>;
  /** Starts it again once it has stopped. */
  restart: () => Promise<void>;
}

/** Debian's folder for the server's programs, which are not on its PATH. */
const DEBIAN = '/usr/lib/postgresql';

const sharedServer = shared('postgres', async (folder) => {
  endWithRun((await serverIn(folder, initialised(folder))).pid ?? 0);
  return folder;
});

/** An empty database on the server of this run, which starts once: its `DATABASE_URL`. */
export async function createDatabase(): Promise<string> {
  return databaseIn(await sharedServer());
}

/** Starts a server that nobody else uses, for a spec that stops it. */
export async function startPostgres(): Promise<Postgres> {
  const folder = temporaryFolder();
  const user = initialised(folder);
  let server = await serverIn(folder, user);
  return {
    createDatabase: () => databaseIn(folder),
    stop: async () => {
      if (server.exitCode === null) {
        const exit = once(server, 'exit');
        server.ref();
        server.kill('SIGINT');
        await exit;
      }
    },
    restart: async () => {
      server = await serverIn(folder, user);
    },
  };
}

/** Makes an empty cluster in a folder, and returns whom the server runs as. */
function initialised(folder: string): ReturnType<typeof unprivileged> {
  const initdb = need('PostgreSQL', findPostgres('initdb'));
  const user = unprivileged(folder);
  const args = ['-D', join(folder, 'data'), '-U', 'scaffold', '-A', 'trust', '-E', 'UTF8', '-N'];
  execFileSync(initdb, args, user);
  return user;
}

function databaseIn(folder: string): string {
  const name = `blog_${randomUUID()}`;
  const addressOf = (database: string) => `postgresql://scaffold@/${database}?host=${folder}`;
  const psql = need('psql', findPostgres('psql'));
  execFileSync(psql, [addressOf('postgres'), '-qc', `CREATE DATABASE "${name}"`]);
  return addressOf(name);
}

/** Starts a server, and waits until it accepts connections. */
async function serverIn(
  folder: string,
  user: ReturnType<typeof unprivileged>,
): Promise<ChildProcess> {
  const log = join(folder, 'log');
  // A socket, because another program could take a free port first. All workers share one server.
  const args = ['-D', join(folder, 'data'), '-k', folder, '-h', '', '-F', '-N', '500'];
  const postgres = need('PostgreSQL', findPostgres('postgres'));
  const server = spawn(postgres, args, {
    ...user,
    stdio: ['ignore', 'ignore', openSync(log, 'w')],
  });
  server.unref();
  await until(
    () => `PostgreSQL starts, but:\n${readFileSync(log, 'utf8')}`,
    () => readFileSync(log, 'utf8').includes('ready to accept connections'),
  );
  return server;
}

/** A program of PostgreSQL that runs. */
export function findPostgres(name: string): string | undefined {
  return findProgram(name) ?? newestOnDebian(name);
}

function newestOnDebian(name: string): string | undefined {
  try {
    const version = readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a))[0];
    return version === undefined ? undefined : join(DEBIAN, version, 'bin', name);
  } catch {
    return undefined;
  }
}

/** The server refuses to run as root, so then it runs as the user of Debian's package, who gets the folder. */
function unprivileged(folder: string): Pick<ExecFileSyncOptions, 'uid' | 'gid' | 'stdio' | 'cwd'> {
  const common = { stdio: 'ignore', cwd: folder } as const;
  if (process.getuid?.() !== 0) {
    return common;
  }
  const [uid = 0, gid = 0] = ['-u', '-g'].map((flag) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })),
  );
  chownSync(folder, uid, gid);
  return { ...common, uid, gid };
}

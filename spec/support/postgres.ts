import {
  type ChildProcess,
  execFileSync,
  type ExecFileSyncOptions,
  spawn,
} from 'node:child_process';
import { once } from 'node:events';
import { chownSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { need } from './need';
import { findProgram } from './programs';
import { temporaryFolder } from './temporary-folder';

/** A PostgreSQL server for one spec. */
export interface Postgres {
  /** Makes an empty database and returns its `DATABASE_URL`. */
  createDatabase: (name: string) => string;
  stop: () => Promise<void>;
  /** Starts it again once it has stopped. */
  restart: () => Promise<void>;
}

/** Debian's folder for the server's programs, which are not on its PATH. */
const DEBIAN = '/usr/lib/postgresql';

/** Starts a server with an empty cluster that nobody else uses. */
export async function startPostgres(): Promise<Postgres> {
  const initdb = need('PostgreSQL', findPostgres('initdb'));
  const folder = temporaryFolder();
  const user = unprivileged(folder);
  execFileSync(
    initdb,
    ['-D', join(folder, 'data'), '-U', 'scaffold', '-A', 'trust', '-E', 'UTF8'],
    user,
  );
  let server = await serverIn(folder, user);
  const addressOf = (name: string) => `postgresql://scaffold@/${name}?host=${folder}`;
  return {
    createDatabase: (name) => {
      execFileSync(need('psql', findPostgres('psql')), [
        addressOf('postgres'),
        '-qc',
        `CREATE DATABASE "${name}"`,
      ]);
      return addressOf(name);
    },
    stop: async () => {
      const exit = once(server, 'exit');
      server.kill('SIGINT');
      await exit;
    },
    restart: async () => {
      server = await serverIn(folder, user);
    },
  };
}

/** Starts a server, and waits until it accepts connections. */
async function serverIn(
  folder: string,
  user: ReturnType<typeof unprivileged>,
): Promise<ChildProcess> {
  const server = spawn(
    need('PostgreSQL', findPostgres('postgres')),
    // A socket, because another program could take a free port first.
    ['-D', join(folder, 'data'), '-k', folder, '-h', '', '-F'],
    { ...user, stdio: ['ignore', 'ignore', 'pipe'] as const },
  );
  await new Promise<void>((resolve, reject) => {
    let said = '';
    // Keep reading: a full pipe would stop the server.
    server.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (text.includes('ready to accept connections')) {
        resolve();
      }
    });
    server.once('exit', () => {
      reject(new Error(`PostgreSQL ended:\n${said}`));
    });
  });
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

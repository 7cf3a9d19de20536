import { randomInt } from 'node:crypto';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { ownPort } from './own-port';
import { endWithSpecs } from './started';

/** A server that a spec started. */
export interface Server {
  /** Such as `http://127.0.0.1:5000`. */
  url: string;
  /** Ends it like Ctrl-C; resolves to the exit code once all of its processes ended. */
  stop: () => Promise<number | null>;
}

/** A free port, below the range that the system assigns to connections: one of those may be taken a moment later. */
export async function freePort(): Promise<number> {
  const port = randomInt(20_000, 30_000);
  const server = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => {
      resolve(false);
    });
    server.listen(ownPort(port), () => {
      resolve(true);
    });
  });
  server.close();
  return isFree ? port : freePort();
}

/**
 * Starts a server and waits until it answers.
 *
 * @param args Makes the arguments from the port.
 * @param env Additional environment variables; `PORT` is always set.
 */
export async function serve(
  cwd: string,
  program: string,
  args: (port: number) => readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Server> {
  const port = await freePort();
  const child = spawn(program, args(port), {
    cwd,
    env: { ...process.env, ...env, PORT: String(port) },
    // Its own process group: Ctrl-C on a terminal ends a group.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (child.pid !== undefined) {
    endWithSpecs(child.pid);
  }
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const url = `http://127.0.0.1:${port}`;
  await answer(url, child, () => output);
  return {
    url,
    stop: async () => {
      const closed = once(child, 'close') as Promise<[number | null]>;
      process.kill(-(child.pid ?? 0), 'SIGINT');
      return (await closed)[0];
    },
  };
}

async function answer(url: string, child: ChildProcess, output: () => string): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (child.exitCode !== null) {
      break;
    }
    try {
      await fetch(url, { redirect: 'manual' });
      return;
    } catch {
      await setTimeout(100);
    }
  }
  child.kill('SIGKILL');
  throw new Error(`No answer from ${url}:\n${output()}`);
}

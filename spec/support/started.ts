import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { until } from './until';

const leaders = new Set<number>();

// A spec that fails may leave processes.
process.on('exit', () => {
  for (const leader of leaders) {
    try {
      process.kill(-leader, 'SIGKILL');
    } catch {
      // It has ended.
    }
  }
});

/** Ends the process group of this leader after the last spec, if it still runs. */
export function endWithSpecs(leader: number): void {
  leaders.add(leader);
}

/** A program that a spec started and that keeps running. */
export interface Started {
  pid: number;
  /** Its output so far. */
  output: () => string;
  /** Waits for this output. */
  printed: (text: RegExp) => Promise<RegExpExecArray>;
  /** Waits until it and everything it started ended; resolves to the exit code. */
  ended: () => Promise<number | null>;
  /** Ends it and everything it started, like Ctrl-C. */
  stop: () => Promise<void>;
}

/** Starts a program as the leader of a process group. */
export function start(
  cwd: string,
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Started {
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { pid } = child;
  if (pid === undefined) {
    throw new Error(`${program} cannot be started.`);
  }
  endWithSpecs(pid);
  const closed = once(child, 'close') as Promise<[number | null]>;
  const output = collected(child);
  return {
    pid,
    output,
    printed: async (text) => {
      let found: RegExpExecArray | null = null as RegExpExecArray | null;
      await until(
        () => `${program} prints ${String(text)}, but:\n${output()}`,
        () => (found = text.exec(output())) !== null,
      );
      return found as unknown as RegExpExecArray;
    },
    ended: async () => (await closed)[0],
    stop: async () => {
      process.kill(-pid, 'SIGINT');
      await closed;
    },
  };
}

function collected({ stdout, stderr }: ChildProcess): () => string {
  let output = '';
  for (const stream of [stdout, stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  return () => output;
}

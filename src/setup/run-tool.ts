import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';

export interface ToolOptions {
  cwd: string;
  /** Aborted when the run has to end: see `interruptible`. */
  signal: AbortSignal;
  /** Default: the environment of this process. */
  env?: NodeJS.ProcessEnv;
  /** In milliseconds; default: none. */
  timeLimit?: number;
  /** Called with each line of the standard output as it comes. */
  onLine?: (line: string) => void;
  /** What the tool reads; default: nothing. */
  input?: Readable;
}

interface Failure {
  /** The end of a sentence such as `git ended with exit code 128`. */
  readonly reason: string;
  readonly exitCode?: number;
  /** The signal that ended it, or the system's error code if it could not be started. */
  readonly cause?: string;
}

/** A tool failed or could not be started. The message is the last lines of its output and how it ended. */
export class ToolError extends Error {
  constructor(
    command: string,
    readonly failure: Failure,
    output: readonly string[],
  ) {
    const lines = output
      .map((line) => stripVTControlCharacters(line).trimEnd())
      .filter((line) => line !== '' && !STACK_FRAME.test(line));
    super([...lines.slice(-LAST_LINES), `(${basename(command)} ${failure.reason})`].join('\n'));
  }
}

const LAST_LINES = 10;

/** A line of a stack trace, as tools on Node print it. It helps nobody. */
const STACK_FRAME = /^\s+at \S/;

/** How long a process in the background may hold the output of a tool that ended, in milliseconds. */
const OUTPUT_GRACE = 1000;

type Child = ChildProcessByStdio<Writable | null, Readable, Readable>;

/**
 * Runs a tool to its end, without a shell. It cannot ask anything: it has no terminal. It leads a process group, so that it
 * can be ended along with everything it started.
 *
 * @returns its standard output.
 * @throws ToolError if it fails; the signal's reason if that is aborted, once the whole group has ended.
 */
export async function runTool(
  command: string,
  args: readonly string[],
  { cwd, signal, env = process.env, timeLimit, onLine, input }: ToolOptions,
): Promise<string> {
  signal.throwIfAborted();
  const child = spawn(command, args, {
    cwd,
    env,
    detached: true,
    stdio: [input ? 'pipe' : 'ignore', 'pipe', 'pipe'],
  }) as Child;
  if (input && child.stdin) {
    child.stdin.on('error', () => undefined); // The tool has ended, and says why.
    input.pipe(child.stdin);
  }
  const stdout: string[] = [];
  const output: string[] = [];
  createInterface(child.stdout).on('line', (line) => {
    output.push(line);
    stdout.push(line);
    onLine?.(line);
  });
  createInterface(child.stderr).on('line', (line) => output.push(line));
  const failure = await ended(child, signal, timeLimit);
  if (failure) {
    throw new ToolError(command, failure, output);
  }
  return stdout.join('\n');
}

/**
 * Waits for a child and for everything that has to end with it.
 *
 * @returns what went wrong, if anything.
 */
async function ended(
  child: Child,
  signal: AbortSignal,
  timeLimit: number | undefined,
): Promise<Failure | undefined> {
  const { pid } = child;
  if (pid === undefined) {
    const [{ message, code }] = (await once(child, 'error')) as [NodeJS.ErrnoException];
    return { reason: `could not be started: ${message}`, cause: code };
  }
  let ending: Promise<void> | undefined;
  const end = (): void => {
    ending ??= endGroup(pid);
  };
  const leave = (): void => {
    signalGroup(pid, 'SIGINT');
  };
  const timer = timeLimit === undefined ? undefined : setTimeout(end, timeLimit);
  signal.addEventListener('abort', end);
  process.once('exit', leave);
  child.once('exit', () => {
    setTimeout(() => {
      child.stdout.destroy();
      child.stderr.destroy();
    }, OUTPUT_GRACE).unref();
  });
  const [code, killer] = (await once(child, 'close')) as [number, null] | [null, NodeJS.Signals];
  clearTimeout(timer);
  signal.removeEventListener('abort', end);
  process.off('exit', leave);
  await ending;
  signal.throwIfAborted();
  if (ending) {
    return { reason: 'took too long' };
  }
  if (code === null) {
    return { reason: `ended with ${killer}`, cause: killer };
  }
  return code === 0 ? undefined : { reason: `ended with exit code ${code}`, exitCode: code };
}

/** The signals that end a process group, each with the time in milliseconds before the next one. */
const ESCALATION = [
  ['SIGINT', 1000], // Ctrl-C sends it: most tools clean up.
  ['SIGTERM', 1500],
  ['SIGKILL', 500],
] as const;

const POLL_INTERVAL = 20;

/** Ends all processes of a group. It takes three seconds at most. */
async function endGroup(leader: number): Promise<void> {
  for (const [signal, time] of ESCALATION) {
    signalGroup(leader, signal);
    const end = Date.now() + time;
    while (Date.now() < end) {
      if (!signalGroup(leader, 0)) {
        return;
      }
      await sleep(POLL_INTERVAL);
    }
  }
}

/**
 * Sends a signal to all processes of a group; 0 sends nothing.
 *
 * @returns whether the group still has a process.
 */
function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-leader, signal);
  } catch {
    return false;
  }
}

/** The environment variables of this process without `names`, and with `given`. */
export function environmentWithout(
  names: readonly string[],
  given: Readonly<Record<string, string>> = {},
): NodeJS.ProcessEnv {
  const rest = Object.entries(process.env).filter(([name]) => !names.includes(name));
  return { ...Object.fromEntries(rest), ...given };
}

/**
 * How long installers wait for an index or a registry that does not answer, in seconds, and how often they try again.
 * No step may wait longer than a minute, whatever the environment variables say. Measured with a server that accepts
 * connections and stays silent: all installers give up after 25 s to 53 s.
 */
export const SILENCE = 12;

export const RETRIES = 1;

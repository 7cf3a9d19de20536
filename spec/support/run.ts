import { type SpawnOptions, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { runForked } from './forked-python';

// Python may cache compiled files, its default: without them each start takes a second longer.
delete process.env['PYTHONDONTWRITEBYTECODE'];

/** The result of a process. */
export interface Ended {
  /** The exit code; as in a shell, 128 plus the signal's number if a signal ended it. */
  code: number;
  stdout: string;
  stderr: string;
}

/** The built command, as `npm ci` leaves it. */
export const SCAFFOLD = join(__dirname, '../../dist/bin/scaffold.js');

/** Lets `node -r` load TypeScript. */
export const TYPESCRIPT = join(__dirname, '../../scripts/typescript.cjs');

/** Runs a program to its end, without a terminal. */
export async function run(
  program: string,
  args: readonly string[],
  options: SpawnOptions = {},
): Promise<Ended> {
  const { cwd, env = process.env, ...others } = options;
  const isPlain = typeof cwd === 'string' && Object.keys(others).length === 0;
  const forked = isPlain && program === 'venv/bin/python' ? runForked(cwd, args, env) : undefined;
  if (forked) {
    return forked;
  }
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      resolve({ code: code ?? 128 + (signal ? constants.signals[signal] : 0), stdout, stderr });
    });
  });
}

/** Runs a program that must succeed, and returns its standard output. */
export async function succeed(
  program: string,
  args: readonly string[],
  options?: SpawnOptions,
): Promise<string> {
  const { code, stdout, stderr } = await run(program, args, options);
  if (code !== 0) {
    throw new Error(`${[program, ...args].join(' ')} ended with ${code}:\n${stdout}\n${stderr}`);
  }
  return stdout;
}

/** Runs `scaffold` in a folder. */
export function scaffold(args: readonly string[], options: SpawnOptions = {}): Promise<Ended> {
  return run(process.execPath, [SCAFFOLD, ...args], options);
}

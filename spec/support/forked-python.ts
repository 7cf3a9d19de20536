import { type ChildProcess, spawn } from 'node:child_process';
import { lstatSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const PROGRAM = join(__dirname, 'forked_python.py');

/** The modules that run in forks. */
const MODULES = new Set(['flask', 'pytest']);

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** One for each environment, by its folder. */
const forking = new Map<string, Forking>();

/**
 * Runs Python in an application that shares the packages of another one. It is a fork of a process that has imported them:
 * they take Python most of the second that it needs to start, and specs start it hundreds of times.
 *
 * @returns nothing where Python has to start: for other modules, for settings of Python's own, and on other systems than Linux.
 */
export function runForked(
  cwd: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<Outcome> | undefined {
  const [option, name = ''] = args;
  const venv = join(cwd, 'venv');
  const isForked =
    process.platform === 'linux' &&
    (option === '-c' || (option === '-m' && MODULES.has(name))) &&
    !Object.keys(env).some((key) => key.startsWith('PYTHON') && env[key] !== process.env[key]) &&
    lstatSync(venv, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  if (!isForked) {
    return undefined;
  }
  const environment = realpathSync(venv);
  const one = forking.get(environment) ?? new Forking(environment);
  forking.set(environment, one);
  return one.run(cwd, args, env);
}

/** The process that forks. It ends with this one, which closes its input. */
class Forking {
  private readonly child: ChildProcess;
  private readonly waiting = new Map<
    number,
    { readonly resolve: (code: number) => void; readonly reject: (error: Error) => void }
  >();
  private readonly outputs = mkdtempSync(join(tmpdir(), 'scaffold-forked-'));
  private runs = 0;

  constructor(venv: string) {
    this.child = spawn(join(venv, 'bin/python'), [PROGRAM], { stdio: ['pipe', 'pipe', 'inherit'] });
    const { stdout } = this.child;
    createInterface({ input: stdout as NonNullable<typeof stdout> }).on('line', (line) => {
      const [number = 0, code = 1] = line.split(' ').map(Number);
      this.waiting.get(number)?.resolve(code);
      this.waiting.delete(number);
      this.hold(this.waiting.size > 0);
    });
    this.child.once('exit', () => {
      forking.delete(venv);
      for (const { reject } of this.waiting.values()) {
        reject(new Error(`${PROGRAM} ended before its programs.`));
      }
    });
    this.hold(false);
    process.once('exit', () => {
      rmSync(this.outputs, { recursive: true, force: true });
    });
  }

  async run(cwd: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Outcome> {
    const number = (this.runs += 1);
    const [stdout, stderr] = ['out', 'err'].map((name) => join(this.outputs, `${number}.${name}`));
    const request = { number, args, cwd, env, stdout, stderr };
    this.hold(true);
    const code = await new Promise<number>((resolve, reject) => {
      this.waiting.set(number, { resolve, reject });
      this.child.stdin?.write(`${JSON.stringify(request)}\n`);
    });
    const [printed = '', errors = ''] = [stdout, stderr].map((path = '') => {
      const text = readFileSync(path, 'utf8');
      rmSync(path);
      return text;
    });
    return { code, stdout: printed, stderr: errors };
  }

  /** Keeps this process alive while a program runs, and only then. */
  private hold(isRunning: boolean): void {
    const handles = [this.child, this.child.stdin as Socket, this.child.stdout as Socket];
    for (const each of handles) {
      if (isRunning) {
        each.ref();
      } else {
        each.unref();
      }
    }
  }
}

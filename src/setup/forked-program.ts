import { PassThrough } from 'node:stream';
import { VENV_PYTHON } from '../layout';
import { runProgram } from './environment';
import { ToolError, type ToolOptions } from './run-tool';
import type { ReadyApp } from './step';

/** What a line with the exit code of a program starts with. */
const END = '\0';

/** One for each application, by its folder: a run has many, if it is one of specs. */
const running = new Map<string, Forking>();

/**
 * Runs a Python program of this package with the Python of an application. On Linux, the first one starts a process that loads
 * what such programs import; all run in forks of it, and it ends with this process. On macOS, a fork that connects to a
 * database may crash (https://github.com/psycopg/psycopg/issues/1136), so each program starts Python.
 *
 * @returns what the program printed.
 * @throws ToolError if it fails; the signal's reason if that is aborted.
 */
export function runForked(
  app: ReadyApp,
  name: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<string> {
  if (process.platform !== 'linux') {
    return runProgram(app, name, args, { env });
  }
  const forking = running.get(app.root) ?? new Forking(app, env);
  running.set(app.root, forking);
  return forking.run(name, args);
}

/** The process that forks. */
class Forking {
  readonly #input = new PassThrough();
  readonly #ended: Promise<never>;
  #take: Required<ToolOptions>['onLine'] = () => undefined;

  constructor(
    private readonly app: ReadyApp,
    env: NodeJS.ProcessEnv,
  ) {
    const onLine = (line: string): void => {
      this.#take(line);
    };
    this.#ended = runProgram(app, 'run_programs.py', [], { env, input: this.#input, onLine }).then(
      () => {
        throw new Error('Python ended before it had answered.');
      },
    );
    this.#ended.catch(() => running.delete(app.root));
  }

  run(name: string, args: readonly string[]): Promise<string> {
    const answer = new Promise<string>((resolve, reject) => {
      const lines: string[] = [];
      this.#take = (line) => {
        if (!line.startsWith(END)) {
          lines.push(line);
          return;
        }
        const exitCode = Number(line.slice(END.length));
        if (exitCode === 0) {
          resolve(lines.join('\n'));
        } else {
          const failure = { reason: `ended with exit code ${exitCode}`, exitCode };
          reject(new ToolError(this.app.python ?? VENV_PYTHON, failure, lines));
        }
      };
    });
    this.#input.write(`${JSON.stringify([name, ...args])}\n`);
    return Promise.race([answer, this.#ended]);
  }
}

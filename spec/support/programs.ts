import { spawnSync } from 'node:child_process';
import which from 'which';

const answers = new Map<string, boolean>();

/**
 * A program of the machine that runs: the first on the PATH that answers `--version`. A version manager's shim is on
 * the PATH for every version, but runs only for the active ones.
 *
 * @param names The names of the program, the usual one first.
 */
export function findProgram(...names: readonly string[]): string | undefined {
  return names
    .flatMap((name) => which.sync(name, { all: true, nothrow: true }) ?? [])
    .find((path) => runs(path, ['--version']));
}

/** Whether a program exists and exits with 0. It is asked once. */
export function runs(program: string, args: readonly string[]): boolean {
  const command = [program, ...args].join('\0');
  const answer = answers.get(command) ?? spawnSync(program, args, { stdio: 'ignore' }).status === 0;
  answers.set(command, answer);
  return answer;
}

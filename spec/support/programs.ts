import { spawnSync } from 'node:child_process';
import which from 'which';

/** The programs that were looked for: starting some of them takes a second. */
const found = new Map<string, string | undefined>();

/**
 * A program of the machine that runs: the first on the PATH that answers `--version`. A version manager's shim is on
 * the PATH for every version, but runs only for the active ones.
 *
 * @param names The names of the program, the usual one first.
 */
export function findProgram(...names: readonly string[]): string | undefined {
  const key = names.join();
  if (!found.has(key)) {
    const paths = names.flatMap((name) => which.sync(name, { all: true, nothrow: true }) ?? []);
    found.set(
      key,
      paths.find((path) => runs(path, ['--version'])),
    );
  }
  return found.get(key);
}

/** Whether a program exists and exits with 0. */
export function runs(program: string, args: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}

import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { SchematicsException } from '@angular-devkit/schematics';
import which from 'which';

/** The oldest minor version of Python 3 that a generated project runs on. */
const OLDEST_MINOR = 11;

/** Where Python is looked for on the PATH: the default one first, then the newest. */
const COMMANDS = ['python3', 'python3.14', 'python3.13', 'python3.12', 'python3.11', 'python'];

/** An interpreter that answered. */
interface Interpreter {
  /** Its own path: that of the interpreter itself where a version manager's script stands before it. */
  path: string;
  /** Such as `3.11.7`. */
  version: string;
}

/**
 * The path of a Python that a generated project runs on: the requested one (a path or a command), or else the
 * first on the PATH.
 *
 * @throws SchematicsException where there is none, with what was found instead.
 */
export function findPython(requested?: string): string {
  if (requested !== undefined) {
    const interpreter = ask(requested);
    if (!interpreter) {
      throw new SchematicsException(`${requested} is not a Python interpreter.`);
    }
    if (!isRecent(interpreter)) {
      throw new SchematicsException(
        `${requested} is Python ${interpreter.version}: Python 3.${OLDEST_MINOR} or newer is needed.`,
      );
    }
    return interpreter.path;
  }
  const older: Interpreter[] = [];
  for (const command of COMMANDS) {
    const interpreter = ask(command);
    if (interpreter && isRecent(interpreter)) {
      return interpreter.path;
    }
    older.push(...(interpreter ? [interpreter] : []));
  }
  const found = older[0] ? `: ${older[0].path} is Python ${older[0].version}` : ' on the PATH';
  throw new SchematicsException(
    `Python 3.${OLDEST_MINOR} or newer was not found${found}. ` +
      'Install it, or name it with --python PATH.',
  );
}

function ask(command: string): Interpreter | undefined {
  const path = command.includes('/') ? resolve(command) : which.sync(command, { nothrow: true });
  if (!path) {
    return undefined;
  }
  const { status, stdout } = spawnSync(
    path,
    ['-c', 'import sys; print("Python", ".".join(map(str, sys.version_info[:3])), sys.executable)'],
    { encoding: 'utf8', timeout: 10_000, stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const [, version, executable = path] =
    /^Python (\d+\.\d+\.\d+) (.+)?\n$/.exec(status === 0 ? stdout : '') ?? [];
  return version === undefined ? undefined : { path: executable, version };
}

function isRecent({ version }: Interpreter): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major === 3 && minor >= OLDEST_MINOR;
}

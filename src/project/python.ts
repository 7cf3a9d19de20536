import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { SchematicsException } from '@angular-devkit/schematics';
import which from 'which';
import { UsageError } from '../errors';

/** The oldest minor version of Python 3 that a generated project runs on. */
const OLDEST_MINOR = 11;

/** The oldest version, as people write it. */
export const OLDEST_PYTHON = `3.${OLDEST_MINOR}`;

/** How long a Python may take to say what it is. */
const ANSWER_SECONDS = 10;

/** Where Python is looked for on the PATH: the default one first, then the newest. */
const COMMANDS = ['python3', 'python3.14', 'python3.13', 'python3.12', 'python3.11', 'python'];

/** An interpreter that answered. */
interface Interpreter {
  /** Its own path: that of the interpreter itself where a version manager's script stands before it. */
  path: string;
  /** Such as `3.11.7`. */
  version: string;
}

/** What has answered, by the path that was asked and by its own: a run looks for Python more than once. */
const known = new Map<string, Interpreter>();

/**
 * The path of a Python that a generated project runs on: the requested one (a path or a command), or else the
 * first on the PATH.
 *
 * @throws SchematicsException where there is none, with what was found instead; UsageError where the request is empty.
 */
export function findPython(requested?: string): string {
  if (requested?.trim() === '') {
    throw new UsageError('--python is empty: name a path or a command.');
  }
  if (requested !== undefined) {
    const interpreter = ask(requested);
    if (!interpreter) {
      throw new SchematicsException(
        pathOf(requested) === undefined
          ? `${requested} was not found: name a Python by its path, or by a command on the PATH.`
          : `${requested} is not a Python interpreter, or did not answer within ${ANSWER_SECONDS} s.`,
      );
    }
    if (!isRecent(interpreter.version)) {
      throw new SchematicsException(
        `${requested} is Python ${interpreter.version}: Python ${OLDEST_PYTHON} or newer is needed.`,
      );
    }
    return interpreter.path;
  }
  const older: Interpreter[] = [];
  for (const command of COMMANDS) {
    const interpreter = ask(command);
    if (interpreter && isRecent(interpreter.version)) {
      return interpreter.path;
    }
    older.push(...(interpreter ? [interpreter] : []));
  }
  const found = older[0] ? `: ${older[0].path} is Python ${older[0].version}` : ' on the PATH';
  throw new SchematicsException(
    `Python ${OLDEST_PYTHON} or newer was not found${found}. ` +
      'Install it, or name it with --python PATH.',
  );
}

function ask(command: string): Interpreter | undefined {
  const path = pathOf(command);
  if (path === undefined) {
    return undefined;
  }
  const answer = known.get(path) ?? askAt(path);
  if (answer) {
    known.set(path, answer).set(answer.path, answer);
  }
  return answer;
}

function pathOf(command: string): string | undefined {
  if (!command.includes('/')) {
    return which.sync(command, { nothrow: true }) ?? undefined;
  }
  return existsSync(command) ? resolve(command) : undefined;
}

function askAt(path: string): Interpreter | undefined {
  const { status, stdout } = spawnSync(
    path,
    ['-c', 'import sys; print("Python", ".".join(map(str, sys.version_info[:3])), sys.executable)'],
    { encoding: 'utf8', timeout: ANSWER_SECONDS * 1000, stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const [, version, executable = path] =
    /^Python (\d+\.\d+\.\d+) (.+)?\n$/.exec(status === 0 ? stdout : '') ?? [];
  return version === undefined ? undefined : { path: executable, version };
}

/** Whether a generated project runs on this version of Python, such as `3.11.7` or `3.11`. */
export function isRecent(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major === 3 && minor >= OLDEST_MINOR;
}

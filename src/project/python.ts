import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { SchematicsException } from '@angular-devkit/schematics';
import which from 'which';
import { errorCode, UsageError } from '../errors';

/** The oldest minor version of Python 3 that a generated project runs on. */
const OLDEST_MINOR = 11;

/** The oldest version, as people write it. */
export const OLDEST_PYTHON = `3.${OLDEST_MINOR}`;

/** The time that an interpreter has to answer. */
const ANSWER_SECONDS = 10;

/** The number of lines to show of a failed program's output. */
const LAST_LINES = 10;

/** The commands to try: the default one first, then the newest. */
const COMMANDS = ['python3', 'python3.14', 'python3.13', 'python3.12', 'python3.11', 'python'];

interface Interpreter {
  /** Its own path, even if a version manager's shim started it. */
  path: string;
  /** Its version: `3.11.7`. */
  version: string;
}

/**
 * The path of a Python that can run a generated project: the requested one (a path or a command), or else the
 * first on the PATH.
 *
 * @throws SchematicsException if no such Python exists; UsageError if the request is empty.
 */
export function findPython(requested?: string): string {
  return requested === undefined ? firstOnPath() : requestedPython(requested);
}

function requestedPython(requested: string): string {
  if (requested.trim() === '') {
    throw new UsageError('--python is empty. Give a path or a command.');
  }
  const path = pathOf(requested);
  if (path === undefined) {
    throw new SchematicsException(
      `${requested} was not found. Give the path of a Python, or a command on the PATH.`,
    );
  }
  const answer = ask(path);
  if (typeof answer === 'string') {
    throw new SchematicsException(`${requested} ${answer}`);
  }
  if (!isRecent(answer.version)) {
    throw new SchematicsException(
      `${requested} is Python ${answer.version}. A project needs Python ${OLDEST_PYTHON} or newer.`,
    );
  }
  return answer.path;
}

function firstOnPath(): string {
  const older: Interpreter[] = [];
  for (const path of COMMANDS.map(pathOf)) {
    const answer = path === undefined ? undefined : ask(path);
    if (typeof answer === 'object') {
      if (isRecent(answer.version)) {
        return answer.path;
      }
      older.push(answer);
    }
  }
  const found = older[0] ? `: ${older[0].path} is Python ${older[0].version}` : ' on the PATH';
  throw new SchematicsException(
    `Python ${OLDEST_PYTHON} or newer was not found${found}. ` +
      'Install it, or point to it with --python PATH.',
  );
}

function pathOf(command: string): string | undefined {
  if (!command.includes('/')) {
    return which.sync(command, { nothrow: true }) ?? undefined;
  }
  return existsSync(command) ? resolve(command) : undefined;
}

/** @returns the interpreter at a path, or an error: the rest of a sentence that starts with the path. */
function ask(path: string): Interpreter | string {
  const ended = spawnSync(
    path,
    ['-c', 'import sys; print("Python", ".".join(map(str, sys.version_info[:3])), sys.executable)'],
    { encoding: 'utf8', timeout: ANSWER_SECONDS * 1000, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  if (ended.status !== 0) {
    return failure(ended);
  }
  const [, version, executable = path] =
    /^Python (\d+\.\d+\.\d+) (.+)?\n$/.exec(ended.stdout) ?? [];
  return version === undefined ? 'is not a Python interpreter.' : { path: executable, version };
}

function failure({ error, signal, status, stderr }: SpawnSyncReturns<string>): string {
  if (error) {
    const code = errorCode(error);
    return code === 'ETIMEDOUT'
      ? `did not answer within ${ANSWER_SECONDS} s.`
      : code === 'EACCES'
        ? 'is not an executable file.'
        : `cannot be started: ${error.message}.`;
  }
  const said = stderr.trim().split('\n').slice(-LAST_LINES).join('\n');
  return said === ''
    ? `is not a Python interpreter that runs (${signal ?? `exit code ${status}`}).`
    : `is not a Python interpreter that runs:\n${said}`;
}

/** Whether this version of Python, such as `3.11.7` or `3.11`, can run a generated project. */
export function isRecent(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major === 3 && minor >= OLDEST_MINOR;
}

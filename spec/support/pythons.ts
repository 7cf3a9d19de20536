import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import which from 'which';
import { runs } from './programs';

/** A Python of this version, such as `3.13`, that runs: on the PATH, or else among the versions that pyenv keeps. */
export function findPythonOf(version: string): string | undefined {
  const program = `import sys; assert sys.version.startswith('${version}.')`;
  return [...onPath(`python${version}`), ...inPyenv(version)].find((path) =>
    runs(path, ['-c', program]),
  );
}

/** Debian's own Python, if it can make virtual environments. */
export function findDebianPython(): string | undefined {
  const path = '/usr/bin/python3';
  return runs(path, ['-c', 'import sys, pip, venv; assert sys.version_info >= (3, 11)'])
    ? path
    : undefined;
}

function onPath(command: string): readonly string[] {
  return which.sync(command, { all: true, nothrow: true }) ?? [];
}

function inPyenv(version: string): string[] {
  const versions = join(process.env['PYENV_ROOT'] ?? join(homedir(), '.pyenv'), 'versions');
  try {
    return readdirSync(versions)
      .filter((name) => name.startsWith(`${version}.`))
      .map((name) => join(versions, name, 'bin', `python${version}`));
  } catch {
    return []; // pyenv is not installed.
  }
}

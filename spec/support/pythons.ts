import { spawnSync } from 'node:child_process';
import which from 'which';

/** A Python of this version, such as `3.13`, that is on the PATH and runs. */
export function findPythonOf(version: string): string | undefined {
  return which
    .sync(`python${version}`, { all: true, nothrow: true })
    ?.find((path) => answers(path, `import sys; assert sys.version.startswith('${version}.')`));
}

/** Debian's own Python, where it can make environments with packages in them. */
export function findDebianPython(): string | undefined {
  const path = '/usr/bin/python3';
  return answers(path, 'import sys, pip, venv; assert sys.version_info >= (3, 11)')
    ? path
    : undefined;
}

function answers(python: string, program: string): boolean {
  return spawnSync(python, ['-c', program], { stdio: 'ignore' }).status === 0;
}

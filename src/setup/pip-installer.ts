import { join } from 'node:path';
import { findPython } from '../project/python';
import type { App } from './app';
import { RETRIES, SILENCE } from './index-patience';
import { type Installer, runInstaller } from './installer';
import { messageOf } from './step';
import { VENV, VENV_PYTHON } from './venv';

const PIP_INSTALL = [
  'install',
  '--quiet',
  '--no-input',
  '--no-compile',
  '--disable-pip-version-check',
  `--timeout=${SILENCE}`,
  `--retries=${RETRIES}`,
];

/** The first pip that can install into another environment than its own. */
const PIP_FOR_OTHERS = { major: 22, minor: 3 };

/** The host's pip installs a pip, too; making the environment without one takes a fiftieth of the time. */
export function hostPip(app: App, python: string): Installer {
  return {
    makeEnvironment: () => runInstaller(app, python, ['-P', '-m', 'venv', '--without-pip', VENV]),
    install: (wanted) =>
      runInstaller(app, python, [
        '-P',
        '-m',
        'pip',
        '--python',
        VENV_PYTHON,
        ...PIP_INSTALL,
        ...wanted,
      ]),
  };
}

/** The pip that an environment brings along. */
export function ownPip(app: App, requested: string | undefined): Installer {
  return {
    makeEnvironment: () => makeWithPip(app, findPython(requested)),
    install: (wanted) =>
      runInstaller(app, join(app.root, VENV_PYTHON), [
        '-P',
        '-m',
        'pip',
        ...PIP_INSTALL,
        ...wanted,
      ]),
  };
}

async function makeWithPip(app: App, python: string): Promise<void> {
  try {
    await runInstaller(app, python, ['-P', '-m', 'venv', VENV]);
  } catch (error) {
    app.signal.throwIfAborted();
    throw new Error(
      `${python} has no pip, nor what makes one. Install uv, or what your system calls python3-venv ` +
        `(Debian and Ubuntu: apt install python3-venv).\n${messageOf(error)}`,
      { cause: error },
    );
  }
}

/** Whether a Python has a pip that can install into other environments. */
export async function canInstallElsewhere(app: App, python: string): Promise<boolean> {
  const ask = 'from importlib.metadata import version; print(version("pip"))';
  try {
    const version = await runInstaller(app, python, ['-P', '-c', ask]);
    const [major = 0, minor = 0] = version.split('.').map(Number);
    return (
      major > PIP_FOR_OTHERS.major ||
      (major === PIP_FOR_OTHERS.major && minor >= PIP_FOR_OTHERS.minor)
    );
  } catch {
    app.signal.throwIfAborted();
    return false;
  }
}

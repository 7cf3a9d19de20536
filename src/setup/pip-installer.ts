// Specs: spec/setup/python-environment.spec.ts
import { join } from 'node:path';
import { VENV_PYTHON } from '../layout';
import type { App } from './app';
import { RETRIES, SILENCE } from './index-patience';
import { type Installer, runInstaller } from './installer';
import { messageOf } from './step';
import { VENV } from './venv';

const PIP = ['-P', '-m', 'pip'];

const INSTALL = [
  'install',
  '--quiet',
  '--no-input',
  '--no-compile',
  '--disable-pip-version-check',
  `--timeout=${SILENCE}`,
  `--retries=${RETRIES}`,
];

/** The first pip that can install into other environments. */
const PIP_FOR_OTHERS = { major: 22, minor: 3 };

/** The host's pip. It installs pip as well: making the environment without pip takes a fiftieth of the time. */
export function hostPip(app: App, python: string): Installer {
  return {
    makeEnvironment: (host) => makeWithoutPip(app, host),
    install: (wanted) =>
      runInstaller(app, python, [...PIP, '--python', VENV_PYTHON, ...INSTALL, ...wanted]),
  };
}

/** The environment's own pip. */
export function ownPip(app: App): Installer {
  return {
    makeEnvironment: (python) => makeWithoutPip(app, python),
    install: (wanted) => runInstaller(app, environmentPython(app), [...PIP, ...INSTALL, ...wanted]),
  };
}

/** The pip that comes with Python. It is copied into the environment first. */
export function bundledPip(app: App): Installer {
  const own = ownPip(app);
  return {
    ...own,
    install: async (wanted) => {
      await addBundledPip(app);
      await own.install(wanted);
    },
  };
}

function makeWithoutPip(app: App, python: string): Promise<string> {
  return runInstaller(app, python, ['-P', '-m', 'venv', '--without-pip', VENV]);
}

async function addBundledPip(app: App): Promise<void> {
  try {
    await runInstaller(app, environmentPython(app), ['-P', '-m', 'ensurepip']);
  } catch (error) {
    app.signal.throwIfAborted();
    throw new Error(
      `This Python comes without pip. Install uv, or the package that your system calls python3-venv ` +
        `(Debian and Ubuntu: apt install python3-venv).\n${messageOf(error)}`,
      { cause: error },
    );
  }
}

function environmentPython({ root }: App): string {
  return join(root, VENV_PYTHON);
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

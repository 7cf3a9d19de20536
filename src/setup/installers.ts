// Specs: spec/setup/python-environment.spec.ts
import { join } from 'node:path';
import which from 'which';
import { VENV_PYTHON } from '../layout';
import { findPython } from '../project/python';
import { pythonVariables, VENV } from './environment';
import { RETRIES, runTool, SILENCE } from './run-tool';
import { type ReadyApp, messageOf } from './step';

/**
 * The fastest installer of this machine: `uv`, else the environment's pip, else the host's pip, else the pip that comes
 * with Python.
 *
 * @param requested The Python of the command line, whose pip may serve.
 * @param hasPip Whether the environment exists and has pip.
 */
export async function findInstaller(
  app: ReadyApp,
  requested: string | undefined,
  hasPip: boolean,
): Promise<Installer> {
  const uv = await which('uv', { nothrow: true });
  if (uv) {
    return uvInstaller(app, uv);
  }
  if (hasPip) {
    return ownPip(app);
  }
  const python = findPython(requested);
  return (await canInstallElsewhere(app, python)) ? hostPip(app, python) : bundledPip(app);
}

/** A tool that makes virtual environments and installs packages into them. */
interface Installer {
  /** Makes `venv/` with a Python, or completes one that was interrupted. */
  makeEnvironment(python: string): Promise<unknown>;
  /** @param wanted Arguments of pip: `-r FILE`, or names. */
  install(wanted: readonly string[]): Promise<unknown>;
}

/** Runs an installer's command in the application's folder. */
async function runInstaller(
  app: ReadyApp,
  command: string,
  args: readonly string[],
  variables?: Record<string, string>,
): Promise<string> {
  const { root, signal } = app;
  return runTool(command, args, { cwd: root, signal, env: pythonVariables(variables) });
}

const UV_VARIABLES = {
  UV_HTTP_TIMEOUT: String(SILENCE),
  UV_HTTP_CONNECT_TIMEOUT: String(SILENCE),
  UV_HTTP_RETRIES: String(RETRIES),
};

/** uv makes the environment without pip, which is then installed with the other packages. */
function uvInstaller(app: ReadyApp, uv: string): Installer {
  const run = (args: readonly string[]) =>
    runInstaller(app, uv, [...args, '--quiet'], UV_VARIABLES);
  return {
    makeEnvironment: (python) =>
      run(['venv', '--no-project', '--allow-existing', '--python', python, VENV]),
    install: (wanted) => run(['pip', 'install', '--python', VENV_PYTHON, ...wanted]),
  };
}

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
function hostPip(app: ReadyApp, python: string): Installer {
  return {
    makeEnvironment: (host) => makeWithoutPip(app, host),
    install: (wanted) =>
      runInstaller(app, python, [...PIP, '--python', VENV_PYTHON, ...INSTALL, ...wanted]),
  };
}

/** The environment's own pip. */
function ownPip(app: ReadyApp): Installer {
  return {
    makeEnvironment: (python) => makeWithoutPip(app, python),
    install: (wanted) => runInstaller(app, environmentPython(app), [...PIP, ...INSTALL, ...wanted]),
  };
}

/** The pip that comes with Python. It is copied into the environment first. */
function bundledPip(app: ReadyApp): Installer {
  const own = ownPip(app);
  return {
    ...own,
    install: async (wanted) => {
      await addBundledPip(app);
      await own.install(wanted);
    },
  };
}

function makeWithoutPip(app: ReadyApp, python: string): Promise<string> {
  return runInstaller(app, python, ['-P', '-m', 'venv', '--without-pip', VENV]);
}

async function addBundledPip(app: ReadyApp): Promise<void> {
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

function environmentPython({ root }: ReadyApp): string {
  return join(root, VENV_PYTHON);
}

/** Whether a Python has a pip that can install into other environments. */
async function canInstallElsewhere(app: ReadyApp, python: string): Promise<boolean> {
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

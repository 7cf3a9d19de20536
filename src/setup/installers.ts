import { join } from 'node:path';
import which from 'which';
import { RETRIES, SILENCE } from './index-patience';
import { messageOf } from './step';
import { findPython } from '../project/python';
import type { App } from './app';
import { runTool, type ToolOptions } from './run-tool';
import { pythonVariables, VENV, VENV_PYTHON } from './venv';

/** A way to make a virtual environment and to get packages into it. */
export interface Installer {
  /** Makes `venv/`, or completes what is left of one. */
  makeEnvironment(): Promise<void>;
  /** @param wanted As pip takes it: `-r FILE`, or names. */
  install(wanted: readonly string[]): Promise<void>;
}

const PIP_INSTALL = [
  'install',
  '--quiet',
  '--no-input',
  '--no-compile',
  '--disable-pip-version-check',
  `--timeout=${SILENCE}`,
  `--retries=${RETRIES}`,
];

const UV_VARIABLES = {
  UV_HTTP_TIMEOUT: String(SILENCE),
  UV_HTTP_CONNECT_TIMEOUT: String(SILENCE),
  UV_HTTP_RETRIES: String(RETRIES),
};

/** The first pip that can install into another environment than its own. */
const PIP_FOR_OTHERS = { major: 22, minor: 3 };

/**
 * The fastest installer that is here: `uv`, else the host's pip, else the pip that a virtual environment brings along.
 *
 * @param requested The Python for a new environment, if one was asked for.
 * @param hasPip Whether the environment is there, with a pip of its own.
 */
export async function findInstaller(
  app: App,
  requested: string | undefined,
  hasPip: boolean,
): Promise<Installer> {
  const uv = await which('uv', { nothrow: true });
  if (uv) {
    return uvInstaller(app, uv, requested);
  }
  if (hasPip) {
    return ownPip(app, requested);
  }
  const python = findPython(requested);
  return (await canInstallElsewhere(app, python)) ? hostPip(app, python) : ownPip(app, python);
}

/** uv makes the environment without a pip: that is installed with the rest. */
function uvInstaller(app: App, uv: string, requested: string | undefined): Installer {
  const run = (args: readonly string[]) =>
    runInstaller(app, uv, [...args, '--quiet'], UV_VARIABLES);
  return {
    makeEnvironment: () =>
      run(['venv', '--no-project', '--allow-existing', '--python', findPython(requested), VENV]),
    install: (wanted) => run(['pip', 'install', '--python', VENV_PYTHON, ...wanted]),
  };
}

/** The host's pip installs a pip, too; making the environment without one takes a fiftieth of the time. */
function hostPip(app: App, python: string): Installer {
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

function ownPip(app: App, requested: string | undefined): Installer {
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

async function canInstallElsewhere(app: App, python: string): Promise<boolean> {
  const ask = 'from importlib.metadata import version; print(version("pip"))';
  try {
    const version = await runTool(python, ['-P', '-c', ask], toolOptions(app));
    const [major = 0, minor = 0] = version.split('.').map(Number);
    return (
      major > PIP_FOR_OTHERS.major ||
      (major === PIP_FOR_OTHERS.major && minor >= PIP_FOR_OTHERS.minor)
    );
  } catch {
    return false;
  }
}

async function runInstaller(
  app: App,
  command: string,
  args: readonly string[],
  variables?: Record<string, string>,
): Promise<void> {
  await runTool(command, args, toolOptions(app, variables));
}

function toolOptions({ root, signal }: App, variables?: Record<string, string>): ToolOptions {
  return { cwd: root, signal, env: pythonVariables(variables) };
}

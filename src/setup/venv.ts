import { join } from 'node:path';
import { PACKAGE_FOLDER } from '../package-folder';
import type { App } from './app';
import { environmentWithout } from './environment-variables';
import { runTool, type ToolOptions } from './run-tool';

/** The folder of the virtual environment, in the application's. */
export const VENV = 'venv';

/** Its Python, likewise. */
export const VENV_PYTHON = `${VENV}/bin/python`;

/** Variables that would have a Python or an installer work with another environment than the one it is told to. */
const MISLEADING = [
  'PYTHONHOME',
  'PYTHONPATH',
  'PYTHONSTARTUP',
  'VIRTUAL_ENV',
  'CONDA_PREFIX',
  'PIP_PREFIX',
  'PIP_TARGET',
  'PIP_USER',
  'UV_PYTHON',
  'UV_SYSTEM_PYTHON',
  'UV_VENV_CLEAR',
];

/** The environment variables for a Python and for what installs packages for it. */
export function pythonVariables(given?: Record<string, string>): NodeJS.ProcessEnv {
  return environmentWithout(MISLEADING, given);
}

/** Runs the environment's own Python in the application's folder. */
export function runVenvPython(
  app: App,
  args: readonly string[],
  options?: Partial<ToolOptions>,
): Promise<string> {
  return runTool(join(app.root, VENV_PYTHON), args, {
    cwd: app.root,
    signal: app.signal,
    env: pythonVariables(),
    ...options,
  });
}

/** Runs a Python program that comes with this package with the environment's own Python. */
export function runProgram(
  app: App,
  name: string,
  args: readonly string[] = [],
  options?: Partial<ToolOptions>,
): Promise<string> {
  // -P: neither the program's folder nor the application's stands before Python's own library.
  return runVenvPython(app, ['-P', join(PACKAGE_FOLDER, 'setup/files', name), ...args], options);
}

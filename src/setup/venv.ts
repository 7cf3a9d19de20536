// Specs: spec/setup/environment.spec.ts
import { join, resolve } from 'node:path';
import { VENV_PYTHON } from '../layout';
import { PACKAGE_FOLDER } from '../package-folder';
import type { App } from './app';
import { environmentWithout } from './environment-variables';
import { runTool, type ToolOptions } from './run-tool';

/** The folder of the virtual environment, relative to the application's. */
export const VENV = 'venv';

/** Variables that point Python or an installer to another environment. */
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

/** The environment variables for Python and for installers. */
export function pythonVariables(given?: Record<string, string>): NodeJS.ProcessEnv {
  return environmentWithout(MISLEADING, given);
}

/** Runs the Python of the environment in the application's folder. */
export function runVenvPython(
  app: App,
  args: readonly string[],
  options?: Partial<ToolOptions>,
): Promise<string> {
  return runTool(resolve(app.root, app.python ?? VENV_PYTHON), args, {
    cwd: app.root,
    signal: app.signal,
    env: pythonVariables(),
    ...options,
  });
}

/** Runs a Python program of this package with the Python of the environment. */
export function runProgram(
  app: App,
  name: string,
  args: readonly string[] = [],
  options?: Partial<ToolOptions>,
): Promise<string> {
  // -P: Python does not import modules from the program's folder or the application's.
  return runVenvPython(app, ['-P', join(PACKAGE_FOLDER, 'setup/files', name), ...args], options);
}

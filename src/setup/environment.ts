import { existsSync, lstatSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { VENV_PYTHON } from '../layout';
import { PACKAGE_FOLDER } from '../package';
import { isRecent, OLDEST_PYTHON } from '../project/python';
import { environmentWithout, runTool, ToolError, type ToolOptions } from './run-tool';
import { type ReadyApp, StepError } from './step';

export interface InstalledPackages {
  /** The path of the Python that made it. */
  python: string;
  pip: boolean;
  /** Required packages that lack files: the name of each, and the absolute path of its record, a folder. */
  damaged: Record<string, string>;
}

/** The state of `venv/`: its packages if it runs, the problem if it does not, neither if it does not exist. */
interface Environment {
  packages?: InstalledPackages;
  /** The end of a sentence that starts with "The Python of venv/", such as `does not run (…)`. */
  problem?: string;
}

/** Python 3.10 and older do not know `-P`. */
const ASK_VERSION = ['-c', 'import sys; print("%d.%d" % sys.version_info[:2])'];

/** The codes of errors for files that are missing or not programs: https://pubs.opengroup.org/onlinepubs/9799919799/functions/exec.html */
const NO_PROGRAM = ['EACCES', 'ELOOP', 'ENOENT', 'ENOEXEC', 'ENOTDIR'];

/**
 * Looks at `venv/`.
 *
 * @throws StepError if it cannot tell what the folder holds: a person may need it.
 */
export async function inspectEnvironment(app: ReadyApp): Promise<Environment> {
  const venv = join(app.root, VENV);
  if (
    lstatSync(venv, { throwIfNoEntry: false }) &&
    !statSync(venv, { throwIfNoEntry: false })?.isDirectory()
  ) {
    throw new StepError(`Checking ${VENV}/`, `${VENV} is not a folder. Move it away.`);
  }
  if (!existsSync(join(venv, 'pyvenv.cfg'))) {
    return {};
  }
  try {
    return {
      packages: JSON.parse(await runProgram(app, 'inspect_environment.py')) as InstalledPackages,
    };
  } catch (error) {
    app.signal.throwIfAborted();
    const problem = refusal(error) && (await problemOf(app));
    if (problem === undefined) {
      throw new StepError(`Checking ${VENV}/`, error);
    }
    return { problem };
  }
}

/** Why the environment's Python cannot be used, if that is certain. */
async function problemOf(app: ReadyApp): Promise<string | undefined> {
  try {
    const version = await runVenvPython(app, ASK_VERSION);
    return /^\d+\.\d+$/.test(version) && !isRecent(version)
      ? `is ${version}, older than ${OLDEST_PYTHON}`
      : undefined;
  } catch (error) {
    app.signal.throwIfAborted();
    const reason = refusal(error);
    return reason && `does not run (${reason})`;
  }
}

/** How a Python that does not run ended; undefined if another attempt may succeed. */
function refusal(error: unknown): string | undefined {
  if (!(error instanceof ToolError)) {
    return undefined;
  }
  const { exitCode, cause = '', reason } = error.failure;
  return exitCode !== undefined || NO_PROGRAM.includes(cause) ? reason : undefined;
}

/**
 * Moves an environment that cannot be used out of the way, or removes it if nothing is installed in it.
 *
 * @returns its new folder, relative to the application's; undefined if it was removed.
 */
export function clearEnvironment({ root }: ReadyApp): string | undefined {
  const venv = join(root, VENV);
  const files = readdirSync(venv, { recursive: true, encoding: 'utf8' });
  if (!files.some((file) => file.includes('site-packages/'))) {
    rmSync(venv, { recursive: true });
    return undefined;
  }
  let kept = `${VENV}.old`;
  for (let number = 2; existsSync(join(root, kept)); number++) {
    kept = `${VENV}.old-${number}`;
  }
  renameSync(venv, join(root, kept));
  return kept;
}

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
  app: ReadyApp,
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
  app: ReadyApp,
  name: string,
  args: readonly string[] = [],
  options?: Partial<ToolOptions>,
): Promise<string> {
  // -P: Python does not import modules from the program's folder or the application's.
  return runVenvPython(app, ['-P', join(PACKAGE_FOLDER, 'setup/files', name), ...args], options);
}

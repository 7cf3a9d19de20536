import { existsSync, lstatSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isRecent, OLDEST_PYTHON } from '../project/python';
import type { App } from './app';
import { ToolError } from './run-tool';
import { StepError } from './step';
import { runProgram, runVenvPython, VENV } from './venv';

/** What is installed in a virtual environment that runs. */
export interface Packages {
  /** The Python that it was made with: a path. */
  python: string;
  /** Whether there is a pip. */
  pip: boolean;
  /** Required packages of which a part is missing: their names, and their records, folders, absolute. */
  damaged: Record<string, string>;
}

/** What `venv/` is: one that runs, one with a problem that keeps it from that, or, with neither, none. */
export interface Environment {
  packages?: Packages;
  /** As in `is Python 3.10`. */
  problem?: string;
}

/** Asks without `-P`, which older ones do not know. */
const ASK_VERSION = ['-c', 'import sys; print("%d.%d" % sys.version_info[:2])'];

/** What the system says where a program is not there, or is none: https://pubs.opengroup.org/onlinepubs/9799919799/functions/exec.html */
const NO_PROGRAM = ['EACCES', 'ELOOP', 'ENOENT', 'ENOEXEC', 'ENOTDIR'];

/**
 * Looks at `venv/`.
 *
 * @throws StepError where it cannot tell what that is: a person may need it.
 */
export async function inspectEnvironment(app: App): Promise<Environment> {
  const venv = join(app.root, VENV);
  if (
    lstatSync(venv, { throwIfNoEntry: false }) &&
    !statSync(venv, { throwIfNoEntry: false })?.isDirectory()
  ) {
    throw new StepError(`Looking at ${VENV}/`, `${VENV} is not a folder: move it away.`);
  }
  if (!existsSync(join(venv, 'pyvenv.cfg'))) {
    return {};
  }
  try {
    return { packages: JSON.parse(await runProgram(app, 'inspect_environment.py')) as Packages };
  } catch (error) {
    app.signal.throwIfAborted();
    const problem = refusal(error) && (await problemOf(app));
    if (problem === undefined) {
      throw new StepError(`Looking at ${VENV}/`, error);
    }
    return { problem };
  }
}

/** Why the environment's Python cannot be used, where that is certain. */
async function problemOf(app: App): Promise<string | undefined> {
  try {
    const version = await runVenvPython(app, ASK_VERSION);
    return /^\d+\.\d+$/.test(version) && !isRecent(version)
      ? `is ${version}, and older than ${OLDEST_PYTHON}`
      : undefined;
  } catch (error) {
    app.signal.throwIfAborted();
    const reason = refusal(error);
    return reason && `does not run (${reason})`;
  }
}

/** How a Python that does not run ended; undefined where this may be another time's luck. */
function refusal(error: unknown): string | undefined {
  if (!(error instanceof ToolError)) {
    return undefined;
  }
  const { exitCode, cause = '', reason } = error.failure;
  return exitCode !== undefined || NO_PROGRAM.includes(cause) ? reason : undefined;
}

/**
 * Makes room for an environment where there is one that cannot be used.
 *
 * @returns the folder, relative to the application's, that it is in now; undefined where nothing was installed in it.
 */
export function clearEnvironment({ root }: App): string | undefined {
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

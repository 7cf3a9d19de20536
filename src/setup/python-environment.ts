import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from './app';
import { findInstaller } from './find-installer';
import { comparable } from './requirements';
import { Step } from './step';
import { pythonVariables, runProgram, runVenvPython, VENV } from './venv';

/** What is installed in a virtual environment that runs. */
interface Environment {
  /** Whether it has a pip. */
  pip: boolean;
  /** The records of packages whose installation was interrupted: folders, absolute. */
  incomplete: string[];
}

/**
 * Makes `venv/` where there is none that runs, and installs what `requirements.txt` names, and pip, where that is not
 * there. Whether there was something to do.
 *
 * @param python Makes the environment; default: the first on the PATH that is recent enough.
 */
export async function setUpPython(app: App, python?: string): Promise<boolean> {
  const path = join(app.root, 'requirements.txt');
  if (!existsSync(path)) {
    return false;
  }
  const requirements = readFileSync(path, 'utf8');
  const environment = await inspect(app);
  if (environment && (await isComplete(app, environment, requirements))) {
    return false;
  }
  const step = new Step(app.logger, 'python', 'Installing Python packages');
  step.start();
  await step.run(async () => {
    const installer = await findInstaller(app, python, environment?.pip ?? false);
    if (environment) {
      // Without its record a package counts as missing, and is installed again.
      for (const record of environment.incomplete) {
        rmSync(record, { recursive: true });
      }
    } else {
      removeUnusable(join(app.root, VENV));
      await installer.makeEnvironment();
    }
    // Where hashes are given, every package needs one.
    const batches = requirements.includes('--hash')
      ? [['pip'], ['-r', 'requirements.txt']]
      : [['-r', 'requirements.txt', 'pip']];
    for (const wanted of batches) {
      await installer.install(wanted);
    }
  });
  return true;
}

/** What `venv/` holds, or nothing where its Python does not run, or is too old for a generated project. */
async function inspect(app: App): Promise<Environment | undefined> {
  try {
    return JSON.parse(await runProgram(app, 'inspect_environment.py')) as Environment;
  } catch {
    app.signal.throwIfAborted();
    return undefined;
  }
}

/** Whether all that the requirements name, and what that needs, is installed. Asks no index. */
async function isComplete(
  app: App,
  { pip, incomplete }: Environment,
  requirements: string,
): Promise<boolean> {
  if (!pip || incomplete.length > 0) {
    return false;
  }
  const wanted = comparable(requirements);
  const args = ['--isolated', 'install', '--dry-run', '--no-index', '--no-input', ...wanted];
  try {
    const report = await runVenvPython(app, ['-P', '-m', 'pip', ...args], {
      env: pythonVariables({ PIP_CONFIG_FILE: '/dev/null' }),
    });
    return !report.includes('Would install');
  } catch {
    app.signal.throwIfAborted();
    return false;
  }
}

/** A folder that never became an environment is somebody's, or has nothing in it but folders. */
function removeUnusable(venv: string): void {
  if (existsSync(join(venv, 'pyvenv.cfg'))) {
    rmSync(venv, { recursive: true });
  }
}

import { existsSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findPython } from '../project/python';
import { type ReadyApp, SetUpStep } from './step';
import {
  clearEnvironment,
  inspectEnvironment,
  type InstalledPackages,
  pythonVariables,
  runVenvPython,
} from './environment';
import { findInstaller } from './installers';
import { DEVELOPMENT, PRODUCTION } from '../rules/requirements';
import { comparable, INCLUDE, readRequirements } from './requirements';

/**
 * Makes `venv/`, unless it exists and runs, and installs the packages of `requirements.txt` and `requirements-dev.txt`,
 * and pip, unless they are installed.
 *
 * @param requested The Python that makes the environment. Default: the first suitable one on the PATH.
 * @returns whether it installed anything.
 */
export async function setUpPython(app: ReadyApp, requested?: string): Promise<boolean> {
  const files = [PRODUCTION, DEVELOPMENT].filter((name) => existsSync(join(app.root, name)));
  if (!files.includes(PRODUCTION)) {
    app.logger.warn('requirements.txt is missing, so no Python packages were installed.');
    return false;
  }
  const requirements = files
    .map((name) => readRequirements(app, name).replace(INCLUDE, ''))
    .join('\n');
  const { packages, problem } = await inspectEnvironment(app);
  if (packages && requested !== undefined) {
    checkPython(app, packages, requested);
  }
  if (packages && (await isComplete(app, packages, requirements))) {
    return false;
  }
  const step = new SetUpStep(app.logger, 'python', 'Installing Python packages');
  step.start();
  await step.run(async () => {
    const installer = await findInstaller(app, requested, packages?.pip ?? false);
    if (!packages) {
      const python = findPython(requested);
      if (problem !== undefined) {
        moveAway(app, problem);
      }
      await installer.makeEnvironment(python);
    }
    const damaged = packages?.damaged ?? {};
    // A package without its record counts as missing, so it is installed again.
    for (const record of Object.values(damaged)) {
      rmSync(record, { recursive: true });
    }
    for (const wanted of batches(requirements, files, Object.keys(damaged))) {
      await installer.install(wanted);
    }
  });
  return true;
}

function checkPython({ logger }: ReadyApp, { python }: InstalledPackages, requested: string): void {
  if (realpathSync(findPython(requested)) !== realpathSync(python)) {
    logger.warn(`venv/ keeps its Python, ${python}. To use another one, remove venv/ first.`);
  }
}

/** Whether all required packages are installed, and those that they need. Asks no index. */
async function isComplete(
  app: ReadyApp,
  { pip, damaged }: InstalledPackages,
  requirements: string,
): Promise<boolean> {
  if (!pip || Object.keys(damaged).length > 0) {
    return false;
  }
  const wanted = comparable(requirements);
  if (wanted.length === 0) {
    return true;
  }
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

function moveAway(app: ReadyApp, problem: string): void {
  const place = clearEnvironment(app);
  if (place !== undefined) {
    app.logger.warn(`The Python of venv/ ${problem}. The old environment is now ${place}/.`);
  }
}

/** The arguments of each installation: one if possible. */
function batches(
  requirements: string,
  files: readonly string[],
  damaged: readonly string[],
): string[][] {
  const named = files.flatMap((name) => ['-r', name]);
  const others = [...new Set(['pip', ...damaged])];
  // If one package has a hash, all need one.
  return requirements.includes('--hash') ? [others, named] : [[...named, ...others]];
}

import { existsSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findPython } from '../project/python';
import type { App } from './app';
import { clearEnvironment, inspectEnvironment, type Packages } from './environment';
import { findInstaller } from './find-installer';
import { comparable, DEVELOPMENT, INCLUDE, PRODUCTION, readRequirements } from './requirements';
import { Step } from './step';
import { pythonVariables, runVenvPython } from './venv';

/**
 * Makes `venv/` where there is none that runs, and installs what `requirements.txt` and `requirements-dev.txt` name,
 * and pip, where that is not there.
 *
 * @param requested Makes the environment; default: the first on the PATH that is recent enough.
 * @returns whether there was something to do.
 */
export async function setUpPython(app: App, requested?: string): Promise<boolean> {
  const files = [PRODUCTION, DEVELOPMENT].filter((name) => existsSync(join(app.root, name)));
  if (!files.includes(PRODUCTION)) {
    app.logger.warn('requirements.txt is missing: no Python packages were installed.');
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
  const step = new Step(app.logger, 'python', 'Installing Python packages');
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
    // Without its record a package counts as missing, and is installed again.
    for (const record of Object.values(damaged)) {
      rmSync(record, { recursive: true });
    }
    for (const wanted of batches(requirements, files, Object.keys(damaged))) {
      await installer.install(wanted);
    }
  });
  return true;
}

function checkPython({ logger }: App, { python }: Packages, requested: string): void {
  if (realpathSync(findPython(requested)) !== realpathSync(python)) {
    logger.warn(`venv/ has ${python} already, and keeps it: remove venv/ to have another Python.`);
  }
}

/** Whether all that the requirements name, and what that needs, is installed. Asks no index. */
async function isComplete(
  app: App,
  { pip, damaged }: Packages,
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

function moveAway(app: App, problem: string): void {
  const place = clearEnvironment(app);
  if (place !== undefined) {
    app.logger.warn(`The Python of venv/ ${problem}: what was venv/ is ${place}/ now.`);
  }
}

/** What is to be installed, together where that can be. */
function batches(
  requirements: string,
  files: readonly string[],
  damaged: readonly string[],
): string[][] {
  const named = files.flatMap((name) => ['-r', name]);
  const others = [...new Set(['pip', ...damaged])];
  // Where hashes are given, every package needs one.
  return requirements.includes('--hash') ? [others, named] : [[...named, ...others]];
}

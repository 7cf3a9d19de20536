import { dirname, join } from 'node:path';
import type { Rule } from '@angular-devkit/schematics';
import type { SetUpAppOptions } from './options';
import { isEnvOf } from './modes';
import { setUp } from './set-up';

/** Makes a new application ready to run, once its files are on the disk. */
export function setUpApp(options: SetUpAppOptions): Rule {
  const { directory, secretKey, python, skipInstall = false, skipGit = false } = options;
  return async (_tree, { logger }) => {
    const root = options.root ?? findApp(process.cwd(), directory, secretKey);
    if (root === undefined) {
      logger.warn(`${directory} was not found on the disk. Run \`scaffold setup\` in it.`);
      return;
    }
    const git = skipGit ? 'leave' : 'create';
    await setUp({ root, python, install: !skipInstall, git, newSecretKey: secretKey }, logger);
  };
}

/**
 * The folder of the application whose `.env` has this secret key. A schematic does not know where the root of its Tree is
 * on the disk, so this looks below a folder, then below its parents.
 */
function findApp(folder: string, directory: string, secretKey: string): string | undefined {
  const root = join(folder, directory);
  if (isEnvOf(root, secretKey)) {
    return root;
  }
  const parent = dirname(folder);
  return parent === folder ? undefined : findApp(parent, directory, secretKey);
}

import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { SchematicsException } from '@angular-devkit/schematics';
import { hasCode } from '../../system-error';
import { isRunning } from './process-state';
import type { StagedFile } from './staged-file';

/**
 * Writes a folder that is missing or empty, all at once: it writes the files into a folder beside it, which then takes
 * its place.
 *
 * @throws SchematicsException if somebody else has filled it in the meantime.
 */
export function commitNewFolder(folder: string, files: readonly StagedFile[]): void {
  const parent = dirname(folder);
  const prefix = `.${basename(folder)}.scaffold-`;
  removeLeftovers(parent, prefix);
  const staging = join(parent, `${prefix}${process.pid}`);
  try {
    mkdirSync(staging);
    for (const { path, content } of files) {
      const file = join(staging, path);
      if (content) {
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, content);
      }
    }
    renameSync(staging, folder);
  } catch (error) {
    rmSync(staging, { recursive: true, force: true });
    if (hasCode(error, 'ENOTEMPTY', 'EEXIST', 'ENOTDIR')) {
      throw new SchematicsException(
        `Another program made the folder ${basename(folder)} in the meantime. Choose another name.`,
      );
    }
    throw error;
  }
}

/** A killed run leaves its folder, whose name ends with the id of its process. */
function removeLeftovers(parent: string, prefix: string): void {
  for (const name of readdirSync(parent)) {
    const pid = name.startsWith(prefix) ? name.slice(prefix.length) : '';
    if (/^\d+$/.test(pid) && !isRunning(Number(pid))) {
      rmSync(join(parent, name), { recursive: true, force: true });
    }
  }
}

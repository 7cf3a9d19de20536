import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { SECRET_MODE } from './env-file';

/**
 * Makes `run.sh` executable, and a new application's `.env` its owner's alone: most hosts of schematics lose the modes.
 *
 * @param secretKey That of an application whose `.env` has just been written: another's is left as it is.
 * @returns whether a mode was another.
 */
export function setModes(root: string, secretKey?: string): boolean {
  const changes = [
    // For everyone who can read it.
    setMode(join(root, 'run.sh'), (mode) => (mode & 0o100 ? mode : mode | ((mode & 0o444) >> 2))),
    secretKey !== undefined &&
      isEnvOf(root, secretKey) &&
      setMode(join(root, '.env'), () => SECRET_MODE),
  ];
  return changes.includes(true);
}

/** Whether the `.env` of a folder has this secret key. */
export function isEnvOf(root: string, secretKey: string): boolean {
  const path = join(root, '.env');
  return existsSync(path) && readFileSync(path, 'utf8').includes(secretKey);
}

function setMode(path: string, change: (mode: number) => number): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) {
    return false;
  }
  const before = stats.mode & 0o7777;
  const after = change(before);
  if (after === before) {
    return false;
  }
  chmodSync(path, after);
  return true;
}

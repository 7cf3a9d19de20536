import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { SECRET_MODE } from './env-file';

/**
 * Makes `run.sh` executable, and the `.env` of a new application private: most hosts of schematics lose the modes.
 *
 * @param secretKey The key in the `.env` that was just written. A file with another key keeps its mode.
 * @returns whether a mode changed.
 */
export function setModes(root: string, secretKey?: string): boolean {
  const changes = [
    // Whoever can read it can run it.
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

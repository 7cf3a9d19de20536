import { chmodSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Makes `run.sh` executable, since most hosts of schematics lose the modes. Whether it was not. */
export function setModes(root: string): boolean {
  const path = join(root, 'run.sh');
  const mode = statSync(path, { throwIfNoEntry: false })?.mode;
  if (mode === undefined || mode & 0o100) {
    return false;
  }
  chmodSync(path, mode | ((mode & 0o444) >> 2)); // for everyone who can read it
  return true;
}

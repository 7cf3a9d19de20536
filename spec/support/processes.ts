import { readdirSync, readlinkSync } from 'node:fs';
import { need } from './need';

/** The ids of the processes that work in a folder or below it; Linux tells. */
export function processesIn(folder: string): number[] {
  need('/proc', process.platform === 'linux' ? '/proc' : undefined);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const cwd = readlinkSync(`/proc/${pid}/cwd`);
        return cwd === folder || cwd.startsWith(`${folder}/`);
      } catch {
        return false; // It has ended since, or belongs to another user.
      }
    })
    .map(Number);
}

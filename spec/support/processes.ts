import { readdirSync, readlinkSync } from 'node:fs';
import { need } from './need';

/** The ids of the processes whose working folder is this one or below it; only on Linux. */
export function processesIn(folder: string): number[] {
  need('/proc', process.platform === 'linux' ? '/proc' : undefined);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const cwd = readlinkSync(`/proc/${pid}/cwd`);
        return cwd === folder || cwd.startsWith(`${folder}/`);
      } catch {
        return false; // The process ended, or belongs to another user.
      }
    })
    .map(Number);
}

import { randomBytes } from 'node:crypto';
import {
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { errorCode } from '../../system-error';
import { isRunning } from './process-state';

/** Where a run keeps its lock and its journal, below the project's root; gone when no run is under way. */
export const STATE_FOLDER = '.scaffold';

const CANDIDATE = 'lock-';

const RETRY_MS = 20;

/**
 * Waits until no other run works on the project, then runs `work` as the only one.
 *
 * The lock is a folder that holds one file, named after its owner. Renaming a folder onto another succeeds only where
 * that is missing or empty, so one of several takers wins. A dead owner's file is removed by its own name, so no taker
 * can remove the lock of a living one in its place.
 *
 * @param onWait Called once, with the owner's process id, where another run has to be waited for.
 */
export async function withLock<T>(
  root: string,
  work: () => T | Promise<T>,
  onWait: (pid: number) => void,
): Promise<T> {
  const owner = `${process.pid}-${randomBytes(6).toString('hex')}`;
  const state = join(root, STATE_FOLDER);
  const lock = join(state, 'lock');
  let notice: typeof onWait | undefined = onWait;
  while (!take(state, lock, owner)) {
    const other = ownerOf(lock);
    if (other && isRunning(other.pid)) {
      notice?.(other.pid);
      notice = undefined;
      await setTimeout(RETRY_MS);
    } else if (other) {
      ignoring(['ENOENT'], () => {
        unlinkSync(join(lock, other.name));
      });
    }
  }
  try {
    removeLeftovers(state);
    return await work();
  } finally {
    unlinkSync(join(lock, owner));
    ignoring(['ENOENT', 'ENOTEMPTY', 'EEXIST'], () => {
      rmdirSync(lock);
      rmdirSync(state);
    });
  }
}

function take(state: string, lock: string, owner: string): boolean {
  const candidate = join(state, `${CANDIDATE}${owner}`);
  try {
    mkdirSync(candidate, { recursive: true });
    writeFileSync(join(candidate, owner), '');
    renameSync(candidate, lock);
    return true;
  } catch (error) {
    rmSync(candidate, { recursive: true, force: true });
    // ENOENT: the run that ended just now has removed the state folder.
    if (['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(errorCode(error) ?? '')) {
      return false;
    }
    throw error;
  }
}

/** A run that was killed while it took the lock has left its candidate. */
function removeLeftovers(state: string): void {
  for (const name of readdirSync(state)) {
    if (name.startsWith(CANDIDATE) && !isRunning(Number.parseInt(name.slice(CANDIDATE.length)))) {
      rmSync(join(state, name), { recursive: true, force: true });
    }
  }
}

function ownerOf(lock: string): { name: string; pid: number } | undefined {
  const [name] = ignoring(['ENOENT'], () => readdirSync(lock)) ?? [];
  return name === undefined ? undefined : { name, pid: Number.parseInt(name) };
}

/** Runs something that others may have done or undone in the meantime. */
function ignoring<T>(codes: readonly string[], work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (codes.includes(errorCode(error) ?? '')) {
      return undefined;
    }
    throw error;
  }
}

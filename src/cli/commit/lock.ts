import {
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { SchematicsException } from '@angular-devkit/schematics';
import { errorCode } from '../../system-error';
import { isRunning, startOf } from './process-state';

/** Where a run keeps its lock and its journal, below the project's root; gone when no run is under way. */
export const STATE_FOLDER = '.scaffold';

const CANDIDATE = 'lock-';

const RETRY_MS = 20;

/** What `ps` and the file system may differ by in telling when something happened. */
const TOLERANCE_MS = 3000;

/** Who works under the lock. */
export interface LockHolder {
  /** Ends the waiting for another run. */
  signal: AbortSignal;
  /** Tells a person what they should know. */
  tell: (message: string) => void;
}

/**
 * Waits until no other run works on the project, then runs `work` as the only one.
 *
 * The lock is a folder that holds one file, named after its owner. Renaming a folder onto another succeeds only where
 * that is missing or empty, so one of several takers wins. A dead owner's file is removed by its own name, so no taker
 * can remove the lock of a living one in its place.
 */
export async function withLock<T>(
  root: string,
  { signal, tell }: LockHolder,
  work: () => T | Promise<T>,
): Promise<T> {
  const owner = `${process.pid}-${process.hrtime.bigint()}`;
  const state = join(root, STATE_FOLDER);
  const lock = join(state, 'lock');
  checkFolder(state);
  let waitedFor: string | undefined;
  while (!take(state, lock, owner)) {
    const other = ownerOf(lock);
    // Asking when a process started takes time: once is enough.
    if (other && !(await isAlive(lock, other, other !== waitedFor))) {
      ignoring(['ENOENT'], () => {
        unlinkSync(join(lock, other));
      });
    } else if (other && waitedFor === undefined) {
      tell(
        `Waiting for another run of scaffold, process ${Number.parseInt(other)}. ` +
          `If that is not one, remove ${join(STATE_FOLDER, 'lock')}.`,
      );
    }
    waitedFor = other ?? waitedFor;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    signal.throwIfAborted();
  }
  try {
    removeLeftovers(state);
    return await work();
  } finally {
    // A person who was told to may have removed the lock.
    rmSync(join(lock, owner), { force: true });
    for (const folder of [lock, state]) {
      ignoring(['ENOENT', 'ENOTEMPTY', 'EEXIST'], () => {
        rmdirSync(folder);
      });
    }
  }
}

function checkFolder(state: string): void {
  const stats = lstatSync(state, { throwIfNoEntry: false });
  if (stats && !stats.isDirectory()) {
    throw new SchematicsException(
      `${STATE_FOLDER} is in the way: scaffold needs a folder of this name.`,
    );
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

function ownerOf(lock: string): string | undefined {
  return ignoring(['ENOENT'], () => readdirSync(lock))?.[0];
}

/** Whether the owner's process runs; where `isSuspect`, also whether it is not a later one of the same id. */
async function isAlive(lock: string, owner: string, isSuspect: boolean): Promise<boolean> {
  const pid = Number.parseInt(owner);
  if (!isRunning(pid)) {
    return false;
  }
  const taken = ignoring(['ENOENT'], () => statSync(join(lock, owner)).mtimeMs);
  const start = isSuspect && taken !== undefined ? await startOf(pid) : undefined;
  return start === undefined || taken === undefined || start < taken + TOLERANCE_MS;
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

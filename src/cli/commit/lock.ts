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
import { STATE_FOLDER } from '../../manifest/format';
import { hasCode } from '../../errors';

const CANDIDATE = 'lock-';

const RETRY_MS = 20;

/** How far the clocks of `ps` and of the file system may differ. */
const TOLERANCE_MS = 3000;

/** The owners of this process that have a lock, or wait for one. */
const owners = new Set<string>();

/** A run that takes the lock. */
export interface LockHolder {
  /** Aborts waiting for another run. */
  signal: AbortSignal;
  /** Prints a message for the person who runs it. */
  tell: (message: string, about?: { readonly place: string }) => void;
}

/**
 * Waits until no other run works on the project, then runs `work` as the only one.
 *
 * The lock is a folder with one file, named after its owner. A folder can be renamed onto another one only if that is
 * missing or empty, so one of several takers wins. The file of a dead owner is removed by its name, so no taker can
 * remove the lock of a living one by mistake.
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
  owners.add(owner);
  let waitedFor: string | undefined;
  while (!take(state, lock, owner)) {
    const other = ownerOf(lock);
    // Asking when a process started is slow, so it is done once.
    if (other && !(await isAlive(lock, other, other !== waitedFor))) {
      ignoring(['ENOENT'], () => {
        unlinkSync(join(lock, other));
      });
    } else if (other && waitedFor === undefined) {
      tell(
        `Waiting for another run of scaffold (process ${Number.parseInt(other)}). ` +
          `If no such run exists, remove ${join(STATE_FOLDER, 'lock')}.`,
      );
    }
    waitedFor = other ?? waitedFor;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    signal.throwIfAborted();
  }
  try {
    removeLeftovers(state, CANDIDATE, /^\d+-/);
    return await work();
  } finally {
    // Somebody may have removed the lock, as the message above suggests.
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
      `${STATE_FOLDER} is not a folder, and scaffold needs one of this name: move it away.`,
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
    // ENOENT: another run has just ended and removed the folder.
    if (hasCode(error, 'ENOTEMPTY', 'EEXIST', 'ENOENT')) {
      return false;
    }
    throw error;
  }
}

/** Removes what killed runs have left in a folder, under this prefix and the ids of their processes. */
export function removeLeftovers(folder: string, prefix: string, ending = /^\d+$/): void {
  for (const name of readdirSync(folder)) {
    const owner = name.startsWith(prefix) ? name.slice(prefix.length) : '';
    if (ending.test(owner) && !isRunning(owner)) {
      rmSync(join(folder, name), { recursive: true, force: true });
    }
  }
}

function ownerOf(lock: string): string | undefined {
  return ignoring(['ENOENT'], () => readdirSync(lock))?.[0];
}

/** Whether the owner's process runs. If `isSuspect`, it also has to have started before it took the lock. */
async function isAlive(lock: string, owner: string, isSuspect: boolean): Promise<boolean> {
  if (!isRunning(owner)) {
    return false;
  }
  const taken = ignoring(['ENOENT'], () => statSync(join(lock, owner)).mtimeMs);
  const start =
    isSuspect && taken !== undefined ? await startOf(Number.parseInt(owner)) : undefined;
  return start === undefined || taken === undefined || start < taken + TOLERANCE_MS;
}

/** Ignores errors with these codes, for work that another run may have done already. */
function ignoring<T>(codes: readonly string[], work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (hasCode(error, ...codes)) {
      return undefined;
    }
    throw error;
  }
}

/**
 * Whether the process of an owner, or one that has its id since, runs on this machine. A container gives this process the
 * id that one had in the container before.
 */
function isRunning(owner: string): boolean {
  const pid = Number.parseInt(owner);
  if (pid === process.pid) {
    return owners.has(owner);
  }
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

/**
 * Returns when a process started, in milliseconds since 1970, to within a second; undefined if `ps` cannot tell. It
 * distinguishes a process from an earlier one with the same id: systems reuse ids, above all after a reboot.
 */
async function startOf(pid: number): Promise<number | undefined> {
  const { spawnSync } = await import('node:child_process');
  const { stdout } = spawnSync('ps', ['-o', 'etime=', '-p', String(pid)], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  // [[days-]hours:]minutes:seconds, by POSIX.
  const [, days = 0, hours = 0, minutes, seconds] =
    /^\s*(?:(?:(\d+)-)?(\d+):)?(\d+):(\d+)\s*$/.exec(stdout) ?? [];
  if (minutes === undefined) {
    return undefined;
  }
  const elapsed =
    ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds);
  return Date.now() - elapsed * 1000;
}

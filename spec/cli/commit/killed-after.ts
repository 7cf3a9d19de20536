import fs, { type writeFileSync } from 'node:fs';

const MUTATIONS = [
  'chmodSync',
  'mkdirSync',
  'renameSync',
  'rmSync',
  'rmdirSync',
  'writeFileSync',
] as const;

// Node 20 loads the rest of `rmSync` with its first call, and keeps the functions that `fs` has then.
fs.rmSync('missing', { force: true });

/**
 * Runs work as in a process that is killed: of its calls that change the disk the first `lives` are done, of the next
 * one, if it writes, half, and nothing of what follows.
 *
 * @returns Whether it was killed.
 */
export function killedAfter(lives: number, work: () => void): boolean {
  let left = lives;
  return replaced(
    (name, original) =>
      (path, content, ...rest) => {
        if (left-- > 0) {
          return original(path, content, ...rest);
        }
        if (left === -1 && name === 'writeFileSync') {
          const whole = content as Parameters<typeof writeFileSync>[1] & { length: number };
          original(path, (whole as string).slice(0, whole.length / 2));
        }
        throw new Error('killed');
      },
    work,
  );
}

/**
 * Runs work as in a process that is killed just after its first rename, with which a commit is decided.
 *
 * @returns Whether it was killed.
 */
export function killedOnceDecided(work: () => void): boolean {
  let isDecided = false;
  return replaced(
    (name, original) =>
      (...args) => {
        if (isDecided) {
          throw new Error('killed');
        }
        isDecided = name === 'renameSync';
        return original(...args);
      },
    work,
  );
}

type Call = (...args: unknown[]) => unknown;

/** Runs work on another file system. */
function replaced(fake: (name: string, original: Call) => Call, work: () => void): boolean {
  const originals = MUTATIONS.map((name) => [name, fs[name] as Call] as const);
  for (const [name, original] of originals) {
    Object.assign(fs, { [name]: fake(name, original) });
  }
  try {
    work();
    return false;
  } catch {
    return true;
  } finally {
    Object.assign(fs, Object.fromEntries(originals));
  }
}

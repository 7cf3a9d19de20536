/**
 * Returns what a spec needs of the machine. If it is missing, the spec is skipped and its name is reported; in CI the
 * spec fails.
 *
 * @param found What was looked for, or undefined.
 */
export function need<T>(name: string, found: T | undefined): T {
  return found ?? skip(`needs ${name}`);
}

/** Skips a spec that cannot run on this machine; in CI it fails. */
export function skip(reason: string): never {
  if (!process.env['CI']) {
    pending(reason);
  }
  throw new Error(reason);
}

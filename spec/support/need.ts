/**
 * What a spec needs of the machine. Where it is absent the spec is skipped by this name; in CI it fails.
 *
 * @param found What was looked for, or undefined.
 */
export function need<T>(name: string, found: T | undefined): T {
  if (found === undefined) {
    if (process.env['CI']) {
      throw new Error(`${name} is missing.`);
    }
    pending(`needs ${name}`);
    throw new Error('unreachable');
  }
  return found;
}

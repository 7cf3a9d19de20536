// Specs: spec/acceptance/bad-days.spec.ts

/** A name, a route or another word of the command line is wrong. The command exits with 2. */
export class UsageError extends Error {}

/** A signal ended the run. All children that it started have ended, too. */
export class Interrupted extends Error {
  constructor(readonly signal: NodeJS.Signals) {
    super('Interrupted.');
  }
}

/** What system errors mean to a person, by code. */
const MEANINGS: Readonly<Record<string, string>> = {
  EACCES: 'permission is denied',
  EDQUOT: 'your disk quota is used up',
  EFBIG: 'the file would be larger than the limit allows',
  ENOSPC: 'the disk is full',
  EPERM: 'the system does not allow it',
  EROFS: 'the disk is read-only',
};

/** The code of a system error, such as `ENOENT`; undefined for any other error. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
}

/** Whether an error is a system error with one of these codes. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return codes.includes(errorCode(error) ?? '');
}

/** Describes a system error on a file so that a person can act on it; undefined for any other error. */
export function systemMessage(error: unknown): string | undefined {
  const meaning = MEANINGS[errorCode(error) ?? ''];
  if (meaning === undefined) {
    return undefined;
  }
  const path = error instanceof Error && 'path' in error ? String(error.path) : 'A file';
  return `${path}: ${meaning}.`;
}

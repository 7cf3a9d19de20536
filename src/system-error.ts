// Specs: spec/acceptance/bad-days.spec.ts
/** What system errors mean to a person, by code. */
const MEANINGS: Readonly<Record<string, string>> = {
  EACCES: 'permission is denied',
  EDQUOT: 'your disk quota is used up',
  EFBIG: 'the file would be larger than the limit allows',
  ENOSPC: 'the disk is full',
  EPERM: 'the system does not allow it',
  EROFS: 'the disk is read-only',
};

/** Returns the code of a system error, such as `ENOENT`. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
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

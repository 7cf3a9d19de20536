/** What some errors of the system mean to a person. */
const MEANINGS: Readonly<Record<string, string>> = {
  EACCES: 'permission is denied',
  EDQUOT: 'your share of the disk is full',
  EFBIG: "the limit of a file's size is reached",
  ENOSPC: 'the disk is full',
  EPERM: 'the system does not permit it',
  EROFS: 'the disk can only be read',
};

/** The code of an error that the system reports, such as `ENOENT`. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
}

/** What a person can act on, where an error is one that the system reports on a file. */
export function systemMessage(error: unknown): string | undefined {
  const meaning = MEANINGS[errorCode(error) ?? ''];
  if (meaning === undefined) {
    return undefined;
  }
  const path = error instanceof Error && 'path' in error ? String(error.path) : 'A file';
  return `${path}: ${meaning}.`;
}

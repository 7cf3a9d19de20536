/** What an edit does to a file. An `insert` adds text and removes at most blanks; a `replace` also removes text. */
export type EditKind = 'create' | 'insert' | 'replace' | 'delete';

/** A word, or one other byte that is not blank. */
const TOKENS = /\w+|[^\w \t\r\n\f]/g;

/**
 * Tells what kind of edit turns one content of a file into another.
 *
 * @param before Undefined if the file does not exist.
 * @param after Undefined if the file is deleted.
 * @returns Undefined if nothing changes.
 */
export function editKind(
  before: Buffer | undefined,
  after: Buffer | undefined,
): EditKind | undefined {
  if (!before) {
    return after && 'create';
  }
  if (!after) {
    return 'delete';
  }
  if (before.equals(after)) {
    return undefined;
  }
  return addsOnly(tokensOf(before), tokensOf(after)) ? 'insert' : 'replace';
}

/** Whether `after` has more tokens than `before`, and all of `before` in the same order. */
function addsOnly(before: readonly string[], after: readonly string[]): boolean {
  let next = 0;
  return (
    before.length < after.length &&
    before.every((token) => {
      next = after.indexOf(token, next) + 1;
      return next > 0;
    })
  );
}

/** Latin-1 maps every byte to a character, so any file can be compared. */
function tokensOf(content: Buffer): readonly string[] {
  return content.toString('latin1').match(TOKENS) ?? [];
}

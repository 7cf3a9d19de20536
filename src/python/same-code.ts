import type { Node } from './node';

/** Whether two pieces of code differ only in what a formatter decides. */
export function isSameCode(one: Node, other: Node): boolean {
  return wordsOf(one) === wordsOf(other);
}

/** Code without blanks, line breaks, quotes and last commas. */
function wordsOf({ text }: Node): string {
  return text
    .replace(/\s+/g, '')
    .replace(/,(?=[)\]}])/g, '')
    .replaceAll("'", '"');
}

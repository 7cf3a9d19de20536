import type { Node } from './node';

/**
 * The text of a piece of code, with blanks in place of comments and of what its strings say, for a search that these must
 * not fool. Every position stays, and so does the code in the braces of a string.
 */
export function bareCode(within: Node): string {
  let bare = '';
  let behind = 0;
  for (const { endIndex, startIndex, text } of within.descendants('comment', 'string_content')) {
    bare +=
      within.text.slice(behind, startIndex - within.startIndex) + text.replace(/[^\r\n]/g, ' ');
    behind = endIndex - within.startIndex;
  }
  return bare + within.text.slice(behind);
}

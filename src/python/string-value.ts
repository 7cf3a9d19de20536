import type { Node } from './node';

/** The value of a string literal; undefined for other nodes, and for strings with escapes or expressions. */
export function stringValue(node: Node | undefined): string | undefined {
  if (node?.type === 'parenthesized_expression' && node.namedChildren[0]) {
    return stringValue(node.namedChildren[0]);
  }
  if (node?.type === 'concatenated_string') {
    const parts = node.namedChildren.filter(({ type }) => type === 'string').map(stringValue);
    return parts.includes(undefined) ? undefined : parts.join('');
  }
  const content = /^[ru]?("""|'''|"|')(.*)\1$/is.exec(node?.type === 'string' ? node.text : '');
  return content?.[2]?.includes('\\') ? undefined : content?.[2];
}

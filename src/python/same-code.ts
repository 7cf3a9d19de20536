import type { Node } from './node';

/** Whether two pieces of code differ only in what a formatter decides: blanks, line breaks, quotes, brackets, last commas. */
export function isSameCode(one: Node, other: Node): boolean {
  return one.text === other.text || meaningOf(one) === meaningOf(other);
}

/** What is the same for pieces of code that differ only in what a formatter decides. */
export function meaningOf(...nodes: readonly Node[]): string {
  return JSON.stringify(nodes.map(meaningIn));
}

/** The type of a node, its word if it has one, and the meanings of its parts. */
type Meaning = readonly (Meaning | string | undefined)[];

function meaningIn(node: Node): Meaning {
  const inner = withoutBrackets(node);
  return [inner.type, wordOf(inner), ...partsOf(inner).map(meaningIn)];
}

/** Brackets around a whole value: the tree tells already what belongs together. */
function withoutBrackets(node: Node): Node {
  const [inner, ...others] = node.type === 'parenthesized_expression' ? node.namedChildren : [];
  return inner && others.length === 0 ? withoutBrackets(inner) : node;
}

/** What is compared as text; undefined for a node that only its parts make up. */
function wordOf(node: Node): string | undefined {
  const text = node.text.replaceAll('\r\n', '\n');
  switch (node.type) {
    case 'comment':
    case 'format_specifier':
      return text.trimEnd();
    case 'interpolation':
      // It shows its own blanks: `{post = }`.
      return node.children.some(({ type }) => type === '=') ? text : undefined;
    case 'string':
      return prefixOf(node);
    case 'string_content':
      return node.parent && prefixOf(node.parent).includes('r')
        ? text
        : text.replace(/\\(.)/gs, (all, next) => (/["']/.test(String(next)) ? String(next) : all));
    case 'string_start':
    case 'string_end':
      return '';
    default:
      return node.firstChild ? undefined : text;
  }
}

function prefixOf(string: Node): string {
  return (/^\w*/.exec(string.text)?.[0] ?? '').toLowerCase().replace('u', '');
}

/** Kinds of brackets that mean the same with and without a comma behind their only part. */
const LISTS = /^(argument_list|dictionary|list|list_pattern|parameters|set)$/;

function partsOf(node: Node): readonly Node[] {
  if (wordOf(node) !== undefined && node.type !== 'string') {
    return [];
  }
  const parts = node.children.filter(({ type }) => type !== 'line_continuation');
  const isLast = ({ type }: Node, index: number): boolean =>
    type === ',' && /^[)\]}]$/.test(parts[index + 1]?.type ?? '');
  const isNeeded = !LISTS.test(node.type) && parts.filter(({ type }) => type === ',').length === 1;
  return isNeeded ? parts : parts.filter((part, index) => !isLast(part, index));
}

// Specs: spec/python/source.spec.ts
import type { Node } from './node';
import { statementsOf } from './statements';
import { indentationAt, isFirstOnLine } from './lines';

/**
 * The line, counted from 1, of the first place where this is not Python. The parser goes on after a mistake, and does
 * not look closely at indentation.
 */
export function lineOfMistake(text: string, root: Node): number | undefined {
  const mistake = root.hasError ? firstError(root) : firstOversight(text, root);
  return mistake && mistake.row + 1;
}

function firstError(node: Node): Node {
  const child = node.isError ? undefined : node.children.find(({ hasError }) => hasError);
  return child ? firstError(child) : node;
}

/** What the grammar takes for the sake of Python 2, or does not look at. */
function firstOversight(text: string, root: Node): Node | undefined {
  const [outdated] = root.descendants('print_statement', 'exec_statement');
  const operator = text.includes('<>') ? root.descendants('<>')[0] : undefined;
  const lonelyTry = root.descendants('try_statement').find(isLonelyTry);
  const blocks = [root, ...root.descendants('block')];
  const misplaced = blocks.flatMap((block) => firstMisplaced(text, block) ?? []);
  return outdated ?? operator ?? lonelyTry ?? misplaced[0];
}

function isLonelyTry({ children }: Node): boolean {
  return !children.some(({ type }) => /^(except|finally)/.test(type));
}

/** A block without statements, or the first of its statements that is not indented as the first one. */
function firstMisplaced(text: string, block: Node): Node | undefined {
  const statements = statementsOf(block);
  const first = statements[0];
  if (block.parent === null || first === undefined) {
    return block.parent === null ? statements.find(isNotAt('')) : block;
  }
  const inner = indentationAt(text, first.startIndex);
  const outer = indentationAt(text, block.parent.startIndex);
  const isDeeper = inner !== outer && inner.startsWith(outer);
  return isFirstOnLine(text, first.startIndex) && !isDeeper
    ? first
    : statements.find(isNotAt(inner));

  function isNotAt(indentation: string): (statement: Node) => boolean {
    const start = `\n${indentation}`;
    return ({ startIndex }) =>
      !text.startsWith(start, startIndex - start.length) &&
      isFirstOnLine(text, startIndex) &&
      indentationAt(text, startIndex) !== indentation;
  }
}

// Specs: spec/python/source.spec.ts
import type { Node } from './node';
import { statementsOf } from './statements';
import { indentationAt, isFirstOnLine } from './lines';

/**
 * The line, counted from 1, of the first syntax error. The parser recovers from errors and accepts some indentation that
 * Python does not.
 */
export function lineOfMistake(text: string, root: Node): number | undefined {
  const mistake = root.hasError ? firstError(root) : firstOversight(text, root);
  return mistake && mistake.row + 1;
}

function firstError(node: Node): Node {
  const child = node.isError ? undefined : node.children.find(({ hasError }) => hasError);
  return child ? firstError(child) : node;
}

/** The first error that the grammar accepts: Python 2 syntax, or wrong indentation. */
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

/** A block without statements, or its first statement with another indentation than the first one. */
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

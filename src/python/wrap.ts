import { expressionOf } from './expression';
import { importStatement } from './import-statement';
import { BODY, indentationAt, isFirstOnLine, lineEnd, LONGEST_LINE } from './lines';
import { assignment, indented, signature, statement } from './layout';
import type { Node } from './node';
import type { PythonSource } from './source';

/** Nodes that may be broken over lines. */
const BREAKABLE = [
  'assert_statement',
  'call',
  'decorator',
  'expression_statement',
  'function_definition',
  'if_statement',
  'import_from_statement',
  'pair',
  'return_statement',
  'tuple',
];

/**
 * Breaks long lines of generated code as ruff's formatter does.
 *
 * @param source The file that the code is for.
 * @param code One statement per line, with four spaces per level.
 * @param indentation The indentation of its destination, in columns.
 */
export function wrapped(source: PythonSource, code: string, indentation = 0): string {
  return isTooLong(code, indentation)
    ? withShortLines(source.treeOf(code), code, 0, indentation)
    : code;
}

/** The rest of a rendered module, behind a position, with its long lines broken as `wrapped` does. */
export function wrappedBehind({ root, text }: PythonSource, position: number): string {
  const rest = text.slice(position);
  return isTooLong(rest, 0) ? withShortLines(root, text, position, 0) : rest;
}

function isTooLong(code: string, indentation: number): boolean {
  return code.split('\n').some((line) => line.length > LONGEST_LINE - indentation);
}

/** The code behind a position. */
function withShortLines(root: Node, code: string, position: number, indentation: number): string {
  const room = LONGEST_LINE - indentation;
  let result = '';
  let end = position;
  for (const node of root.descendants(...BREAKABLE)) {
    const own = indentationAt(code, node.startIndex);
    const head = headOf(node);
    const width = own.length + lineEnd(code, node.startIndex) - node.startIndex;
    if (node.startIndex >= end && width > room && isFirstOnLine(code, node.startIndex)) {
      const lines = brokenUp(node, head, indentation + own.length).replaceAll('\n', `\n${own}`);
      result += code.slice(end, node.startIndex) + lines;
      end = head;
    }
  }
  return result + code.slice(end);
}

/** The end of the head: a block after a colon does not belong to it. */
function headOf(node: Node): number {
  const colon = node.children.find(({ type }) => type === ':');
  return colon && /^(function_definition|if_statement)$/.test(node.type)
    ? colon.endIndex
    : node.endIndex;
}

/** Lays out the head of a node. */
function brokenUp(node: Node, head: number, indentation: number): string {
  const asWritten = node.text.slice(0, head - node.startIndex);
  switch (node.type) {
    case 'assert_statement':
      return assertLines(node, indentation) ?? asWritten;
    case 'call':
    case 'tuple':
      return itemLines(node, indentation) ?? asWritten;
    case 'decorator':
      return lineOf('@', node.firstNamedChild, '', indentation) ?? asWritten;
    case 'expression_statement':
      return expressionLines(node.firstNamedChild, indentation) ?? asWritten;
    case 'function_definition':
      return signatureLines(node, indentation);
    case 'if_statement':
      return conditionLines(node.child('condition'), indentation) ?? asWritten;
    case 'import_from_statement':
      return importLines(node, indentation);
    case 'pair':
      return pairLines(node, indentation) ?? asWritten;
    default:
      return returnLines(node.firstNamedChild, indentation) ?? asWritten;
  }
}

function lineOf(
  before: string,
  value: Node | undefined,
  after: string,
  indentation: number,
): string | undefined {
  return value && statement(before, expressionOf(value), after, indentation);
}

/** The comma behind an item takes up room, too. */
function itemLines(node: Node, indentation: number): string | undefined {
  const comma = node.nextSibling?.type === ',' ? ',' : '';
  return lineOf('', node, comma, indentation)?.slice(0, -comma.length || undefined);
}

/** An operation goes in parentheses: on one line, or on a line for each operand. */
function assertLines(node: Node, indentation: number): string | undefined {
  const [test, message] = node.namedChildren;
  if (message) {
    return undefined;
  }
  if (!test || !isOperation(test)) {
    return lineOf('assert ', test, '', indentation);
  }
  const room = LONGEST_LINE - indentation - BODY;
  const lines = test.text.length <= room ? test.text : operandLines('', test, indentation + BODY);
  return `assert (\n${indented(lines)}\n)`;
}

function pairLines(node: Node, indentation: number): string | undefined {
  const [key, value] = [node.child('key')?.text ?? '', node.child('value')];
  return value && isOperation(value)
    ? operandLines(`${key}: `, value, indentation)
    : lineOf(`${key}: `, value, '', indentation);
}

function isOperation({ type }: Node): boolean {
  return type === 'boolean_operator' || type === 'comparison_operator';
}

/** A line for each operand. All but the first start with the operator before it. */
function operandLines(before: string, operation: Node, indentation: number): string {
  const { namedChildren: operands, startIndex, text } = operation;
  return operands
    .map((operand, index) => {
      const from = operands[index - 1]?.endIndex ?? startIndex;
      const operator = text.slice(from - startIndex, operand.startIndex - startIndex).trim();
      return lineOf(index === 0 ? before : `${operator} `, operand, '', indentation);
    })
    .join('\n');
}

function expressionLines(expression: Node | undefined, indentation: number): string | undefined {
  const value = expression?.child('right');
  if (expression?.type !== 'assignment' || !value) {
    return lineOf('', expression, '', indentation);
  }
  const target = expression.child('left')?.text ?? '';
  const type = expression.child('type');
  const annotation = type && expressionOf(type);
  return annotation === undefined || typeof annotation === 'string'
    ? lineOf(
        `${target}${annotation === undefined ? '' : `: ${annotation}`} = `,
        value,
        '',
        indentation,
      )
    : assignment(target, annotation, expressionOf(value), indentation);
}

function signatureLines(node: Node, indentation: number): string {
  const parameters = node.child('parameters')?.namedChildren.map(({ text }) => text) ?? [];
  const type = node.child('return_type')?.text ?? '';
  return signature(node.child('name')?.text ?? '', parameters, type, indentation);
}

function conditionLines(condition: Node | undefined, indentation: number): string | undefined {
  return condition?.type === 'not_operator'
    ? lineOf('if not ', condition.child('argument'), ':', indentation)
    : lineOf('if ', condition, ':', indentation);
}

/** In `return page, 422`, only the page is broken. */
function returnLines(value: Node | undefined, indentation: number): string | undefined {
  if (value?.type !== 'expression_list') {
    return lineOf('return ', value, '', indentation);
  }
  const [first, ...others] = value.namedChildren;
  return lineOf('return ', first, others.map(({ text }) => `, ${text}`).join(''), indentation);
}

function importLines(node: Node, indentation: number): string {
  const names = node.childrenFor('name').map(({ text }) => text);
  const module = node.child('module_name')?.text ?? '';
  return importStatement(module, names, ' '.repeat(indentation));
}

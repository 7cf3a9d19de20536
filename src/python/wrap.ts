import { expressionOf } from './expression';
import { importStatement } from './import-statement';
import { BODY, indentationAt, indented, isFirstOnLine, lineEnd } from './lines';
import { assignment, signature, statement } from './layout';
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
  'raise_statement',
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
  const room = source.style.lineLength - indentation;
  return isTooLong(code, room) ? withShortLines(source.treeOf(code), code, 0, room) : code;
}

/** The rest of a rendered module, behind a position, with its long lines broken as `wrapped` does. */
export function wrappedBehind({ root, style, text }: PythonSource, position: number): string {
  const rest = text.slice(position);
  return isTooLong(rest, style.lineLength)
    ? withShortLines(root, text, position, style.lineLength)
    : rest;
}

function isTooLong(code: string, room: number): boolean {
  return code.split('\n').some((line) => line.length > room);
}

/** The code behind a position. */
function withShortLines(root: Node, code: string, position: number, room: number): string {
  let result = '';
  let end = position;
  for (const node of root.descendants(...BREAKABLE)) {
    const own = indentationAt(code, node.startIndex);
    const head = headOf(node);
    const width = own.length + lineEnd(code, node.startIndex) - node.startIndex;
    const isFixed = width <= room || code.slice(node.startIndex, head).includes('"""');
    if (node.startIndex >= end && !isFixed && isFirstOnLine(code, node.startIndex)) {
      const lines = brokenUp(node, head, room - own.length).replaceAll('\n', `\n${own}`);
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
function brokenUp(node: Node, head: number, room: number): string {
  const asWritten = node.text.slice(0, head - node.startIndex);
  switch (node.type) {
    case 'assert_statement':
      return assertLines(node, room) ?? asWritten;
    case 'call':
    case 'tuple':
      return itemLines(node, room) ?? asWritten;
    case 'decorator':
      return lineOf('@', node.firstNamedChild, '', room) ?? asWritten;
    case 'expression_statement':
      return expressionLines(node.firstNamedChild, room) ?? asWritten;
    case 'function_definition':
      return signatureLines(node, room);
    case 'if_statement':
      return conditionLines(node.child('condition'), room) ?? asWritten;
    case 'import_from_statement':
      return importLines(node, room);
    case 'pair':
      return pairLines(node, room) ?? asWritten;
    case 'raise_statement':
      return lineOf('raise ', node.firstNamedChild, '', room) ?? asWritten;
    default:
      return returnLines(node.firstNamedChild, room) ?? asWritten;
  }
}

function lineOf(
  before: string,
  value: Node | undefined,
  after: string,
  room: number,
): string | undefined {
  return value && statement(before, expressionOf(value), after, room);
}

/** The comma behind an item takes up room, too. */
function itemLines(node: Node, room: number): string | undefined {
  const comma = node.nextSibling?.type === ',' ? ',' : '';
  return lineOf('', node, comma, room)?.slice(0, -comma.length || undefined);
}

/** An operation goes in parentheses: on one line, or on a line for each operand. */
function assertLines(node: Node, room: number): string | undefined {
  const [test, message] = node.namedChildren;
  if (message) {
    return undefined;
  }
  if (!test || !isOperation(test)) {
    return lineOf('assert ', test, '', room);
  }
  const inner = room - BODY;
  const lines = test.text.length <= inner ? test.text : operandLines('', test, inner);
  return `assert (\n${indented(lines)}\n)`;
}

function pairLines(node: Node, room: number): string | undefined {
  const [key, value] = [node.child('key')?.text ?? '', node.child('value')];
  return value && isOperation(value)
    ? operandLines(`${key}: `, value, room)
    : lineOf(`${key}: `, value, '', room);
}

function isOperation({ type }: Node): boolean {
  return type === 'boolean_operator' || type === 'comparison_operator';
}

/** A line for each operand. All but the first start with the operator before it. */
function operandLines(before: string, operation: Node, room: number): string {
  const { namedChildren: operands, startIndex, text } = operation;
  return operands
    .map((operand, index) => {
      const from = operands[index - 1]?.endIndex ?? startIndex;
      const operator = text.slice(from - startIndex, operand.startIndex - startIndex).trim();
      return lineOf(index === 0 ? before : `${operator} `, operand, '', room);
    })
    .join('\n');
}

function expressionLines(expression: Node | undefined, room: number): string | undefined {
  const value = expression?.child('right');
  if (expression?.type !== 'assignment' || !value) {
    return lineOf('', expression, '', room);
  }
  const target = expression.child('left')?.text ?? '';
  const type = expression.child('type');
  const annotation = type && expressionOf(type);
  return annotation === undefined || typeof annotation === 'string'
    ? lineOf(`${target}${annotation === undefined ? '' : `: ${annotation}`} = `, value, '', room)
    : assignment(target, annotation, expressionOf(value), room);
}

function signatureLines(node: Node, room: number): string {
  const parameters = node.child('parameters')?.namedChildren.map(({ text }) => text) ?? [];
  const type = node.child('return_type')?.text ?? '';
  return signature(node.child('name')?.text ?? '', parameters, type, room);
}

function conditionLines(condition: Node | undefined, room: number): string | undefined {
  return condition?.type === 'not_operator'
    ? lineOf('if not ', condition.child('argument'), ':', room)
    : lineOf('if ', condition, ':', room);
}

/** In `return page, 422`, only the page is broken. */
function returnLines(value: Node | undefined, room: number): string | undefined {
  if (value?.type !== 'expression_list') {
    return lineOf('return ', value, '', room);
  }
  const [first, ...others] = value.namedChildren;
  return lineOf('return ', first, others.map(({ text }) => `, ${text}`).join(''), room);
}

function importLines(node: Node, room: number): string {
  const names = node.childrenFor('name').map(({ text }) => text);
  const module = node.child('module_name')?.text ?? '';
  return importStatement(module, names, room);
}

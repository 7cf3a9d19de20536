import { indentationAt, isFirstOnLine, lineEnd } from './lines';
import type { Node } from './node';
import type { Insertion, PythonSource } from './source';
import { isMainGuard, statementIn, statementsOf } from './statements';

/** Inserts code after a statement, in its block. */
export function statementAfter(source: PythonSource, statement: Node, code: string): Insertion {
  return sharesLine(source, statement)
    ? { position: statement.endIndex, text: `; ${onOneLine(source, code)}` }
    : below(source, statement, statement, code);
}

/** Inserts code after the statement of a block that has a node, at any depth, or else at the end of the block. */
export function statementBehind(
  source: PythonSource,
  last: Node | undefined,
  block: Node,
  code: string,
): Insertion {
  const statement = last && statementIn(block, last);
  return statement ? statementAfter(source, statement, code) : statementAtEnd(source, block, code);
}

/** Inserts code before a statement, in its block: directly after the previous statement if it has one. */
export function statementBefore(source: PythonSource, statement: Node, code: string): Insertion {
  const block = statement.parent;
  const before = (block ? statementsOf(block) : []).findLast(
    ({ endIndex }) => endIndex <= statement.startIndex,
  );
  return before
    ? statementAfter(source, before, code)
    : statementDirectlyBefore(source, statement, code);
}

/** Inserts code directly before a statement, below the comments above it. */
export function statementDirectlyBefore(
  source: PythonSource,
  statement: Node,
  code: string,
): Insertion {
  const position = statement.startIndex;
  if (!isFirstOnLine(source.text, position)) {
    return { position, text: `${onOneLine(source, code)}; ` };
  }
  const indentation = indentationAt(source.text, position);
  const text = fit(source, code, indentation).slice(indentation.length);
  return { position, text: text + source.style.newline + indentation };
}

/**
 * Inserts code at the end of a block or of the module, after its last comment: above `if __name__ == "__main__":`, because
 * nothing below it runs before the program does.
 */
export function statementAtEnd(source: PythonSource, block: Node, code: string): Insertion {
  const statements = statementsOf(block);
  const first = statements[0];
  const guard = statements.findLast(isMainGuard);
  if (guard) {
    return statementBefore(source, guard, code);
  }
  const last = block.children.at(-1);
  if (last === undefined) {
    const { newline } = source.style;
    return { position: source.text.length, text: fit(source, code, '') + newline };
  }
  if (first && !isFirstOnLine(source.text, first.startIndex)) {
    return statementAfter(source, statements.at(-1) ?? first, code);
  }
  return below(source, first ?? last, last, code);
}

/** Inserts lines below `last`, with the indentation of `model`. */
function below(source: PythonSource, model: Node, last: Node, code: string): Insertion {
  const { newline } = source.style;
  const lines = fit(source, code, indentationAt(source.text, model.startIndex));
  const text = newline.repeat(1 + blankLinesBetween(last, code)) + lines;
  return { position: logicalLineEnd(source.text, last.endIndex), text };
}

/** The blank lines around a function or a class: two in a module, one elsewhere; and one above a table. */
function blankLinesBetween(last: Node, code: string): number {
  const isDefinition = /^(function_definition|class_definition|decorated_definition)$/;
  if (!isDefinition.test(last.type) && !/^(@|def |async def |class )/.test(code)) {
    return Number(/^\w+ = .*\bTable\(/.test(code));
  }
  return last.parent?.type === 'module' ? 2 : 1;
}

/** The end of the line, including lines that it continues on by backslash. */
function logicalLineEnd(text: string, position: number): number {
  const end = lineEnd(text, position);
  const rest = text.slice(position, end);
  const next = text.indexOf('\n', end) + 1;
  return rest.endsWith('\\') && !rest.includes('#') && next > 0 ? logicalLineEnd(text, next) : end;
}

/** Whether the statement is on the line of its block's colon, or before a semicolon. */
function sharesLine({ text }: PythonSource, statement: Node): boolean {
  const { parent } = statement;
  const first = parent && statementsOf(parent)[0];
  return (
    (first?.parent?.type === 'block' && !isFirstOnLine(text, first.startIndex)) ||
    statement.nextSibling?.type === ';'
  );
}

/** The statements of code joined on one line. */
function onOneLine(source: PythonSource, code: string): string {
  return statementsOf(source.treeOf(fit(source, code, '')))
    .map(({ text }) => joinedLines(text))
    .join('; ');
}

/** A statement without comments on one line. The last comma stays: without it, `(1,)` is no tuple. */
export function joinedLines(code: string): string {
  return code.replace(/(?<=[([{])\s*\n\s*|\s*\n\s*(?=[)\]}])/g, '').replace(/\s*\n\s*/g, ' ');
}

/**
 * Converts code to the style of a file, and indents every line.
 *
 * @param code Code with line feeds, four spaces per level, double quotes, and no multi-line strings.
 * @param indentation The indentation of the place in the file.
 */
export function fit(source: PythonSource, code: string, indentation: string): string {
  const { newline, indent } = source.style;
  return quotedAs(source, code)
    .split('\n')
    .map((line) => {
      if (line === '') {
        return line;
      }
      const [blanks = ''] = /^ */.exec(line) ?? [];
      return (
        indentation +
        indent.repeat(blanks.length / 4) +
        ' '.repeat(blanks.length % 4) +
        line.trimStart()
      );
    })
    .join(newline);
}

function quotedAs(source: PythonSource, code: string): string {
  return code.includes('"') && source.style.quote === "'"
    ? source.treeOf(code).descendants('string').reduce(withSingleQuotes, code)
    : code;
}

/** Changing the quotes of a string with quotes, escapes or expressions would change its meaning. */
function withSingleQuotes(code: string, { startIndex, endIndex, text }: Node): string {
  const single = text.replace(/^(\w*)"([^"'\\{}\n]*)"$/, "$1'$2'");
  return code.slice(0, startIndex) + single + code.slice(endIndex);
}

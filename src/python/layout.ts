import { BODY, INDENT, LONGEST_LINE } from './lines';
import { type Chain, type Expression, flat, flatLink, type ChainLink } from './expression';

/** The code around an expression on its first and last line. */
interface Surroundings {
  /** The start of the first line, including the indentation. */
  readonly before: string;
  /** The end of the last line. */
  readonly after: string;
  /** The indentation of the first line, in columns. */
  readonly indentation: number;
}

/**
 * Lays out a statement as ruff's formatter does.
 *
 * @param before The code before the expression: `return `, `post = `, `@`.
 * @param after The code after it: `:`, `, 422`.
 * @param indentation The indentation of its destination, in columns. The result does not contain it.
 */
export function statement(
  before: string,
  expression: Expression,
  after: string,
  indentation: number,
): string {
  const start = ' '.repeat(indentation) + before;
  return outdented(layOutValue(expression, { before: start, after, indentation }), indentation);
}

/** Lays out `id: Mapped[int] = mapped_column(primary_key=True)`. Breaks the annotation as a last resort. */
export function assignment(
  target: string,
  annotation: Chain,
  value: Expression,
  indentation: number,
): string {
  const blanks = ' '.repeat(indentation);
  const head = `${blanks}${target}: ${flat(annotation)} = `;
  if (starts(value, head) || fits(`${head}(`)) {
    return outdented(layOutValue(value, { before: head, after: '', indentation }), indentation);
  }
  const opened = annotation.links.map((link) => openLink(link, indentation)).join('');
  const before = `${blanks}${target}: ${opened} = `;
  return outdented(layOut(value, { before, after: '', indentation }), indentation);
}

/** Lays out `def show(self, post_id: int) -> str:` as ruff's formatter does. */
export function signature(
  name: string,
  parameters: readonly string[],
  type: string,
  indentation: number,
): string {
  const line = `def ${name}(${parameters.join(', ')}) -> ${type}:`;
  if (indentation + line.length <= LONGEST_LINE) {
    return line;
  }
  if (parameters.length === 0) {
    return `def ${name}() -> (\n    ${type}\n):`;
  }
  const inner = `    ${parameters.join(', ')}`;
  const isShort = indentation + inner.length <= LONGEST_LINE && parameters.length > 1;
  const lines = isShort ? inner : parameters.map((parameter) => `    ${parameter},`).join('\n');
  return `def ${name}(\n${lines}\n) -> ${type}:`;
}

/** Indents code by one level. */
export function indented(lines: string): string {
  return lines.replace(/^(?=.)/gm, INDENT);
}

function outdented(lines: string, indentation: number): string {
  return lines
    .split('\n')
    .map((line) => line.slice(indentation))
    .join('\n');
}

/** Puts the value of an assignment or a `return` in parentheses if it fits in no other way. */
function layOutValue(expression: Expression, around: Surroundings): string {
  const { before, after, indentation } = around;
  const blanks = ' '.repeat(indentation);
  const inner = {
    before: blanks + INDENT,
    after: '',
    indentation: indentation + BODY,
  };
  const value = layOut(expression, inner);
  const takesBrackets = /(= |return )$/.test(before) && after === '' && fits(`${before}(`);
  return takesBrackets && !starts(expression, before) && value.split('\n').every(fits)
    ? `${before}(\n${value}\n${blanks})`
    : layOut(expression, around);
}

/** Whether the expression fits on the line up to its first break. */
function starts(expression: Expression, before: string): boolean {
  return fits(
    before + (typeof expression === 'string' ? expression : upToBracket(expression.links, '')),
  );
}

function layOut(expression: Expression, { before, after, indentation }: Surroundings): string {
  if (typeof expression === 'string') {
    return before + expression + after;
  }
  const { links } = expression;
  return (
    links.reduce((text, link, index) => {
      const line = lastLine(text) + flatLink(link) + upToBracket(links.slice(index + 1), after);
      return link.items.length === 0 || fits(line)
        ? text + flatLink(link)
        : text + openLink(link, indentation);
    }, before) + after
  );
}

/** The start of a list, a tuple or a dictionary. Once broken, each of its items has a line. */
const LITERAL = /(^|[=\s([{])[([{]$/;

/** A link with its contents on lines between the brackets. */
function openLink({ open, items, close }: ChainLink, indentation: number): string {
  const lines = LITERAL.test(open) ? oneEach : itemLines;
  return `${open}\n${lines(items, indentation + BODY)}\n${' '.repeat(indentation)}${close}`;
}

/** The code that stays on the line, wherever the rest breaks. */
function upToBracket([link, ...others]: readonly ChainLink[], after: string): string {
  if (link === undefined) {
    return after;
  }
  return link.items.length > 0 ? link.open : flatLink(link) + upToBracket(others, after);
}

function itemLines(items: readonly Expression[], indentation: number): string {
  const blanks = ' '.repeat(indentation);
  const line = blanks + items.map(flat).join(', ');
  const [only, ...others] = items;
  if (fits(line)) {
    return line;
  }
  if (only !== undefined && others.length === 0) {
    return layOutItem(only, { before: blanks, after: '', indentation });
  }
  return oneEach(items, indentation);
}

function oneEach(items: readonly Expression[], indentation: number): string {
  const before = ' '.repeat(indentation);
  return items.map((item) => layOutItem(item, { before, after: ',', indentation })).join('\n');
}

/** Within brackets, a chain of more than two links has a line for each. */
function layOutItem(item: Expression, around: Surroundings): string {
  const { before, after, indentation } = around;
  if (typeof item === 'string' || item.links.length < 3 || fits(before + flat(item) + after)) {
    return layOut(item, around);
  }
  const lines = item.links.map((link) =>
    layOut({ links: [link] }, { before, after: '', indentation }),
  );
  return lines.join('\n') + after;
}

function lastLine(text: string): string {
  return text.slice(text.lastIndexOf('\n') + 1);
}

function fits(line: string): boolean {
  return line.length <= LONGEST_LINE;
}

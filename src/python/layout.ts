import { BODY, INDENT } from './lines';
import { type Chain, type Expression, flat, flatLink, type ChainLink } from './expression';

/** The code around an expression on its first and last line. */
interface Surroundings {
  /** The start of the first line, including its indentation. */
  readonly before: string;
  /** The end of the last line. */
  readonly after: string;
  /** The indentation of the first line, in columns, beyond that of the statement. */
  readonly indentation: number;
  /** The columns that a line may have. */
  readonly room: number;
}

/**
 * Lays out a statement as ruff's formatter does.
 *
 * @param before The code before the expression: `return `, `post = `, `@`.
 * @param after The code after it: `:`, `, 422`.
 * @param room The columns that a line may have.
 */
export function statement(
  before: string,
  expression: Expression,
  after: string,
  room: number,
): string {
  return layOutValue(expression, { before, after, indentation: 0, room });
}

/** Lays out `id: Mapped[int] = mapped_column(primary_key=True)`. Breaks the annotation as a last resort. */
export function assignment(
  target: string,
  annotation: Chain,
  value: Expression,
  room: number,
): string {
  const around = { after: '', indentation: 0, room };
  const head = `${target}: ${flat(annotation)} = `;
  if (starts(value, head, room) || fits(`${head}(`, room)) {
    return layOutValue(value, { ...around, before: head });
  }
  const opened = annotation.links.map((link) => openLink(link, 0, room)).join('');
  return layOut(value, { ...around, before: `${target}: ${opened} = ` });
}

/** Lays out `def show(self, post_id: int) -> str:` as ruff's formatter does. */
export function signature(
  name: string,
  parameters: readonly string[],
  type: string,
  room: number,
): string {
  const line = `def ${name}(${parameters.join(', ')}) -> ${type}:`;
  if (fits(line, room)) {
    return line;
  }
  if (parameters.length === 0) {
    return `def ${name}() -> (\n    ${type}\n):`;
  }
  const inner = `    ${parameters.join(', ')}`;
  const isShort = fits(inner, room) && parameters.length > 1;
  const lines = isShort ? inner : parameters.map((parameter) => `    ${parameter},`).join('\n');
  return `def ${name}(\n${lines}\n) -> ${type}:`;
}

/** Puts the value of an assignment or a `return` in parentheses if it fits in no other way. */
function layOutValue(expression: Expression, around: Surroundings): string {
  const { before, after, indentation, room } = around;
  const blanks = ' '.repeat(indentation);
  const inner = {
    before: blanks + INDENT,
    after: '',
    indentation: indentation + BODY,
    room,
  };
  const value = layOut(expression, inner);
  const takesBrackets = /(= |return )$/.test(before) && after === '' && fits(`${before}(`, room);
  return takesBrackets &&
    !starts(expression, before, room) &&
    value.split('\n').every((line) => fits(line, room))
    ? `${before}(\n${value}\n${blanks})`
    : layOut(expression, around);
}

/** Whether the expression fits on the line up to its first break. */
function starts(expression: Expression, before: string, room: number): boolean {
  const start = typeof expression === 'string' ? expression : upToBracket(expression.links, '');
  return fits(before + start, room);
}

function layOut(
  expression: Expression,
  { before, after, indentation, room }: Surroundings,
): string {
  if (typeof expression === 'string') {
    return before + expression + after;
  }
  const { links } = expression;
  return (
    links.reduce((text, link, index) => {
      const line = lastLine(text) + flatLink(link) + upToBracket(links.slice(index + 1), after);
      return link.items.length === 0 || fits(line, room)
        ? text + flatLink(link)
        : text + openLink(link, indentation, room);
    }, before) + after
  );
}

/** The start of a list, a tuple or a dictionary. Once broken, each of its items has a line. */
const LITERAL = /(^|[=\s([{])[([{]$/;

/** A link with its contents on lines between the brackets. */
function openLink(
  { open, items, close, isWhole }: ChainLink,
  indentation: number,
  room: number,
): string {
  const lines = LITERAL.test(open) && !isWhole ? oneEach : itemLines;
  return `${open}\n${lines(items, indentation + BODY, room)}\n${' '.repeat(indentation)}${close}`;
}

/** The code that stays on the line, wherever the rest breaks. */
function upToBracket([link, ...others]: readonly ChainLink[], after: string): string {
  if (link === undefined) {
    return after;
  }
  return link.items.length > 0 ? link.open : flatLink(link) + upToBracket(others, after);
}

function itemLines(items: readonly Expression[], indentation: number, room: number): string {
  const blanks = ' '.repeat(indentation);
  const line = blanks + items.map(flat).join(', ');
  const [only, ...others] = items;
  if (fits(line, room)) {
    return line;
  }
  if (only !== undefined && others.length === 0) {
    return layOutItem(only, { before: blanks, after: '', indentation, room });
  }
  return oneEach(items, indentation, room);
}

function oneEach(items: readonly Expression[], indentation: number, room: number): string {
  const before = ' '.repeat(indentation);
  return items
    .map((item) => layOutItem(item, { before, after: ',', indentation, room }))
    .join('\n');
}

/** Within brackets, a chain of more than two links has a line for each. */
function layOutItem(item: Expression, around: Surroundings): string {
  const { before, after, indentation, room } = around;
  if (
    typeof item === 'string' ||
    item.links.length < 3 ||
    fits(before + flat(item) + after, room)
  ) {
    return layOut(item, around);
  }
  const lines = item.links.map((link) =>
    layOut({ links: [link] }, { before, after: '', indentation, room }),
  );
  return lines.join('\n') + after;
}

function lastLine(text: string): string {
  return text.slice(text.lastIndexOf('\n') + 1);
}

function fits(line: string, room: number): boolean {
  return line.length <= room;
}

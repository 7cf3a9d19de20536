import { LONGEST_LINE } from './add-item';

/** An expression that is to be written: a text on one line, or brackets that can be opened over lines. */
export type Expression = string | Bracketed;

interface Bracketed {
  /** Up to the bracket: `Length(`, `validators=[`. */
  readonly open: string;
  readonly items: readonly Expression[];
  readonly close: string;
}

const INDENT = '    ';

export function call(name: string, ...items: readonly Expression[]): Bracketed {
  return { open: `${name}(`, items, close: ')' };
}

export function list(...items: readonly Expression[]): Bracketed {
  return { open: '[', items, close: ']' };
}

/** `Mapped[int]` */
export function subscript(name: string, ...items: readonly Expression[]): Bracketed {
  return { open: `${name}[`, items, close: ']' };
}

export function keyword(name: string, value: Expression): Expression {
  return typeof value === 'string'
    ? `${name}=${value}`
    : { ...value, open: `${name}=${value.open}` };
}

/** A text, quoted as ruff does: with the quotes that need fewer escapes. */
export function text(value: string): string {
  const escaped = JSON.stringify(value).slice(1, -1);
  return value.includes('"') && !value.includes("'")
    ? `'${escaped.replaceAll('\\"', '"')}'`
    : `"${escaped}"`;
}

/**
 * An assignment as ruff would format it.
 *
 * @param indentation What the place is indented with: the lines behind the first are, too, but not the first.
 */
export function assignment(
  target: string,
  value: Expression,
  { annotation, indentation = '' }: { annotation?: Expression; indentation?: string } = {},
): string {
  const head = annotation === undefined ? target : `${target}: ${flat(annotation)}`;
  const fits = (line: string): boolean => indentation.length + line.length <= LONGEST_LINE;
  const isText = typeof value === 'string';
  if (fits(`${head} = ${flat(value)}`) || (!isText && fits(`${head} = ${value.open}`))) {
    return `${head} = ${written(value, indentation, head.length + 3)}`;
  }
  const inner = indentation + INDENT;
  if (fits(`${head} = (`) && (!isText || inner.length + value.length <= LONGEST_LINE)) {
    return `${head} = (\n${inner}${written(value, inner)}\n${indentation})`;
  }
  if (annotation === undefined || typeof annotation === 'string') {
    return `${head} = ${written(value, indentation, LONGEST_LINE)}`;
  }
  const opened = written(annotation, indentation, LONGEST_LINE);
  return `${target}: ${opened} = ${written(value, indentation, annotation.close.length + 3)}`;
}

/**
 * @param before How much stands before it on its line, without the indentation.
 * @param after How much follows it.
 */
function written(expression: Expression, indentation: string, before = 0, after = 0): string {
  const line = flat(expression);
  const isShort = indentation.length + before + line.length + after <= LONGEST_LINE;
  if (typeof expression === 'string' || expression.items.length === 0 || isShort) {
    return line;
  }
  const { open, items, close } = expression;
  const inner = indentation + INDENT;
  const within = items.map(flat).join(', ');
  const lines =
    inner.length + within.length <= LONGEST_LINE
      ? [within]
      : items.map((item) => `${written(item, inner, 0, 1)},`);
  return [open, ...lines.map((each) => inner + each), indentation + close].join('\n');
}

function flat(expression: Expression): string {
  return typeof expression === 'string'
    ? expression
    : expression.open + expression.items.map(flat).join(', ') + expression.close;
}

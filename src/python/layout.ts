import { LONGEST_LINE } from './add-item';

/** One level. What a file has instead comes in with `fit`. */
const INDENT = 4;

/** A name, a literal, a keyword argument: what stays on one line; or a call. */
export type Expression = string | CallExpression;

/** `db.select(Post).order_by(Post.id.desc())` has two links. */
export interface CallExpression {
  readonly links: readonly [CallLink, ...CallLink[]];
}

interface CallLink {
  /** `db.select`, `.order_by` */
  readonly callee: string;
  readonly args: readonly Expression[];
}

/** What stands before and behind an expression, on its lines. */
interface Around {
  /** What the first line starts with, indentation and all. */
  readonly before: string;
  /** What the last line ends with. */
  readonly after: string;
  /** How far the expression's line is indented. */
  readonly indentation: number;
}

/** `render_template("posts/index.html", posts=posts)` */
export function call(callee: string, ...args: readonly Expression[]): CallExpression {
  return { links: [{ callee, args }] };
}

/** A call of a method of what another call returns. */
export function callOn(
  { links }: CallExpression,
  method: string,
  ...args: readonly Expression[]
): CallExpression {
  return { links: [...links, { callee: `.${method}`, args }] };
}

/** A literal of text that has neither quotes nor escapes. */
export function string(text: string): string {
  return `"${text}"`;
}

/**
 * A statement on as many lines as ruff's formatter gives it.
 *
 * @param before What comes before the expression: `return `, `post = `, `@`.
 * @param after What comes behind it: `:`, `, 422`.
 * @param indentation Of the place that it is for; the lines come back without it.
 */
export function statement(
  before: string,
  expression: Expression,
  after: string,
  indentation: number,
): string {
  const start = ' '.repeat(indentation) + before;
  return layOutValue(expression, { before: start, after, indentation })
    .split('\n')
    .map((line) => line.slice(indentation))
    .join('\n');
}

/** `def show(self, post_id: int) -> str:`, on as many lines as ruff's formatter gives it. */
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
  const fits = indentation + inner.length <= LONGEST_LINE && parameters.length > 1;
  const lines = fits ? inner : parameters.map((parameter) => `    ${parameter},`).join('\n');
  return `def ${name}(\n${lines}\n) -> ${type}:`;
}

/** The value of an assignment or a `return` gets brackets where only those make it fit. */
function layOutValue(expression: Expression, around: Around): string {
  const { before, after, indentation } = around;
  const blanks = ' '.repeat(indentation);
  const inner = {
    before: blanks + ' '.repeat(INDENT),
    after: '',
    indentation: indentation + INDENT,
  };
  const value = layOut(expression, inner);
  const takesBrackets = /(= |return )$/.test(before) && after === '' && fits(`${before}(`);
  return takesBrackets && !starts(expression, before) && value.split('\n').every(fits)
    ? `${before}(\n${value}\n${blanks})`
    : layOut(expression, around);
}

/** Whether the line holds the expression up to its first break. */
function starts(expression: Expression, before: string): boolean {
  const text = typeof expression === 'string' ? expression : upToBracket(expression.links, '');
  return fits(before + text);
}

function layOut(expression: Expression, { before, after, indentation }: Around): string {
  if (typeof expression === 'string') {
    return before + expression + after;
  }
  const { links } = expression;
  const end = `\n${' '.repeat(indentation)})`;
  return (
    links.reduce((text, link, index) => {
      const line = lastLine(text) + flatLink(link) + upToBracket(links.slice(index + 1), after);
      return link.args.length === 0 || fits(line)
        ? text + flatLink(link)
        : `${text}${link.callee}(\n${argumentLines(link.args, indentation + INDENT)}${end}`;
    }, before) + after
  );
}

/** What follows on the line whatever is broken behind it. */
function upToBracket([link, ...others]: readonly CallLink[], after: string): string {
  if (link === undefined) {
    return after;
  }
  return link.args.length > 0 ? `${link.callee}(` : flatLink(link) + upToBracket(others, after);
}

function argumentLines(args: readonly Expression[], indentation: number): string {
  const blanks = ' '.repeat(indentation);
  const line = blanks + args.map(flat).join(', ');
  const [only, ...others] = args;
  if (fits(line)) {
    return line;
  }
  if (only !== undefined && others.length === 0) {
    return layOut(only, { before: blanks, after: '', indentation });
  }
  return args.map((arg) => layOut(arg, { before: blanks, after: ',', indentation })).join('\n');
}

function lastLine(text: string): string {
  return text.slice(text.lastIndexOf('\n') + 1);
}

function flat(expression: Expression): string {
  return typeof expression === 'string' ? expression : expression.links.map(flatLink).join('');
}

function flatLink({ callee, args }: CallLink): string {
  return `${callee}(${args.map(flat).join(', ')})`;
}

function fits(line: string): boolean {
  return line.length <= LONGEST_LINE;
}

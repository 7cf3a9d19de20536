/** An expression that is to be written: what stays on one line, or brackets that can be opened over lines. */
export type Expression = string | Chain;

/** An expression with brackets. `db.select(Post).order_by(Post.id.desc())` has two links. */
export interface Chain {
  readonly links: readonly [ChainLink, ...ChainLink[]];
}

/** A part of a chain: a pair of brackets, its contents and the code before it. */
export interface ChainLink {
  /** The code up to and including the bracket: `db.select(`, `.order_by(`, `validators=[`. */
  readonly open: string;
  readonly items: readonly Expression[];
  readonly close: string;
}

/** `render_template("posts/index.html", posts=posts)` */
export function call(name: string, ...items: readonly Expression[]): Chain {
  return { links: [{ open: `${name}(`, items, close: ')' }] };
}

/** `key=value` */
export function keyword(name: string, value: Expression): Expression {
  if (typeof value === 'string') {
    return `${name}=${value}`;
  }
  const [first, ...others] = value.links;
  return { links: [{ ...first, open: `${name}=${first.open}` }, ...others] };
}

/** A string literal in ruff's format: with the quotes that need fewer escapes. */
export function text(value: string): string {
  const escaped = JSON.stringify(value).slice(1, -1);
  return value.includes('"') && !value.includes("'")
    ? `'${escaped.replaceAll('\\"', '"')}'`
    : `"${escaped}"`;
}

/** A `Decimal` in ruff's format: `Decimal(5)`, `Decimal("9.50")`. */
export function decimal(value: string): string {
  return `Decimal(${/^-?\d+$/.test(value) ? value : text(value)})`;
}

/** The expression on one line. */
export function flat(expression: Expression): string {
  return typeof expression === 'string' ? expression : expression.links.map(flatLink).join('');
}

/** A link on one line: `.order_by(Post.id)`. */
export function flatLink({ open, items, close }: ChainLink): string {
  return open + items.map(flat).join(', ') + close;
}

import type { Node } from './node';

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
  /** Whether it holds one thing that takes no comma: `[post.id for post in posts]`. */
  readonly isWhole?: boolean;
}

/** `render_template("posts/index.html", posts=posts)` */
export function call(name: string, ...items: readonly Expression[]): Chain {
  return { links: [{ open: `${name}(`, items, close: ')' }] };
}

/** `key=value` */
export function keyword(name: string, value: Expression): Expression {
  return behind(`${name}=`, value);
}

/** An expression with code before it. */
function behind(code: string, expression: Expression): Expression {
  if (typeof expression === 'string') {
    return code + expression;
  }
  const [first, ...others] = expression.links;
  return { links: [{ ...first, open: code + first.open }, ...others] };
}

/** The expression on one line. */
export function flat(expression: Expression): string {
  return typeof expression === 'string' ? expression : expression.links.map(flatLink).join('');
}

/** A link on one line: `.order_by(Post.id)`. */
export function flatLink({ open, items, close }: ChainLink): string {
  return open + items.map(flat).join(', ') + close;
}

/** Turns a node into an expression that can be laid out over lines. Code without brackets stays on one line. */
export function expressionOf(node: Node): Expression {
  switch (node.type) {
    case 'attribute':
      return attributeOf(node);
    case 'call':
      return callChain(node);
    case 'subscript':
      return bracketed(`${node.child('value')?.text ?? ''}[`, node.childrenFor('subscript'), ']');
    case 'list':
      return bracketed('[', itemsIn(node), ']');
    case 'list_comprehension': {
      const inner = node.text.slice(1, -1);
      return { links: [{ open: '[', items: [inner], close: ']', isWhole: true }] };
    }
    case 'lambda': {
      const body = node.child('body');
      const head = body ? node.text.slice(0, body.startIndex - node.startIndex) : '';
      return body ? behind(head, expressionOf(body)) : node.text;
    }
    case 'dictionary':
      return bracketed('{', itemsIn(node), '}');
    case 'tuple':
      return bracketed('(', itemsIn(node), ')');
    case 'type':
      return node.firstNamedChild ? expressionOf(node.firstNamedChild) : node.text;
    case 'generic_type':
      return bracketed(
        `${node.firstNamedChild?.text ?? ''}[`,
        node.descendants('type_parameter')[0]?.namedChildren ?? [],
        ']',
      );
    case 'keyword_argument': {
      const value = node.child('value');
      return value ? keyword(node.child('name')?.text ?? '', expressionOf(value)) : node.text;
    }
    default:
      return node.text;
  }
}

/** `page.text`, or `client.get("/posts").text`, whose brackets can be opened. */
function attributeOf(node: Node): Expression {
  const object = node.child('object');
  const attribute = `.${node.child('attribute')?.text ?? ''}`;
  return object?.type === 'call'
    ? { links: [...callChain(object).links, { open: attribute, items: [], close: '' }] }
    : node.text;
}

/** A chain such as `db.select(Post).order_by(Post.id)`, with a link for each call. */
function callChain(node: Node): Chain {
  const callee = node.child('function');
  const list = node.child('arguments');
  const items = list ? argumentsIn(list) : [];
  const object = callee?.child('object');
  if (callee?.type !== 'attribute' || object?.type !== 'call') {
    return call(callee?.text ?? '', ...items);
  }
  const method: ChainLink = {
    open: `.${callee.child('attribute')?.text ?? ''}(`,
    items,
    close: ')',
  };
  const { links } = callChain(object);
  return { links: [...links, method] };
}

/** What a call is given. A generator alone has no brackets of its own, and takes no comma. */
function argumentsIn(list: Node): Expression[] {
  return list.type === 'generator_expression'
    ? [list.text.slice(1, -1)]
    : itemsIn(list).map(expressionOf);
}

function bracketed(open: string, items: readonly Node[], close: string): Chain {
  return { links: [{ open, items: items.map(expressionOf), close }] };
}

function itemsIn(node: Node): Node[] {
  return node.namedChildren.filter(({ isExtra }) => !isExtra);
}

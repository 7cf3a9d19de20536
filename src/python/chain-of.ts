// Specs: spec/python/wrap.spec.ts
import { call, type Chain, type ChainLink, type Expression, keyword } from './expression';
import type { Node } from './node';

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
  const items = list ? itemsIn(list).map(expressionOf) : [];
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

function bracketed(open: string, items: readonly Node[], close: string): Chain {
  return { links: [{ open, items: items.map(expressionOf), close }] };
}

function itemsIn(node: Node): Node[] {
  return node.namedChildren.filter(({ isExtra }) => !isExtra);
}

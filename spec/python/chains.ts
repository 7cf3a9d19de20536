import type { Chain, Expression } from '../../src/python/expression';

/** A call of a method on the result of another call. */
export function callOn({ links }: Chain, method: string, ...items: readonly Expression[]): Chain {
  return { links: [...links, { open: `.${method}(`, items, close: ')' }] };
}

/** `["a", "b"]` */
export function list(...items: readonly Expression[]): Chain {
  return { links: [{ open: '[', items, close: ']' }] };
}

/** `Mapped[int]` */
export function subscript(name: string, ...items: readonly Expression[]): Chain {
  return { links: [{ open: `${name}[`, items, close: ']' }] };
}

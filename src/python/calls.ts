// Specs: spec/python/queries.spec.ts
import type { Node } from './node';
import { remembered } from './remembered';

/** `app.register_blueprint(posts_bp, url_prefix="/blog")` */
export interface Call {
  /** `register_blueprint` */
  readonly name: string;
  /** What it is a method of, as written: `app`; undefined for a plain function. */
  readonly receiver: string | undefined;
  readonly positional: readonly Node[];
  readonly keywords: ReadonlyMap<string, Node>;
  readonly node: Node;
}

/** A call taken apart; undefined for another node, and for a call of something that has no name. */
export const callOf = remembered((node: Node): Call | undefined => {
  const callee = node.type === 'call' ? node.child('function') : undefined;
  const attribute = callee?.child('attribute');
  const name = attribute ?? (callee?.type === 'identifier' ? callee : undefined);
  if (name === undefined) {
    return undefined;
  }
  const list = node.child('arguments')?.namedChildren ?? [];
  const all = list.filter(({ isExtra }) => !isExtra);
  return {
    name: name.text,
    receiver: attribute ? callee?.child('object')?.text : undefined,
    positional: all.filter(({ type }) => type !== 'keyword_argument'),
    keywords: new Map(
      all.flatMap((argument): [string, Node][] => {
        const keyword = argument.type === 'keyword_argument' && argument.child('name');
        const value = argument.child('value');
        return keyword && value ? [[keyword.text, value]] : [];
      }),
    ),
    node,
  };
});

/** The argument that a call gives by its name or by its position. */
export function argumentOf(
  { keywords, positional }: Call,
  name: string,
  position = Infinity,
): Node | undefined {
  return keywords.get(name) ?? positional[position];
}

/** All calls of this name in a node, whoever has the method. */
export function callsOf(within: Node, name: string): Call[] {
  return within.text.includes(name)
    ? within.descendants('call').flatMap((node) => {
        const call = callOf(node);
        return call?.name === name ? call : [];
      })
    : [];
}

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
  const callee = node.type === 'call' ? node.child('function') : null;
  const attribute = callee?.child('attribute');
  const name = attribute ?? callee;
  if (!name || name.type !== 'identifier') {
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

/** All calls of this name in a node, whoever has the method. */
export function callsOf(within: Node, name: string): Call[] {
  return callsWith(within, patternOf(name)).flatMap((node) => {
    const call = callOf(node);
    return call?.name === name ? call : [];
  });
}

/**
 * All calls in a node in whose text this stands. The text is searched for them: of a thousand calls, few are looked at.
 *
 * @param pattern With the flag `g`.
 */
export function callsWith(within: Node, pattern: RegExp): Node[] {
  const places = [...within.text.matchAll(pattern)].map(({ index }) => within.startIndex + index);
  return [...new Set(places.flatMap((place) => within.descendantsAt(place, 'call')))];
}

/** Matches each place where one of these texts stands. */
export function patternOf(...texts: readonly string[]): RegExp {
  return new RegExp(texts.map((text) => text.replace(/\W/g, '\\$&')).join('|') || '(?!)', 'g');
}

// Specs: spec/change-field/index.spec.ts
import { type Node, stringValue } from '../python/node';
import { type Call, callOf } from '../python/queries';

export interface ValuesClass {
  readonly name: string;
  readonly memberFor: (value: string) => string;
}

/** What a length by its name says, which the arguments of a wanted type say by their place. */
const SIZES = /^(length|precision|scale)$/;

/** `String(80)`; undefined if the annotation implies it. */
export function typeIn({ keywords, positional }: Call): Node | undefined {
  const placed = positional.find(
    (each) => stringValue(each) === undefined && callOf(each)?.name !== 'ForeignKey',
  );
  return placed ?? keywords.get('type_');
}

/**
 * A wanted type with what a person wrote in their own one of the same name: `String(200, collation="C")`.
 *
 * @param enumClass What stays in place of the texts of an enum.
 */
export function typeLike(
  own: Node | undefined,
  wanted: Node,
  enumClass: ValuesClass | undefined,
): string {
  const [was, is] = [own && callOf(own), callOf(wanted)];
  if (is === undefined) {
    return wanted.text;
  }
  const values = enumClass === undefined ? is.positional.map(({ text }) => text) : [enumClass.name];
  const kept = [...(was?.name === is.name ? was.keywords : [])].filter(
    ([name]) => !SIZES.test(name) && !is.keywords.has(name),
  );
  const keywords = [...kept, ...is.keywords].map(([name, { text }]) => `${name}=${text}`);
  return `${is.node.child('function')?.text ?? is.name}(${[...values, ...keywords].join(', ')})`;
}

/** A wanted default: `Status.LIVE` in place of its text. */
export function valueLike(wanted: Node, enumClass: ValuesClass | undefined): string {
  const value = stringValue(wanted);
  return enumClass === undefined || value === undefined
    ? wanted.text
    : `${enumClass.name}.${enumClass.memberFor(value)}`;
}

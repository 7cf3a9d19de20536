// Specs: spec/rules/guard.spec.ts
import type { Definition } from './definitions';
import { indentationAt, lineEnd } from './lines';
import type { Node } from './node';
import type { Insertion, PythonSource } from './source';

/**
 * Decorates a function.
 *
 * @param below The decorator of the function that the new one follows; undefined to put it first.
 */
export function decorator(
  { style: { newline }, text }: PythonSource,
  { statement }: Definition,
  below: Node | undefined,
  name: string,
): Insertion {
  const indentation = indentationAt(text, statement.startIndex);
  return below
    ? { position: lineEnd(text, below.endIndex), text: `${newline}${indentation}@${name}` }
    : { position: statement.startIndex, text: `@${name}${newline}${indentation}` };
}

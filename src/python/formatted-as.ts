import { indentationAt } from './lines';
import { meaningOf } from './same-code';
import type { PythonSource } from './source';
import { unitsOf } from './statements';

/** A statement, or the part of one that is before its block. */
interface Unit {
  readonly start: number;
  readonly end: number;
  /** The same for all units that differ only in their layout, at one indentation. */
  readonly key: string;
}

/** The text of a file, with each statement laid out as in another version of the file that has the same one. */
export function formattedAs(source: PythonSource, model: PythonSource): string {
  const layouts = new Map(
    unitsIn(model).map(({ end, key, start }) => [key, model.text.slice(start, end)]),
  );
  let text = '';
  let place = 0;
  for (const { end, key, start } of unitsIn(source)) {
    text += source.text.slice(place, start) + (layouts.get(key) ?? source.text.slice(start, end));
    place = end;
  }
  return text + source.text.slice(place);
}

function unitsIn({ root, text }: PythonSource): Unit[] {
  return unitsOf(root).flatMap((nodes) => {
    const [first, last] = [nodes[0], nodes.at(-1)];
    return first && last
      ? {
          start: first.startIndex,
          end: last.endIndex,
          key: indentationAt(text, first.startIndex) + meaningOf(...nodes),
        }
      : [];
  });
}

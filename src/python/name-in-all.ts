import type { Node } from './node';
import { itemAt, sequenceOf } from './sequence';
import { assignmentsIn } from './assignments';
import { callsOf } from './calls';
import { orderOf, placeIn } from './order';
import type { Insertion, PythonSource } from './source';
import { stringValue } from './string-value';

/**
 * The insertions that add a name to the last list or tuple in `__all__`. None for a file without `__all__`, or with the
 * name in it.
 */
export function nameInAll(source: PythonSource, name: string): Insertion[] {
  const lists = listsOfAll(source).map(sequenceOf);
  const exported = lists.map(({ items }) => items.map(stringValue));
  const list = lists.at(-1);
  if (list === undefined || exported.flat().includes(name)) {
    return [];
  }
  const names = exported.at(-1)?.map((each) => each ?? '') ?? [];
  const { quote } = source.style;
  const index = placeIn(names, name, orderOf(names));
  return itemAt(source, list, index, quote + name + quote);
}

/** The literals of `__all__ = […]`, `__all__ += […]`, `__all__ = […] + other`, `__all__.extend([…])`. */
export function listsOfAll(source: PythonSource): Node[] {
  const assigned = assignmentsIn(source.root)
    .filter(({ target }) => target === '__all__')
    .flatMap(({ value }) => value ?? []);
  const extended = callsOf(source.root, 'extend')
    .filter(({ receiver }) => receiver === '__all__')
    .flatMap(({ positional }) => positional);
  return [...assigned, ...extended]
    .sort((one, other) => one.startIndex - other.startIndex)
    .flatMap((value) => value.descendants('list', 'tuple', 'expression_list'));
}

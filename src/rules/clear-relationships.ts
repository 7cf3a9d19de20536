// Specs: spec/add-field/index.spec.ts
import { isRelationship } from '../project/column-style';
import { argumentOf, assignmentsIn, callOf, findClass, hasMember } from '../python/queries';
import { fit } from '../python/statement-insertion';
import type { Node } from '../python/node';
import { itemAt, sequenceOf } from '../python/sequence';
import type { Insertion, PythonSource } from '../python/source';
import type { Link } from '../view/model-fields';

/** The arguments that name the key of a relationship. */
const KEYS = ['foreign_keys', 'primaryjoin', 'secondary'];

/**
 * Names the key of each relationship between two models. This run adds another key between them, and SQLAlchemy could not
 * tell which one is meant.
 *
 * @param className The class with the relationships.
 * @param other The class that they lead to.
 * @param links The keys that relate them so far.
 */
export function withClearRelationships(
  source: PythonSource,
  className: string,
  other: string,
  links: readonly Link[],
): PythonSource {
  const owner = findClass(source, className);
  const [link, second] = links;
  // With several keys, each relationship names its own already.
  if (owner === undefined || link === undefined || second !== undefined) {
    return source;
  }
  const { column, holder } = link;
  const isHere = holder === className && hasMember(owner, column);
  const keys = isHere ? `[${column}]` : `"${holder}.${column}"`;
  const argument = fit(source, `foreign_keys=${keys}`, '');
  const insertions = assignmentsIn(owner.node).flatMap(({ annotation, value }) =>
    value && isRelationship(value) && leadsTo(other, annotation, value)
      ? keyIn(source, value, argument)
      : [],
  );
  return source.insert(...insertions);
}

function leadsTo(className: string, annotation: Node | undefined, value: Node): boolean {
  const call = callOf(value);
  const target = annotation ?? (call && argumentOf(call, 'argument', 0));
  return new RegExp(`\\b${className}\\b`).test(target?.text ?? '');
}

function keyIn(source: PythonSource, value: Node, argument: string): Insertion[] {
  const call = callOf(value);
  const list = value.child('arguments');
  if (!call || !list || KEYS.some((key) => call.keywords.has(key))) {
    return [];
  }
  const sequence = sequenceOf(list);
  return sequence.open && sequence.items.length === 0
    ? [{ position: sequence.open.endIndex, text: argument }]
    : itemAt(source, sequence, sequence.items.length, argument);
}

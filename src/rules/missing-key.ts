import type { Edit } from '../edit';
import type { ModelNames } from '../naming/class-names';
import { enumeration } from '../naming/spelling';
import type { ClassPlace } from '../project/class-place';
import { prefixIn, relationshipsTo, styleOf } from '../project/column-style';
import type { Column } from '../project/column-type';
import { tableOf } from '../project/models';
import { findClass, hasMember } from '../python/queries';
import { text } from '../python/expression';
import { pieceOf } from '../python/generated';
import { BODY } from '../python/lines';
import { indented } from '../python/layout';
import type { Belonging } from '../view/belonging';
import type { ModelState } from '../view/model-state';
import type { Templates } from '../templates/templates';
import type { View } from '../view/view';
import { type Note, warning } from './outcome';
import { relationshipLines } from './relationship';

/**
 * Gives the lines to add to a model without the foreign key to the parent in its URL, if this run requests the model or
 * makes code that works without the key.
 */
export function adviseMissingKey(
  { models, names, templates, wants }: View,
  edits: readonly Edit[],
): Note[] {
  const isAsked = wants.model || (wants.controller && edits.length > 0);
  return names.model && isAsked
    ? models.flatMap((child, index) => {
        const parent = models[index - 1];
        const advice = parent && adviceFor(child, parent, templates);
        return advice === undefined ? [] : [warning(advice)];
      })
    : [];
}

/** Undefined if the model has the key, or if one of the two models is missing. */
function adviceFor(
  { belonging, columns, names: child, place }: ModelState,
  { columns: back, names: parent, place: above }: ModelState,
  templates: Templates,
): string | undefined {
  if (!belonging || !place || !above || columns.some(({ name }) => name === parent.id)) {
    return undefined;
  }
  if (belonging.parentKey.length > 1) {
    return adviceForSeveral(place, belonging, columns, templates);
  }
  const start = `The model ${child.className} has no ${parent.id}, so its pages show the records of every ${parent.phrase}. `;
  const same = columns.filter((column) => refersTo(column, parent, above));
  const [other] = [
    ...same.map(({ name }) => `${child.className}.${name}`),
    ...back
      .filter((column) => refersTo(column, child, place))
      .map(({ name }) => `${parent.className}.${name}`),
  ];
  const names = same.map(({ name }) => name).join(' or ');
  return [
    `${start}${names === '' ? 'Add' : `Rename ${names}, if it means the same. Otherwise add`} to`,
    other === undefined
      ? bothSides(place, belonging, templates)
      : linesBeside(place, belonging, other, templates),
  ].join(' ');
}

/** The lines to add for a parent with a composite key; undefined if the model has them. */
function adviceForSeveral(
  { definition, source }: ClassPlace,
  { child, parent, parentKey, table }: Belonging,
  columns: readonly Column[],
  templates: Templates,
): string | undefined {
  const own = parentKey.map(({ name }) => `${parent.name}_${name}`);
  if (own.every((name) => columns.some((column) => column.name === name))) {
    return undefined;
  }
  const others = parentKey.map(({ name, storedAs = name }) => text(`${table}.${storedAs}`));
  const generated = templates.module('models/composite_key.py', source.path, {
    child,
    columns: own.map(text).join(', '),
    keys: others.join(', '),
    prefix: prefixIn(styleOf(source, definition.node)),
  });
  const body = findClass(generated, child.className)?.body ?? generated.root;
  return (
    `The key of ${parent.className} is ${enumeration(parentKey.map(({ name }) => name))} together. ` +
    `${child.className} lacks these columns, so its pages show the records of every ${parent.phrase}. ` +
    `Add the columns ${enumeration(own)} to ${child.className} in ${source.path}, and:\n${indented(pieceOf(generated, body, BODY).code)}`
  );
}

function refersTo(
  { references }: Column,
  { className, table }: ModelNames,
  { definition }: ClassPlace,
): boolean {
  const owner = references?.split('.').at(-2);
  return owner === (tableOf(definition) ?? table) || owner === className;
}

/** The lines with the key and with the relationships of both models. */
function bothSides(place: ClassPlace, belonging: Belonging, templates: Templates): string {
  const { parent } = belonging;
  const own = linesIn(place, belonging, templates);
  const above = linesIn(belonging.place, belonging, templates);
  return [
    keyAlone(place, belonging, templates),
    indented(own.parent),
    `and to ${parent.className} in ${belonging.place.source.path}:`,
    indented(above.children),
  ].join('\n');
}

function keyAlone(place: ClassPlace, belonging: Belonging, templates: Templates): string {
  const { key } = linesIn(place, belonging, templates);
  return `${belonging.child.className} in ${place.source.path}:\n${indented(key)}`;
}

/** The lines in the style of a class. */
function linesIn({ source, definition }: ClassPlace, belonging: Belonging, templates: Templates) {
  return relationshipLines(belonging, styleOf(source, definition.node), '"', templates);
}

/** The lines for models with another key between them: SQLAlchemy then needs the key of each relationship. */
function linesBeside(
  place: ClassPlace,
  belonging: Belonging,
  other: string,
  templates: Templates,
): string {
  const { child, parent } = belonging;
  const isTaken = (name: string): boolean => hasMember(belonging.place.definition, name);
  const list = [child.records, `${child.name}_list`].find((name) => !isTaken(name));
  const lines =
    list === undefined || hasMember(place.definition, parent.record)
      ? keyAlone(place, belonging, templates)
      : bothSides(place, { ...belonging, list, key: `${child.className}.${parent.id}` }, templates);
  const namesOf = ({ definition }: ClassPlace, { className }: ModelNames): string[] =>
    relationshipsTo(definition.node, className).map(({ target }) => `${definition.name}.${target}`);
  const ambiguous = [...namesOf(place, parent), ...namesOf(belonging.place, child)].join(' and ');
  return ambiguous === '' ? lines : `${lines}\nand foreign_keys="${other}" to ${ambiguous}.`;
}

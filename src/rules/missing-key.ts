import type { Edit } from '../edit';
import type { ModelNames } from '../naming/class-names';
import { resourceOf } from '../naming/view-names';
import { enumeration } from '../naming/spelling';
import type { ClassPlace } from '../project/class-place';
import type { Column } from '../project/column-type';
import { tableOf } from '../project/models';
import type { ModelState } from '../view/model-state';
import type { View } from '../view/view';
import { type Note, warningIf } from './outcome';

/**
 * Names the command that adds to a model the key of the parent in its URL, if this run requests the model or makes code that
 * works without the key.
 */
export function adviseMissingKey({ models, names, wants }: View, edits: readonly Edit[]): Note[] {
  const isAsked = wants.model || (wants.controller && edits.length > 0);
  const folders = resourceOf(names).split('.');
  return names.model && isAsked
    ? models.flatMap((child, index) => {
        const resource = folders.slice(0, folders.length - models.length + 1 + index).join('.');
        const parent = models[index - 1];
        const advice = parent && adviceFor(child, parent, resource);
        return warningIf(advice);
      })
    : [];
}

/** Undefined if the model has the key, or if one of the two models is missing. */
function adviceFor(
  { belonging, columns, names: child, place }: ModelState,
  { names: parent, place: above }: ModelState,
  resource: string,
): string | undefined {
  if (!belonging || !place || !above) {
    return undefined;
  }
  const effect = `so its pages show the records of every ${parent.phrase}`;
  const { parentKey } = belonging;
  const keys = parentKey.length > 1 ? parentKey.map(({ name }) => name) : ['id'];
  const missing = keys
    .map((name) => (parentKey.length > 1 ? `${parent.name}_${name}` : parent.id))
    .filter((name) => !columns.some((column) => column.name === name));
  if (missing.length === 0) {
    return undefined;
  }
  if (parentKey.length > 1) {
    return (
      `The key of ${parent.className} is ${enumeration(keys)} together. ${child.className} lacks ${enumeration(missing)}, ${effect}. ` +
      `Add the columns to ${child.className} in ${place.source.path}, with a ForeignKeyConstraint.`
    );
  }
  const [same] = columns.filter((column) => refersTo(column, parent, above));
  const field = parent.record;
  const renamed = same && `${same.name.replace(/_id$/, '')}:${field}`;
  return (
    `The model ${child.className} has no ${parent.id}, ${effect}. ` +
    (renamed === undefined
      ? 'Add it:'
      : `If ${same?.name} means the same, rename it:\n  scaffold rename:field ${resource} ${renamed}\nOtherwise add the key:`) +
    `\n  scaffold add:field ${resource} ${field}:references:${parent.table}:optional:cascade`
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

// Specs: spec/add-field/index.spec.ts
import { isAddable } from '../fields/field-list';
import type { Field } from '../fields/words';
import { pluralOf, singularOf } from '../naming/words';

/** The command that adds fields to a resource, as a person types it. What the rows of a table would lack is optional. */
export function addCommand(resource: string, fields: readonly Field[]): string {
  const name = resource.replace(/[^.]*$/, (folder) => pluralOf(singularOf(folder)));
  const typed = fields.map((field) => (isAddable(field) ? field.typed : `${field.typed}:optional`));
  return ['scaffold add:field', name, ...typed].join(' ');
}

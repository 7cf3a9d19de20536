// Specs: spec/acceptance/add-field-command.spec.ts
import type { AddFieldOptions } from '../../add-field/options';
import { checkAddable } from '../../fields/addable';
import { parseFields } from '../../fields/field-list';
import { segmentsOf } from '../../naming/segments';
import { grow, type GrowthFlags } from '../grow';
import type { Invocation } from '../invocation';

/** The flags of `scaffold add:field`. */
export type AddFieldFlags = Omit<AddFieldOptions, 'fields' | 'name' | 'projectPath'> & GrowthFlags;

/** Runs `scaffold add:field`: it checks the words, plans all changes in memory, and writes them at once. */
export async function runAddField(
  name: string,
  fields: readonly string[],
  flags: AddFieldFlags,
  invocation: Invocation,
): Promise<void> {
  // The schematic checks the words too, but only after it has waited for other runs.
  segmentsOf(name, 'resource');
  checkAddable(parseFields(fields), name);
  await grow({ schematic: 'add-field', options: { ...flags, name, fields } }, invocation);
}

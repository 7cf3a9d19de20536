// Specs: spec/acceptance/make-model-command.spec.ts
import { parseFields } from '../../fields/field-list';
import type { MakeModelOptions } from '../../make-model/options';
import { modelView } from '../../naming/model-view';
import { grow, type GrowthFlags } from '../grow';
import type { Invocation } from '../invocation';

/** The flags of `scaffold make:model`. */
export type MakeModelFlags = Omit<MakeModelOptions, 'fields' | 'name' | 'projectPath'> &
  GrowthFlags;

/** Runs `scaffold make:model`: it checks the words, plans the model in memory, and writes it at once. */
export async function runMakeModel(
  name: string,
  fields: readonly string[],
  flags: MakeModelFlags,
  invocation: Invocation,
): Promise<void> {
  const options = { ...flags, name, fields };
  // The schematic checks the words too, but only after it has waited for other runs.
  modelView(options);
  parseFields(fields);
  await grow({ schematic: 'make-model', options }, invocation);
}

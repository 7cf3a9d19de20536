// Specs: spec/acceptance/make-resource.spec.ts
import { parseFields } from '../../fields/field-list';
import { DEFAULT_LAYOUT } from '../../layout';
import type { MakeResourceOptions } from '../../make-resource/options';
import { guardNamed } from '../../naming/guards';
import { resourceNames } from '../../naming/resource-names';
import { grow, type GrowthFlags } from '../grow';
import type { Invocation } from '../invocation';

/** The flags of `scaffold make:resource`. */
export type MakeResourceFlags = Omit<MakeResourceOptions, 'fields' | 'name' | 'projectPath'> &
  GrowthFlags;

/** Runs `scaffold make:resource`: it checks the words, plans the resource in memory, and writes it at once. */
export async function runMakeResource(
  name: string,
  fields: readonly string[],
  flags: MakeResourceFlags,
  invocation: Invocation,
): Promise<void> {
  const options = { ...flags, name, fields };
  // The schematic checks the words too, but only after it has waited for other runs.
  parseFields(fields);
  if (flags.guard !== undefined) {
    guardNamed(flags.guard);
  }
  resourceNames(options, new Set(), 'int', DEFAULT_LAYOUT);
  await grow({ schematic: 'make-resource', options }, invocation);
}

// Specs: spec/acceptance/make-resource.spec.ts
import { parseFields } from '../../fields/field-list';
import { DEFAULT_LAYOUT } from '../../layout';
import type { MakeResourceOptions } from '../../make-resource/options';
import { guardNamed } from '../../naming/guards';
import { resourceNames } from '../../naming/resource-names';
import { applicationRoot } from '../project-root';
import { grow, type GrowthFlags } from '../grow';
import type { Terminal } from '../terminal';

/** The flags of `scaffold make:resource`. */
export type MakeResourceFlags = Omit<MakeResourceOptions, 'fields' | 'name' | 'projectPath'> &
  GrowthFlags;

/**
 * Runs `scaffold make:resource`: it checks the words, plans the resource in memory, and writes it at once.
 *
 * @param words All that was typed after `scaffold`, flags included.
 */
export async function runMakeResource(
  name: string,
  fields: readonly string[],
  { migrate = false, dryRun = false, verbose, ...flags }: MakeResourceFlags,
  words: readonly string[],
  terminal: Terminal,
  signal: AbortSignal,
): Promise<void> {
  const options = { ...flags, name, fields };
  // The schematic checks the words too, but only after it has waited for other runs.
  parseFields(fields);
  if (flags.guard !== undefined) {
    guardNamed(flags.guard);
  }
  resourceNames(options, new Set(), 'int', DEFAULT_LAYOUT);
  const growth = { schematic: 'make-resource', options };
  const request = { growth, root: applicationRoot(process.cwd()), migrate, words };
  await grow(request, dryRun, terminal, signal);
}

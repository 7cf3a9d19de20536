// Specs: spec/acceptance/add-field-command.spec.ts
import type { AddFieldOptions } from '../../add-field/options';
import { checkAddable } from '../../fields/addable';
import { parseFields } from '../../fields/field-list';
import { segmentsOf } from '../../naming/segments';
import { applicationRoot } from '../project-root';
import { grow, type GrowthFlags } from '../grow';
import type { Terminal } from '../terminal';

/** The flags of `scaffold add:field`. */
export type AddFieldFlags = Omit<AddFieldOptions, 'fields' | 'name' | 'projectPath'> & GrowthFlags;

/**
 * Runs `scaffold add:field`: it checks the words, plans all changes in memory, and writes them at once.
 *
 * @param words All that was typed after `scaffold`, flags included.
 */
export async function runAddField(
  name: string,
  fields: readonly string[],
  { migrate = false, dryRun = false, verbose, ...flags }: AddFieldFlags,
  words: readonly string[],
  terminal: Terminal,
  signal: AbortSignal,
): Promise<void> {
  // The schematic checks the words too, but only after it has waited for other runs.
  segmentsOf(name, 'resource');
  checkAddable(parseFields(fields), name);
  const growth = { schematic: 'add-field', options: { ...flags, name, fields } };
  const request = { growth, root: applicationRoot(process.cwd()), migrate, words };
  await grow(request, dryRun, terminal, signal);
}

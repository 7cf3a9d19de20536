// Specs: spec/acceptance/make-model-command.spec.ts
import { parseFields } from '../../fields/field-list';
import type { MakeModelOptions } from '../../make-model/options';
import { modelView } from '../../naming/model-view';
import { applicationRoot } from '../project-root';
import { grow, type GrowthFlags } from '../grow';
import type { Terminal } from '../terminal';

/** The flags of `scaffold make:model`. */
export type MakeModelFlags = Omit<MakeModelOptions, 'fields' | 'name' | 'projectPath'> &
  GrowthFlags;

/**
 * Runs `scaffold make:model`: it checks the words, plans the model in memory, and writes it at once.
 *
 * @param words All that was typed after `scaffold`, flags included.
 */
export async function runMakeModel(
  name: string,
  fields: readonly string[],
  { migrate = false, dryRun = false, verbose, ...flags }: MakeModelFlags,
  words: readonly string[],
  terminal: Terminal,
  signal: AbortSignal,
): Promise<void> {
  const options = { ...flags, name, fields };
  // The schematic checks the words too, but only after it has waited for other runs.
  modelView(options);
  parseFields(fields);
  const growth = { schematic: 'make-model', options };
  const request = { growth, root: applicationRoot(process.cwd()), migrate, words };
  await grow(request, dryRun, terminal, signal);
}

// Specs: spec/acceptance/make-view-command.spec.ts
import { applicationRoot } from '../project-root';
import { grow, type GrowthFlags } from '../grow';
import { requestedViews, type ViewFlags } from '../requested-views';
import type { Terminal } from '../terminal';

/** The flags of `scaffold make:view`. */
export type MakeViewFlags = ViewFlags & GrowthFlags;

/**
 * Runs `scaffold make:view`: it checks the words, plans all views in memory, and writes them at once.
 *
 * @param words All that was typed after `scaffold`, flags included.
 */
export async function runMakeView(
  names: readonly string[],
  { migrate = false, dryRun = false, verbose, ...flags }: MakeViewFlags,
  words: readonly string[],
  terminal: Terminal,
  signal: AbortSignal,
): Promise<void> {
  const views = requestedViews(names, flags, words);
  const growth = { schematic: 'make-view', options: { views } };
  const request = { growth, root: applicationRoot(process.cwd()), migrate, words };
  await grow(request, dryRun, terminal, signal);
}

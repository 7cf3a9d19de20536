// Specs: spec/acceptance/make-view-command.spec.ts
import { grow, type GrowthFlags } from '../grow';
import type { Invocation } from '../invocation';
import { requestedViews, type ViewFlags } from '../requested-views';

/** The flags of `scaffold make:view`. */
export type MakeViewFlags = ViewFlags & GrowthFlags;

/** Runs `scaffold make:view`: it checks the words, plans all views in memory, and writes them at once. */
export async function runMakeView(
  names: readonly string[],
  { migrate, dryRun, verbose, ...flags }: MakeViewFlags,
  invocation: Invocation,
): Promise<void> {
  const views = requestedViews(names, flags, invocation.words);
  await grow({ schematic: 'make-view', options: { views, migrate, dryRun } }, invocation);
}

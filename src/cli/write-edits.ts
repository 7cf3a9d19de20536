// Specs: spec/acceptance/eject-command.spec.ts
import type { PlannedEdit } from './commit/planned-edit';
import { applyEdits, withProject } from './commit/project';
import { holderOf, type Invocation } from './invocation';
import { NOTHING_WRITTEN, reportEdits, reportPlan } from './report';

/** Writes edits that need no schematic, as the only run; in a dry run, prints them. */
export async function writeEdits(
  root: string,
  plan: () => Promise<PlannedEdit[]>,
  dryRun: boolean,
  invocation: Invocation,
): Promise<void> {
  const { terminal, words } = invocation;
  if (dryRun) {
    await reportPlan(await plan(), terminal);
    terminal.print(NOTHING_WRITTEN);
    return;
  }
  const holder = holderOf(invocation);
  await withProject(root, holder, async () => {
    const edits = await plan();
    reportEdits(applyEdits(root, edits, holder, words), terminal);
    if (edits.length === 0) {
      terminal.print('No file has changed.');
    }
  });
}

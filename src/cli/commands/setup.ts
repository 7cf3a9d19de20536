// Specs: spec/acceptance/bad-days.spec.ts
import { setUp } from '../../setup/set-up';
import { withProject } from '../commit/project';
import { holderOf, type Invocation } from '../invocation';
import { withProgress } from '../progress';
import { projectRoot } from '../project-root';

/** The flags of `scaffold setup`. */
export interface SetUpFlags {
  /** Python for the virtual environment: a path or a command. */
  python?: string;
}

/** Runs `scaffold setup`. */
export async function runSetUp({ python }: SetUpFlags, invocation: Invocation): Promise<void> {
  const root = projectRoot(process.cwd());
  await withProject(root, holderOf(invocation), () =>
    withProgress(invocation.terminal, (logger) => setUp({ root, python }, logger)),
  );
}

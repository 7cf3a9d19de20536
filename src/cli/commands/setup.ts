// Specs: spec/acceptance/bad-days.spec.ts
import { projectRoot } from '../project-root';
import { setUp } from '../../setup/set-up';
import { withProject } from '../commit/project';
import { withProgress } from '../progress';
import type { Terminal } from '../terminal';

/** The flags of `scaffold setup`. */
export interface SetUpCommandOptions {
  /** Python for the virtual environment: a path or a command. */
  python?: string;
}

/** Runs `scaffold setup`. */
export async function runSetUp(
  { python }: SetUpCommandOptions,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<void> {
  const root = projectRoot(process.cwd());
  const holder = { signal, tell: terminal.warn.bind(terminal) };
  await withProject(root, holder, () =>
    withProgress(terminal, (logger) => setUp({ root, python }, logger)),
  );
}

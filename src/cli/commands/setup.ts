import { projectRoot } from '../../project/root';
import { setUp } from '../../setup/set-up';
import { withProgress } from '../progress';
import type { Terminal } from '../terminal';

export interface SetUpCommandOptions {
  /** Python to make the virtual environment with: a path or a command. */
  python?: string;
}

/** `scaffold setup`. */
export async function runSetUp({ python }: SetUpCommandOptions, terminal: Terminal): Promise<void> {
  const root = projectRoot(process.cwd());
  await withProgress(terminal, (logger) => setUp({ root, python }, logger));
}

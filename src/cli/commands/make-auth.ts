// Specs: spec/acceptance/make-auth-command.spec.ts
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { VENV_PYTHON } from '../../layout';
import type { MakeAuthOptions } from '../../make-auth/options';
import { grow, type GrowthFlags } from '../grow';
import type { Invocation } from '../invocation';
import { withProgress } from '../progress';
import { projectRoot } from '../project-root';
import { withRemedy } from '../with-remedy';

/** The flags of `scaffold make:auth`. */
export type MakeAuthFlags = Omit<MakeAuthOptions, 'projectPath'> & GrowthFlags;

/** Runs `scaffold make:auth`: it plans all files in memory, writes them at once, and installs the new packages. */
export async function runMakeAuth(options: MakeAuthFlags, invocation: Invocation): Promise<void> {
  const root = projectRoot(process.cwd());
  // Without an environment, `scaffold setup` installs them later.
  const hasEnvironment = existsSync(join(root, VENV_PYTHON));
  const install = hasEnvironment ? () => installIn(root, invocation) : undefined;
  await grow({ schematic: 'make-auth', options: { ...options }, install, root }, invocation);
}

async function installIn(root: string, invocation: Invocation): Promise<void> {
  const { setUpPython } = await import('../../setup/python-environment');
  const { signal, terminal } = invocation;
  await withRemedy(
    invocation,
    () => withProgress(terminal, (logger) => setUpPython({ root, logger, signal })),
    () => 'The files are written. Run `scaffold setup`, then migrate the database.',
  );
}

// Specs: spec/acceptance/make-auth-command.spec.ts
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { MakeAuthOptions } from '../../make-auth/options';
import { projectRoot } from '../project-root';
import { messageOf } from '../../setup/step';
import { VENV_PYTHON } from '../../setup/venv';
import { grow, type GrowthFlags } from '../grow';
import { withProgress } from '../progress';
import type { Terminal } from '../terminal';

/** The flags of `scaffold make:auth`. */
export type MakeAuthFlags = Omit<MakeAuthOptions, 'projectPath'> & GrowthFlags;

/**
 * Runs `scaffold make:auth`: it plans all files in memory, writes them at once, and installs the new packages.
 *
 * @param words All that was typed after `scaffold`, flags included.
 */
export async function runMakeAuth(
  { migrate = false, dryRun = false, verbose, ...options }: MakeAuthFlags,
  words: readonly string[],
  terminal: Terminal,
  signal: AbortSignal,
): Promise<void> {
  const root = projectRoot(process.cwd());
  const growth = { schematic: 'make-auth', options };
  // Without an environment, `scaffold setup` installs them later.
  const install = existsSync(join(root, VENV_PYTHON)) ? installIn(root) : undefined;
  await grow({ growth, root, migrate, install, words }, dryRun, terminal, signal);
}

function installIn(root: string) {
  return async (terminal: Terminal, signal: AbortSignal): Promise<void> => {
    const { setUpPython } = await import('../../setup/python-environment');
    try {
      await withProgress(terminal, (logger) => setUpPython({ root, logger, signal }));
    } catch (error) {
      signal.throwIfAborted();
      const advice = 'The files are written. Run `scaffold setup`, then migrate the database.';
      throw new Error(`${messageOf(error)}\n${advice}`, { cause: error });
    }
  };
}

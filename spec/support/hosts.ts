import { join } from 'node:path';
import { type Ended, run } from './run';
import { temporaryFolder } from './temporary-folder';

/** The executable of `schematics` in a workspace. */
export function schematicsIn(workspace: string): string {
  return join(workspace, 'node_modules/.bin/schematics');
}

/** Runs `nx generate` of a workspace, without what would outlive it or ask the network. */
export function generate(
  workspace: string,
  words: readonly string[],
  cwd = workspace,
): Promise<Ended> {
  const env = {
    ...process.env,
    // In CI it writes in colours, whatever it writes to.
    FORCE_COLOR: '0',
    NX_DAEMON: 'false',
    NX_ISOLATE_PLUGINS: 'false',
    NX_NO_CLOUD: 'true',
    // Both would leave files: a copy of its library, and what it makes in passing.
    NX_SKIP_NATIVE_FILE_CACHE: 'true',
    TMPDIR: temporaryFolder(),
  };
  return run(join(workspace, 'node_modules/.bin/nx'), ['generate', ...words], { cwd, env });
}

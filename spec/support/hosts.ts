import { join } from 'node:path';
import { type Ended, run } from './run';
import { temporaryFolder } from './temporary-folder';

/** The executable of `schematics` in a workspace. */
export function schematicsIn(workspace: string): string {
  return join(workspace, 'node_modules/.bin/schematics');
}

/** Runs `nx generate` in a workspace, without its background process and without the network. */
export function generate(
  workspace: string,
  words: readonly string[],
  cwd = workspace,
): Promise<Ended> {
  const env = {
    ...process.env,
    // In CI, Nx prints colours even to a pipe.
    FORCE_COLOR: '0',
    NX_DAEMON: 'false',
    NX_ISOLATE_PLUGINS: 'false',
    NX_NO_CLOUD: 'true',
    // Otherwise Nx leaves files: a copy of its library and its cache.
    NX_SKIP_NATIVE_FILE_CACHE: 'true',
    TMPDIR: temporaryFolder(),
  };
  return run(join(workspace, 'node_modules/.bin/nx'), ['generate', ...words], { cwd, env });
}

import { spawnSync } from 'node:child_process';

/**
 * Runs a program that has to end with a code.
 *
 * @returns What it printed on its standard error.
 */
export function runOrFail(
  program: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
  code = 0,
): string {
  const { status, stderr } = spawnSync(program, args, {
    cwd,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status !== code) {
    throw new Error(`${program} ${args.join(' ')} ended with ${status}:\n${stderr}`);
  }
  return stderr;
}

/** Variables that make Python or Node slower at every start are left out; npm gets the certificates in its own way. */
export function environment(path = process.env['PATH']): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {
    npm_config_cafile: process.env['NODE_EXTRA_CA_CERTS'],
    ...process.env,
  };
  return { ...env, PATH: path, PYTHONDONTWRITEBYTECODE: undefined, NODE_EXTRA_CA_CERTS: undefined };
}

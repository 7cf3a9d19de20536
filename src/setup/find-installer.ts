// Specs: spec/setup/python-environment.spec.ts
import which from 'which';
import { findPython } from '../project/python';
import type { App } from './app';
import type { Installer } from './installer';
import { bundledPip, canInstallElsewhere, hostPip, ownPip } from './pip-installer';
import { uvInstaller } from './uv-installer';

/**
 * The fastest installer of this machine: `uv`, else the environment's pip, else the host's pip, else the pip that comes
 * with Python.
 *
 * @param requested The Python of the command line, whose pip may serve.
 * @param hasPip Whether the environment exists and has pip.
 */
export async function findInstaller(
  app: App,
  requested: string | undefined,
  hasPip: boolean,
): Promise<Installer> {
  const uv = await which('uv', { nothrow: true });
  if (uv) {
    return uvInstaller(app, uv);
  }
  if (hasPip) {
    return ownPip(app);
  }
  const python = findPython(requested);
  return (await canInstallElsewhere(app, python)) ? hostPip(app, python) : bundledPip(app);
}

import which from 'which';
import { findPython } from '../project/python';
import type { App } from './app';
import type { Installer } from './installer';
import { bundledPip, canInstallElsewhere, hostPip, ownPip } from './pip-installer';
import { uvInstaller } from './uv-installer';

/**
 * The fastest installer that is here: `uv`, else the environment's pip, else the host's, else the one that comes with Python.
 *
 * @param requested The Python whose pip may serve, if one was asked for.
 * @param hasPip Whether the environment is there, with a pip of its own.
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

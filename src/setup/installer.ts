import type { App } from './app';
import { runTool } from './run-tool';
import { pythonVariables } from './venv';

/** A way to make a virtual environment and to get packages into it. */
export interface Installer {
  /** Makes `venv/` with a Python, or completes what is left of one. */
  makeEnvironment(python: string): Promise<unknown>;
  /** @param wanted As pip takes it: `-r FILE`, or names. */
  install(wanted: readonly string[]): Promise<unknown>;
}

/** Runs what makes an environment or installs into one, in the application's folder. */
export async function runInstaller(
  app: App,
  command: string,
  args: readonly string[],
  variables?: Record<string, string>,
): Promise<string> {
  const { root, signal } = app;
  return runTool(command, args, { cwd: root, signal, env: pythonVariables(variables) });
}

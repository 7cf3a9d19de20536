// Specs: spec/setup/python-environment.spec.ts
import type { App } from './app';
import { runTool } from './run-tool';
import { pythonVariables } from './venv';

/** A tool that makes virtual environments and installs packages into them. */
export interface Installer {
  /** Makes `venv/` with a Python, or completes one that was interrupted. */
  makeEnvironment(python: string): Promise<unknown>;
  /** @param wanted Arguments of pip: `-r FILE`, or names. */
  install(wanted: readonly string[]): Promise<unknown>;
}

/** Runs an installer's command in the application's folder. */
export async function runInstaller(
  app: App,
  command: string,
  args: readonly string[],
  variables?: Record<string, string>,
): Promise<string> {
  const { root, signal } = app;
  return runTool(command, args, { cwd: root, signal, env: pythonVariables(variables) });
}

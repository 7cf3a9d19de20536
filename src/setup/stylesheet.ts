import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from './app';
import { nodePackages } from './node-packages';
import { runTool } from './run-tool';
import { Step } from './step';

/** The script of `package.json` that builds the stylesheet. */
const SCRIPT = 'build:css';

/**
 * Installs what builds the stylesheet, and builds it, where `package.json` has a script for that, a Node package
 * manager is on the PATH, and this has not been done. Whether there was something to do.
 */
export async function setUpStylesheet(app: App): Promise<boolean> {
  const script = buildScript(app.root);
  const packages = nodePackages(app.root);
  if (script === undefined || !packages || (await isInstalled(app, script))) {
    return false;
  }
  const step = new Step(app.logger, 'stylesheet', 'Building the stylesheet');
  step.start();
  await step.run(async () => {
    for (const args of [packages.install, ['run', SCRIPT]]) {
      await runTool(packages.command, args, {
        cwd: app.root,
        signal: app.signal,
        env: packages.env,
      });
    }
  });
  return true;
}

function buildScript(root: string): string | undefined {
  const path = join(root, 'package.json');
  if (!existsSync(path)) {
    return undefined;
  }
  const { scripts } = JSON.parse(readFileSync(path, 'utf8')) as {
    scripts?: Record<string, string>;
  };
  return scripts?.[SCRIPT];
}

/** Whether the command that a script starts with is installed, and runs. */
async function isInstalled({ root, signal }: App, script: string): Promise<boolean> {
  const [command = ''] = script.trim().split(/\s/);
  try {
    await runTool(join(root, 'node_modules/.bin', command), ['--help'], { cwd: root, signal });
    return true;
  } catch {
    signal.throwIfAborted();
    return false;
  }
}

import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { App } from './app';
import { nodePackages } from './node-packages';
import { runTool } from './run-tool';
import { messageOf, SetUpStep } from './step';

/** The script of `package.json` that builds the stylesheet. */
const SCRIPT = 'build:css';

/** The command in a generated application's script. */
const TAILWIND = 'tailwindcss';

/** Captures the file that a script writes, from its command line. */
const OUTPUT = /(?:^|\s)(?:-o|--output)[\s=]+["']?([^\s"']+)/;

/** The time limit for printing help, in milliseconds. */
const TIME_LIMIT = 10_000;

/**
 * Installs the packages that build the stylesheet, and builds it, if `package.json` has a script for it, a Node package
 * manager is on the PATH, and it is not done yet.
 *
 * @returns whether it built the stylesheet.
 */
export async function setUpStylesheet(app: App): Promise<boolean> {
  const packages = nodePackages(app.root);
  if (!packages) {
    return false;
  }
  const step = new SetUpStep(app.logger, 'stylesheet', 'Building the stylesheet');
  await step.run(async () => {
    const script = buildScript(app.root);
    if (script === undefined || (isBuilt(app, script) && (await isInstalled(app, script)))) {
      return;
    }
    step.start();
    // Node's loader takes the backslash for an encoded character.
    if (app.root.includes('\\')) {
      throw new Error(
        `Node finds no modules in a folder with a backslash in its name: ${app.root}. Rename the folder.`,
      );
    }
    for (const args of [packages.install, ['run', SCRIPT]]) {
      await runTool(packages.command, args, {
        cwd: app.root,
        signal: app.signal,
        env: packages.env,
      });
    }
  });
  return step.hasStarted;
}

function buildScript(root: string): string | undefined {
  const path = join(root, 'package.json');
  if (!existsSync(path)) {
    return undefined;
  }
  const script = parse(path)?.scripts?.[SCRIPT];
  return typeof script === 'string' ? script : undefined;
}

function parse(path: string): { scripts?: Record<string, unknown> } | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as ReturnType<typeof parse>;
  } catch (error) {
    throw new Error(`package.json: ${messageOf(error)}`, { cause: error });
  }
}

/** Whether the script's output exists, if its command line names it. */
function isBuilt({ root }: App, script: string): boolean {
  const output = OUTPUT.exec(script)?.[1];
  return output === undefined || existsSync(join(root, output));
}

/** Whether the command of a script is installed and runs. */
async function isInstalled({ root, signal }: App, script: string): Promise<boolean> {
  const command = [...script.split(/\s+/), TAILWIND]
    .filter(Boolean)
    .map((word) => join(root, 'node_modules/.bin', basename(word)))
    .find((path) => existsSync(path));
  if (command === undefined) {
    return false;
  }
  try {
    await runTool(command, ['--help'], { cwd: root, signal, timeLimit: TIME_LIMIT });
    return true;
  } catch {
    signal.throwIfAborted();
    return false;
  }
}

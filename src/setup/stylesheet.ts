import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { hasLockfile, type PackageManager, packageManagerOf } from '../project/package-manager';
import { environmentWithout, RETRIES, runTool, SILENCE } from './run-tool';
import { type ReadyApp, messageOf, SetUpStep } from './step';

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
export async function setUpStylesheet(app: ReadyApp): Promise<boolean> {
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
function isBuilt({ root }: ReadyApp, script: string): boolean {
  const output = OUTPUT.exec(script)?.[1];
  return output === undefined || existsSync(join(root, output));
}

async function isInstalled({ root, signal }: ReadyApp, script: string): Promise<boolean> {
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

/** How to run a project's Node package manager. */
interface NodePackages {
  command: PackageManager;
  /** Arguments that install the packages of `package.json`, with the versions of the lockfile if it exists. */
  install: readonly string[];
  env: NodeJS.ProcessEnv;
}

const MILLISECONDS = String(SILENCE * 1000);

/** npm requests one package after the other. */
const NPM_MILLISECONDS = '10000';

/** Yarn 1 tries five more times, whatever the settings say. */
const YARN_1_MILLISECONDS = '8000';

const FETCH = {
  fetch_timeout: MILLISECONDS,
  fetch_retries: String(RETRIES),
  fetch_retry_mintimeout: '1000',
};

/** The environment variables of each. None needs the install scripts of Tailwind's packages. */
const VARIABLES: Record<PackageManager, Record<string, string>> = {
  npm: prefixed('npm_config_', { ...FETCH, fetch_timeout: NPM_MILLISECONDS }),
  pnpm: {
    // Up to version 10.
    ...prefixed('npm_config_', FETCH),
    // Since version 11, an install script that it skips is an error.
    ...prefixed('pnpm_config_', { ...FETCH, strict_dep_builds: 'false' }),
  },
  yarn: {
    npm_config_network_timeout: YARN_1_MILLISECONDS,
    YARN_HTTP_TIMEOUT: MILLISECONDS,
    YARN_HTTP_RETRY: String(RETRIES),
    YARN_ENABLE_TELEMETRY: '0',
  },
  bun: {
    BUN_CONFIG_HTTP_IDLE_TIMEOUT: String(SILENCE),
    BUN_CONFIG_HTTP_RETRY_COUNT: String(RETRIES),
  },
};

const INSTALL: Record<PackageManager, { fresh: readonly string[]; locked: readonly string[] }> = {
  npm: {
    fresh: ['install', '--no-audit', '--no-fund'],
    // `npm ci` refuses a lockfile that lacks the packages of other platforms. This command accepts it.
    locked: ['install', '--no-save', '--no-audit', '--no-fund'],
  },
  pnpm: {
    fresh: ['install', '--no-frozen-lockfile'],
    locked: ['install', '--frozen-lockfile'],
  },
  yarn: { fresh: ['install'], locked: ['install', '--frozen-lockfile'] },
  bun: { fresh: ['install'], locked: ['install', '--frozen-lockfile'] },
};

/** How to run the Node package manager of a project; undefined if none is on the PATH. */
function nodePackages(root: string): NodePackages | undefined {
  const command = packageManagerOf(root);
  if (!command) {
    return undefined;
  }
  const isLocked = hasLockfile(root, command);
  const { fresh, locked } = INSTALL[command];
  const yarn = command === 'yarn' ? yarnVariables(root, isLocked) : {};
  return {
    command,
    install: isLocked ? locked : fresh,
    env: environmentWithout([], {
      COREPACK_ENABLE_DOWNLOAD_PROMPT: '0',
      ...VARIABLES[command],
      ...yarn,
    }),
  };
}

/** In CI, Yarn refuses to write a first lockfile. Since version 2, it makes no `node_modules/` by default. */
function yarnVariables(root: string, isLocked: boolean): Record<string, string> {
  return {
    ...(isLocked ? {} : { YARN_ENABLE_IMMUTABLE_INSTALLS: 'false' }),
    ...(existsSync(join(root, '.yarnrc.yml')) ? {} : { YARN_NODE_LINKER: 'node-modules' }),
  };
}

function prefixed(prefix: string, variables: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [prefix + name, value]),
  );
}

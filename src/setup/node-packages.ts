// Specs: spec/setup/stylesheet.spec.ts
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { hasLockfile, type PackageManager, packageManagerOf } from '../project/package-manager';
import { environmentWithout } from './environment-variables';
import { RETRIES, SILENCE } from './index-patience';

/** How to run a project's Node package manager. */
export interface NodePackages {
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
export function nodePackages(root: string): NodePackages | undefined {
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

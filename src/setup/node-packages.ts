import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { hasLockfile, type PackageManager, packageManagerOf } from '../project/package-manager';
import { environmentWithout } from './environment-variables';
import { RETRIES, SILENCE } from './index-patience';

/** How a project's Node package manager is called. */
export interface NodePackages {
  command: PackageManager;
  /** Arguments that install what `package.json` names, exactly as the lockfile says where there is one. */
  install: readonly string[];
  env: NodeJS.ProcessEnv;
}

const MILLISECONDS = String(SILENCE * 1000);

/** Npm asks for one package after the other. */
const NPM_MILLISECONDS = '10000';

/** Yarn 1 asks five times again, whatever it is told. */
const YARN_1_MILLISECONDS = '8000';

const FETCH = {
  fetch_timeout: MILLISECONDS,
  fetch_retries: String(RETRIES),
  fetch_retry_mintimeout: '1000',
};

/** What each is told by its environment. None needs the install scripts of Tailwind's packages. */
const VARIABLES: Record<PackageManager, Record<string, string>> = {
  npm: prefixed('npm_config_', { ...FETCH, fetch_timeout: NPM_MILLISECONDS }),
  pnpm: {
    // Up to version 10.
    ...prefixed('npm_config_', FETCH),
    // From version 11 on, install scripts that it leaves out are an error.
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
    // `npm ci` refuses a lockfile that lacks the packages of other platforms; this leaves it as it is.
    locked: ['install', '--no-save', '--no-audit', '--no-fund'],
  },
  pnpm: {
    fresh: ['install', '--no-frozen-lockfile'],
    locked: ['install', '--frozen-lockfile'],
  },
  yarn: { fresh: ['install'], locked: ['install', '--frozen-lockfile'] },
  bun: { fresh: ['install'], locked: ['install', '--frozen-lockfile'] },
};

/** How the Node package manager of a project is called; nothing where there is none on the PATH. */
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

/** In CI, Yarn refuses to write a first lockfile. From version 2 on, it makes no `node_modules/` unless it is told to. */
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

/**
 * `scaffold new` as a whole process against what the installers alone take: `npm run bench:new`, or with a number of
 * rounds, `npm run bench:new 7`. Packages come from the installers' caches, which the first round fills.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPython } from '../src/project/python';
import { PACKAGE_MANAGERS, pathWithout } from '../spec/support/search-path';
import { type Candidate, machine, median, medianRatio, runOrFail, timeInTurn } from './compare';

const SCAFFOLD = join(__dirname, '../dist/bin/scaffold.js');
const VENV_PYTHON = 'venv/bin/python';

const folder = mkdtempSync(join(tmpdir(), 'scaffold-bench-'));
const python = findPython();

/** Both variables make Python or Node slower at every start; npm gets the certificates in its own way. */
function environment(path: string): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {
    npm_config_cafile: process.env['NODE_EXTRA_CA_CERTS'],
    ...process.env,
  };
  return { ...env, PATH: path, PYTHONDONTWRITEBYTECODE: undefined, NODE_EXTRA_CA_CERTS: undefined };
}

const noNode = environment(pathWithout(...PACKAGE_MANAGERS));
const noUv = environment(pathWithout(...PACKAGE_MANAGERS, 'uv'));
const withNode = environment(process.env['PATH'] ?? '');

let made = 0;

function scaffoldNew(name: string, env: NodeJS.ProcessEnv): Candidate {
  return {
    name,
    once: () => {
      const args = [SCAFFOLD, 'new', `app${made++}`, '--db', '--python', python];
      return {
        time: () => {
          runOrFail(process.execPath, args, folder, env);
        },
      };
    },
  };
}

/** Commands run by hand in an application whose files are there. */
function byHand(
  name: string,
  env: NodeJS.ProcessEnv,
  commands: readonly (readonly [string, ...string[]])[],
): Candidate {
  return {
    name,
    once: () => {
      const app = `app${made++}`;
      return {
        prepare: () => {
          runOrFail(
            process.execPath,
            [SCAFFOLD, 'new', app, '--db', '--skip-install', '--skip-git'],
            folder,
            env,
          );
        },
        time: () => {
          for (const [program, ...args] of commands) {
            runOrFail(program, args, join(folder, app), env);
          }
        },
      };
    },
  };
}

const candidates = [
  byHand('uv venv, uv pip install, flask db upgrade', noNode, [
    ['uv', 'venv', '-q', '--python', python, 'venv'],
    ['uv', 'pip', 'install', '-q', '--python', VENV_PYTHON, '-r', 'requirements.txt'],
    [VENV_PYTHON, '-m', 'flask', 'db', 'upgrade'],
  ]),
  scaffoldNew('scaffold new, with uv', noNode),
  scaffoldNew('scaffold new, with uv and npm', withNode),
  byHand('python -m venv, pip install', noUv, [
    [python, '-m', 'venv', 'venv'],
    [VENV_PYTHON, '-m', 'pip', 'install', '-q', '-r', 'requirements.txt'],
  ]),
  scaffoldNew('scaffold new, with pip', noUv),
];
/** The candidate that each is compared with, by its place. */
const FLOORS = [0, 0, 0, 3, 3];

try {
  const seconds = timeInTurn(candidates, Number(process.argv[2] ?? 5));
  console.log(`${machine()}\n\n| what | median, s | times its floor |\n|---|---|---|`);
  candidates.forEach(({ name }, index) => {
    const own = seconds[index] ?? [];
    const ratio = medianRatio(own, seconds[FLOORS[index] ?? 0] ?? []);
    console.log(`| ${name} | ${median(own).toFixed(2)} | ${ratio.toFixed(2)} |`);
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

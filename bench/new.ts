import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { findPython } from '../src/project/python';
import { SCAFFOLD } from '../spec/support/run';
import { PACKAGE_MANAGERS, pathWithout } from '../spec/support/search-path';
import { temporaryFolder } from '../spec/support/temporary-folder';
import type { Candidate, Comparison } from './compare';
import { environment, runOrFail } from './run-or-fail';

const VENV_PYTHON = 'venv/bin/python';

/**
 * `scaffold new` against what the installers alone take. Packages come from the installers' caches, which the first round
 * fills.
 */
export function newApplications(): Comparison {
  const folder = temporaryFolder();
  const python = findPython();
  const noNode = environment(pathWithout(...PACKAGE_MANAGERS));
  const noUv = environment(pathWithout(...PACKAGE_MANAGERS, 'uv'));

  function scaffoldNew(name: string, env: NodeJS.ProcessEnv): Candidate {
    return {
      name,
      once: () => {
        const cwd = mkdtempSync(join(folder, 'new-'));
        const args = [SCAFFOLD, 'new', 'blog', '--db', '--python', python];
        return {
          time: () => {
            runOrFail(process.execPath, args, cwd, env);
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
        const cwd = mkdtempSync(join(folder, 'by-hand-'));
        const args = [SCAFFOLD, 'new', 'blog', '--db', '--skip-install', '--skip-git'];
        return {
          prepare: () => {
            runOrFail(process.execPath, args, cwd, env);
          },
          time: () => {
            for (const [program, ...words] of commands) {
              runOrFail(program, words, join(cwd, 'blog'), env);
            }
          },
        };
      },
    };
  }

  return {
    title: 'a new application',
    rounds: 5,
    candidates: [
      byHand('uv venv, uv pip install, flask db upgrade', noNode, [
        ['uv', 'venv', '-q', '--python', python, 'venv'],
        ['uv', 'pip', 'install', '-q', '--python', VENV_PYTHON, '-r', 'requirements-dev.txt'],
        [VENV_PYTHON, '-m', 'flask', 'db', 'upgrade'],
      ]),
      scaffoldNew('scaffold new, with uv', noNode),
      scaffoldNew('scaffold new, with uv and npm', environment()),
      byHand('python -m venv, pip install, flask db upgrade', noUv, [
        [python, '-m', 'venv', 'venv'],
        [VENV_PYTHON, '-m', 'pip', 'install', '-q', '-r', 'requirements-dev.txt'],
        [VENV_PYTHON, '-m', 'flask', 'db', 'upgrade'],
      ]),
      scaffoldNew('scaffold new, with pip', noUv),
    ],
    ratios: { 'times its floor': (place) => (place < 3 ? 0 : 3) },
  };
}

import { join } from 'node:path';
import { findPython } from '../src/project/python';
import { SCAFFOLD } from '../spec/support/run';
import { temporaryFolder } from '../spec/support/temporary-folder';
import type { Comparison } from './compare';
import { inCopyOf, projectOf } from './projects';
import { environment, runOrFail } from './run-or-fail';

/** The Python tool that does this job. */
const PEER = 'Flask-Commands==0.4.1';
const VIEW = ['make:view', 'posts.index', '-rcm'];

/** Whole commands against a start of Node alone, and against the peer. */
export function startUp(): Comparison {
  const project = projectOf(0);
  const scaffold = (...words: readonly string[]) => [SCAFFOLD, ...words];
  const node = process.execPath;
  return {
    title: 'a command',
    rounds: 21,
    candidates: [
      inCopyOf(project, 'node -e 0', node, ['-e', '0']),
      inCopyOf(project, 'scaffold --version', node, scaffold('--version')),
      inCopyOf(project, 'scaffold --help', node, scaffold('--help')),
      inCopyOf(
        project,
        'scaffold mak:view posts (refused)',
        node,
        scaffold('mak:view', 'posts'),
        2,
      ),
      inCopyOf(project, `scaffold ${VIEW.join(' ')}`, node, scaffold(...VIEW)),
      inCopyOf(project, `flask ${VIEW.join(' ')} (${PEER.replace('==', ' ')})`, peer(), VIEW),
    ],
    ratios: { 'times bare Node': () => 0, 'times Flask-Commands': () => 5 },
  };
}

/** Installs the peer, and returns its program. */
function peer(): string {
  const folder = temporaryFolder();
  const python = join(folder, 'bin/python');
  runOrFail(findPython(), ['-m', 'venv', folder], folder, environment());
  runOrFail(python, ['-m', 'pip', 'install', '-q', PEER], folder, environment());
  return join(folder, 'bin/flask');
}

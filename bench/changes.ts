import { cpSync } from 'node:fs';
import { SCAFFOLD } from '../spec/support/run';
import { temporaryFolder } from '../spec/support/temporary-folder';
import type { Candidate, Comparison } from './compare';
import { inCopyOf, projectOf } from './projects';
import { FIELDS } from './resource';
import { environment, runOrFail } from './run-or-fail';

const MADE = ['make:resource', 'posts', ...FIELDS];
const ADDED = ['add:field', 'posts', 'subtitle:string:optional'];
const VIEW = ['make:view', 'notes.index', '-rcm'];

/** Commands that change a resource that exists, each with what it is compared with. */
export function changes(): Comparison {
  const bare = afterRun(projectOf(10), ['make:auth']);
  const posts = afterRun(bare, MADE);
  const among100 = afterRun(projectOf(100), MADE);
  const pairs: (readonly [Candidate, Candidate])[] = [
    [command(posts, VIEW), command(posts, ADDED)],
    [command(bare, MADE), command(posts, MADE, 'again')],
    [
      command(bare, [...MADE, '--guard=owner'], 'made with a guard'),
      command(posts, ['make:resource', 'posts', '--guard=owner'], 'guarded later'),
    ],
    ...[
      ['rename:field', 'posts', 'title:headline'],
      ['change:field', 'posts', 'title:string:200'],
      ['remove:field', 'posts', 'price', '--delete-data'],
    ].map((words): readonly [Candidate, Candidate] => [
      command(posts, ADDED),
      command(posts, words),
    ]),
    [command(among100, VIEW, 'among 100'), command(among100, ['upgrade'], 'among 100')],
  ];
  return {
    title: 'a change',
    rounds: 11,
    candidates: pairs.flat(),
    ratios: { 'times the one above': (place) => place - (place % 2) },
  };
}

function command(project: string, words: readonly string[], remark?: string): Candidate {
  const name = [`\`${words.slice(0, 2).join(' ')}\``, ...(remark === undefined ? [] : [remark])];
  return inCopyOf(project, name.join(', '), process.execPath, [SCAFFOLD, ...words]);
}

/** A copy of a project in which a command has run. */
function afterRun(project: string, words: readonly string[]): string {
  const root = temporaryFolder();
  cpSync(project, root, { recursive: true });
  runOrFail(process.execPath, [SCAFFOLD, ...words], root, environment());
  return root;
}

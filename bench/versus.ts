/**
 * Times this build against another one: `npm run bench:versus -- ../other-clone`. Each has to be built. To learn what a
 * measure saves, switch it off in a clone.
 */
import { resolve } from 'node:path';
import { SCAFFOLD } from '../spec/support/run';
import { compare, machine } from './compare';
import { inCopyOf, projectOf } from './projects';

const COMMANDS = [['--help'], ['make:view', 'posts.index', '-rcm']];

const other = resolve(process.argv[2] ?? '.', 'dist/bin/scaffold.js');
const project = projectOf(0);
console.log(machine());
for (const words of COMMANDS) {
  const table = compare({
    title: `scaffold ${words.join(' ')}`,
    rounds: 41,
    candidates: [
      inCopyOf(project, 'this build', process.execPath, [SCAFFOLD, ...words]),
      inCopyOf(project, 'the other build', process.execPath, [other, ...words]),
    ],
    ratios: { 'times this build': () => 0 },
  });
  console.log(`\n${table}`);
}

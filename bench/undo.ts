import { SCAFFOLD } from '../spec/support/run';
import type { Comparison } from './compare';
import { inCopyOf, projectOf } from './projects';

const VIEW = ['make:view', 'posts.index', '-rcm'];

/** The undo of a run against the run, in projects of two sizes. */
export function undo(): Comparison {
  const view = [SCAFFOLD, ...VIEW];
  const node = process.execPath;
  return {
    title: 'an undo',
    rounds: 21,
    candidates: [0, 100].flatMap((size) => {
      const project = projectOf(size);
      return [
        inCopyOf(project, `scaffold ${VIEW.join(' ')}, among ${size}`, node, view),
        inCopyOf(project, `scaffold undo, among ${size}`, node, [SCAFFOLD, 'undo'], 0, view),
      ];
    }),
    ratios: { 'times make:view': (place) => place - (place % 2) },
  };
}

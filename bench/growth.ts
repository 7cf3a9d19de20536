import { SCAFFOLD } from '../spec/support/run';
import type { Comparison } from './compare';
import { inCopyOf, projectOf } from './projects';

const SIZES = [10, 100, 1000];
const TEN = 'index show create store edit update destroy archive drafts about'.split(' ');

/** One view, of a new resource and of one that exists, in projects of several sizes, and ten views in one call. */
export function growth(): Comparison {
  const projects = SIZES.map((size) => [size, projectOf(size)] as const);
  const small = projects[0]?.[1] ?? '';
  const makeView = (project: string, name: string, views: readonly string[], flags = '-rc') =>
    inCopyOf(project, name, process.execPath, [SCAFFOLD, 'make:view', ...views, flags]);
  return {
    title: '`make:view`',
    rounds: 11,
    candidates: [
      ...projects.map(([size, project]) =>
        makeView(project, `a new resource, among ${size}`, ['posts.index'], '-rcm'),
      ),
      ...projects.map(([size, project]) =>
        makeView(project, `a view of an existing resource, among ${size}`, ['thing_as.archive']),
      ),
      makeView(
        small,
        'ten views of a resource in one call, among 10',
        TEN.map((name) => `posts.${name}`),
      ),
      makeView(
        small,
        'ten views of ten resources in one call, among 10',
        TEN.map((name) => `${name}_posts.index`),
      ),
    ],
    ratios: { 'times the first': () => 0 },
  };
}

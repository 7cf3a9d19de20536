import type { Tree } from '@angular-devkit/schematics';
import { DEFAULT_LAYOUT } from '../../src/layout';
import { Project } from '../../src/project/project';

/** The project that a Tree is, laid out as `new` makes it. */
export function projectIn(tree: Tree): Project {
  return new Project(tree, '.', DEFAULT_LAYOUT);
}

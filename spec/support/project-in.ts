import { logging } from '@angular-devkit/core';
import type { Tree } from '@angular-devkit/schematics';
import { DEFAULT_LAYOUT } from '../../src/layout';
import { Changes } from '../../src/manifest/changes';
import { TreeFiles } from '../../src/project/files';
import { Project } from '../../src/project/project';

/** The project that a Tree is, laid out as `new` makes it. */
export function projectIn(tree: Tree): Project {
  const changes = new Changes(new TreeFiles(tree, '.'), new logging.NullLogger());
  return new Project(tree, '.', DEFAULT_LAYOUT, changes);
}

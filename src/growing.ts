// Specs: spec/layout/made-by-new.spec.ts
import { chain, type Rule, type Tree } from '@angular-devkit/schematics';
import { DEFAULT_LAYOUT } from './layout';
import { isMadeByNew } from './layout/made-by-new';
import { stageManifest } from './edit';
import { Changes } from './manifest/changes';
import { type Files, TreeFiles } from './project/files';
import { Project } from './project/project';
import { tellIgnoredSettings, tellOwnTemplates } from './rules/tell';
import { Templates } from './templates/templates';

/** A project in the Tree of a run. */
export interface ProjectInTree {
  readonly tree: Tree;
  /** From the root of the Tree: `.` or `apps/shop`. */
  readonly projectPath: string;
  /** Of the project. */
  readonly files: Files;
  readonly changes: Changes;
}

/** The options of a schematic that point to the project. */
export interface Where {
  /** `.` unless given. */
  readonly projectPath?: string;
  /** Reads the project, if the host has a faster way than the Tree. */
  readonly files?: Files;
}

/**
 * Changes a project, and tells which of its own templates that used.
 *
 * @param inOurs Changes an application that `new` made.
 * @param inOthers Changes any other application, in its own style. Few runs do, so it loads its code.
 */
export function growing(
  { files: given, projectPath = '.' }: Where,
  inOurs: (project: Project, templates: Templates) => Rule | Promise<Rule>,
  inOthers: (found: ProjectInTree, templates: Templates) => Promise<Rule>,
): Rule {
  return async (tree, { logger }) => {
    const files = given ?? new TreeFiles(tree, projectPath);
    const changes = new Changes(files, logger);
    const templates = await Templates.load(files);
    const keep = stageManifest(changes, projectPath, () => templates.digest());
    if (!isMadeByNew(files)) {
      const others = await inOthers({ tree, projectPath, files, changes }, templates);
      return chain([others, keep, tellOwnTemplates(templates)]);
    }
    const project = new Project(tree, projectPath, DEFAULT_LAYOUT, changes, given);
    return chain([
      await inOurs(project, templates),
      keep,
      tellOwnTemplates(templates),
      tellIgnoredSettings(project),
    ]);
  };
}

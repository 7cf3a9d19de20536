// Specs: spec/layout/made-by-new.spec.ts
import { chain, type Rule } from '@angular-devkit/schematics';
import type { App } from './app/app';
import { findApp } from './app/find-app';
import { indexed } from './app/index-app';
import { stageManifest } from './edit';
import { Changes } from './manifest/changes';
import { type Files, TreeFiles } from './project/files';
import { tellIgnoredSettings, tellOwnTemplates } from './rules/tell';
import { Templates } from './templates/templates';

/** The options of a schematic that point to the project. */
export interface Where {
  /** `.` unless given. */
  readonly projectPath?: string;
  /** Reads the project, if the host has a faster way than the Tree. */
  readonly files?: Files;
}

/** Changes the application of a project, and tells which of its own templates that used. */
export function growing(
  { files: given, projectPath = '.' }: Where,
  grow: (app: App) => Rule | Promise<Rule>,
): Rule {
  return async (tree, { logger }) => {
    const files = given ?? new TreeFiles(tree, projectPath);
    const changes = new Changes(files, logger);
    const found = await findApp({ tree, projectPath, files, changes });
    const templates = await Templates.load(files, found.project.lineLength);
    return chain([
      await grow(await indexed({ ...found, templates })),
      stageManifest(changes, projectPath, () => templates.digest()),
      tellOwnTemplates(templates),
      tellIgnoredSettings(found),
    ]);
  };
}

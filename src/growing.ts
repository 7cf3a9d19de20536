// Specs: spec/layout/made-by-new.spec.ts
import { chain, type Rule } from '@angular-devkit/schematics';
import type { App, FoundApp } from './app/app';
import { findApp, indexed } from './app/find-app';
import { stageManifest } from './edit';
import { Changes } from './manifest/changes';
import { type Files, TreeFiles } from './project/files';
import { Templates } from './templates/templates';
import { withoutEffect } from './layout/made-by-new';
import { infoIf, tell, warning } from './rules/outcome';

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

/** Names the project's own templates that a run has used: they are code; and warns of those with a wrong name. */
function tellOwnTemplates(templates: Templates): Rule {
  return () => {
    const { unused, used } = templates;
    return tell([
      ...unused.map(({ message, place }) => warning(message, place)),
      ...infoIf(used.length > 0 && `With your own templates: ${used.join(', ')}`),
    ]);
  };
}

/** Warns of settings that a project made by `new` does not follow. */
function tellIgnoredSettings({ isOurs, project }: FoundApp): Rule {
  return async () => {
    const ignored = isOurs ? await withoutEffect(project) : undefined;
    return ignored && tell([warning(ignored.message, ignored.place)]);
  };
}

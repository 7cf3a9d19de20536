// Specs: spec/rules/start-page.spec.ts
import { chain, type Rule } from '@angular-devkit/schematics';
import { stageEdits } from '../edit';
import type { Project } from '../project/project';
import { removeStartPage } from '../rules/start-page';
import type { Views } from '../view/view';

/** Looks at the project and adds views. If one of them replaces the start page, that goes first. */
export function addViews(
  project: Project,
  look: () => Promise<Views>,
  add: (views: Views) => Rule,
): Rule {
  return async () => {
    const views = await look();
    for (const view of views) {
      const removed = await removeStartPage(project, view);
      if (removed.length > 0) {
        return chain([stageEdits(removed, project), addViews(project, look, add)]);
      }
    }
    return add(views);
  };
}

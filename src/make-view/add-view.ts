// Specs: spec/rules/start-page.spec.ts
import { chain, type Rule } from '@angular-devkit/schematics';
import { stageEdits } from '../edit';
import type { Project } from '../project/project';
import { removeStartPage } from '../rules/start-page';
import { startPageAt } from '../view/start-page';
import type { View } from '../view/view';

/** Looks at the project and adds a view. If the start page is in its place, that goes first. */
export function addView(
  project: Project,
  look: () => Promise<View>,
  add: (view: View) => Rule,
): Rule {
  return async () => {
    const view = await look();
    const start = await startPageAt(project, view);
    const removed = start ? removeStartPage(start, view) : [];
    return removed.length > 0
      ? chain([stageEdits(removed, project), addView(project, look, add)])
      : add(view);
  };
}

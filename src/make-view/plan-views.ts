// Specs: spec/make-view/index.spec.ts
import { addBlueprints } from '../rules/blueprints';
import { addControllerMethods } from '../rules/controller-method';
import { addForm } from '../rules/form';
import { guardRoutes } from '../rules/guard';
import { addModel } from '../rules/model';
import { allOf, type Outcome, type PartsChange } from '../rules/outcome';
import { addRoutes } from '../rules/route';
import { refuseView } from '../rules/refused-view';
import { addTemplate } from '../rules/template';
import type { View, Views } from '../view/view';
import { chain, type Rule } from '@angular-devkit/schematics';
import { stageEdits } from '../edit';
import { removeStartPage } from '../rules/start-page';

/**
 * The edits that make views of one resource, and what the rules have to say.
 *
 * @param change What the run does to those that exist.
 * @throws SchematicsException and SourceError if the project does not allow it.
 */
export function planViews(views: Views, change: PartsChange): Outcome {
  views.forEach(refuseView);
  const [first] = views;
  const isChanged = ({ page }: View): boolean =>
    change.edits.some(({ path }) => path === page?.path);
  return allOf([
    change,
    addModel(first),
    addForm(views, change),
    addControllerMethods(views),
    addBlueprints(first),
    guardRoutes(views),
    addRoutes(views),
    ...views.filter((view) => !isChanged(view)).map(addTemplate),
  ]);
}

/** Looks at the project and adds views. If one of them replaces the start page, that goes first. */
export function addViews(look: () => Promise<Views>, add: (views: Views) => Rule): Rule {
  return async () => {
    const views = await look();
    for (const view of views) {
      const removed = await removeStartPage(view);
      if (removed.length > 0) {
        return chain([stageEdits(removed, view.app.project), addViews(look, add)]);
      }
    }
    return add(views);
  };
}

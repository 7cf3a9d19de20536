// Specs: spec/make-view/index.spec.ts
import { addBlueprints } from '../rules/blueprints';
import { addControllerMethods } from '../rules/controller-method';
import { addForm } from '../rules/form';
import { guardRoutes, refuseOwnersMethod } from '../rules/guard';
import { addModel } from '../rules/model';
import { allOf, type PartsChange, type Outcome } from '../rules/outcome';
import { addRoutes } from '../rules/route';
import {
  refuseSecondMain,
  refuseTakenBlueprint,
  refuseTakenUrl,
  refuseUnfitUrl,
} from '../rules/refused-url';
import { addTemplate } from '../rules/template';
import { refuseUnable } from '../rules/unable-view';
import type { View, Views } from '../view/view';

/**
 * The edits that make views of one resource, and what the rules have to say.
 *
 * @param change What the run does to those that exist.
 * @throws SchematicsException and SourceError if the project does not allow it.
 */
export function planViews(views: Views, change: PartsChange): Outcome {
  for (const view of views) {
    refuseSecondMain(view);
    refuseTakenBlueprint(view);
    refuseTakenUrl(view);
    refuseUnfitUrl(view);
    refuseOwnersMethod(view);
    refuseUnable(view);
  }
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

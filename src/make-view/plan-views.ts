// Specs: spec/make-view/index.spec.ts
import { addPlainForm } from '../existing/form';
import { addBlueprints } from '../rules/blueprints';
import { addControllerMethods } from '../rules/controller-method';
import { addForm } from '../rules/form';
import { guardRoutes, refuseOwnersMethod } from '../rules/guard';
import { addModel } from '../rules/model';
import { allOf, type PartsChange, type Outcome } from '../rules/outcome';
import { addRoutes } from '../rules/route';
import { refuseSecondMain, refuseTakenBlueprint, refuseTakenUrl } from '../rules/taken-url';
import { addTemplate } from '../rules/template';
import { refuseUnfitUrl } from '../rules/unfit-url';
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
  }
  const [first] = views;
  const { index } = first;
  const withForm = views.find(({ form }) => form) ?? first;
  const isChanged = ({ page }: View): boolean =>
    change.edits.some(({ path }) => path === page?.path);
  return allOf([
    change,
    addModel(first),
    index ? addPlainForm(views, index) : addForm(withForm, change),
    addControllerMethods(views),
    addBlueprints(first),
    guardRoutes(first),
    addRoutes(views),
    ...views.filter((view) => !isChanged(view)).map(addTemplate),
  ]);
}

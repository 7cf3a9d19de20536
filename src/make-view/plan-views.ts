// Specs: spec/make-view/index.spec.ts
import { addBlueprints } from '../rules/blueprints';
import { addControllerMethods } from '../rules/controller-method';
import { addForm } from '../rules/form';
import { guardRoutes } from '../rules/guard';
import { addModel } from '../rules/model';
import { allOf, type Outcome } from '../rules/outcome';
import { addRoutes } from '../rules/route';
import { refuseSecondMain, refuseTakenBlueprint, refuseTakenUrl } from '../rules/taken-url';
import { addTemplate } from '../rules/template';
import { refuseUnfitUrl } from '../rules/unfit-url';
import type { Views } from '../view/view';

/**
 * The edits that make views of one resource, and what the rules have to say.
 *
 * @throws SchematicsException and SourceError if the project does not allow it.
 */
export function planViews(views: Views): Outcome {
  for (const view of views) {
    refuseSecondMain(view);
    refuseTakenBlueprint(view);
    refuseTakenUrl(view);
    refuseUnfitUrl(view);
  }
  const [first] = views;
  const withForm = views.find(({ form }) => form) ?? first;
  return allOf([
    addModel(first),
    addForm(withForm),
    addControllerMethods(views),
    addBlueprints(first),
    guardRoutes(first),
    addRoutes(views),
    ...views.map(addTemplate),
  ]);
}

// Specs: spec/make-view/index.spec.ts
import { addBlueprints } from '../rules/blueprints';
import { addControllerMethod } from '../rules/controller-method';
import { addForm } from '../rules/form';
import { guardRoutes } from '../rules/guard';
import { addModel } from '../rules/model';
import { addOwnedField } from '../rules/owned-field';
import { allOf, type Outcome, type ViewRule } from '../rules/outcome';
import { addRoute } from '../rules/route';
import { refuseSecondMain, refuseTakenBlueprint, refuseTakenUrl } from '../rules/taken-url';
import { addTemplate } from '../rules/template';
import { refuseUnfitUrl } from '../rules/unfit-url';
import type { View } from '../view/view';

/** What makes a view, in the order of the edits. */
const RULES: readonly ViewRule[] = [
  addModel,
  addForm,
  addOwnedField,
  addControllerMethod,
  addBlueprints,
  guardRoutes,
  addRoute,
  addTemplate,
];

/**
 * The edits that make a view, and what the rules have to say.
 *
 * @throws SchematicsException and SourceError if the project does not allow it.
 */
export function planView(view: View): Outcome {
  refuseSecondMain(view);
  refuseTakenBlueprint(view);
  refuseTakenUrl(view);
  refuseUnfitUrl(view);
  return allOf(RULES.map((rule) => rule(view)));
}

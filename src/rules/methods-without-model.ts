// Specs: spec/make-view/without-model.spec.ts
import { ACTION_NAMES } from '../naming/actions';
import { enumeration } from '../naming/spelling';
import { methodOf } from '../project/controllers';
import { ownModel, type View } from '../view/view';
import { type Note, warning } from './outcome';

/** Warns about methods of a controller that were made before its model and do not use it. */
export function adviseMethodsWithoutModel(view: View): Note[] {
  const { controller, names } = view;
  const { place } = controller;
  const model = ownModel(view);
  if (!place || !model?.isNew) {
    return [];
  }
  const { className, form } = model.names;
  const uses = new RegExp(`\\b(${className}|${form.className})\\b`);
  const without = ACTION_NAMES.filter((action) => {
    const method = methodOf(place, action);
    return method && !uses.test(method.body.text);
  });
  if (without.length === 0) {
    return [];
  }
  const [was, does, them] = without.length > 1 ? ['were', 'do', 'them'] : ['was', 'does', 'it'];
  return [
    warning(
      `${names.controller.className}.${enumeration(without)} ${was} made before the model ${className} ` +
        `and ${does} not use it. Remove ${them} and make ${them} again, with --force for the pages.`,
    ),
  ];
}

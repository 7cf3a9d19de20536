import type { Rule } from '@angular-devkit/schematics';
import { ACTIONS } from '../naming/actions';
import { enumeration } from '../naming/spelling';
import { findController, methodOf } from '../project/controllers';
import { findModel, MODELS } from '../project/models';
import type { View } from './page/view';
import type { Before } from './report';

/** Names the methods of a controller that were made before the model was, and so do nothing with it. */
export function reportMethodsWithoutModel(
  view: View,
  { method: methodBefore, missingModels }: Before,
): Rule {
  return async (_tree, { logger }) => {
    const { controller, method: own, model } = view.names;
    if (!model || !missingModels.some(({ className }) => className === model.className)) {
      return;
    }
    const place = await findController(view.project, controller);
    const uses = new RegExp(`\\b(${model.className}|${model.form.className})\\b`);
    const without = Object.keys(ACTIONS).filter((action) => {
      const method = place && methodOf(place, action);
      const isNew = action === own && methodBefore === undefined;
      return method && !isNew && !uses.test(method.body.text);
    });
    if (without.length > 0) {
      const methods = enumeration(without);
      const [was, does, them] = without.length > 1 ? ['were', 'do', 'them'] : ['was', 'does', 'it'];
      logger.warn(
        `${controller.className}.${methods} ${was} made without the model ${model.className}, ` +
          `and ${does} nothing with it. Take ${them} away and make ${them} again: ` +
          'a page is made again with --force.',
      );
    }
  };
}

/** That an action which should change data only redirects, having no model; undefined where it has one. */
export async function adviceWithoutModel({ names, project }: View): Promise<string | undefined> {
  const { controller, method, model, template } = names;
  if (template !== undefined || !model || (await findModel(project, model))) {
    return undefined;
  }
  const remedy = project.has(MODELS) ? ', or take it away and make it again with -m' : '';
  return (
    `${controller.className}.${method} only redirects, since there is no model ${model.className}: ` +
    `write what it does${remedy}.`
  );
}

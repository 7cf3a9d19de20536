import { noop, type Rule, SchematicsException } from '@angular-devkit/schematics';
import type { ModelNames } from '../naming/model-names';
import { moduleOf } from '../project/class-place';
import { databaseModule } from '../project/database';
import { findModel, findNamesake, MODELS, MODELS_MODULE } from '../project/models';
import type { Project } from '../project/project';
import { belongingOf } from './model/belonging';
import { modelFile } from './model/model-file';
import type { Notice } from './model/notice';
import { registerClass } from './registration/registered-class';
import { addChildren } from './model/relationship';
import type { View } from './page/view';

/**
 * Makes the model of a view, and before it those that it belongs to, as far as the project does not have them.
 *
 * @throws SchematicsException in a project without a database.
 */
export function addModel({ names: { model, parents }, project, wants }: View): Rule {
  if (!wants.model || !model) {
    return noop();
  }
  return async (_tree, { logger }) => {
    if (!project.has(MODELS) && !project.has(MODELS_MODULE)) {
      throw new SchematicsException(
        `This application has no database (${MODELS} is missing), so that it can have no model. ` +
          'Leave -m and --model out, or make an application with `scaffold new NAME --db`.',
      );
    }
    let parent: ModelNames | undefined;
    for (const each of [...parents, model]) {
      const place = await findModel(project, each);
      if (!place) {
        await makeModel(project, each, parent);
      } else if (project.has(MODELS)) {
        const { source, definition } = place;
        const found = { module: moduleOf(source), definedAs: definition.name };
        await registerClass(project, MODELS, { ...each, ...found });
      }
      if (place && each === model) {
        const { path } = place.source;
        logger.warn(`The model ${each.className} already exists in ${path}: it stays as it is.`, {
          existingModel: path,
        } satisfies Notice);
      } else if (!place && each !== model) {
        logger.info(`The model ${each.className} is made in ${each.file}, too.`);
      }
      parent = each;
    }
  };
}

async function makeModel(
  project: Project,
  model: ModelNames,
  parent: ModelNames | undefined,
): Promise<void> {
  const namesake = await findNamesake(project, model);
  if (namesake) {
    throw new SchematicsException(
      `${namesake.source.path} defines ${model.className}, which is no model: it neither extends db.Model nor has a ` +
        '__tablename__. Name another model with --model NAME.',
    );
  }
  if (!project.has(MODELS)) {
    throw new SchematicsException(
      `${MODELS_MODULE} holds the models of this project: add the class ${model.className} there, and run this again.`,
    );
  }
  if (project.has(model.file)) {
    throw new SchematicsException(
      `${model.file} does not define ${model.className}: add the class, or name another model with --model NAME.`,
    );
  }
  // First: the parent may be in the file that is edited for it.
  await registerClass(project, MODELS, model);
  const database = await databaseModule(project);
  const above = parent && (await belongingOf(project, model, parent));
  // A key of several columns is for a person to write: what to write is said at the end.
  const belonging = above?.parentKey.length === 1 ? above : undefined;
  project.create(model.file, modelFile(model, database, belonging));
  if (belonging) {
    project.update(addChildren(belonging.place, belonging));
  }
}

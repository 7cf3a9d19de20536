import type { Rule } from '@angular-devkit/schematics';
import { type ModelNames } from '../naming/model-names';
import { pluralOf } from '../naming/words';
import { findModel } from '../project/models';
import { endpointPrefix } from '../project/registered-blueprints';
import { migrationAdvice, type Notice } from './notice';
import { existingRoute } from './taken-url';
import type { View } from './view';

/** The models of a view that the project does not have yet. */
export async function missingModels({ names, project, wants }: View): Promise<ModelNames[]> {
  const models = wants.model && names.model ? [...names.parents, names.model] : [];
  const found = await Promise.all(models.map((model) => findModel(project, model)));
  return models.filter((_, index) => found[index] === undefined);
}

/** Says where to look next, or that there was nothing to do. */
export function report(view: View, newModels: readonly ModelNames[]): Rule {
  return async (_tree, context) => {
    const { names, project } = view;
    if (!project.isChanged) {
      context.logger.info(`Nothing to do: ${names.view} is there already.`);
      return;
    }
    const route = await existingRoute(view);
    if (route) {
      const endpoints = await endpointPrefix(project, names.blueprints);
      context.logger.info(
        `${names.route.method} ${route.path} is served now (endpoint ${endpoints}.${route.endpoint}).`,
      );
    } else if (names.template !== undefined) {
      context.logger.info(`No URL leads to app/templates/${names.template} yet: add one with -r.`);
    }
    if (newModels.length > 0) {
      const newTables = newModels.map(({ name }) => pluralOf(name).replaceAll('_', ' '));
      context.logger.info(migrationAdvice(newTables), { newTables } satisfies Notice);
    }
  };
}

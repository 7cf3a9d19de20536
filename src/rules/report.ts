import type { Rule } from '@angular-devkit/schematics';
import type { ModelNames } from '../naming/model-names';
import { enumeration } from '../naming/spelling';
import { findController, methodOf, ownerOf } from '../project/controllers';
import { findModel } from '../project/models';
import { endpointPrefix } from '../project/registered-blueprints';
import { missingLink } from './page/children';
import { migrationAdvice, type Notice } from './model/notice';
import { existingRoute } from './page/own-routes';
import { dataOf } from './page/page-data';
import { hasChanged, type View } from './page/view';

/** What of a view a project had before. */
export interface Before {
  readonly hasRoute: boolean;
  /** The method, where the controller, or what it extends, has it: `app/controllers/post_controller.py:12`. */
  readonly method: string | undefined;
  /** The models that it did not have. */
  readonly missingModels: readonly ModelNames[];
}

/** What of a view a project has. */
export async function before(view: View): Promise<Before> {
  const { names, project, wants } = view;
  const models = wants.model && names.model ? [...names.parents, names.model] : [];
  const found = await Promise.all(models.map((model) => findModel(project, model)));
  return {
    hasRoute: (await existingRoute(view)) !== undefined,
    method: await placeOfMethod(view),
    missingModels: models.filter((_, index) => found[index] === undefined),
  };
}

async function placeOfMethod({ names, project }: View): Promise<string | undefined> {
  const place = await findController(project, names.controller);
  const owner = place && (await ownerOf(project, place, names.method));
  const node = owner && (methodOf(owner, names.method) ?? owner.definition).node;
  return owner && node ? `${owner.source.path}:${node.row + 1}` : undefined;
}

/** Says where to look next, or that there was nothing to do. */
export function report(view: View, { hasRoute, method, missingModels }: Before): Rule {
  return async (_tree, { logger }) => {
    const { names, project, wants } = view;
    if (!hasChanged(view)) {
      logger.info(`Nothing to do: ${names.view} is there already.`);
      return;
    }
    if (wants.controller && method !== undefined) {
      const what = `${names.controller.className} has ${names.method} already`;
      logger.warn(`${method}: ${what}. It stays as it is.`);
    }
    const route = await existingRoute(view);
    if (route) {
      const endpoint = `${await endpointPrefix(project, names.blueprints)}.${route.endpoint}`;
      const url = `${names.route.method} ${route.path}`;
      logger.info(
        hasRoute
          ? `See ${url} (endpoint ${endpoint}).`
          : `${url} is served now (endpoint ${endpoint}).`,
      );
      const advice = await missingLink(view);
      if (advice !== undefined) {
        logger.info(advice);
      }
    } else if (names.template !== undefined) {
      logger.info(`No URL leads to app/templates/${names.template} yet: add one with -r.`);
    }
    if (missingModels.length > 0) {
      logger.info(nextStep(view, missingModels, (await dataOf(view)) !== undefined));
      const newTables = missingModels.map(({ pluralPhrase }) => pluralPhrase);
      logger.info(migrationAdvice(newTables), { newTables } satisfies Notice);
    }
  };
}

/** What to do with models that have their key and their times alone. */
function nextStep({ names }: View, models: readonly ModelNames[], hasData: boolean): string {
  const places = models.map(({ className, file }) => `${className} in ${file}`);
  const columns = `Next: add columns to ${enumeration(places)}`;
  const show = ` Then \`scaffold make:view ${names.view} --force\` shows them.`;
  return (
    `${columns}, before pages with a form are made, and migrate the database.` +
    (names.template === undefined || !hasData ? '' : show)
  );
}

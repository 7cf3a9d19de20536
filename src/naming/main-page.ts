// Specs: spec/naming/view-names.spec.ts
import { UsageError } from '../errors';
import type { Layout } from '../layout';
import { blueprintsOf } from './blueprint-names';
import { controllerNames } from './controller-names';
import { requestedModel } from './model-names';
import type { PageNames } from './page-names';
import { freeMethod } from './python-words';
import { routeNames, urlOf } from './route-names';
import { capitalize, phrase, quoted } from './spelling';
import type { ViewOptions } from './view-options';

/** The folder of the pages that the main controller shows. */
export const MAINS = 'mains';

/** What that controller is of. */
export const MAIN = 'main';

/**
 * A page of the main controller: `about` and `mains.about` both have the URL `/about`.
 *
 * @param segments The parts of the name, without a leading `mains`.
 */
export function mainPage(
  options: ViewOptions,
  segments: readonly string[],
  layout: Layout,
): PageNames {
  if (options.generateModel && options.model === undefined) {
    throw new UsageError(
      `${quoted(options.name)} is a page of the main controller, which has no model. ` +
        'Name one, as in --model Post, or put the page in a folder, as in posts.index.',
    );
  }
  const name = segments.join('_');
  const path = name === 'index' ? '/' : urlOf(...segments);
  return {
    action: undefined,
    title: capitalize(phrase(name)),
    controller: controllerNames(options.controller, MAIN, layout),
    method: freeMethod(name),
    blueprints: blueprintsOf([MAINS], layout),
    route: routeNames(name, 'GET', path, options.route),
    model: options.model === undefined ? undefined : requestedModel(options.model, layout),
    parents: [],
  };
}

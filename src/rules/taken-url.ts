import { SchematicsException } from '@angular-devkit/schematics';
import { shapeOf } from '../project/existing-routes';
import type { View } from '../view/view';

/** The shape of the URL of the files that Flask serves itself. */
const STATIC = '/static/<path>';

/**
 * Refuses a URL that another function serves already.
 *
 * @throws SchematicsException naming the function, its file and its line.
 */
export function refuseTakenUrl({ names, route: { taken }, wants }: View): void {
  const { method, path } = names.route;
  if (wants.route && method === 'GET' && shapeOf(path) === STATIC) {
    throw new SchematicsException(
      `Flask itself serves GET ${path}, with the files in static/. Choose another URL with --route.`,
    );
  }
  if (taken) {
    throw new SchematicsException(
      `${taken.source.path}:${taken.line}: ${taken.function} serves ${method} ${path} already. ` +
        'Choose another URL with --route, or remove that one.',
    );
  }
}

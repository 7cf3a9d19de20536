import { SchematicsException } from '@angular-devkit/schematics';
import { shapeOf } from '../project/existing-routes';
import type { View } from '../view/view';

/** The shape of Flask's own URL for static files. */
const STATIC = '/static/<path>';

/**
 * Refuses a URL that another function already serves.
 *
 * @throws SchematicsException naming the function, its file and its line.
 */
export function refuseTakenUrl({ names, route: { taken }, wants }: View): void {
  const { method, path } = names.route;
  if (wants.route && method === 'GET' && shapeOf(path) === STATIC) {
    throw new SchematicsException(
      `Flask itself serves GET ${path} for the files in static/. Choose another URL with --route.`,
    );
  }
  if (taken) {
    throw new SchematicsException(
      `${taken.source.path}:${taken.line}: ${taken.function} already serves ${method} ${path}. ` +
        'Choose another URL with --route, or remove that route.',
    );
  }
}

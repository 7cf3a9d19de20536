// Specs: spec/rules/taken-url.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import { UsageError } from '../errors';
import type { UrlParameter } from '../naming/route-names';
import { MAIN, MAINS } from '../naming/view-names';
import { COLUMN_TYPES } from '../project/column-types';
import { shapeOf } from '../project/existing-routes';
import type { View } from '../view/view';

/** The shape of Flask's own URL for static files. */
const STATIC = '/static/<path>';

/**
 * Refuses a new blueprint whose name another one has: Flask does not start with both.
 *
 * @throws SchematicsException naming the file and the line of the other one.
 */
export function refuseTakenBlueprint({ blueprints: [{ names }], route: { namesake } }: View): void {
  if (namesake) {
    throw new SchematicsException(
      `${namesake.place} already makes a blueprint called ${names.name}. ` +
        'Put the view in a folder of another name, or rename that blueprint.',
    );
  }
}

/**
 * Refuses a blueprint `main` beside `mains`, whose pages its controller shows.
 *
 * @throws UsageError naming the view that was probably meant.
 */
export function refuseSecondMain({ blueprints: [{ found, isNew, names }], ...view }: View): void {
  const { className } = view.names.controller;
  if (
    view.app.isOurs &&
    names.name === MAIN &&
    className === 'MainController' &&
    (isNew || found === undefined)
  ) {
    const meant = view.names.view.replace(MAIN, MAINS);
    throw new UsageError(
      `${className} shows the pages in ${MAINS}. Did you mean ${meant}? ` +
        'Otherwise choose another folder, or another controller with --controller.',
    );
  }
}

/**
 * Refuses a URL that another function, or Flask itself, already serves.
 *
 * @throws SchematicsException naming the function, its file and its line.
 */
export function refuseTakenUrl({ names, route: { methods, taken }, wants }: View): void {
  const { path } = names.route;
  if (!wants.route) {
    return;
  }
  if (methods.includes('GET') && shapeOf(path) === STATIC) {
    throw new SchematicsException(
      `Flask itself serves GET ${path} for the files in static/. Choose another URL with --route.`,
    );
  }
  if (taken) {
    throw new SchematicsException(
      `${taken.place}: ${taken.function} already serves ${methods.join(' and ')} ${path}. ` +
        'Choose another URL with --route, or remove that route.',
    );
  }
}

/**
 * Refuses a URL with a number for a record whose key is not a number: it would find no record.
 *
 * @throws SchematicsException with a URL that works.
 */
export function refuseUnfitUrl({ data, names, route: { existing }, wants }: View): void {
  if (!wants.route || existing || data === undefined) {
    return;
  }
  const { parameters, path } = names.route;
  for (const { columns, lookups, model } of [...data.parents, data.record]) {
    if (columns.filter(({ isPrimaryKey }) => isPrimaryKey).length > 1) {
      throw new SchematicsException(
        `${model.className} has a key of several columns. Write the pages of one record yourself.`,
      );
    }
    for (const { column, parameter } of lookups) {
      const kind = columns.find(({ name }) => name === column)?.kind ?? 'unknown';
      const { converter } = COLUMN_TYPES[kind];
      if (converter !== undefined && isNumber(parameters, parameter)) {
        const url = path.replace(`<int:${parameter}>`, `<${converter}:${parameter}>`);
        throw new SchematicsException(
          `${path} finds no record, because ${model.className}.${column} is not a number. ` +
            `Set the URL with --route '${url}'.`,
        );
      }
    }
  }
}

function isNumber(parameters: readonly UrlParameter[], name: string): boolean {
  return parameters.find((parameter) => parameter.name === name)?.converter === 'int';
}

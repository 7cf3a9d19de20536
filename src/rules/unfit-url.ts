import { SchematicsException } from '@angular-devkit/schematics';
import type { UrlParameter } from '../naming/route-names';
import { COLUMN_TYPES } from '../project/column-types';
import type { View } from '../view/view';

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

import { type Rule, SchematicsException } from '@angular-devkit/schematics';
import type { UrlParameter } from '../naming/url-rule';
import type { Column } from '../project/columns';
import { existingRoute } from './page/own-routes';
import { dataOf } from './page/page-data';
import type { View } from './page/view';

/** The converters of URLs that find what is no number. */
const CONVERTERS: Readonly<Partial<Record<Column['kind'], string>>> = {
  string: 'string',
  text: 'string',
  uuid: 'uuid',
};

/**
 * Refuses a URL with a number where the record that it leads to has another kind of key: it would find none.
 *
 * @throws SchematicsException with the URL that does.
 */
export function refuseUnfitUrl(view: View): Rule {
  return async () => {
    const { names, wants } = view;
    const data = wants.route && !(await existingRoute(view)) ? await dataOf(view) : undefined;
    for (const { model, columns, lookups } of data ? [...data.parents, data.item] : []) {
      if (columns.filter(({ isPrimaryKey }) => isPrimaryKey).length > 1) {
        throw new SchematicsException(
          `${model.className} has a key of several columns: a page of one record is for you to write.`,
        );
      }
      for (const { column, parameter } of lookups) {
        const converter =
          CONVERTERS[columns.find(({ name }) => name === column)?.kind ?? 'unknown'];
        if (converter !== undefined && isNumber(names.route.parameters, parameter)) {
          const url = names.route.path.replace(`<int:${parameter}>`, `<${converter}:${parameter}>`);
          throw new SchematicsException(
            `${names.route.path} finds nothing: ${model.className}.${column} is no number. ` +
              `Give the URL: --route '${url}'.`,
          );
        }
      }
    }
  };
}

function isNumber(parameters: readonly UrlParameter[], name: string): boolean {
  return parameters.find((parameter) => parameter.name === name)?.converter === 'int';
}

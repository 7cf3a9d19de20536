// Specs: spec/rename-field/index.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import { tableIn } from '../add-field/add-constraints';
import type { App } from '../app/app';
import { UsageError } from '../errors';
import { modelOfClass } from '../naming/class-names';
import type { ResourceNames, ResourceOptions } from '../naming/resource-names';
import { enumeration, nearestWord, quoted } from '../naming/spelling';
import type { ClassPlace } from '../project/class-place';
import type { Column } from '../project/column-type';
import { columnsIn } from '../project/columns';
import { modelsIn } from '../project/models';
import { hasMember } from '../python/queries';
import { findResource, folderOf, resourcesSharing } from '../view/resource';
import { refuseForeign } from '../view/placed-names';

/** A model whose columns change, and the resources that show it. */
export interface ChangedModel {
  /** The application that has it. */
  readonly app: App;
  readonly names: ResourceNames;
  readonly place: ClassPlace;
  readonly columns: readonly Column[];
  readonly table: string;
  /** All resources of the model, that one last. */
  readonly resources: readonly ResourceNames[];
}

/**
 * Finds the model of a resource, and its other resources by their manifests.
 *
 * @throws UsageError if a name is wrong or there is no such model, SchematicsException without a database.
 */
export async function findChanged(
  app: App,
  typed: ResourceOptions,
  command: string,
): Promise<ChangedModel> {
  const { isOurs, project } = app;
  const name = folderOf(app, typed.name);
  const { names, place } = await findResource(app, { ...typed, name });
  if (!isOurs) {
    refuseForeign(names.views[0].names, typed);
  }
  const { className } = names.model;
  if (place === undefined) {
    const models = await modelsIn(project);
    const near = nearestWord(className, models);
    const known = models.length > 0 ? ` The models are ${enumeration(models)}.` : '';
    const meant =
      near === undefined
        ? known
        : ` Did you mean scaffold ${command} ${modelOfClass(near, project.layout).table}?`;
    throw new UsageError(`There is no model ${className}.${meant}`);
  }
  return {
    app,
    names,
    place,
    columns: await columnsIn(project, place),
    table: tableIn(app, names.model, place),
    resources: await resourcesSharing(app, names),
  };
}

/** A field of a model: its column, and the attributes that it has there. */
export interface ChangedField {
  /** As people call it: `author`. */
  readonly name: string;
  readonly column: Column;
  /** `author_id` and `author` for a reference. */
  readonly attributes: readonly string[];
}

/** Columns that every model of ours has, and that code of ours counts on. */
const EVERYWHERE = ['id', 'created_at', 'updated_at'];

/**
 * Finds a field of a model by its name, or by that of its column.
 *
 * @param rest What was typed behind the name: `:headline`.
 * @throws UsageError if there is none, SchematicsException if other code of ours needs it.
 */
export function findField(
  { app, columns, names, place, resources }: ChangedModel,
  typed: string,
  command: string,
  rest = '',
): ChangedField {
  const { className } = names.model;
  const named = columns.map((column) => ({
    column,
    name: column.kind === 'foreign key' ? column.name.replace(/_id$/, '') : column.name,
  }));
  const field = named.find(({ column, name }) => name === typed || column.name === typed);
  if (field?.column.kind === 'many' && command === 'change:field') {
    throw new SchematicsException(
      `${className}.${field.name} has a table of its own. Change it by hand, with its migration.`,
    );
  }
  if (field === undefined) {
    const known = named.map(({ name }) => name);
    const near = nearestWord(typed, known);
    throw new UsageError(
      `${className} has no field ${quoted(typed)}. ` +
        (near === undefined
          ? `It has ${known.join(', ')}.`
          : `Did you mean scaffold ${command} ${names.name} ${near}${rest}?`),
    );
  }
  const { column, name } = field;
  const refuse = (reason: string): never => {
    throw new SchematicsException(
      `${column.name} of ${className} has to stay as it is: ${reason}.`,
    );
  };
  if (column.isPrimaryKey || (app.isOurs && EVERYWHERE.includes(column.name))) {
    refuse('every page, form and list counts on it');
  }
  for (const { name: resource, views } of resources) {
    const [{ names: view }] = views;
    if (view.parents.some(({ id }) => id === column.name)) {
      refuse(`the URLs of ${resource} need it, ${view.route.path}`);
    }
  }
  const isLinked = name !== column.name && hasMember(place.definition, name);
  return { name, column, attributes: isLinked ? [column.name, name] : [column.name] };
}

// Specs: spec/add-field/index.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import type { App } from '../app/app';
import { databaseOf } from '../app/database';
import type { Field } from '../fields/words';
import type { ModelNames } from '../naming/class-names';
import type { ClassPlace } from '../project/class-place';
import { type ColumnStyle, prefixFor, saysOptional, styleIn } from '../project/column-style';
import type { Column } from '../project/column-type';
import { columnsIn } from '../project/columns';
import { databaseModule } from '../project/database';
import { findModel } from '../project/models';
import type { Project } from '../project/project';
import type { PythonSource } from '../python/source';
import type { ParentValues } from '../templates/model-values';
import type { NamedImport } from '../templates/plain-values';
import type { Templates } from '../templates/templates';
import { belongingOf, parentValues } from '../view/belonging';
import type { ModelStyle } from '../view/model-class';
import { fieldsState, type FieldsState, refuseHiddenKeys } from '../view/model-fields';
import { styleOf } from '../view/model-state';
import { refuseClashes } from './clashes';

/** A model that exists, and the fields that it is to get. */
export interface GrownModel {
  readonly place: ClassPlace;
  readonly columns: readonly Column[];
  readonly fields: FieldsState;
}

/** The names of a model, and of those that it belongs to. */
interface GrownNames {
  readonly model: ModelNames;
  readonly parents: readonly ModelNames[];
}

/**
 * Looks at a model, and at the fields that it is to get, in the style of the columns that it has.
 *
 * @throws UsageError if a field refers to no model, SchematicsException if the application does not allow a field.
 */
export async function grownModel(
  app: App,
  { model: names, parents }: GrownNames,
  place: ClassPlace,
  fields: readonly Field[],
  templates: Templates,
): Promise<GrownModel> {
  const { project } = app;
  const columns = await columnsIn(project, place);
  const parent = await parentOf(project, names, parents.at(-1));
  refuseNewTypes(app, fields);
  const asked = { names, place, columns, fields, parent };
  const state = await fieldsState(project, asked, await modelStyle(app, place), templates);
  if (state.missing.length > 0 && !app.isOurs) {
    refuseHiddenKeys(place, state);
    // The style is that of the class, so these are what its columns are made with, perhaps by the project's own names.
    refuseClashes(place.source, state.made.source, ['Column', 'relationship']);
  }
  return { columns, fields: state, place };
}

async function modelStyle(app: App, place: ClassPlace): Promise<ModelStyle> {
  if (app.isOurs) {
    return styleOf(place, await databaseModule(app.project));
  }
  const { definition, source } = place;
  const db = databaseOf(app);
  const columns = styleIn(source, definition.node) ?? columnStyleOf(app, db, source, source);
  return { db, columns, neighbour: source };
}

/** What the name of a resource says that its model belongs to. A person writes composite keys. */
async function parentOf(
  project: Project,
  child: ModelNames,
  parent: ModelNames | undefined,
): Promise<ParentValues | undefined> {
  const place = parent && (await findModel(project, parent));
  const belonging = place && belongingOf(child, parent, place, await columnsIn(project, place));
  return belonging?.parentKey.length === 1 ? parentValues(belonging) : undefined;
}

/**
 * Refuses fields that an old SQLAlchemy has no type for.
 *
 * @throws SchematicsException naming the field.
 */
export function refuseNewTypes({ required }: App, fields: readonly Field[]): void {
  const old = fields.find(({ word }) => word === 'uuid' && required.hasOldSqlalchemy);
  if (old) {
    throw new SchematicsException(
      `${old.typed} needs SQLAlchemy 2, and this project requires an older version.`,
    );
  }
}

/** How an application writes the columns of a model that it has none of. */
export function columnStyleOf(
  { layout, required }: App,
  { name }: NamedImport,
  file: PythonSource | undefined,
  neighbour: PythonSource | undefined,
): ColumnStyle {
  if (layout.columns.value === 'column' || required.hasOldSqlalchemy) {
    const [types, columns, relations] = [`${name}.`, `${name}.`, `${name}.`];
    return { isMapped: false, types, columns, relations, saysOptional: false };
  }
  const columns = prefixFor(file, 'sqlalchemy.orm');
  const types = prefixFor(file, 'sqlalchemy');
  const relations = columns;
  return { isMapped: true, types, columns, relations, saysOptional: saysOptional(neighbour) };
}

// Specs: spec/add-field/index.spec.ts
import type { App } from '../app/app';
import type { Field } from '../fields/words';
import type { ModelNames } from '../naming/class-names';
import type { ClassPlace } from '../project/class-place';
import type { Column } from '../project/column-type';
import { columnsIn } from '../project/columns';
import { findModel } from '../project/models';
import type { Project } from '../project/project';
import type { ParentValues } from '../templates/model-values';
import { belongingOf, parentValues } from '../view/belonging';
import { fieldsState, type FieldsState, refuseHiddenKeys } from '../view/model-fields';
import { modelHome, refuseNewTypes, styleWithin } from '../view/model-home';
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
): Promise<GrownModel> {
  const { project } = app;
  const columns = await columnsIn(project, place);
  const parent = await parentOf(project, names, columns, parents.at(-1));
  refuseNewTypes(app, fields);
  const asked = { names, place, columns, fields, parent };
  const style = styleWithin(place, await modelHome(app, names));
  const state = await fieldsState(app, asked, style);
  if (state.missing.length > 0 && !app.isOurs) {
    refuseHiddenKeys(place, state);
    // The style is that of the class, so these are what its columns are made with, perhaps by the project's own names.
    refuseClashes(place.source, state.made.source, ['Column', 'relationship']);
  }
  return { columns, fields: state, place };
}

/** What the name of a resource says that its model belongs to, if it does. A person writes composite keys. */
async function parentOf(
  project: Project,
  child: ModelNames,
  known: readonly Column[],
  parent: ModelNames | undefined,
): Promise<ParentValues | undefined> {
  const place = parent && (await findModel(project, parent));
  const belonging =
    place &&
    known.some(({ name }) => name === parent.id) &&
    belongingOf(child, parent, place, await columnsIn(project, place));
  return belonging && belonging.parentKey.length === 1 ? parentValues(belonging) : undefined;
}

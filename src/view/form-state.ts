// Specs: spec/rules/form.spec.ts
import { initOf } from '../layout';
import type { ClassNames, ModelNames } from '../naming/class-names';
import { type ClassPlace, findClassFrom } from '../project/class-place';
import type { Column } from '../project/column-type';
import type { Project } from '../project/project';
import type { PythonSource } from '../python/source';
import type { Choices } from './choices';
import type { FieldValues } from '../templates/code-values';
import { formField, isOnForm } from './form-fields';
import type { ModelState } from './model-state';

/** The form of a view's model: as the project has it, and as its columns would have it. */
export interface FormState {
  readonly names: ClassNames;
  /** Its class; undefined if it is to be made. */
  readonly place: ClassPlace | undefined;
  /** The fields for the columns. */
  readonly fields: readonly FieldValues[];
  /** The columns without a field: none is known, the model sets them, or they are secret. */
  readonly left: readonly Column[];
  /** The module of further fields, as the project has it. */
  readonly helpers: { readonly path: string; readonly source: PythonSource | undefined };
  /** The file of a new form, if something else is in it. */
  readonly blockedBy: string | undefined;
}

/**
 * The form of a model.
 *
 * @param parent What the URL names: its key is not on the form.
 */
export async function formState(
  project: Project,
  { columns, names: { form }, owner }: ModelState,
  choices: ReadonlyMap<string, Choices>,
  parent: ModelNames | undefined,
): Promise<FormState> {
  const place = await findForm(project, form);
  const shown = columns.filter(
    (column) => isOnForm(column, parent) && column.name !== owner?.column,
  );
  const helpers = `${project.layout.forms}/fields.py`;
  const known = shown.map((column) => ({
    column,
    field: formField(column, choices.get(column.name), undefined),
  }));
  const fields = known.flatMap(({ field }) => field ?? []);
  return {
    names: form,
    place,
    fields,
    left: known.filter(({ field }) => field === undefined).map(({ column }) => column),
    helpers: { path: helpers, source: await project.source(helpers) },
    blockedBy: place === undefined && project.has(form.file) ? form.file : undefined,
  };
}

async function findForm(
  project: Project,
  { className, file }: ClassNames,
): Promise<ClassPlace | undefined> {
  for (const path of [initOf(project.layout.forms), file]) {
    const source = await project.source(path);
    const place = source && (await findClassFrom(project, source, className));
    if (place) {
      return place;
    }
  }
  return undefined;
}

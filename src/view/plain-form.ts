// Specs: spec/existing/make-resource.spec.ts
import { basename, dirname } from 'node:path';
import type { IndexedApp } from '../app/app';
import { databaseOf } from '../app/database';
import { DEFAULT_LAYOUT, moduleOfPath } from '../layout';
import { modelOfClass, type ModelNames } from '../naming/class-names';
import { phrase } from '../naming/spelling';
import { noChoice } from '../project/choice-columns';
import type { Column } from '../project/column-type';
import { isBelow } from '../project/walk';
import { assignmentsIn, callOf, type Definition, findClass } from '../python/queries';
import type { PlainFormValues, PlainSelect } from '../templates/plain-values';
import type { BlueprintPlace } from './blueprint-place';
import type { Choices } from './choices';
import { formField, isOnForm } from './form-fields';
import type { FormState } from './form-state';

/** The model that a form is for. */
export interface FormModel {
  readonly names: ModelNames;
  readonly columns: readonly Column[];
  readonly choices: ReadonlyMap<string, Choices>;
  /** To import the class from. */
  readonly module: string;
}

/** The form of a model where the application has its forms. */
export async function placedForm(
  index: IndexedApp,
  model: FormModel,
  place: BlueprintPlace,
): Promise<FormState> {
  const { form } = model.names;
  const file = fileOfForms(index, model, place);
  const source = await index.project.source(file);
  const definition = source && findClass(source, form.className);
  const { fields } = formValues(index, model, false);
  return {
    names: { ...form, file, module: moduleOfPath(file) },
    place: source && definition && { source, definition },
    fields,
    left: withoutField(
      model,
      fields.map(({ name }) => name),
    ),
    helpers: { path: file, source: undefined },
    blockedBy: undefined,
  };
}

/** The fields of a form, by name: those that it has, or will have. */
export function fieldsOfForm(form: FormState | undefined): string[] {
  return form?.place
    ? fieldsOf(form.place.definition.node)
    : (form?.fields ?? []).map(({ name }) => name);
}

/** The fields of the class of a form, without its button. */
export function fieldsOf(definition: Definition['node']): string[] {
  return assignmentsIn(definition).flatMap(({ target, value }) => {
    const name = (value && callOf(value)?.name) ?? '';
    return name.endsWith('Field') && name !== 'SubmitField' ? target : [];
  });
}

/** The columns that people fill in, but for which a form has no field: secrets, and what WTForms has no field for. */
export function withoutField(
  { columns }: Pick<FormModel, 'columns'>,
  fields: readonly string[],
): Column[] {
  return columns.filter((column) => isOnForm(column) && !fields.includes(column.name));
}

/** The file with forms: of the application, of the model, or of the feature. */
export function fileOfForms(
  { layout, project }: IndexedApp,
  { names }: Pick<FormModel, 'names'>,
  { file, name }: BlueprintPlace,
): string {
  const { package: folder } = project.layout;
  const pattern = layout.forms.value;
  const isFeature = dirname(file) !== folder && isBelow(file, folder);
  if (typeof pattern !== 'string') {
    return isFeature ? `${dirname(file)}/forms.py` : moduleIn(folder, 'forms.py');
  }
  if (basename(pattern).includes('{name}')) {
    return pattern.replace('{name}', names.name);
  }
  return pattern.includes('{name}')
    ? isFeature
      ? `${dirname(file)}/${basename(pattern)}`
      : pattern.replace('{name}', name)
    : pattern;
}

function moduleIn(folder: string, name: string): string {
  return folder === '.' ? name : `${folder}/${name}`;
}

/** The values of the form of a model. */
export function formValues(
  application: IndexedApp,
  { choices, columns, module, names }: FormModel,
  isSubmitted: boolean,
): PlainFormValues {
  const { isLegacy, layout, required } = application;
  const style = {
    hasOldWtforms: required.hasOldWtforms,
    validatesEmail: validatesEmail(application),
  };
  const fields = columns
    .filter((column) => isOnForm(column))
    .flatMap((column) => {
      const field = formField(column, choices.get(column.name), style);
      return field ? { column, field } : [];
    });
  const db = databaseOf(application);
  const uniques = fields.filter(({ column }) => column.isUnique);
  const selects = fields.flatMap(({ column }) =>
    selectOf(column, choices.get(column.name), db.name, application),
  );
  return {
    className: names.form.className,
    db,
    isLegacy,
    isTyped: layout.typed.value === true,
    model: names.className,
    record: names.record,
    imports: [
      { className: names.className, module },
      ...fields.flatMap(({ field }) => field.imports),
    ],
    fields: fields.map(({ field }) => field),
    isSubmitted,
    uniques: uniques.map(({ column: { isNullable, name } }) => ({
      name,
      label: phrase(name),
      isNullable,
    })),
    selects,
  };
}

/** Whether forms may ask for an e-mail address: WTForms needs another package for that. */
export function validatesEmail({ required, sources }: IndexedApp): boolean {
  return (
    required.hasEmailValidator ||
    sources
      .containing('Email')
      .some(({ text }) => /\bEmail\(/.test(text) && text.includes('wtforms.validators'))
  );
}

function selectOf(
  { isNullable, name }: Column,
  chosen: Choices | undefined,
  db: string,
  { isLegacy, required }: IndexedApp,
): PlainSelect[] {
  if (chosen === undefined) {
    return [];
  }
  const { className, isLabelNullable, key, label } = chosen;
  const { record, records } = modelOfClass(className, DEFAULT_LAYOUT);
  const ordered = `order_by(${className}.${label})`;
  const shown = `${record}.${label}${isLabelNullable ? ` or ${record}.${key}` : ''}`;
  const pair = `(${record}.${key}, ${shown}) for ${record} in ${records}`;
  return [
    {
      name,
      records,
      rows: isLegacy
        ? `${className}.query.${ordered}`
        : `${db}.session.scalars(${db}.select(${className}).${ordered})`,
      choices: isNullable ? `[${noChoice(required)}, *(${pair})]` : `[${pair}]`,
    },
  ];
}

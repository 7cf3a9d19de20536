// Specs: spec/rules/form.spec.ts
import { datesImported, withDates } from '../fields/dates';
import { DEFAULT_LAYOUT } from '../layout';
import { type ClassNames, modelOfClass } from '../naming/class-names';
import { phrase } from '../naming/spelling';
import { noChoice } from '../project/choice-columns';
import type { Column } from '../project/column-type';
import type { PythonSource } from '../python/source';
import { quotedAs } from '../python/style';
import type { FieldValues } from '../templates/code-values';
import type { PlainFormValues, PlainSelect } from '../templates/plain-values';
import type { FormFileValues } from '../templates/template-types';
import type { Templates } from '../templates/templates';
import type { Choices } from './choices';
import type { FormModel, FormState, PlainForms } from './form-state';

/** A module with a form of these fields, in the style of the application. */
export function generatedForm(
  form: FormState,
  templates: Templates,
  fields = form.fields,
): PythonSource {
  const { model, names, plain } = form;
  return plain
    ? templates.module(
        'plain/form.py',
        names.file,
        plainValues(model, plain, fields),
        quotedAs(plain.spelledAs),
      )
    : templates.module('forms/form.py', names.file, formValues(names, fields));
}

/** The values of a form as `new` has them. */
export function formValues(form: ClassNames, fields: readonly FieldValues[]): FormFileValues {
  const attributes = fields.map(({ name }) => name);
  return {
    form,
    fields: fields.map((field) => ({
      ...field,
      arguments: withDates(field.arguments, attributes),
    })),
    imports: fields.flatMap((field) => field.imports),
    dates: datesImported(attributes),
  };
}

function plainValues(
  { choices, columns, module, names }: FormModel,
  forms: PlainForms,
  fields: readonly FieldValues[],
): PlainFormValues {
  const { db, isLegacy, isSubmitted, isTyped } = forms;
  const shown = columns.filter(({ name }) => fields.some((field) => field.name === name));
  return {
    className: names.form.className,
    ...{ db, isLegacy, isSubmitted, isTyped },
    model: names.className,
    record: names.record,
    imports: [{ className: names.className, module }, ...fields.flatMap((field) => field.imports)],
    fields,
    decimals: shown.flatMap(({ kind, name, precision, scale = 0 }) =>
      kind === 'decimal' && precision !== undefined ? [{ name, places: scale }] : [],
    ),
    uniques: shown.flatMap(({ isNullable, isUnique, name, uniqueWith }) => {
      const others = isUnique ? [] : shown.filter((other) => uniqueWith?.includes(other.name));
      // A key that the URL sets is not on the form: the database refuses what repeats it.
      return isUnique || others.length === uniqueWith?.length
        ? [{ name, label: phrase(name), isNullable, others }]
        : [];
    }),
    selects: shown.flatMap((column) => {
      const chosen = choices.get(column.name);
      return chosen ? selectOf(column, chosen, forms) : [];
    }),
    links: shown.flatMap(({ kind, name }) => {
      const chosen = kind === 'many' ? choices.get(name) : undefined;
      return chosen ? { name, rows: rowsOf(name, chosen, forms) } : [];
    }),
  };
}

/** The records with the keys of a field, as a list. */
function rowsOf(name: string, { className, key }: Choices, { db, isLegacy }: PlainForms): string {
  const are = `${className}.${key}.in_(${name})`;
  return isLegacy
    ? `${className}.query.filter(${are}).all()`
    : `${db.name}.session.scalars(${db.name}.select(${className}).where(${are})).all()`;
}

function selectOf(
  { isNullable, kind, name }: Column,
  { className, isLabelNullable, key, label }: Choices,
  { abilities, db, isLegacy }: PlainForms,
): PlainSelect {
  const { record, records } = modelOfClass(className, DEFAULT_LAYOUT);
  const ordered = `order_by(${className}.${label})`;
  const shown = `${record}.${label}${isLabelNullable ? ` or ${record}.${key}` : ''}`;
  const pair = `(${record}.${key}, ${shown}) for ${record} in ${records}`;
  return {
    name,
    records,
    rows: isLegacy
      ? `${className}.query.${ordered}`
      : `${db.name}.session.scalars(${db.name}.select(${className}).${ordered})`,
    choices: isNullable && kind !== 'many' ? `[${noChoice(abilities)}, *(${pair})]` : `[${pair}]`,
  };
}

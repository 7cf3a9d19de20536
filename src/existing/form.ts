// Specs: spec/existing/make-resource.spec.ts
import { basename, dirname } from 'node:path';
import { SchematicsException } from '@angular-devkit/schematics';
import { type Edit, inserted } from '../edit';
import { DEFAULT_LAYOUT, moduleOfPath } from '../layout';
import { modelOfClass } from '../naming/class-names';
import { enumeration, phrase } from '../naming/spelling';
import type { ClassPlace } from '../project/class-place';
import { noChoice } from '../project/choice-columns';
import type { Column } from '../project/column-type';
import { needsValue } from '../project/column-roles';
import { isBelow } from '../project/walk';
import { findClass } from '../python/queries';
import { fileOf } from '../python/generated';
import { topLevel } from '../python/import-statement';
import type { PythonSource } from '../python/source';
import { withStatement } from '../python/transplant';
import { fieldsOf, lackOfField } from '../rules/form-class';
import { warning, type Note } from '../rules/outcome';
import type { Choices } from '../view/choices';
import { formField, isOnForm } from '../view/form-fields';
import type { ClassValues } from '../templates/code-values';
import type { Templates } from '../templates/templates';
import type { IndexedApp } from '../app/app';
import { refuseClashes } from '../rules/clashes';
import { databaseOf } from '../app/database';
import type { PagePlace } from './page-place';
import type { Records } from './records';
import { quotedAs } from '../python/style';
import { writtenAs } from '../app/style';
import type { PlainFormValues, PlainSelect } from '../templates/plain-values';

/** The form of a model: as the application has it, or as this run makes it. */
export interface PlannedForm extends ClassValues {
  readonly edits: readonly Edit[];
  readonly notes: readonly Note[];
  /** Its fields, by name. */
  readonly fields: readonly string[];
}

/**
 * Refuses what needs Flask-WTF in a project that does not use it.
 *
 * @throws SchematicsException saying what to install.
 */
export function requireForms({ required, sources }: IndexedApp, what: string): void {
  const isUsed = sources.containing('flask_wtf').length > 0;
  if (!isUsed && !required.hasFlaskWtf) {
    throw new SchematicsException(
      `${what} needs Flask-WTF, which this project does not require. Run \`pip install Flask-WTF\`, add it to your ` +
        'requirements, and run this command again.',
    );
  }
}

/**
 * Plans the form of a model where the application has its forms.
 *
 * @param isSubmitted Whether a macro shows it, so that it needs a button of its own.
 * @throws SchematicsException if the application has no Flask-WTF, or another class of this name.
 */
export async function plannedForm(
  application: IndexedApp,
  records: Records,
  place: PagePlace,
  isSubmitted: boolean,
  templates: Templates,
): Promise<PlannedForm> {
  const { project } = application;
  const { className } = records.names.form;
  const path = fileOfForms(application, records, place);
  const module = moduleOfPath(path);
  const file = await project.source(path);
  const existing = file && findClass(file, className);
  const values = formValues(application, records, isSubmitted);
  const fields = values.fields.map(({ name }) => name);
  if (file && existing) {
    refuseOther({ source: file, definition: existing }, records, fields);
    return { className, module, edits: [], notes: [], fields: fieldsOf(existing.node) };
  }
  const text = file?.text ?? (await fileWithForms(application))?.text ?? '';
  const rendered = templates.module('plain/form.py', path, values, quotedAs(text));
  const definition = findClass(rendered, className);
  const missing = missingFrom(records, fields).map(({ name }) => name);
  const left = withoutField(records, fields).filter(({ name }) => !missing.includes(name));
  const unchecked = validatesEmail(application)
    ? []
    : records.columns.filter(({ format, name }) => format === 'email' && fields.includes(name));
  const notes = [
    ...unchecked.map(({ name }) =>
      warning(
        `${className} takes any text as ${name}. To have it checked, run \`pip install email-validator\`, add that to your ` +
          `requirements, and give the field the validator Email() in ${path}.`,
      ),
    ),
    ...missing.map((name) =>
      warning(
        `${className} has no field for ${name}, which every ${records.names.phrase} needs. Add one to ${path}, or set it in the view.`,
      ),
    ),
    ...(left.length === 0 ? [] : [warning(lackOfField(path, left))]),
  ];
  if (file && definition) {
    refuseClashes(file, rendered);
    const into = (each: PythonSource): PythonSource =>
      withStatement(each, rendered, definition.statement);
    return { className, module, edits: inserted(file, into), notes, fields };
  }
  const content = writtenAs(text, fileOf(rendered, [topLevel(path)]), path);
  return { className, module, edits: [{ kind: 'create', path, content }], notes, fields };
}

/** The file with forms: of the application, of the model, or of the feature. */
export function fileOfForms(
  { layout, project }: IndexedApp,
  { names }: Records,
  { blueprint, file }: PagePlace,
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
      : pattern.replace('{name}', blueprint)
    : pattern;
}

function moduleIn(folder: string, name: string): string {
  return folder === '.' ? name : `${folder}/${name}`;
}

/** The values of the form of a model. */
export function formValues(
  application: IndexedApp,
  { choices, columns, module, names }: Records,
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
function validatesEmail({ required, sources }: IndexedApp): boolean {
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

/** The columns that people fill in, but for which a form has no field: secrets, and what WTForms has no field for. */
export function withoutField({ columns }: Records, fields: readonly string[]): Column[] {
  return columns.filter((column) => isOnForm(column) && !fields.includes(column.name));
}

/** The columns that every record needs and no field fills. */
function missingFrom({ columns }: Records, fields: readonly string[]): Column[] {
  return columns.filter((column) => needsValue(column) && !fields.includes(column.name));
}

/**
 * Refuses a form of another purpose.
 *
 * @param known The fields that this run would give a form of these records.
 */
function refuseOther(
  { definition, source }: ClassPlace,
  records: Records,
  known: readonly string[],
): void {
  const fields = fieldsOf(definition.node);
  const columns = records.columns.map(({ name }) => name);
  const others = fields.filter((name) => !columns.includes(name));
  const missing = missingFrom(records, fields).flatMap(({ name }) =>
    known.includes(name) ? name : [],
  );
  if (others.length + missing.length > 0) {
    const differs =
      others.length > 0 ? `has ${enumeration(others)}` : `lacks ${enumeration(missing)}`;
    throw new SchematicsException(
      `${source.placeOf(definition.node)}: ${definition.name} already exists and is not a form for ` +
        `${records.names.className}: it ${differs}. Rename it, or put the resource in a folder of another name with ` +
        `--model ${records.names.className}.`,
    );
  }
}

/** Another file with forms. */
export async function fileWithForms(
  { project, sources }: IndexedApp,
  own?: string,
): Promise<PythonSource | undefined> {
  const code = sources
    .containing('FlaskForm')
    .find(({ path }) => /forms?\b/.test(path) && path !== own);
  return code && project.source(code.path);
}

import type { logging } from '@angular-devkit/core';
import { type Rule, SchematicsException } from '@angular-devkit/schematics';
import type { Action } from '../naming/actions';
import type { ClassNames, ModelNames } from '../naming/model-names';
import { type ClassPlace, findClassFrom, moduleOf } from '../project/class-place';
import { type Column, columnsIn } from '../project/columns';
import { findModel } from '../project/models';
import type { Project } from '../project/project';
import { assignmentsIn } from '../python/assignments';
import { importBlock } from '../python/import-block';
import { importsOf } from '../python/imports';
import { BODY } from '../python/indentation';
import { indented, statement } from '../python/layout';
import type { PythonSource } from '../python/source';
import { choicesFor } from './form/form-choices';
import { type FormField, formField } from './form/form-field';
import { registerClass } from './registration/registered-class';
import { isSecret } from './form/secret-column';
import type { View } from './page/view';

const FORMS = 'app/forms/__init__.py';

/** The actions that show a form, or take one. */
const NEED_FORM: readonly (Action | undefined)[] = ['create', 'store', 'edit', 'update'];

/** What a form has of its own, so that no field of it can be called so. */
const TAKEN =
  /^(_.*|Meta|csrf_token|data|errors|form_errors|hidden_tag|is_submitted|meta|populate_obj|process|refuse_taken|save|strip|finite|validate|validate_on_submit|without)$/;

/** What a form is made of. */
interface Parts {
  readonly fields: readonly FormField[];
  /** The columns that get none: none is known, the model sets them, or they are secret. */
  readonly left: readonly Column[];
}

/** Makes the form of a view's model with the first action that needs one, from the model's columns as they stand. */
export function addForm({ names: { action, model, parents }, project, wants }: View): Rule {
  return async (_tree, { logger }) => {
    const place = model && (await findModel(project, model));
    if (!place || !wants.controller || !NEED_FORM.includes(action)) {
      return;
    }
    const parts = await partsOf(project, place, parents.at(-1));
    const existing = await findForm(project, model.form);
    if (existing) {
      await keepForm(project, model.form, existing, parts, logger);
    } else {
      await makeForm(project, model, place, parts, logger);
    }
  };
}

/** Registers a form that is there, and says which fields it has not. */
async function keepForm(
  project: Project,
  { className }: ClassNames,
  { source, definition }: ClassPlace,
  { fields }: Parts,
  logger: logging.LoggerApi,
): Promise<void> {
  const known = new Set(assignmentsIn(definition.node).map(({ target }) => target));
  const missing = fields.filter(({ name }) => !known.has(name));
  if (missing.length > 0) {
    logger.warn(
      `${source.path} stays as it is: ${className} has no field for ${namesOf(missing)}. ` +
        `Add to it:\n${indented(linesFor(source, missing))}`,
    );
  }
  const found = { module: moduleOf(source), definedAs: definition.name };
  await registerClass(project, FORMS, { className, ...found });
}

async function makeForm(
  project: Project,
  { className, form }: ModelNames,
  model: ClassPlace,
  { fields, left }: Parts,
  logger: logging.LoggerApi,
): Promise<void> {
  if (project.has(form.file)) {
    throw new SchematicsException(
      `${form.file} does not define ${form.className}: add the class, or rename the file.`,
    );
  }
  project.create(form.file, formFile(form.className, fields));
  await registerClass(project, FORMS, form);
  if (left.length > 0) {
    logger.warn(
      `${form.file} has no field for ${namesOf(left)}: add what fits, or let the model set it.`,
    );
  } else if (fields.length === 0) {
    logger.info(
      `${form.file} has no fields, since ${className} has no columns to fill in. ` +
        `Add columns in ${model.source.path}, and fields for them to the form.`,
    );
  }
}

/** Not what the model or the database sets itself, nor the key of what the page's URL names. */
function isOnForm(column: Column, parent: ModelNames | undefined): boolean {
  const { isAutomatic, isPrimaryKey, kind, name } = column;
  const isCounted = isPrimaryKey && ['integer', 'unknown', 'uuid'].includes(kind);
  const isTime = kind === 'datetime' && /^(created|updated)_at$/.test(name);
  return !isCounted && !isAutomatic && !isTime && name !== parent?.id;
}

async function findForm(
  project: Project,
  { className, file }: ClassNames,
): Promise<ClassPlace | undefined> {
  for (const path of [FORMS, file]) {
    const source = await project.source(path);
    const place = source && (await findClassFrom(project, source, className));
    if (place) {
      return place;
    }
  }
  return undefined;
}

/** @param parent What the page's URL names. */
async function partsOf(
  project: Project,
  model: ClassPlace,
  parent: ModelNames | undefined,
): Promise<Parts> {
  const columns = await columnsIn(project, model);
  const fields: FormField[] = [];
  const left: Column[] = [];
  for (const column of columns.filter((each) => isOnForm(each, parent))) {
    const isLeft = TAKEN.test(column.name) || column.hasComputedDefault || isSecret(column);
    const field = isLeft ? undefined : formField(column, await choicesFor(project, column, model));
    if (field) {
      fields.push(field);
    } else {
      left.push(column);
    }
  }
  return { fields, left };
}

function formFile(className: string, fields: readonly FormField[]): string {
  const imports = importBlock([
    { module: 'app.forms.base', name: 'ModelForm' },
    ...fields.flatMap((field) => field.imports),
  ]);
  const body = fields.length > 0 ? fieldLines(fields) : 'pass';
  return `${imports}\n\n\nclass ${className}(ModelForm):\n${indented(body)}\n`;
}

function fieldLines(fields: readonly FormField[]): string {
  return fields.map(({ name, value }) => statement(`${name} = `, value, '', BODY)).join('\n');
}

/** What a person adds to a form by hand: the imports that its file does not have, and the fields. */
function linesFor(source: PythonSource, fields: readonly FormField[]): string {
  const known = importsOf(source).flatMap(({ names }) => names.map(({ local }) => local));
  const imports = fields
    .flatMap((field) => field.imports)
    .filter(({ name }) => !known.includes(name));
  return [importBlock(imports), fieldLines(fields)].filter((part) => part !== '').join('\n\n');
}

function namesOf(named: readonly { readonly name: string }[]): string {
  return named.map(({ name }) => name).join(', ');
}

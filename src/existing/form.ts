// Specs: spec/existing/make-resource.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import type { IndexedApp } from '../app/app';
import { formMacroOf, writtenAs } from '../app/style';
import { inserted } from '../edit';
import { ACTIONS, isOfRecord } from '../naming/actions';
import { enumeration } from '../naming/spelling';
import type { ClassPlace } from '../project/class-place';
import type { Column } from '../project/column-type';
import { needsValue } from '../project/column-roles';
import { fileOf } from '../python/generated';
import { topLevel } from '../python/import-statement';
import { findClass, functionIn, parametersOf } from '../python/queries';
import type { PythonSource } from '../python/source';
import { quotedAs } from '../python/style';
import { withStatement } from '../python/transplant';
import { refuseClashes } from '../rules/clashes';
import { lackOfField } from '../rules/form-class';
import { NOTHING, type Outcome, warning } from '../rules/outcome';
import type { FormState } from '../view/form-state';
import type { ModelState } from '../view/model-state';
import { plainUrl } from '../view/plain-code';
import { fieldsOf, formValues, validatesEmail } from '../view/plain-form';
import type { View, Views } from '../view/view';

/**
 * Refuses what needs Flask-WTF in a project that does not use it.
 *
 * @throws SchematicsException saying what to install.
 */
function requireForms({ required, sources }: IndexedApp, what: string): void {
  const isUsed = sources.containing('flask_wtf').length > 0;
  if (!isUsed && !required.hasFlaskWtf) {
    throw new SchematicsException(
      `${what} needs Flask-WTF, which this project does not require. Run \`pip install Flask-WTF\`, add it to your ` +
        'requirements, and run this command again.',
    );
  }
}

/**
 * Makes the form of views where the application has its forms.
 *
 * @throws SchematicsException if the application has no Flask-WTF, or another class of this name, or if no form can make a
 *   record.
 */
export function addPlainForm(views: Views, index: IndexedApp): Outcome {
  const made = views.filter(({ route, wants }) => wants.route && !route.existing);
  for (const view of made) {
    refuseUnable(view, index);
  }
  const view = views.find((each) => each.form && (made.includes(each) || each.replaceTemplate));
  return view?.form && view.data ? formEdits(view, view.form, index) : NOTHING;
}

/** Refuses a view that needs a form, or a button, which is one, too, where there are no forms. */
function refuseUnable(view: View, index: IndexedApp): void {
  const { data, models, names } = view;
  if (data === undefined) {
    return;
  }
  const { makesRecord, method, usesForm } = ACTIONS[data.action];
  const place = models.at(-1)?.place;
  if (makesRecord && place) {
    refuseArguments(place);
  }
  const isDeletable = isOfRecord(data.action) && plainUrl(view, data, ['destroy']) !== undefined;
  if (usesForm || method === 'POST' || isDeletable) {
    requireForms(index, names.view);
  }
}

function formEdits(
  { choices, models, templates }: View,
  { fields: shown, left: without, names: { className, file: path }, place }: FormState,
  index: IndexedApp,
): Outcome {
  const { project } = index;
  const model = models.at(-1);
  if (model === undefined) {
    return NOTHING;
  }
  const fields = shown.map(({ name }) => name);
  if (place) {
    refuseOther(place, model, fields);
    return NOTHING;
  }
  const file = project.parsed(path);
  const text = file?.text ?? fileWithForms(index)?.text ?? '';
  const values = formValues(index, { ...model, choices }, formMacroOf(project) !== undefined);
  const rendered = templates.module('plain/form.py', path, values, quotedAs(text));
  const definition = findClass(rendered, className);
  const missing = missingFrom(model, fields).map(({ name }) => name);
  const left = without.filter(({ name }) => !missing.includes(name));
  const unchecked = validatesEmail(index)
    ? []
    : model.columns.filter(({ format, name }) => format === 'email' && fields.includes(name));
  const notes = [
    ...unchecked.map(({ name }) =>
      warning(
        `${className} takes any text as ${name}. To have it checked, run \`pip install email-validator\`, add that to your ` +
          `requirements, and give the field the validator Email() in ${path}.`,
      ),
    ),
    ...missing.map((name) =>
      warning(
        `${className} has no field for ${name}, which every ${model.names.phrase} needs. Add one to ${path}, or set it in the view.`,
      ),
    ),
    ...(left.length === 0 ? [] : [warning(lackOfField(path, left), path)]),
  ];
  if (file && definition) {
    refuseClashes(file, rendered);
    const into = (each: PythonSource): PythonSource =>
      withStatement(each, rendered, definition.statement);
    return { edits: inserted(file, into), notes };
  }
  const content = writtenAs(text, fileOf(rendered, [topLevel(path)]), path);
  return { edits: [{ kind: 'create', path, content }], notes };
}

/** The columns that every record needs and no field fills. */
function missingFrom(
  { columns }: Pick<ModelState, 'columns'>,
  fields: readonly string[],
): Column[] {
  return columns.filter((column) => needsValue(column) && !fields.includes(column.name));
}

/**
 * Refuses a form of another purpose.
 *
 * @param known The fields that this run would give a form of these records.
 */
function refuseOther(
  { definition, source }: ClassPlace,
  model: ModelState,
  known: readonly string[],
): void {
  const fields = fieldsOf(definition.node);
  const columns = model.columns.map(({ name }) => name);
  const others = fields.filter((name) => !columns.includes(name));
  const missing = missingFrom(model, fields).flatMap(({ name }) =>
    known.includes(name) ? name : [],
  );
  if (others.length + missing.length > 0) {
    const differs =
      others.length > 0 ? `has ${enumeration(others)}` : `lacks ${enumeration(missing)}`;
    throw new SchematicsException(
      `${source.placeOf(definition.node)}: ${definition.name} already exists and is not a form for ` +
        `${model.names.className}: it ${differs}. Rename it, or put the resource in a folder of another name with ` +
        `--model ${model.names.className}.`,
    );
  }
}

/**
 * Refuses to make records of a class that cannot be made without arguments.
 *
 * @throws SchematicsException naming the file.
 */
function refuseArguments({ definition, source }: ClassPlace): void {
  const own = functionIn(definition.node, '__init__');
  const needed =
    own &&
    parametersOf(own)
      .slice(1)
      .filter((name) => isNeeded(own.node.child('parameters')?.text ?? '', name));
  if (own && needed && needed.length > 0) {
    throw new SchematicsException(
      `${source.placeOf(own.node)}: ${definition.name}() needs ${enumeration(needed)}, so scaffold cannot make one ` +
        'from a form. Give these parameters defaults, or write this view by hand.',
    );
  }
}

function isNeeded(parameters: string, name: string): boolean {
  return !new RegExp(`\\*\\s*${name}\\b|\\b${name}\\s*(:[^,=]+)?=`).test(parameters);
}

/** Another file with forms. */
export function fileWithForms({ sources }: IndexedApp, own?: string): PythonSource | undefined {
  return sources.containing('FlaskForm').find(({ path }) => /forms?\b/.test(path) && path !== own);
}

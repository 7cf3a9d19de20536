import { SchematicsException } from '@angular-devkit/schematics';
import { importedAs, writtenAs } from '../app/style';
import { type Edit, inserted, sharedFile } from '../edit';
import { enumeration } from '../naming/spelling';
import type { ClassPlace } from '../project/class-place';
import { needsValue } from '../project/column-roles';
import {
  type Assignment,
  assignmentsIn,
  classesOf,
  findClass,
  functionsIn,
  hasMember,
  isNamed,
  topClassesOf,
} from '../python/queries';
import { fileOf } from '../python/generated';
import { indented } from '../python/lines';
import type { Node } from '../python/node';
import { withoutStatements } from '../python/removal';
import type { PythonSource } from '../python/source';
import { statementOf } from '../python/statements';
import { withStatement } from '../python/transplant';
import type { FieldValues } from '../templates/code-values';
import type { Templates } from '../templates/templates';
import { helpersIn } from '../view/form-fields';
import { fieldsOf, type FormModel, type FormState } from '../view/form-state';
import { formValues, generatedForm } from '../view/form-values';
import { isMade, type View } from '../view/view';
import { refuseClashes } from './clashes';
import {
  type FormChange,
  growForm,
  isField,
  lackOfField,
  linesFor,
  enumeratedNames,
} from './form-class';
import { edited, info, type Note, NOTHING, type Outcome, warning, warningIf } from './outcome';
import { registerClass } from './registration/registered-class';

/**
 * Makes the form of the model of views, with the first one that needs it, or names what one that exists lacks.
 *
 * @param change What the run does to a form that exists.
 * @throws SchematicsException if its file uses a name that the form needs for something else, or has another form of its name.
 */
export function addForm(views: readonly View[], change: Outcome = NOTHING): Outcome {
  const { app, form } = views.find(needsForm) ?? {};
  if (!form || !app || change.edits.some(({ path }) => path === form.place?.source.path)) {
    return NOTHING;
  }
  if (form.place === undefined) {
    return makeForm(form, app.templates);
  }
  if (form.plain) {
    refuseOther(form, form.place);
    return NOTHING;
  }
  return keepForm(form, form.place, app.templates);
}

/** Without controllers, a page that exists may show its form in its own way. */
function needsForm(view: View): boolean {
  return view.form !== undefined && (view.app.isOurs || isMade(view) || view.replaceTemplate);
}

/**
 * Adds to an existing form what it lacks of these columns, and has it check what the model refuses.
 *
 * @param before As it would be made without them.
 * @param obstacle Why it stays as it is; undefined if it can change.
 */
export async function addFormFields(
  before: FormState | undefined,
  form: FormState | undefined,
  { columns, isConstrained }: Pick<FormChange, 'columns' | 'isConstrained'>,
  templates: Templates,
  obstacle?: string,
): Promise<Outcome> {
  if (form?.place === undefined) {
    return NOTHING;
  }
  const { fields, left, names, place, plain } = form;
  const known = [...fieldsOf(place.definition.node), ...columns];
  const of = (all: readonly FieldValues[], those: readonly string[] = known): FieldValues[] =>
    all.filter(({ name }) => those.includes(name));
  const { grown, missing, notes } = await growForm({
    place,
    className: names.className,
    columns,
    isConstrained,
    from: generatedForm({ ...form, ...before }, templates, of(before?.fields ?? [])),
    to: generatedForm(form, templates, of(fields)),
    left,
    obstacle,
  });
  const { path } = place.source;
  const content = grown && importedAs(plain?.importsAs ?? '', grown.toString(), path);
  return {
    edits:
      content === undefined
        ? []
        : [...helpersFor(form, of(fields, missing), templates), { kind: 'replace', path, content }],
    notes,
  };
}

/** Registers a form that exists, and names the fields that it lacks, and those whose columns are gone. */
function keepForm(form: FormState, place: ClassPlace, templates: Templates): Outcome {
  const { fields, model, names } = form;
  const own = assignmentsIn(place.definition.node);
  const known = new Set(own.map(({ target }) => target));
  const missing = fields.filter(({ name }) => !known.has(name));
  const stale = own.filter((each) => isFieldWithoutColumn(each, model));
  const lines = linesFor(place.source, generatedForm(form, templates, missing), names.className);
  return edited(
    [...helpersFor(form, missing, templates), ...exportForm(form)],
    ...warningIf(
      missing.length > 0 &&
        `${place.source.path} stays as it is: ${names.className} has no field for ${enumeratedNames(missing)}. ` +
          `Add to it:\n${indented(lines)}`,
      place.source.path,
    ),
    ...stale.map(({ node, target }) =>
      warning(
        `${place.source.placeOf(node)}: ${names.className}.${target} is not saved, because ` +
          `${model.names.className} has no column ${target}. Rename or remove the field.`,
        place.source.placeOf(node),
      ),
    ),
  );
}

function exportForm({ names, own, place }: FormState): Edit[] {
  return own ? registerClass(own.folder, own.init, { names, place }) : [];
}

/** Whether an attribute of a form is a field of which the model has no attribute. */
function isFieldWithoutColumn({ target, value }: Assignment, model: FormModel): boolean {
  const isKnown =
    model.place === undefined ||
    model.columns.some(({ name }) => name === target) ||
    hasMember(model.place.definition, target);
  return isField(value) && !isKnown;
}

/** Refuses a form of another purpose: its views would save what no record has, or lack what each one needs. */
function refuseOther({ fields, model }: FormState, { definition, source }: ClassPlace): void {
  const own = fieldsOf(definition.node);
  const others = own.filter((name) => !model.columns.some((column) => column.name === name));
  const missing = model.columns.filter(
    (column) =>
      needsValue(column) &&
      !own.includes(column.name) &&
      fields.some(({ name }) => name === column.name),
  );
  if (others.length + missing.length > 0) {
    const differs =
      others.length > 0 ? `has ${enumeration(others)}` : `lacks ${enumeratedNames(missing)}`;
    const { className } = model.names;
    throw new SchematicsException(
      `${source.placeOf(definition.node)}: ${definition.name} already exists and is not a form for ` +
        `${className}: it ${differs}. Rename it, or put the resource in a folder of another name with ` +
        `--model ${className}.`,
    );
  }
}

function makeForm(form: FormState, templates: Templates): Outcome {
  const { fields, file, left, model, names, plain } = form;
  const made = generatedForm(form, templates);
  const code = fileOf(made);
  const content = plain ? writtenAs(plain.spelledAs, code, names.file) : code;
  const noFields = info(
    `${names.file} has no fields, because ${model.names.className} has no columns to fill in. ` +
      `Add columns to ${model.place?.source.path}, and fields for them to the form.`,
    names.file,
  );
  return {
    edits: [
      ...helpersFor(form, fields, templates),
      ...(file
        ? addedTo(file, made, names.className)
        : [{ kind: 'create' as const, path: names.file, content }]),
      ...exportForm(form),
    ],
    notes: [
      ...adviseEmail(form),
      ...(left.length > 0
        ? [warning(lackOfField(names.file, left), names.file)]
        : fields.length === 0
          ? [noFields]
          : []),
    ],
  };
}

function addedTo(file: PythonSource, made: PythonSource, className: string): Edit[] {
  refuseClashes(file, made);
  const statement = findClass(made, className)?.statement;
  return statement ? inserted(file, (source) => withStatement(source, made, statement)) : [];
}

/** Names the package that an application lacks to check e-mail addresses. */
function adviseEmail({ fields, model, names, plain }: FormState): Note[] {
  return plain === undefined || plain.abilities.validatesEmail
    ? []
    : model.columns
        .filter(({ format }) => format === 'email')
        .filter((column) => fields.some(({ name }) => name === column.name))
        .map(({ name }) =>
          warning(
            `${names.className} takes any text as ${name}. To have it checked, run \`pip install email-validator\`, add that to your ` +
              `requirements, and give the field the validator Email() in ${names.file}.`,
          ),
        );
}

/** Adds the classes of these fields to the module of further fields, unless it has them. */
export function helpersFor(
  { names, own }: FormState,
  fields: readonly FieldValues[],
  templates: Templates,
): Edit[] {
  if (own === undefined) {
    return [];
  }
  const { path, source } = own.helpers;
  const wanted = fields.flatMap(({ arguments: given, field }) => helpersIn(`${field} ${given}`));
  const isKnown = (name: string): boolean =>
    source !== undefined && isNamed(source, source.root, name);
  if (wanted.every(isKnown)) {
    return [];
  }
  const module = templates.module('forms/fields.py', path, formValues(names, fields));
  if (source) {
    return inserted(source, (now) => withHelpers(now, module, wanted)).map((edit) => ({
      ...edit,
      home: 'application',
    }));
  }
  return [sharedFile(path, helpersAlone(module, wanted))];
}

/** The module of further fields as a file, with those of its classes that are wanted. */
export function helpersAlone(module: PythonSource, wanted: readonly string[]): string {
  const others = classesOf(module).filter(({ name }) => isUnwanted(name, wanted));
  const statements = others.map(({ statement }) => statement);
  return fileOf(withoutStatements(module, statements));
}

/** Adds those classes of the module of further fields that are wanted to a file, unless it has them. */
export function withHelpers(
  file: PythonSource,
  module: PythonSource,
  wanted: readonly string[],
): PythonSource {
  return definedIn(module)
    .filter(({ name }) => !isUnwanted(name, wanted) && !isNamed(file, file.root, name))
    .reduce((now, { statement }) => withStatement(now, module, statement), file);
}

function isUnwanted(name: string, wanted: readonly string[]): boolean {
  return helpersIn(name).length > 0 && !wanted.includes(name);
}

/** What a module defines. A project's own template may have more than classes. */
function definedIn(module: PythonSource): { name: string; statement: Node }[] {
  const { root } = module;
  return [
    ...assignmentsIn(root).map(({ node, target }) => ({
      name: target,
      statement: statementOf(node),
    })),
    ...functionsIn(root),
    ...topClassesOf(module),
  ];
}

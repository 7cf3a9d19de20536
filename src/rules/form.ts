import { SchematicsException } from '@angular-devkit/schematics';
import { datesImported, withDates } from '../fields/dates';
import { type Edit, inserted } from '../edit';
import { enumeration } from '../naming/spelling';
import type { ClassPlace } from '../project/class-place';
import type { Column } from '../project/column-type';
import {
  type Assignment,
  assignmentsIn,
  classesOf,
  findClass,
  functionsIn,
  hasMember,
  isNamed,
} from '../python/queries';
import { fileOf } from '../python/generated';
import { indented } from '../python/layout';
import type { Node } from '../python/node';
import { withoutStatement } from '../python/removal';
import type { PythonSource } from '../python/source';
import { scopeOf, statementOf } from '../python/statements';
import { withStatement } from '../python/transplant';
import type { FieldValues } from '../templates/code-values';
import { helpersIn } from '../view/form-fields';
import type { FormState } from '../view/form-state';
import type { FormFileValues } from '../templates/template-types';
import type { ModelState } from '../view/model-state';
import { ownModel, type View } from '../view/view';
import { edited, info, NOTHING, type Outcome, warning } from './outcome';
import { growForm, isField, lackOfField, linesFor } from './form-class';
import { registerClass } from './registration/registered-class';

/**
 * Makes the form of a view's model from the columns of the model, with the first action that needs it.
 *
 * @param change What the run does to a form that exists.
 * @throws SchematicsException if its file exists and lacks the class.
 */
export function addForm(view: View, change: Outcome = NOTHING): Outcome {
  const { form } = view;
  if (form === undefined || change.edits.some(({ path }) => path === form.place?.source.path)) {
    return NOTHING;
  }
  return form.place ? keepForm(view, form, form.place) : makeForm(view, form);
}

type Named = Pick<Column, 'name'>;

/**
 * Adds to an existing form what it lacks of these columns.
 *
 * @param before The view as it would be made without them.
 */
export async function addFormFields(
  before: View,
  view: View,
  columns: readonly string[],
): Promise<Outcome> {
  const { form } = view;
  if (form?.place === undefined) {
    return NOTHING;
  }
  const { fields, left, names, place } = form;
  const render = (wanted: readonly FieldValues[]): PythonSource =>
    generatedForm(view, form, wanted);
  const of = (known: readonly string[]): FieldValues[] =>
    fields.filter(({ name }) => known.includes(name));
  const { grown, missing, notes } = await growForm({
    place,
    className: names.className,
    columns,
    from: render(before.form?.fields ?? []),
    to: render(fields),
    only: (known) => render(of(known)),
    left,
  });
  return {
    edits: grown
      ? [
          ...helpersFor(view, form, of(missing)),
          { kind: 'replace', path: place.source.path, content: grown.toString() },
        ]
      : [],
    notes,
  };
}

/** Registers a form that exists, and names the fields that it lacks, and those whose columns are gone. */
function keepForm(view: View, form: FormState, place: ClassPlace): Outcome {
  const { fields, names } = form;
  const own = assignmentsIn(place.definition.node);
  const known = new Set(own.map(({ target }) => target));
  const missing = fields.filter(({ name }) => !known.has(name));
  const stale = own.filter((each) => isFieldWithoutColumn(each, ownModel(view)));
  const lines = linesFor(place.source, generatedForm(view, form, missing), names.className);
  return edited(
    [
      ...helpersFor(view, form, missing),
      ...registerClass(view.layout.forms, view.packages.forms, form),
    ],
    ...(missing.length === 0
      ? []
      : [
          warning(
            `${place.source.path} stays as it is: ${names.className} has no field for ${namesOf(missing)}. ` +
              `Add to it:\n${indented(lines)}`,
            place.source.path,
          ),
        ]),
    ...stale.map(({ node, target }) =>
      warning(
        `${place.source.placeOf(node)}: ${names.className}.${target} is not saved, because ` +
          `${ownModel(view)?.names.className} has no column ${target}. Rename or remove the field.`,
        place.source.placeOf(node),
      ),
    ),
  );
}

/** Whether an attribute of a form is a field of which the model has no attribute. */
function isFieldWithoutColumn(
  { target, value }: Assignment,
  model: ModelState | undefined,
): boolean {
  const isKnown =
    model?.place === undefined ||
    model.columns.some(({ name }) => name === target) ||
    hasMember(model.place.definition, target);
  return isField(value) && !isKnown;
}

function makeForm(view: View, form: FormState): Outcome {
  const { blockedBy, fields, left, names } = form;
  if (blockedBy !== undefined) {
    throw new SchematicsException(
      `${blockedBy} does not define ${names.className}. Add the class, or rename the file.`,
    );
  }
  const content = fileOf(generatedForm(view, form, fields));
  const model = ownModel(view);
  const noFields = info(
    `${names.file} has no fields, because ${model?.names.className} has no columns to fill in. ` +
      `Add columns to ${model?.place?.source.path}, and fields for them to the form.`,
    names.file,
  );
  const noneFor = warning(lackOfField(names.file, left), names.file);
  return {
    edits: [
      ...helpersFor(view, form, fields),
      { kind: 'create', path: names.file, content },
      ...registerClass(view.layout.forms, view.packages.forms, form),
    ],
    notes: left.length > 0 ? [noneFor] : fields.length === 0 ? [noFields] : [],
  };
}

/** Adds the classes of these fields to the module of further fields, unless it has them. */
export function helpersFor(
  { templates }: View,
  form: FormState,
  fields: readonly FieldValues[],
): Edit[] {
  const { path, source } = form.helpers;
  const wanted = fields.flatMap(({ arguments: given, field }) => helpersIn(`${field} ${given}`));
  const isKnown = (name: string): boolean =>
    source !== undefined && isNamed(source, source.root, name);
  if (wanted.every(isKnown)) {
    return [];
  }
  const module = templates.module('forms/fields.py', path, formValues(form, fields));
  const unused = (name: string): boolean => helpersIn(name).length > 0 && !wanted.includes(name);
  if (source) {
    const added = definedIn(module).filter(({ name }) => !unused(name) && !isKnown(name));
    return inserted(source, (now) =>
      added.reduce((file, { statement }) => withStatement(file, module, statement), now),
    );
  }
  const used = classesOf(module)
    .filter(({ name }) => unused(name))
    .reduce((rest, { name }) => {
      const statement = findClass(rest, name)?.statement;
      return statement ? withoutStatement(rest, statement) : rest;
    }, module);
  return [{ kind: 'create', path, content: fileOf(used), home: 'application' }];
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
    ...classesOf(module).filter(({ node }) => scopeOf(node) === root),
  ];
}

/** Renders a module with a form of these fields. */
export function generatedForm(
  { templates }: View,
  form: FormState,
  fields: readonly FieldValues[],
): PythonSource {
  return templates.module('forms/form.py', form.names.file, formValues(form, fields));
}

function formValues({ names }: FormState, fields: readonly FieldValues[]): FormFileValues {
  const imports = fields.flatMap((field) => field.imports);
  const attributes = fields.map(({ name }) => name);
  return {
    form: names,
    fields: fields.map((field) => ({
      ...field,
      arguments: withDates(field.arguments, attributes),
    })),
    imports,
    dates: datesImported(attributes),
  };
}

function namesOf(named: readonly Named[]): string {
  return enumeration(named.map(({ name }) => name));
}

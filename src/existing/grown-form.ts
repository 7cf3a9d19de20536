// Specs: spec/existing/add-field.spec.ts
import type { Field } from '../fields/words';
import { columnNameOf } from '../fields/field-list';
import { enumeration } from '../naming/spelling';
import type { ClassPlace } from '../project/class-place';
import { findClass, functionsOf } from '../python/queries';
import { importsOf } from '../python/imports';
import type { PythonSource } from '../python/source';
import { topLevel } from '../python/import-statement';
import { growForm } from '../rules/form-class';
import { NOTHING, type Outcome } from '../rules/outcome';
import type { Templates } from '../templates/templates';
import type { IndexedApp } from '../app/app';
import type { BlueprintPlace } from '../view/blueprint-place';
import { fieldsOf, fileOfForms, formValues, withoutField } from '../view/plain-form';
import { fileWithForms } from './form';
import type { Records } from './records';
import { importedAs } from '../app/style';
import { quotedAs } from '../python/style';

/** What becomes of a form, and its fields before and after that: none without a form. */
export interface CarriedForm extends Outcome {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/**
 * Carries new columns of a model to its form, if the application has one. The form stays as it is if a person has changed
 * what would change, or if its values are not saved all at once: a note has the lines to add.
 *
 * @param before The records without the columns, and with them.
 * @param place Of a page with the form.
 * @throws SchematicsException if the file uses a name that the fields need for something else.
 */
export async function grownForm(
  application: IndexedApp,
  before: Records,
  after: Records,
  place: BlueprintPlace | undefined,
  fields: readonly Field[],
  templates: Templates,
): Promise<CarriedForm> {
  const home = place && fileOfForms(application, after, place);
  const form = await formOf(application, after, home);
  if (form === undefined) {
    return { ...NOTHING, before: [], after: [] };
  }
  const { source } = form;
  const { className } = after.names.form;
  const render = (records: Records): PythonSource => {
    const values = formValues(application, records, false);
    return templates.module('plain/form.py', source.path, values, quotedAs(source.text));
  };
  const only = (names: readonly string[]): PythonSource =>
    render({ ...after, columns: after.columns.filter(({ name }) => names.includes(name)) });
  const known = formValues(application, after, false).fields.map(({ name }) => name);
  const { grown, notes } = await growForm({
    place: form,
    className,
    columns: fields.map(columnNameOf),
    from: render(before),
    to: render(after),
    only,
    left: withoutField(after, known),
    obstacle: await obstacleIn(application, form, after),
  });
  const own = fieldsOf(form.definition.node);
  if (grown === undefined) {
    return { edits: [], notes, before: own, after: own };
  }
  const isNeutral = !importsOwn(source);
  const text = isNeutral ? (fileWithForms(application, source.path)?.text ?? '') : '';
  const content = importedAs(text, grown.toString(), source.path);
  return {
    edits: [{ kind: 'replace', path: source.path, content }],
    notes,
    before: own,
    after: fieldsOf(findClass(grown, className)?.node ?? grown.root),
  };
}

async function formOf(
  { project, sources }: IndexedApp,
  { names }: Records,
  home: string | undefined,
): Promise<ClassPlace | undefined> {
  const { className } = names.form;
  const paths = sources.containing(`class ${className}(`).map(({ path }) => path);
  const path = paths.find((each) => each === home) ?? (paths.length === 1 ? paths[0] : undefined);
  const source = path === undefined ? undefined : await project.source(path);
  const definition = source && findClass(source, className);
  return definition && { source, definition };
}

/** Whether a file imports from its own package: the new imports are like those. */
function importsOwn(source: PythonSource): boolean {
  return importsOf(source).some(({ module }) => topLevel(module) === topLevel(source.path));
}

/** What keeps a form from getting fields: it has another purpose, or a view saves its fields one by one. */
async function obstacleIn(
  { project, sources }: IndexedApp,
  form: ClassPlace,
  { columns }: Records,
): Promise<string | undefined> {
  const { name, node } = form.definition;
  const known = columns.map((column) => column.name);
  const others = fieldsOf(node).filter((field) => !known.includes(field));
  if (others.length > 0) {
    return `${form.source.placeOf(form.definition.node)}: ${name} also has ${enumeration(others)}, which no record has`;
  }
  for (const { path } of sources.containing(`${name}(`)) {
    const file = await project.source(path);
    const user = file && functionsOf(file).find(({ body }) => savesByField(body.text, name));
    if (file && user) {
      return `${file.placeOf(user.node)}: ${user.name} saves the fields of ${name} one by one`;
    }
  }
  return undefined;
}

function savesByField(code: string, form: string): boolean {
  return new RegExp(`\\b${form}\\(`).test(code) && !/\bpopulate_obj\(/.test(code);
}

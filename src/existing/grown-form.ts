// Specs: spec/existing/add-field.spec.ts
import type { Edit } from '../edit';
import type { Field } from '../fields/words';
import { columnNameOf } from '../fields/field-list';
import { withAdded } from '../merge';
import { enumeration } from '../naming/spelling';
import type { ClassPlace } from '../project/class-place';
import {
  assignmentsIn,
  type Definition,
  findClass,
  functionsIn,
  functionsOf,
  hasMember,
} from '../python/queries';
import { addMissingImports } from '../python/add-import';
import { fit, statementAfter, statementAtEnd } from '../python/statement-insertion';
import { type GeneratedPiece, pieceOf } from '../python/generated';
import { BODY, indentationAt } from '../python/lines';
import { indented } from '../python/layout';
import { importsOf } from '../python/imports';
import type { PythonSource } from '../python/source';
import { withoutStatement } from '../python/removal';
import { statementOf, statementsOf } from '../python/statements';
import { topLevel } from '../python/import-statement';
import { fieldPiece, lackOfField, linesFor, withFields } from '../rules/form';
import { isSameCode } from '../python/same-code';
import { NOTHING, type Outcome, warning } from '../rules/outcome';
import type { Templates } from '../templates/templates';
import type { ExistingApplication } from './application';
import { refuseClashing } from './clashes';
import { fieldsOf, fileOfForms, formValues, fileWithForms, withoutField } from './form';
import type { PagePlace } from './page-place';
import type { Records } from './records';
import { importedAs } from './style';
import { quotedAs } from '../python/style';

/** What becomes of a form, and its fields before and after that: none without a form. */
export interface GrownForm extends Outcome {
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
  application: ExistingApplication,
  before: Records,
  after: Records,
  place: PagePlace | undefined,
  fields: readonly Field[],
  templates: Templates,
): Promise<GrownForm> {
  const home = place && fileOfForms(application, after, place);
  const form = await formOf(application, after, home);
  if (form === undefined) {
    return { ...NOTHING, before: [], after: [] };
  }
  const { definition, source } = form;
  const { className } = after.names.form;
  const render = (records: Records): PythonSource => {
    const values = formValues(application, records, false);
    return templates.module('plain/form.py', source.path, values, quotedAs(source.text));
  };
  const columns = fields.map(columnNameOf);
  const lacks = (name: string): boolean => columns.includes(name) && !hasMember(definition, name);
  const [from, to] = [render(before), render(after)];
  const wanted = findClass(to, className);
  const all = wanted ? fieldsOf(wanted.node) : [];
  const names = all.filter(lacks);
  const own = fieldsOf(definition.node);
  const left = withoutField(after, all).filter(({ name }) => lacks(name));
  const notes = left.length === 0 ? [] : [warning(lackOfField(source.path, left))];
  const stays = { edits: [], notes, before: own, after: own };
  if (names.length === 0) {
    return stays;
  }
  const obstacle = await obstacleIn(application, form, after);
  const grown =
    obstacle === undefined ? await withAll(source, className, from, to, names) : undefined;
  if (grown) {
    const isNeutral = !importsOwn(source);
    const text = isNeutral ? ((await fileWithForms(application, source.path))?.text ?? '') : '';
    const content = importedAs(text, grown.toString(), source.path);
    const edits: Edit[] = [{ kind: 'replace', path: source.path, content }];
    return {
      edits,
      notes,
      before: own,
      after: fieldsOf(findClass(grown, className)?.node ?? grown.root),
    };
  }
  const isNew = ({ name }: { readonly name: string }): boolean => names.includes(name);
  const only = render({ ...after, columns: after.columns.filter(isNew) });
  const lines = indented(linesFor(source, only, className));
  const reason =
    obstacle ??
    `${form.source.placeOf(form.definition.node)}: ${className} was changed where ${enumeration(names)} would go`;
  return {
    ...stays,
    notes: [...notes, warning(`${reason}, so the form stays as it is. Add by hand:\n${lines}`)],
  };
}

async function formOf(
  { project, sources }: ExistingApplication,
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
  { project, sources }: ExistingApplication,
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

/** @returns undefined if a method was changed where it would change. */
async function withAll(
  source: PythonSource,
  className: string,
  from: PythonSource,
  to: PythonSource,
  names: readonly string[],
): Promise<PythonSource | undefined> {
  const pieces = names.map((name) => fieldPiece(to, className, name));
  refuseClashing(
    source,
    pieces.flatMap(({ imports }) => imports),
  );
  let now: PythonSource | undefined = withoutPass(withFields(source, className, pieces), className);
  const earlier = methodsIn(from, className);
  for (const method of methodsIn(to, className)) {
    const known = earlier.find(({ name }) => name === method.name);
    if (known && isSameCode(known.node, method.node)) {
      continue;
    }
    const piece = pieceOf(to, method.statement, BODY);
    refuseClashing(now, piece.imports);
    const old = known && pieceOf(from, known.statement, BODY).code;
    now = await withMethod(now, className, method.name, old, piece);
    if (now === undefined) {
      return undefined;
    }
  }
  return now;
}

/** A class with fields needs no `pass`. */
function withoutPass(source: PythonSource, className: string): PythonSource {
  const owner = findClass(source, className);
  const pass = owner && statementsOf(owner.body).find(({ type }) => type === 'pass_statement');
  return pass ? withoutStatement(source, pass) : source;
}

function methodsIn(source: PythonSource, className: string): Definition[] {
  const owner = findClass(source, className);
  return owner ? functionsIn(owner.node) : [];
}

/**
 * The file with a method of a form as it would be made now.
 *
 * @param old Its code as it was made; undefined if it is new.
 */
async function withMethod(
  source: PythonSource,
  className: string,
  name: string,
  old: string | undefined,
  { code, imports }: GeneratedPiece,
): Promise<PythonSource | undefined> {
  const owner = findClass(source, className);
  const own = methodsIn(source, className).find((each) => each.name === name);
  if (owner === undefined || (own === undefined) !== (old === undefined)) {
    return undefined;
  }
  if (own && old !== undefined) {
    const { endIndex: end, startIndex: start } = own.statement;
    const indentation = indentationAt(source.text, start);
    const [before, after] = [old, code].map((each) => Buffer.from(fit(source, each, indentation)));
    const now = Buffer.from(indentation + source.text.slice(start, end));
    const merge = before && after && (await withAdded([now, before, after]));
    return merge && 'content' in merge
      ? addMissingImports(
          source.replace({ start, end }, merge.content.toString().slice(indentation.length)),
          imports,
        )
      : undefined;
  }
  const last = assignmentsIn(owner.node).at(-1);
  const added = source.insert(
    name === '__init__' && last
      ? statementAfter(source, statementOf(last.node), code)
      : statementAtEnd(source, owner.body, code),
  );
  return addMissingImports(added, imports);
}

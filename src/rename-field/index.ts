import type { Rule } from '@angular-devkit/schematics';
import { changeModel } from '../changing/change-model';
import {
  type ChangedField,
  type ChangedModel,
  findChanged,
  findField,
} from '../changing/changed-model';
import { filesUsing, refuseTargets, templateName } from '../changing/model-uses';
import type { Edit } from '../edit';
import { UsageError } from '../errors';
import { nearestName, refusalOfName } from '../fields/field-name';
import { typeNamed } from '../fields/words';
import { growing } from '../growing';
import { renaming } from '../migrations/schema-change';
import { USER } from '../naming/guards';
import { segmentsOf } from '../naming/segments';
import { quoted } from '../naming/spelling';
import { lineageOf } from '../project/class-place';
import type { WithFiles } from '../project/files';
import { findModelOfTable } from '../project/models';
import type { Project } from '../project/project';
import { pieceOf } from '../python/generated';
import { indentationAt } from '../python/lines';
import { hasMember } from '../python/queries';
import { PythonSource, SourceError } from '../python/source';
import { fit } from '../python/statement-insertion';
import { statementOf } from '../python/statements';
import { exportBy, isExportedBy } from '../rules/export';
import { usesInPython } from '../uses/python-uses';
import type { Use, UsedModel } from '../uses/used-model';
import { usesInTemplate } from '../uses/template-uses';
import { refuseUnfitForm } from '../view/form-state';
import type { RenameFieldOptions } from './options';

const COMMAND = 'rename:field';

/** NewNames of attributes, old → new. */
type NewNames = ReadonlyMap<string, string>;

/**
 * Renames a field of a resource, in all that certainly means it.
 *
 * @throws UsageError if a name is wrong, SchematicsException and SourceError if the project does not allow it.
 */
export function renameField({
  field: typed,
  files,
  projectPath,
  replaceChanged: force = false,
  ...options
}: WithFiles<RenameFieldOptions>): Rule {
  segmentsOf(options.name, 'resource');
  const { from, to } = parseRenaming(typed, options.name);
  return growing({ files, projectPath }, async (app) => {
    const { project } = app;
    const model = await findChanged(app, options, COMMAND);
    const field = findField(model, from, COMMAND, `:${to}`);
    const names = namesOf(field, to);
    await checkFree(project, model, names, to);
    const column = names.get(field.column.name) ?? to;
    await refuseUnfitForm(app, model.names.model, [column], model.columns);
    const { text } = model.place.source;
    const isGiven = (key: string): boolean =>
      [`"${key}"`, `'${key}'`].some((each) => text.includes(each));
    return changeModel({
      model,
      fields: [field],
      force,
      phrase: `Renaming ${field.name}`,
      columnsAfter: model.columns.map(({ name }) => names.get(name) ?? name),
      edits: async (used) => [
        ...(await renamingEdits(project, used, names)),
        ...(await exportEdits(project, field, column)),
      ],
      renamed: (used) => (path, code) => renamedText(project, path, code, used, names),
      migrate: (table, columns) =>
        columns.map(({ name }) => renaming(table, name, column, isGiven)),
    });
  });
}

/**
 * Reads `title:headline`.
 *
 * @throws UsageError if a name is missing or wrong.
 */
function parseRenaming(typed: string, resource: string): { from: string; to: string } {
  const [from = '', to = '', ...others] = typed.split(':');
  const command = `scaffold ${COMMAND} ${resource}`;
  if (from === '' || to === '') {
    throw new UsageError(
      `${quoted(typed)} does not name two fields. Write the old name and the new one: ${command} title:headline`,
    );
  }
  if (typeNamed(to)?.word === to || others.length > 0) {
    throw new UsageError(
      `${quoted(typed)} names a type, not a new name. Did you mean scaffold change:field ${resource} ${typed}?`,
    );
  }
  if (from === to) {
    throw new UsageError(`${from} already has that name.`);
  }
  const refusal = refusalOfName(to);
  if (refusal !== undefined) {
    const better = nearestName(to);
    const meant = better === undefined ? '' : ` Did you mean ${command} ${from}:${better}?`;
    throw new UsageError(`${quoted(to)} cannot be a field: ${refusal}.${meant}`);
  }
  return { from, to };
}

/** `author_id` → `writer_id` and `author` → `writer` for a reference. */
function namesOf({ attributes, column, name }: ChangedField, to: string): NewNames {
  const isKey = name !== column.name;
  const base = isKey ? to.replace(/_id$/, '') : to;
  return new Map(
    attributes.map((each) => [each, each === column.name && isKey ? `${base}_id` : base]),
  );
}

/** @throws UsageError if the model has something else of a new name. */
async function checkFree(
  project: Project,
  { names: { model }, place }: ChangedModel,
  names: NewNames,
  to: string,
): Promise<void> {
  for await (const { definition } of lineageOf(project, place)) {
    const taken = [...names.values()].find((name) => hasMember(definition, name));
    if (taken !== undefined) {
      throw new UsageError(`${model.className} already has ${taken}. Choose another name.`);
    }
  }
  const [refusal] = [...names.values()].flatMap((name) => refusalOfName(to, name) ?? []);
  if (refusal !== undefined) {
    throw new UsageError(`${quoted(to)} cannot be a field: ${refusal}.`);
  }
}

/** Renames the places that certainly mean the field, in all files of the project. */
async function renamingEdits(project: Project, used: UsedModel, names: NewNames): Promise<Edit[]> {
  const files = await filesUsing(project, used);
  refuseTargets(project, files, 'keeps its name');
  const edits: Edit[] = [];
  for (const { path } of files) {
    const text = project.read(path)?.toString() ?? '';
    const content = await renamedText(project, path, text, used, names);
    if (content !== text) {
      edits.push({ kind: 'replace', path, content });
    }
  }
  return edits;
}

/** Has "Download your data" go on to find the records of users by a column. */
async function exportEdits(
  project: Project,
  { column: { name, references } }: ChangedField,
  to: string,
): Promise<readonly Edit[]> {
  const target = references?.replace(/\.\w+$/, '') ?? '';
  const isOfUser =
    target === USER || (await findModelOfTable(project, target))?.definition.name === USER;
  return isOfUser && (await isExportedBy(project, name)) ? (await exportBy(project, to)).edits : [];
}

/** A text whose places that certainly mean the field have the new names. */
async function renamedText(
  project: Project,
  path: string,
  text: string,
  used: UsedModel,
  names: NewNames,
): Promise<string> {
  if (!path.endsWith('.py')) {
    return usesInTemplate(templateName(project, path) ?? path, text, used)
      .filter(({ isCertain }) => isCertain)
      .reduceRight((code, use) => replaced(code, use, names), text);
  }
  const source = await PythonSource.parse(path, text, project.lineLength);
  const uses = usesInPython(source, used).filter(({ isCertain }) => isCertain);
  const rows = new Set(uses.map(({ start }) => source.root.at(start).row));
  const lines = source.text.split('\n');
  const renamed = source.replaceEach(
    uses.map(({ attribute, start }) => ({
      start,
      end: start + attribute.length,
      text: names.get(attribute) ?? attribute,
    })),
  );
  return [...rows]
    .filter((row) => isWrapped(lines[row] ?? '', project.lineLength))
    .reduceRight(fitting, renamed)
    .toString();
}

/** Whether a line is broken if it becomes too long: none that was, and none whose author says no. */
function isWrapped(line: string, lineLength: number): boolean {
  return line.trimEnd().length <= lineLength && !/#\s*(noqa|fmt:|type:|pyright:|pragma)/.test(line);
}

function replaced(text: string, { attribute, start }: Use, names: NewNames): string {
  return text.slice(0, start) + (names.get(attribute) ?? '') + text.slice(start + attribute.length);
}

/** Breaks a line if it has become too long. */
function fitting(source: PythonSource, row: number): PythonSource {
  const { text } = source;
  const line = text.split('\n')[row] ?? '';
  const above = text.split('\n').slice(0, row).join('\n').length + (row > 0 ? 1 : 0);
  const place = above + line.length - line.trimStart().length;
  const statement = statementOf(source.root.at(place));
  const { endIndex: end, endRow, startIndex: start } = statement;
  const indentation = indentationAt(text, start);
  if (statement.row !== endRow || indentation.length + end - start <= source.style.lineLength) {
    return source;
  }
  const { code } = pieceOf(source, statement, indentation.length);
  try {
    return source.replace({ start, end }, fit(source, code, indentation).slice(indentation.length));
  } catch (error) {
    // Generated code can be broken; a person may have written anything.
    if (error instanceof SourceError) {
      return source;
    }
    throw error;
  }
}

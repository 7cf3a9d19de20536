import { chain, type Rule } from '@angular-devkit/schematics';
import { changeModel } from '../changing/change-model';
import {
  type ChangedField,
  type ChangedModel,
  findChanged,
  findField,
} from '../changing/changed-model';
import { filesUsing, refuseTargets } from '../changing/model-uses';
import { type DataWish, refuseLoss } from '../changing/held-data';
import { UsageError } from '../errors';
import { growing } from '../growing';
import { removingAll } from '../migrations/schema-change';
import { linkTables, tableNames } from '../project/link-tables';
import type { WithFiles } from '../project/files';
import { segmentsOf } from '../naming/segments';
import { enumeration } from '../naming/spelling';
import { assignmentTo } from '../python/queries';
import { statementOf } from '../python/statements';
import type { UsedModel } from '../uses/used-model';
import type { RemoveFieldOptions } from './options';
import { removedClasses, withoutFields } from './model-without';

const COMMAND = 'remove:field';

/**
 * Removes fields of a resource: from its model, and what follows from them from its form, list, page, factory and tests.
 *
 * @throws UsageError if a name is wrong, SchematicsException and SourceError if the project does not allow it.
 */
export function removeField({
  fields: typed,
  files,
  projectPath,
  replaceChanged: force = false,
  deleteData,
  findData,
  ...options
}: WithFiles<RemoveFieldOptions> & DataWish): Rule {
  segmentsOf(options.name, 'resource');
  const names = namesIn(typed);
  return growing({ files, projectPath }, async (app) => {
    const { project } = app;
    const model = await findChanged(app, options, COMMAND);
    const fields = fieldsOf(model, names);
    const removed = fields.map(({ column }) => column.name);
    const { definition, source } = model.place;
    const without = withoutFields(source, definition.name, fields);
    const change = {
      model,
      fields,
      force,
      phrase: `Removing ${enumeration(fields.map(({ name }) => name))}`,
      columnsAfter: model.columns.map(({ name }) => name).filter((name) => !removed.includes(name)),
      edits: async (used: UsedModel) => {
        refuseTargets(project, await filesUsing(project, used), 'has to stay');
        return [{ kind: 'replace' as const, path: source.path, content: without.toString() }];
      },
      behind: () => removedClasses(project, model.place, fields),
      migrate: removingAll,
      tables: tablesOf(model, fields),
    };
    const stored = fields.filter(({ column }) => column.kind !== 'many');
    const places = [
      ...stored.map(({ column }) => `${model.table}.${column.storedAs ?? column.name}`),
      ...change.tables,
    ];
    return chain([changeModel(change), () => refuseLoss(places, { deleteData, findData })]);
  });
}

function tablesOf(
  { place: { definition, source } }: ChangedModel,
  fields: readonly ChangedField[],
): string[] {
  const many = fields.filter(({ column }) => column.kind === 'many');
  return many.flatMap(({ name }) => {
    const own = assignmentTo(definition.node, name);
    return own ? tableNames(linkTables(source, statementOf(own.node))) : [];
  });
}

/** One text for each field, or all in one text with spaces between them, as some hosts pass a list. */
function namesIn(typed: readonly string[] | string): string[] {
  const names = typeof typed === 'string' ? typed.split(/ +/) : typed;
  return [...new Set(names.filter((name) => name !== ''))];
}

/** @throws UsageError if the model has no such field, SchematicsException if one has to stay. */
function fieldsOf(model: ChangedModel, names: readonly string[]): ChangedField[] {
  const fields = new Map(
    names.map((name) => {
      const field = findField(model, name, COMMAND);
      return [field.name, field];
    }),
  );
  if (fields.size === 0) {
    throw new UsageError(
      `Name the fields to remove: scaffold ${COMMAND} ${model.names.name} title`,
    );
  }
  return [...fields.values()];
}

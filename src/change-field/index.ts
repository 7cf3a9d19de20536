import { chain, type Rule } from '@angular-devkit/schematics';
import type { App } from '../app/app';
import { changeModel } from '../changing/change-model';
import { type ChangedModel, findChanged, findField } from '../changing/changed-model';
import { filesUsing, refuseTargets } from '../changing/model-uses';
import { refuseUnfit, type RowWish } from '../rules/unfit-rows';
import { growing } from '../growing';
import { changing, type StoredWish } from '../migrations/column-change';
import { segmentsOf } from '../naming/segments';
import { enumeration } from '../naming/spelling';
import { type ClassPlace, laterPlace } from '../project/class-place';
import type { Column, ColumnKind } from '../project/column-type';
import { columnsIn } from '../project/columns';
import type { WithFiles } from '../project/files';
import { removedClasses } from '../remove-field/model-without';
import { grownModel } from '../rules/model-edits';
import { info, tell } from '../rules/outcome';
import type { UsedModel } from '../uses/used-model';
import { COMMAND, parseChanges } from './arguments';
import { COLUMN_TYPES } from '../project/column-types';
import { linesOfOtherType, linesWithMembers } from './left-lines';
import { isSameType, withChange } from './model-with';
import type { ChangeFieldOptions } from './options';
import { refuseCircle, refuseConversion } from './refusals';
import { rowChecks } from './row-checks';
import { type WishedField, wishedField } from './wished-field';

/**
 * Changes fields of a resource: their columns, and what follows from them in its form, list, page, factory and tests.
 *
 * @throws UsageError if what was typed is wrong, SchematicsException and SourceError if the project does not allow it.
 */
export function changeField({
  fields: typed,
  files,
  findRows,
  projectPath,
  replaceChanged: force = false,
  ...options
}: WithFiles<ChangeFieldOptions> & RowWish): Rule {
  segmentsOf(options.name, 'resource');
  const changes = parseChanges(typed, options.name);
  return growing({ files, projectPath }, async (app) => {
    const { project } = app;
    const model = await findChanged(app, options, COMMAND);
    const { className } = model.names.model;
    const wishes = changes.map((change) =>
      wishedField(
        className,
        findField(model, change.name, COMMAND, change.typed.slice(change.name.length)),
        change,
      ),
    );
    const fields = wishes.map(({ field }) => field);
    wishes.forEach((wished) => {
      refuseConversion(model, wished);
    });
    for (const wished of wishes) {
      await refuseCircle(project, model, wished);
    }
    const { path } = model.place.source;
    const changed = await changedModel(app, model, wishes);
    const content = changed.source.toString();
    const columns = await columnsIn(project, changed);
    const names = enumeration(fields.map(({ name }) => name));
    if (content === model.place.source.toString()) {
      return tell([info(`Nothing to do: ${names} of ${className} is as typed.`)], project);
    }
    const doubtful = await linesOfOtherType(project, model, wishes);
    const change = {
      model,
      fields,
      force,
      phrase: `Changing ${names}`,
      columnsAfter: model.columns.map(({ name }) => name),
      edits: async (used: UsedModel) => {
        if (wishes.some(({ after, field }) => !isSameType(field.column, after))) {
          refuseTargets(project, await filesUsing(project, used), 'keeps its type');
        }
        return [{ kind: 'replace' as const, path, content }];
      },
      behind: () => removedClasses(project, model.place, fields),
      left: () =>
        Promise.resolve({
          breaking: wishes.flatMap((wished) => linesWithMembers(project, wished)),
          doubtful,
        }),
      migrate: (table, stored) =>
        wishes.flatMap((wished, index) => {
          const column = stored[index];
          return (column && changing(table, column, storedWish(model, wished, columns))) ?? [];
        }),
    } satisfies Parameters<typeof changeModel>[0];
    const checks = wishes.flatMap((wished) => rowChecks(model.table, model.names.name, wished));
    return chain([
      changeModel(change),
      async () => tell(await refuseUnfit(checks, findRows), project),
    ]);
  });
}

async function changedModel(
  app: App,
  { names, place }: ChangedModel,
  wishes: readonly WishedField[],
): Promise<ClassPlace> {
  const { name } = place.definition;
  let { source } = place;
  for (const wished of wishes) {
    const [before, after] = await Promise.all(
      [wished.before, wished.after].map(async (field) => {
        const grown = { model: names.model, parents: names.views[0].names.parents };
        return (await grownModel(app, grown, place, [field])).fields;
      }),
    );
    if (before && after) {
      source = withChange(source, name, wished, { before: before.made, after: after.made });
    }
  }
  return laterPlace(source, place);
}

/** How the database is to have a column. */
function storedWish(
  { names: { model } }: ChangedModel,
  { after, change, field: { column, name } }: WishedField,
  columns: readonly Column[],
): StoredWish {
  const { storedType } = COLUMN_TYPES[after.type.kind];
  const isKey = after.type.kind === 'foreign key';
  const isRetyped = change.type.length > 0 && !isSameType(column, after) && !isKey;
  const enumName = `${model.className}${name}`.replaceAll('_', '').toLowerCase();
  // As the model has it now: a moment knows its timezone in our applications alone.
  const now = columns.find((each) => each.name === column.name);
  const isUniqueNow = after.isUnique !== column.isUnique;
  return {
    type: isRetyped ? storedType(now ?? after.type, enumName) : undefined,
    isNullable: after.isOptional,
    isUnique: isUniqueNow ? after.isUnique : undefined,
    isIndexed:
      isUniqueNow || after.isIndexed !== column.isIndexed
        ? (after.isIndexed || isKey) && !after.isUnique
        : undefined,
    // Where the model says nothing of it, neither does the database.
    onDelete: now?.onDelete === column.onDelete ? undefined : (now?.onDelete ?? ''),
    filler: change.default === undefined ? undefined : sqlOf(change.default, after.type.kind),
  };
}

function sqlOf(typed: string, kind: ColumnKind): string {
  const { sqlDefault, sqlNow } = COLUMN_TYPES[kind];
  return sqlNow !== undefined && /^(now|today)$/.test(typed) ? sqlNow : sqlDefault(typed);
}

// Specs: spec/acceptance/add-field-migrate.spec.ts
import type { App } from '../app/app';
import type { RowCheck } from '../rules/unfit-rows';
import { inserted } from '../edit';
import { UsageError } from '../errors';
import { columnNameOf, isMany } from '../fields/field-list';
import type { UniqueTogether } from '../fields/unique-together';
import type { Field } from '../fields/words';
import type { ModelNames } from '../naming/class-names';
import type { ResourceNames } from '../naming/resource-names';
import { enumeration, snakeCase } from '../naming/spelling';
import type { ClassPlace } from '../project/class-place';
import { keyOf } from '../project/column-roles';
import type { Column } from '../project/column-type';
import { columnsIn } from '../project/columns';
import { findModel, tableOf } from '../project/models';
import { assignmentTo } from '../python/queries';
import { migrationsOf } from '../rules/migration-advice';
import type { GrowingResource } from '../rules/model-edits';
import { edited, type Outcome } from '../rules/outcome';
import { storedColumns, withUnique } from '../view/constraints';

/** Has a model that has the fields by now refuse what repeats several of them together. */
export async function addConstraints(
  { project, templates }: App,
  { model }: ResourceNames,
  unique: readonly UniqueTogether[],
): Promise<Outcome> {
  const place = await findModel(project, model);
  const columns = place ? await columnsIn(project, place) : [];
  const { className } = model;
  return edited(
    place
      ? inserted(place.source, (source) =>
          withUnique(source, className, columns, unique, templates),
        )
      : [],
  );
}

/** The rows that have no place in a model that has its constraints by now. */
export async function repeatedIn(
  app: App,
  { model: { fields, place }, names: { model } }: GrowingResource,
  unique: readonly UniqueTogether[],
): Promise<RowCheck[]> {
  const now = await findModel(app.project, model);
  return now && migrationsOf(app).hasOption
    ? repeatedRows(
        tableIn(app, model, place),
        await columnsIn(app.project, now),
        unique,
        fields.missing,
      )
    : [];
}

/** The table of a model. */
export function tableIn(
  app: App,
  { className, table }: ModelNames,
  { definition }: ClassPlace,
): string {
  return tableOf(definition) ?? (app.isOurs ? table : snakeCase(className));
}

/** The tables of new fields with many records. */
export function newLinkTables(
  app: App,
  model: ModelNames,
  { fields: { missing }, place }: Pick<GrowingResource['model'], 'fields' | 'place'>,
): string[] {
  const table = tableIn(app, model, place);
  return missing.filter(isMany).map((field) => `${table}_${columnNameOf(field)}`);
}

/** @throws UsageError if the file of the model has such a table already, as a field that was renamed keeps its own. */
export function refuseTakenTables(
  app: App,
  model: ModelNames,
  grown: Pick<GrowingResource['model'], 'fields' | 'place'>,
): void {
  const { root } = grown.place.source;
  const taken = newLinkTables(app, model, grown).find((table) => assignmentTo(root, table));
  if (taken !== undefined) {
    throw new UsageError(
      `${model.className} already has the table ${taken}, of another field. Choose another name.`,
    );
  }
}

/**
 * The rows that would repeat the values of others in new constraints.
 *
 * @param columns Those of the model, new ones included.
 * @param missing The fields that the table does not have yet: rows get their default, or nothing.
 */
function repeatedRows(
  table: string,
  columns: readonly Column[],
  unique: readonly UniqueTogether[],
  missing: readonly Field[],
): RowCheck[] {
  return unique.flatMap((names): RowCheck[] => {
    const added = storedColumns(names, columns).map((name) => ({
      name,
      field: missing.find((field) => columnNameOf(field) === name),
    }));
    if (added.some(({ field }) => field?.isOptional)) {
      return []; // Nothing is like nothing.
    }
    const present = added.filter(({ field }) => !field).map(({ name }) => name);
    const own = present.map((name) => `"${name}"`).join(', ');
    return [
      {
        table,
        column: present[0] ?? keyOf(columns),
        where:
          present.length === 0
            ? `(SELECT count(*) FROM "${table}") > 1`
            : `(${own}) IN (SELECT ${own} FROM "${table}" GROUP BY ${own} HAVING count(*) > 1)`,
        phrase: `the same ${enumeration(names)} as another`,
        advice: 'Change them first.',
      },
    ];
  });
}

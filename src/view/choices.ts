// Specs: spec/rules/form.spec.ts
import type { App } from '../app/app';
import { type ClassPlace, findClassFrom, moduleOf } from '../project/class-place';
import type { Column, ColumnKind } from '../project/column-type';
import { columnsIn } from '../project/columns';
import { findModelOfTable, tableOf } from '../project/models';
import { lineLabel } from '../project/column-roles';
import { isRelated, ownerPathOf, type Readers, readersOfModel } from './readers';

/** The records of another model that a foreign key chooses from. */
export interface Choices {
  readonly module: string;
  readonly className: string;
  /** The column that is stored. */
  readonly key: string;
  readonly keyKind: ColumnKind;
  /** The column that is shown. */
  readonly label: string;
  /** Whether that may be empty. */
  readonly isLabelNullable: boolean;
  /** The column of the primary key. */
  readonly id: string;
  /** The relationship of the model to such a record: `author` beside `author_id`; undefined if it has none. */
  readonly relationship: string | undefined;
  readonly readers: Readers;
  /** Its column with the key of the owner, if the owner reads it. */
  readonly ownerColumn: string | undefined;
}

/** Those of a view that shows none. */
export const NO_CHOICES: ReadonlyMap<string, Choices> = new Map();

/**
 * What the foreign keys among these columns choose from, by the name of the column, if their models are found.
 *
 * @param made Models that this run makes.
 */
export async function choicesOf(
  app: App,
  place: ClassPlace,
  columns: readonly Column[],
  made: readonly ClassPlace[] = [],
): Promise<ReadonlyMap<string, Choices>> {
  const choices = new Map<string, Choices>();
  for (const column of columns) {
    const found = await choicesFor(app, column, place, made);
    if (found) {
      choices.set(column.name, found);
    }
  }
  return choices;
}

async function choicesFor(
  app: App,
  { name, references }: Column,
  model: ClassPlace,
  made: readonly ClassPlace[],
): Promise<Choices | undefined> {
  const [, owner, key = ''] = /^(.+)\.(\w+)$/.exec(references ?? '') ?? [];
  if (owner === undefined) {
    return undefined;
  }
  const { project } = app;
  const place =
    [model, ...made].find(({ definition }) => tableOf(definition) === owner) ??
    (await findModelOfTable(project, owner)) ??
    (await findClassFrom(project, model.source, owner));
  const columns = place ? await columnsIn(project, place) : [];
  const label = lineLabel(columns);
  const relationship = name.replace(/_id$/, '');
  const { name: className = '' } = place?.definition ?? {};
  const readers = await readersOfModel(app, className);
  const [path] = readers.flatMap((reader) => ownerPathOf(reader) ?? []);
  const stored = columns.find((column) => column.name === key);
  return place && stored
    ? {
        module: moduleOf(place.source),
        className,
        key,
        keyKind: stored.kind,
        label: label?.name ?? key,
        isLabelNullable: label?.isNullable ?? false,
        relationship: isRelated(model.definition.node, relationship) ? relationship : undefined,
        readers,
        ownerColumn: columns.find((each) => [`${path}_id`, path].includes(each.name))?.name,
        id: columns.find(({ isPrimaryKey }) => isPrimaryKey)?.name ?? key,
      }
    : undefined;
}

import { COLUMN_TYPES } from '../project/column-types';
import type { Column } from '../project/columns';
import { isSecret } from '../project/unshown-column';
import type { Choices } from './choices';
import { labelHeading, listedColumns } from './listed-columns';
import { labelColumn } from './shown-columns';
import type { ClassValues } from './template-values';
import type { PathRecord } from './view-data';

/** What a list is searched, sorted and filtered by: columns as Python, separated by commas; empty for none. */
export interface ListValues {
  /** The module to import `RecordList` from: `app.lists`. */
  readonly module: string;
  /** The columns to search: `Post.title, Post.slug`. */
  readonly search: string;
  /** The columns to sort by, which the page shows: `Post.title, Post.user_id`. */
  readonly sort: string;
  /** The columns to filter by: `Post.status, Post.user_id`. */
  readonly filters: string;
  /** The labels of the records that foreign keys refer to: `Post.user_id: User.name`. */
  readonly labels: string;
  /** The classes of these labels. */
  readonly imports: readonly ClassValues[];
}

/** What the list of these records is searched, sorted and filtered by. */
export function listValues(
  record: PathRecord,
  choices: ReadonlyMap<string, Choices>,
  module: string,
): ListValues {
  const { belongsBy, columns, model, owner } = record;
  const named = (names: readonly string[]): string =>
    names.map((name) => `${model.className}.${name}`).join(', ');
  const label = labelColumn(columns);
  const headings = [labelHeading(record), ...listedColumns(record, choices)];
  const shown = headings.map(({ name }) => name);
  const filters = columns
    .filter(
      (column) => isFilter(column, choices) && column.name !== belongsBy && column.name !== owner,
    )
    .map(({ name }) => name);
  const referring = [...choices].filter(([name]) => [...shown, ...filters].includes(name));
  return {
    module,
    search: named(
      columns.filter((column) => column === label || isShortText(column)).map(({ name }) => name),
    ),
    sort: named(shown),
    filters: named(filters),
    labels: referring
      .map(([name, other]) => `${named([name])}: ${other.className}.${other.label}`)
      .join(', '),
    imports: referring
      .map(([, { className, module: from }]) => ({ className, module: from }))
      .filter(({ className }) => className !== model.className),
  };
}

function isShortText(column: Column): boolean {
  const { hasLines, isText } = COLUMN_TYPES[column.kind];
  return isText && !hasLines && !isSecret(column);
}

/** Whether the values of a column are few and known, and everybody may know them. */
function isFilter(column: Column, choices: ReadonlyMap<string, Choices>): boolean {
  const isKey = column.kind === 'foreign key';
  return isKey
    ? choices.has(column.name) && choices.get(column.name)?.owner === undefined
    : COLUMN_TYPES[column.kind].isChoice && !column.hasOwnType && !isSecret(column);
}

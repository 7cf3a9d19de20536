import type { ModelNames } from '../naming/class-names';
import { COLUMN_TYPES } from '../project/column-types';
import type { Column } from '../project/column-type';
import { isSecret, labelColumn } from '../project/column-roles';
import type { Choices } from './choices';
import { labelHeading, listedColumns } from './listed-columns';
import type { PathRecord } from './view-data';
import type { ListValues } from '../templates/code-values';

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
  const many = columns.filter(({ kind }) => kind === 'many').map(({ name }) => name);
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
    sort: named(shown.filter((name) => !many.includes(name))),
    filters: named(filters),
    ...labelsIn(model, referring),
  };
}

/** What the records that columns of a model refer to are known by, and the classes of that. */
export function labelsIn(
  { className: own }: Pick<ModelNames, 'className'>,
  referring: Iterable<readonly [name: string, choices: Choices]>,
): Pick<ListValues, 'imports' | 'labels'> {
  const all = [...referring];
  return {
    labels: all
      .map(([name, { className, label }]) => `${own}.${name}: ${className}.${label}`)
      .join(', '),
    imports: all
      .map(([, { className, module }]) => ({ className, module }))
      .filter(({ className }) => className !== own),
  };
}

function isShortText(column: Column): boolean {
  const { hasLines, isText } = COLUMN_TYPES[column.kind];
  return isText && !hasLines && !isSecret(column);
}

/** Whether the values of a column are few and known. */
function isFilter(column: Column, choices: ReadonlyMap<string, Choices>): boolean {
  return column.references !== undefined
    ? choices.has(column.name)
    : COLUMN_TYPES[column.kind].isChoice && !column.hasOwnType && !isSecret(column);
}

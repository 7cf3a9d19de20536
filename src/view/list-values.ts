// Specs: spec/view/list-values.spec.ts
import type { ModelNames } from '../naming/class-names';
import { capitalize, columnLabel } from '../naming/spelling';
import { isSecret, labelColumn } from '../project/column-roles';
import type { Column } from '../project/column-type';
import { COLUMN_TYPES } from '../project/column-types';
import type { ListValues } from '../templates/code-values';
import type { ListedColumn, ListHeading } from '../templates/page-values';
import type { Choices } from './choices';
import { headingOf, messageOf, relatedLabel, shownValue } from './shown-columns';
import type { PathRecord } from './view-data';

/** The columns beside the label: more do not fit on a page. */
const MOST = 5;

/** The heading above the labels of a list. Without a column for them, they have the primary key. */
export function labelHeading({ columns, key, model }: PathRecord): ListHeading {
  const label = labelColumn(columns);
  return label
    ? { name: label.name, label: columnLabel(label.name) }
    : { name: key, label: capitalize(model.phrase) };
}

/**
 * The columns of a list after the label, in the order of the model: those that it shows already, and the
 * shortest where there is room.
 */
export function listedColumns(
  record: PathRecord,
  choices: ReadonlyMap<string, Choices>,
  most = MOST,
): ListedColumn[] {
  const { columns, listed = [], model } = record;
  const isShown = ({ name }: Column): boolean => listed.includes(name);
  const label = labelColumn(columns);
  const chosen = columns
    .filter((column) => column !== label && isListed(column, record))
    .toSorted(
      (one, other) =>
        Number(isShown(other)) - Number(isShown(one)) || widthOf(one) - widthOf(other),
    )
    .filter((column, index) => index < most || isShown(column));
  return columns
    .filter((column) => chosen.includes(column))
    .map((column) => ({
      name: column.name,
      label: headingOf(column),
      value:
        relatedLabel(model.record, column, choices) ??
        shownValue(model.record, column, widthOf(column)),
      isNumber: COLUMN_TYPES[column.kind].isNumber,
      isMany: column.kind === 'many',
    }));
}

/** Leaves out the time of the last change, which says little, and the key of the record that the list belongs to. */
function isListed(column: Column, { belongsBy, key }: PathRecord): boolean {
  const isUpdate = column.kind === 'datetime' && column.isAutomatic;
  const isKey = column.name === key || column.name === belongsBy;
  return widthOf(column) > 0 && !isUpdate && !isKey && !column.isUnlisted && !isSecret(column);
}

function widthOf({ kind, length }: Column): number {
  const { width } = COLUMN_TYPES[kind];
  return Math.min(width, length ?? width);
}

/** The order of a list: the newest first, but as people talk for what they write to each other. */
export function orderOf(record: PathRecord, choices: ReadonlyMap<string, Choices>): string {
  const { belongsBy, key, model } = record;
  const isTalk = belongsBy !== undefined && messageOf(record, choices) !== undefined;
  return `${model.className}.${key}${isTalk ? '' : '.desc()'}`;
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
  const many = columns.filter(({ kind }) => kind === 'many').map(({ name }) => name);
  const filters = columns
    .filter(
      (column) => isFilter(column, choices) && column.name !== belongsBy && column.name !== owner,
    )
    .map(({ name }) => name);
  const referring = [...choices].filter(([name]) => [...shown, ...filters].includes(name));
  return {
    module,
    order: orderOf(record, choices),
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

function isFilter(column: Column, choices: ReadonlyMap<string, Choices>): boolean {
  return column.references !== undefined
    ? choices.has(column.name)
    : COLUMN_TYPES[column.kind].isChoice && !column.hasOwnType && !isSecret(column);
}

// Specs: spec/view/list-values.spec.ts
import { capitalize, columnLabel } from '../naming/spelling';
import { COLUMN_TYPES } from '../project/column-types';
import type { Column } from '../project/column-type';
import { isSecret, labelColumn } from '../project/column-roles';
import type { Choices } from './choices';
import { headingOf, relatedLabel, shownValue } from './shown-columns';
import type { PathRecord } from './view-data';
import type { ListedColumn, ListHeading } from '../templates/page-values';

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

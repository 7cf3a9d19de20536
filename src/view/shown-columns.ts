import { capitalize, columnLabel } from '../naming/spelling';
import { COLUMN_TYPES } from '../project/column-types';
import type { Column } from '../project/column-type';
import { isLinked } from '../project/text-formats';
import { isSecret, labelColumn } from '../project/column-roles';
import type { Reference, ShownColumn } from '../templates/page-values';
import type { PathRecord, ViewData } from './view-data';

/** What a page calls a record, as a piece of a template: `{{ post.title }}`, or else `Post {{ post.id }}`. */
export function labelOf({ columns, key, model }: PathRecord): string {
  const kind = capitalize(model.phrase);
  const column = labelColumn(columns);
  if (column === undefined) {
    return `${kind} {{ ${model.record}.${key} }}`;
  }
  const parts = [
    `${model.record}.${column.name}`,
    ...(column.isNullable ? ['display'] : []),
    ...(COLUMN_TYPES[column.kind].hasLines ? ['truncate(80, end="…")'] : []),
  ];
  const otherwise = column.isNullable ? ` or "${kind} " ~ ${model.record}.${key}` : '';
  return `{{ ${parts.join(' | ')}${otherwise} }}`;
}

/** The same for a record that the visitor may not read: then it has a number. `{{ post.title if post is readable else "Post " ~ post.id }}` */
export function labelForReaders(record: PathRecord): string {
  const { columns, key, model } = record;
  const [, value] = /^\{\{ (.*) \}\}$/.exec(labelOf(record)) ?? [];
  const number = `"${capitalize(model.phrase)} " ~ ${model.record}.${key}`;
  return labelColumn(columns) && value !== undefined
    ? `{{ ${value} if ${model.record} is readable else ${number} }}`
    : labelOf(record);
}

/** What a page calls the values of a column: `Author` for a key, `author_id`. */
export function headingOf({ kind, name }: Column): string {
  return columnLabel(kind === 'foreign key' ? name.replace(/_id$/, '') : name);
}

/** The columns of a record, without those that its page shows in another way. */
export function shownColumns(
  { parents, record }: ViewData,
  related: ReadonlyMap<string, Reference>,
): ShownColumn[] {
  const label = labelColumn(record.columns);
  const parentKeys = parents.map(({ model }) => model.id).filter((name) => !related.has(name));
  return record.columns
    .filter((column) => !isSecret(column))
    .filter(({ name }) => name !== record.key && !parentKeys.includes(name))
    .filter((column) => column !== label || COLUMN_TYPES[column.kind].hasLines)
    .map((column) => ({
      label: headingOf(column),
      value: shownValue(record.model.record, column),
      hasLines: COLUMN_TYPES[column.kind].hasLines,
      related: related.get(column.name),
    }));
}

/**
 * The expression that shows a value: `post.status | words`.
 *
 * @param urlize The filter that links a URL.
 */
export function shownValue(record: string, column: Column, urlize = 'urlize'): string {
  const { isNullable, kind, name } = column;
  const value = `${record}.${name}`;
  if (isLinked(column)) {
    return `${isNullable ? `(${value} or "–")` : value} | ${urlize}`;
  }
  return `${value} | ${COLUMN_TYPES[kind].filter}${isNullable ? ' or "–"' : ''}`;
}

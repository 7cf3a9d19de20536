import { capitalize, columnLabel } from '../naming/spelling';
import { COLUMN_TYPES } from '../project/column-types';
import type { Column } from '../project/columns';
import { isLinked } from '../project/text-formats';
import { isSecret } from '../project/unshown-column';
import type { Reference } from './reference';
import type { PathRecord, ViewData } from './view-data';

/** A column that a page shows. */
export interface ShownColumn {
  /** The heading of its value: `Created at`. */
  readonly label: string;
  /** The expression that shows its value: `post.body | display`. */
  readonly value: string;
  /** Whether the page keeps the line breaks of its value. */
  readonly hasLines: boolean;
  /** The record to show instead of its key; nothing for a column that is no foreign key. */
  readonly related: Reference | undefined;
}

/** The usual names of a column that identifies records, best first. */
const LABELS = [
  'title',
  'name',
  'label',
  'headline',
  'heading',
  'subject',
  'full_name',
  'username',
  'email',
  'slug',
];

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

/** The column that says best which record this is; undefined if none is text. */
export function labelColumn(columns: readonly Column[]): Column | undefined {
  return lineLabel(columns) ?? textsOf(columns)[0];
}

/** The same for a place with a single line. */
export function lineLabel(columns: readonly Column[]): Column | undefined {
  const lines = textsOf(columns).filter(({ kind }) => !COLUMN_TYPES[kind].hasLines);
  const named = LABELS.flatMap((label) => lines.find(({ name }) => name === label) ?? []);
  return named[0] ?? lines[0];
}

function textsOf(columns: readonly Column[]): Column[] {
  return columns.filter((column) => COLUMN_TYPES[column.kind].isText && !isSecret(column));
}

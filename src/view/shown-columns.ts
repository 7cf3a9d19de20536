import { capitalize, columnLabel } from '../naming/spelling';
import { COLUMN_TYPES } from '../project/column-types';
import type { Column } from '../project/column-type';
import { isLinked } from '../project/text-formats';
import { isRecordTime, isSecret, labelColumn } from '../project/column-roles';
import type { Message, Reference, ShownColumn } from '../templates/page-values';
import type { Choices } from './choices';
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
  const number = `"${capitalize(model.phrase)} " ~ ${model.record}.${key}`;
  return labelColumn(columns)
    ? `{{ ${labelValue(record)} if ${model.record} is readable else ${number} }}`
    : labelOf(record);
}

/** The expression in the label of a record: `post.title`; of one without a text, its number. */
export function labelValue(record: PathRecord): string {
  return labelOf(record).replace(/^.*\{\{ (.*) \}\}$/, '$1');
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
    .filter((column) => column !== label || isLong(column))
    .map((column) => ({
      label: headingOf(column),
      value: shownValue(record.model.record, column),
      isLong: isLong(column),
      isSet: column.isNullable ? `${record.model.record}.${column.name}` : 'true',
      isTime: isRecordTime(column),
      related: related.get(column.name),
    }))
    .toSorted((one, other) => Number(one.isTime) - Number(other.isTime));
}

function isLong({ kind }: Column): boolean {
  return COLUMN_TYPES[kind].hasLines;
}

/** What a page shows of a record whose label is a text, such as a comment; undefined for others. */
export function messageOf(
  { columns, key, model }: PathRecord,
  choices: ReadonlyMap<string, Choices>,
): Message | undefined {
  const text = labelColumn(columns);
  if (text === undefined || !isLong(text)) {
    return undefined;
  }
  const author = columns.find(({ name }) => AUTHOR.test(name) && choices.has(name));
  const time = columns.find(isRecordTime);
  const heading = capitalize(model.phrase);
  return {
    heading,
    text: shownValue(model.record, text),
    author: author && relatedLabel(model.record, author, choices),
    time: time ? shownValue(model.record, time) : `"${heading} " ~ ${model.record}.${key}`,
    told: [text, author, time].flatMap((column) => column?.name ?? []),
  };
}

/** What the author of a text is called. */
const AUTHOR = /^(author|creator|owner|user)(_id)?$/;

/** The expression that shows the label of the record that a foreign key refers to; undefined if that is not known. */
export function relatedLabel(
  record: string,
  { kind, name }: Column,
  choices: ReadonlyMap<string, Choices>,
): string | undefined {
  const chosen = choices.get(name);
  if (chosen && kind === 'many') {
    return `few(${record} | related("${name}"), "${chosen.label}")`;
  }
  return chosen && `(${record} | related("${name}")).${chosen.label} | display`;
}

/** The expression that shows a value: `post.status | badge`. Without a value it shows nothing. */
export function shownValue(record: string, column: Column, listWidth?: number): string {
  const { hasOwnType, kind, name } = column;
  const value = `${record}.${name}`;
  if (isLinked(column)) {
    return `${value} | link${listWidth === undefined ? '' : `(most=${listWidth})`}`;
  }
  const { filter, listFilter = filter } = COLUMN_TYPES[kind];
  return `${value} | ${hasOwnType ? 'display' : listWidth === undefined ? filter : listFilter}`;
}

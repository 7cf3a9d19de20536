import { capitalize, fieldLabel } from '../../naming/spelling';
import type { Column } from '../../project/columns';
import type { PageData, Step } from './page-data';
import type { RelatedRow } from './related-row';
import { isSecret } from '../form/secret-column';

/** A value that a page shows, with its name. */
export interface ShownColumn {
  readonly label: string;
  /** For Jinja: `post.body | display`. */
  readonly value: string;
  /** Whether its line breaks count. */
  readonly isText: boolean;
  /** What is shown instead, where it is the key of a row. */
  readonly related: RelatedRow | undefined;
}

/** What says best which record this is. */
const TITLES = [
  'title',
  'name',
  'label',
  'headline',
  'heading',
  'subject',
  'full_name',
  'username',
  'email',
];

/** What a page calls a record, as a piece of a template: `{{ post.title }}`, or else `Post {{ post.id }}`. */
export function labelOf({ columns, key, model }: Step): string {
  const kind = capitalize(model.phrase);
  const column = labelColumn(columns);
  if (column === undefined) {
    return `${kind} {{ ${model.item}.${key} }}`;
  }
  const parts = [
    `${model.item}.${column.name}`,
    ...(column.isNullable ? ['display'] : []),
    ...(column.kind === 'text' ? ['truncate(80)'] : []),
  ];
  const otherwise = column.isNullable ? ` or "${kind} " ~ ${model.item}.${key}` : '';
  return `{{ ${parts.join(' | ')}${otherwise} }}`;
}

/** The columns of a record but for those that its page says otherwise. */
export function shownColumns(
  { item, parents }: PageData,
  related: ReadonlyMap<string, RelatedRow>,
): ShownColumn[] {
  const label = labelColumn(item.columns);
  const parentKeys = parents.map(({ model }) => model.id).filter((name) => !related.has(name));
  return item.columns
    .filter((column) => !isSecret(column))
    .filter(({ name }) => name !== item.key && !parentKeys.includes(name))
    .filter((column) => column !== label || column.kind === 'text')
    .map(({ isNullable, kind, name }) => ({
      // As on the form.
      label: fieldLabel(name.replace(/_id$/, '')),
      value: `${item.model.item}.${name} | ${kind === 'enum' ? 'words' : 'display'}${isNullable ? ' or "–"' : ''}`,
      isText: kind === 'text',
      related: related.get(name),
    }));
}

function labelColumn(columns: readonly Column[]): Column | undefined {
  const texts = columns.filter((column) => !isSecret(column));
  const strings = texts.filter(({ kind }) => kind === 'string');
  const named = TITLES.flatMap((title) => strings.find(({ name }) => name === title) ?? []);
  return named[0] ?? strings[0] ?? texts.find(({ kind }) => kind === 'text');
}

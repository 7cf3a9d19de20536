import { capitalize, phrase } from '../naming/spelling';
import type { Column } from '../project/columns';
import type { PageData } from './page-data';

/** A value that a page shows, with its name. */
export interface ShownColumn {
  readonly label: string;
  /** For Jinja: `post.body | display`. */
  readonly value: string;
  /** Whether its line breaks count. */
  readonly isText: boolean;
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

/** What is nobody's business. */
const SECRET = /password|passwd|secret|token|api_key|_hash$/;

/** What a page calls a record: `post.title`, or else `"Post " ~ post.id`. */
export function labelOf({ item: { columns, key, model } }: PageData): string {
  const number = `"${capitalize(model.phrase)} " ~ ${model.item}.${key}`;
  const column = labelColumn(columns);
  const value = column && `${model.item}.${column.name}`;
  const short = column?.kind === 'text' ? ` | truncate(80)` : '';
  if (column === undefined || value === undefined) {
    return number;
  }
  return column.isNullable ? `${value} | display${short} or ${number}` : `${value}${short}`;
}

/** The columns of a record but for those that its page says otherwise. */
export function shownColumns({ item, parents }: PageData): ShownColumn[] {
  const label = labelColumn(item.columns);
  const parentKeys = parents.map(({ model }) => model.id);
  return item.columns
    .filter(({ name }) => name !== item.key && !parentKeys.includes(name) && !SECRET.test(name))
    .filter((column) => column !== label || column.kind === 'text')
    .map(({ isNullable, kind, name }) => ({
      label: capitalize(phrase(name.replace(/_id$/, ''))),
      value: `${item.model.item}.${name} | display${isNullable ? ' or "–"' : ''}`,
      isText: kind === 'text',
    }));
}

function labelColumn(columns: readonly Column[]): Column | undefined {
  const strings = columns.filter(({ kind, name }) => kind === 'string' && !SECRET.test(name));
  const named = TITLES.flatMap((title) => strings.find(({ name }) => name === title) ?? []);
  return named[0] ?? strings[0] ?? columns.find(({ kind }) => kind === 'text');
}

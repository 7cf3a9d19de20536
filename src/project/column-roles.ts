// Specs: spec/rules/form.spec.ts
import { COLUMN_TYPES } from './column-types';
import type { Column } from './column-type';

/** Whether each record needs a value of a column that neither the model nor the database sets. */
export function needsValue(column: Column): boolean {
  const { default: literal, hasComputedDefault, isAutomatic, isNullable, isPrimaryKey } = column;
  const isCounted = isPrimaryKey && COLUMN_TYPES[column.kind].isCounted;
  return !isNullable && !isCounted && !isAutomatic && !hasComputedDefault && literal === undefined;
}

const SECRETS = /password|passwd|secret|token|api_key|_hash$/;

const PRIVILEGES =
  /^(is_|has_)?(admin|administrator|superuser|staff|moderator|root)$|^(role|roles|permissions?)$/;

/** Whether pages and forms leave out a column: a password, a token. `max_tokens`, a number, is not secret. */
export function isSecret({ isSecret: isStated, kind, name }: Column): boolean {
  return isStated || (COLUMN_TYPES[kind].mayBeSecret && SECRETS.test(name));
}

/** Whether a column decides what a user may do: `is_admin`. A form would let everybody set it. */
export function isPrivilege({ name }: Column): boolean {
  return PRIVILEGES.test(name);
}

/** Whether a column says when its record was made or changed. */
export function isRecordTime({ isAutomatic, kind, name }: Column): boolean {
  return kind === 'datetime' && (isAutomatic || /^(created|updated)_at$/.test(name));
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

/** The column with the primary key. */
export function keyOf(columns: readonly Column[]): string {
  return columns.find(({ isPrimaryKey }) => isPrimaryKey)?.name ?? 'id';
}

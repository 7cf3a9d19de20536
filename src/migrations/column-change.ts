import { type StoredColumn, type StoredKey, typeName } from './definitions';
import {
  created,
  dropped,
  fillerOf,
  filling,
  named,
  type SchemaChange,
  type Step,
} from './schema-change';
import type { StoredTable } from './stored-schema';

/** How the database is to have a column; what is undefined stays. */
export interface StoredWish {
  /** Its type, as Python: `sa.String(length=200)`. */
  readonly type: string | undefined;
  readonly isNullable: boolean;
  readonly isUnique: boolean | undefined;
  readonly isIndexed: boolean | undefined;
  /** What deleting the record that it refers to does: `CASCADE`; '' for what the database does by itself. */
  readonly onDelete: string | undefined;
  /** SQL for the value that rows without one get; undefined if they have one. */
  readonly filler: string | undefined;
}

/** A column with its keys. */
interface ColumnState {
  readonly type: string;
  readonly isNullable: boolean;
  readonly keys: readonly StoredKey[];
}

/** Changes a column; undefined if the database has it as it is to be. */
export function changing(
  table: StoredTable,
  column: StoredColumn,
  wish: StoredWish,
): SchemaChange | undefined {
  const own = table.keys.filter((key) => key.columns.includes(column.name));
  const before: ColumnState = {
    type: column.type,
    isNullable: !column.options.includes('nullable=False'),
    keys: own,
  };
  const after: ColumnState = {
    type: wish.type ?? before.type,
    isNullable: wish.isNullable,
    keys: keysFor(table, column, own, wish),
  };
  const isSame =
    before.type === after.type &&
    before.isNullable === after.isNullable &&
    before.keys.every((key) => after.keys.includes(key)) &&
    before.keys.length === after.keys.length;
  const back = before.isNullable || !after.isNullable ? undefined : fillerOf(table, column);
  return isSame
    ? undefined
    : {
        title: `Change ${table.name}.${column.name}`,
        upgrade: stepsFor(table.name, column.name, [before, after], wish.filler),
        downgrade: stepsFor(table.name, column.name, [after, before], back),
        imports: column.imports,
      };
}

/** The keys of a column once it is changed. */
function keysFor(
  { name: table }: StoredTable,
  { name }: StoredColumn,
  own: readonly StoredKey[],
  { isIndexed, isUnique, onDelete }: StoredWish,
): StoredKey[] {
  const isAlone = ({ columns }: StoredKey): boolean => columns.length === 1;
  const isUniqueIndex = ({ options }: StoredKey): boolean => options.includes('unique=True');
  const lost = own.filter(
    (key) =>
      isAlone(key) &&
      ((isUnique === false && (key.kind === 'unique' || isUniqueIndex(key))) ||
        (isIndexed === false && key.kind === 'index' && !isUniqueIndex(key))),
  );
  const has = (kind: StoredKey['kind']): boolean =>
    own.some((key) => isAlone(key) && !lost.includes(key) && key.kind === kind);
  const hasUniqueIndex = own.some((key) => isAlone(key) && isUniqueIndex(key));
  const made = { columns: [name], options: [] };
  return [
    ...own
      .filter((key) => !lost.includes(key))
      .map((key) => (key.kind === 'foreign' ? withOnDelete(key, onDelete) : key)),
    ...(isUnique === true && !has('unique') && !hasUniqueIndex
      ? [{ ...made, kind: 'unique' as const, name: `uq_${table}_${name}` }]
      : []),
    ...(isIndexed === true && !has('index')
      ? [{ ...made, kind: 'index' as const, name: `ix_${table}_${name}` }]
      : []),
  ];
}

function withOnDelete(key: StoredKey, onDelete: string | undefined): StoredKey {
  const option = `ondelete="${onDelete ?? ''}"`;
  return onDelete === undefined || key.options.includes(option)
    ? key
    : {
        ...key,
        options: [
          ...key.options.filter((each) => !each.startsWith('ondelete=')),
          ...(onDelete === '' ? [] : [option]),
        ],
      };
}

/** What makes one state of a column the other. */
function stepsFor(
  table: string,
  name: string,
  [from, to]: readonly [ColumnState, ColumnState],
  filler: string | undefined,
): Step[] {
  const isMoment =
    [from, to]
      .map(({ type }) => typeName(type))
      .sort()
      .join(' ') === 'Date DateTime';
  const isKept = (key: StoredKey): boolean =>
    !isMoment && from.keys.includes(key) && to.keys.includes(key);
  const [gone, made] = [from, to].map(({ keys }) => keys.filter((key) => !isKept(key)));
  const hasUnnamed = gone?.some(({ kind, name }) => name === undefined && kind !== 'index');
  const batch = (calls: readonly string[]): Step[] =>
    calls.length > 0 ? [{ table, calls, ...(hasUnnamed && { hasUnnamed }) }] : [];
  const drops = gone?.map((key) => dropped(named(table, key))) ?? [];
  const creates = made?.map((key) => created(named(table, key))) ?? [];
  const isFilled = filler !== undefined && from.isNullable && !to.isNullable;
  const fill = (column: string): Step[] => (isFilled ? [filling(table, column, filler)] : []);
  if (isMoment) {
    return [...batch(drops), ...rebuilding(table, name, [from, to], fill), ...batch(creates)];
  }
  // What fills the rows is of the later type.
  const between = isFilled && from.type !== to.type ? [{ ...to, isNullable: true }] : [];
  const states = [from, ...between, to];
  const [first = [], ...others] = states
    .slice(1)
    .map((state, index) => altering(name, states[index] ?? from, state));
  return others.length > 0
    ? [...batch([...drops, ...first]), ...fill(name), ...batch([...others.flat(), ...creates])]
    : [...fill(name), ...batch([...drops, ...first, ...creates])];
}

/** The call that changes the column itself; none if only its keys change. */
function altering(name: string, from: ColumnState, to: ColumnState): string[] {
  const isRetyped = from.type !== to.type;
  const given = [
    `"${name}"`,
    `existing_type=${from.type}`,
    ...(isRetyped ? [`type_=${to.type}`, ...usingFor(name, from, to)] : []),
    from.isNullable === to.isNullable
      ? `existing_nullable=${python(to.isNullable)}`
      : `nullable=${python(to.isNullable)}`,
  ];
  return isRetyped || from.isNullable !== to.isNullable
    ? [`alter_column(${given.join(', ')})`]
    : [];
}

function python(value: boolean): string {
  return value ? 'True' : 'False';
}

/** PostgreSQL does not read numbers from texts by itself. SQLite's copy of the table does. */
function usingFor(name: string, from: ColumnState, to: ColumnState): string[] {
  const sql = NUMBERS.get(typeName(to.type));
  return sql !== undefined && /^(String|Text|Enum)$/.test(typeName(from.type))
    ? [`postgresql_using='CAST("${name}" AS ${sql})'`]
    : [];
}

const NUMBERS = new Map([
  ['BigInteger', 'BIGINT'],
  ['Float', 'FLOAT'],
  ['Integer', 'INTEGER'],
  ['Numeric', 'NUMERIC'],
  ['SmallInteger', 'SMALLINT'],
]);

/** SQLite keeps dates as texts, and its copy of a table would make numbers of them: so a new column replaces the old one. */
function rebuilding(
  table: string,
  name: string,
  [from, to]: readonly [ColumnState, ColumnState],
  fill: (column: string) => Step[],
): Step[] {
  const other = `new_${name}`.slice(0, 63);
  const isAware = [from, to].some(({ type }) => type.includes('timezone=True'));
  const inUtc = (value: string): string => (isAware ? `sa.func.timezone("UTC", ${value})` : value);
  const own = `sa.column("${name}")`;
  const written = `sa.column("${name}", sa.String())`;
  const [sqlite, others] =
    typeName(to.type) === 'Date'
      ? [`sa.func.substr(${written}, 1, 10)`, `sa.cast(${inUtc(own)}, sa.Date())`]
      : [`${written} + " 00:00:00.000000"`, inUtc(`sa.cast(${own}, sa.DateTime())`)];
  return [
    { table, calls: [`add_column(sa.Column("${other}", ${to.type}))`] },
    [
      `from_text = ${sqlite}`,
      `from_value = ${others}`,
      `is_sqlite = op.get_context().dialect.name == "sqlite"`,
      `value = from_text if is_sqlite else from_value`,
      `op.execute(sa.table("${table}", sa.column("${other}")).update().values({"${other}": value}))`,
    ].join('\n'),
    ...fill(other),
    { table, calls: [`drop_column("${name}")`] },
    {
      table,
      calls: [
        `alter_column("${other}", existing_type=${to.type}, new_column_name="${name}", nullable=${python(to.isNullable)})`,
      ],
    },
  ];
}

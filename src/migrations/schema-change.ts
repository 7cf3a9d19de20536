// Specs: spec/migrations/revision.spec.ts
import { COLUMN_TYPES } from '../project/column-types';
import { sqlType } from '../project/type-reader';
import type { NewImport } from '../python/import-statement';
import { optionsWithout, type StoredColumn, type StoredKey, typeName } from './definitions';
import { renamedKey, type StoredTable } from './stored-schema';

export interface SchemaChange {
  /** `Rename posts.title to headline` */
  readonly title: string;
  readonly upgrade: readonly Step[];
  readonly downgrade: readonly Step[];
  /** What its code needs beside `sa` and `op`. */
  readonly imports: readonly NewImport[];
}

/** A statement of its own, or what happens to one table: SQLite replaces the table once for each step. */
export type Step =
  | string
  | {
      readonly table: string;
      readonly calls: readonly string[];
      /** Whether it drops a key that the database has named. */
      readonly hasUnnamed?: boolean;
    };

/**
 * Renames a column, and the keys of which it is a part.
 *
 * @param isGiven Whether the models give a key this name, which then stays.
 */
export function renaming(
  table: StoredTable,
  from: string,
  to: string,
  isGiven: (name: string) => boolean,
): SchemaChange {
  const keys = table.keys
    .filter(({ columns, name }) => columns.includes(from) && name !== undefined && !isGiven(name))
    .map((key): KeyChange => {
      const name = key.name === undefined ? undefined : renamedIn(key.name, table.name, from, to);
      return { before: key, after: { ...renamedKey(key, from, to), name } };
    })
    .filter(({ after, before }) => after.name !== before.name && before.kind !== 'primary');
  const back = keys.map(({ after, before }): KeyChange => ({ before: after, after: before }));
  return {
    title: `Rename ${table.name}.${from} to ${to}`,
    upgrade: renameSteps(table.name, from, to, keys),
    downgrade: renameSteps(table.name, to, from, back),
    imports: [],
  };
}

interface KeyChange {
  readonly before: StoredKey;
  readonly after: StoredKey;
}

/** A key of the new name can only be made once the column has its own. */
function renameSteps(table: string, from: string, to: string, keys: readonly KeyChange[]): Step[] {
  const rename = `alter_column("${from}", new_column_name="${to}")`;
  const calls = [...keys.map(({ before }) => dropped(before)), rename];
  const made = keys.map(({ after }) => created(after));
  return [{ table, calls }, ...(made.length > 0 ? [{ table, calls: made }] : [])];
}

/** The name of a key that follows the name of a column: `uq_posts_title` → `uq_posts_headline`. */
function renamedIn(name: string, table: string, from: string, to: string): string {
  const [head = ''] = new RegExp(`^(?:.*?_)??${table}_`).exec(name) ?? [];
  const rest = name.slice(head.length).replace(new RegExp(`(^|_)${from}(?=_|$)`), `$1${to}`);
  return head + rest;
}

/** Removes a column, and the keys of which it is a part. The way back fills required columns of rows that exist. */
export function removing(table: StoredTable, column: StoredColumn): SchemaChange {
  const { name } = table;
  const keys = table.keys.filter(
    (key) => key.columns.includes(column.name) && key.kind !== 'primary',
  );
  // What the database has named goes with the column.
  const drops = [
    ...keys.filter((key) => key.name !== undefined).map(dropped),
    `drop_column("${column.name}")`,
  ];
  const isRequired =
    column.options.includes('nullable=False') &&
    !column.options.some((each) => each.startsWith('server_default='));
  const added = isRequired ? { ...column, options: optionsWithout(column, 'nullable') } : column;
  const add = `add_column(${definitionOf(added)})`;
  const require = `alter_column("${column.name}", existing_type=${column.type}, nullable=False)`;
  const made = keys.map((key) => created(named(name, key)));
  return {
    title: `Remove ${name}.${column.name}`,
    upgrade: [{ table: name, calls: drops }],
    downgrade: isRequired
      ? [
          { table: name, calls: [add] },
          filling(name, column.name, fillerOf(table, column)),
          { table: name, calls: [require, ...made] },
        ]
      : [{ table: name, calls: [add, ...made] }],
    imports: column.imports,
  };
}

/** The endings of the names that PostgreSQL chooses. */
const ENDINGS = { foreign: 'fkey', primary: 'pkey', unique: 'key' };

/** A key with its name: if migrations give it none, the one that PostgreSQL chooses, or SQLAlchemy for an index. */
export function named(table: string, key: StoredKey): StoredKey {
  const { columns, kind } = key;
  const chosen = kind === 'index' ? ['ix', table, ...columns] : [table, ...columns, ENDINGS[kind]];
  return { ...key, name: key.name ?? chosen.join('_') };
}

/** Removes columns one after the other: a key of several goes with the first of them. */
export function removingAll(table: StoredTable, columns: readonly StoredColumn[]): SchemaChange[] {
  let left = table;
  return columns.map((column) => {
    const change = removing(left, column);
    left = {
      ...left,
      columns: left.columns.filter(({ name }) => name !== column.name),
      keys: left.keys.filter((key) => !key.columns.includes(column.name)),
    };
    return change;
  });
}

/** Removes a table. */
export function dropping(table: StoredTable): SchemaChange {
  const { columns, keys, name } = table;
  const parts = [
    ...columns.map(definitionOf),
    ...keys.filter(({ kind }) => kind !== 'index').map(constraintOf),
  ];
  const indexes = keys.filter(({ kind }) => kind === 'index');
  const steps = (calls: readonly string[]): Step[] =>
    calls.length > 0 ? [{ table: name, calls }] : [];
  return {
    title: `Remove ${name}`,
    upgrade: [...steps(indexes.map(dropped)), `op.drop_table("${name}")`],
    downgrade: [
      `op.create_table(\n    "${name}",\n${parts.map((part) => `    ${part},\n`).join('')})`,
      ...steps(indexes.map(created)),
    ],
    imports: columns.flatMap(({ imports }) => imports),
  };
}

/** Gives each row without a value one that its column allows. */
export function filling(table: string, column: string, sql: string): string {
  const own = `sa.column("${column}")`;
  return `op.execute(sa.table("${table}", ${own}).update().where(${own}.is_(None)).values({"${column}": sa.literal_column(${literal(sql)})}))`;
}

/** SQL for a value that rows get when their column comes back, or when it has to have one again. */
export function fillerOf({ keys }: StoredTable, { name, type }: StoredColumn): string {
  const { isNumber, isText, sqlFiller } = COLUMN_TYPES[sqlType(typeName(type))?.kind ?? 'unknown'];
  const own = keys.filter(({ columns }) => columns.length === 1 && columns[0] === name);
  const target = own.find((key) => key.kind === 'foreign')?.target;
  const isUnique = own.some((key) => key.kind === 'unique');
  const id = keys.find((key) => key.kind === 'primary')?.columns[0];
  if (target) {
    // Without quotes, `user` is no table for PostgreSQL.
    return `(SELECT min(${target.columns[0]}) FROM "${target.table.replaceAll('.', '"."')}")`;
  }
  if (isUnique && id !== undefined && (isText || isNumber)) {
    return isText ? `CAST(${id} AS VARCHAR)` : id;
  }
  const [, first] = /^\w+\.Enum\("([^"]*)"/.exec(type) ?? [];
  return first === undefined ? sqlFiller : `'${first}'`;
}

/** `sa.Column("title", sa.String(length=120), nullable=False)` */
function definitionOf({ name, options, type }: StoredColumn): string {
  return `sa.Column(${[`"${name}"`, type, ...options].join(', ')})`;
}

/** What takes a key away. */
export function dropped({ kind, name }: StoredKey): string {
  return kind === 'index'
    ? `drop_index("${name}")`
    : `drop_constraint("${name}", type_="${kind === 'foreign' ? 'foreignkey' : kind}")`;
}

/** What makes a key. */
export function created({ columns, kind, name, options, target }: StoredKey): string {
  const local = listOf(columns);
  switch (kind) {
    case 'foreign': {
      const others = [`"${target?.table ?? ''}"`, local, listOf(target?.columns ?? [])];
      return `create_foreign_key(${[`"${name}"`, ...others, ...options].join(', ')})`;
    }
    case 'index':
      return `create_index(${[`"${name}"`, local, ...options].join(', ')})`;
    default:
      return `create_${kind === 'unique' ? 'unique_constraint' : 'primary_key'}("${name}", ${local})`;
  }
}

/** `sa.UniqueConstraint("title", name="uq_posts_title")` */
function constraintOf({ columns, kind, name, options, target }: StoredKey): string {
  const named = name === undefined ? [] : [`name="${name}"`];
  if (kind === 'foreign') {
    const others = target?.columns.map((each) => `${target.table}.${each}`) ?? [];
    const all = [listOf(columns), listOf(others), ...named, ...options];
    return `sa.ForeignKeyConstraint(${all.join(', ')})`;
  }
  const word = kind === 'unique' ? 'UniqueConstraint' : 'PrimaryKeyConstraint';
  return `sa.${word}(${[...columns.map((each) => `"${each}"`), ...named].join(', ')})`;
}

function listOf(names: readonly string[]): string {
  return `[${names.map((each) => `"${each}"`).join(', ')}]`;
}

function literal(text: string): string {
  return text.includes('"') ? `'${text}'` : `"${text}"`;
}

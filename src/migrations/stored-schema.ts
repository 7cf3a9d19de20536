import { argumentOf, assignmentTo, type Call, callOf, functionIn } from '../python/queries';
import { type Node, stringValue, textsIn } from '../python/node';
import type { PythonSource } from '../python/source';
import {
  codeOf,
  columnIn,
  constraintIn,
  importsFor,
  keysOfColumn,
  nameIn,
  optionsOf,
  optionsWithout,
  type StoredColumn,
  type StoredKey,
} from './definitions';

/** A table as migrations have made it. */
export interface StoredTable {
  readonly name: string;
  readonly columns: readonly StoredColumn[];
  readonly keys: readonly StoredKey[];
}

/** What the migrations of a project have made, once all of them are applied. */
export interface StoredSchema {
  /** The revisions that no other one follows. */
  readonly heads: readonly string[];
  readonly tables: ReadonlyMap<string, StoredTable>;
}

interface MigrationFile {
  readonly source: PythonSource;
  readonly revision: string;
  readonly before: readonly string[];
}

/** A call such as `op.add_column("posts", …)` or `batch_op.add_column(…)`. */
interface Operation extends Call {
  readonly source: PythonSource;
  /** The table of the batch; undefined outside of one. */
  readonly table: string | undefined;
}

type Tables = Map<string, StoredTable>;

/** Reads what migrations do, without running them: what they make in a loop or by SQL stays unknown. */
export function schemaOf(sources: readonly PythonSource[]): StoredSchema {
  const migrations = inOrder(sources.flatMap((source) => migrationIn(source) ?? []));
  const followed = new Set(migrations.flatMap(({ before }) => before));
  const tables: Tables = new Map();
  migrations.flatMap(operationsOf).forEach((operation) => {
    OPERATIONS.get(operation.name)?.(tables, operation);
  });
  return {
    heads: migrations.map(({ revision }) => revision).filter((each) => !followed.has(each)),
    tables,
  };
}

function migrationIn(source: PythonSource): MigrationFile | undefined {
  const value = (name: string): Node | undefined => assignmentTo(source.root, name)?.value;
  const revision = stringValue(value('revision'));
  return revision === undefined
    ? undefined
    : { source, revision, before: textsIn(value('down_revision')) };
}

/** Each behind those that it follows. */
function inOrder(migrations: readonly MigrationFile[]): MigrationFile[] {
  const byRevision = new Map(migrations.map((each) => [each.revision, each]));
  const done = new Set<MigrationFile>();
  const add = (migration: MigrationFile): void => {
    if (!done.has(migration)) {
      // A circle would not end.
      byRevision.delete(migration.revision);
      migration.before.flatMap((each) => byRevision.get(each) ?? []).forEach(add);
      done.add(migration);
    }
  };
  migrations.forEach(add);
  return [...done];
}

function operationsOf({ source }: MigrationFile): Operation[] {
  const batches = new Map<string, string | undefined>();
  const calls = functionIn(source.root, 'upgrade')?.node.descendants('call') ?? [];
  return calls.flatMap((node): Operation[] => {
    const call = callOf(node);
    if (call?.name === 'batch_alter_table') {
      const alias = node.parent?.type === 'as_pattern' ? node.parent.child('alias')?.text : '';
      batches.set(alias ?? '', stringValue(argumentOf(call, 'table_name', 0)));
      return [];
    }
    const isBatch = batches.has(call?.receiver ?? '');
    return call && (isBatch || call.receiver === 'op')
      ? [{ ...call, source, table: batches.get(call.receiver ?? '') }]
      : [];
  });
}

/** What each operation does to the tables. */
const OPERATIONS = new Map<string, (tables: Tables, operation: Operation) => void>(
  Object.entries({
    create_table: (tables, { positional: [first, ...parts], source }) => {
      const name = stringValue(first);
      if (name !== undefined) {
        const columns = parts.flatMap((part) => columnIn(source, part) ?? []);
        const keys = parts.flatMap((part) => [...constraintIn(part), ...keysOfColumn(part)]);
        tables.set(name, { name, columns, keys });
      }
    },
    drop_table: (tables, { positional: [first] }) => {
      tables.delete(stringValue(first) ?? '');
    },
    rename_table: (tables, { positional: [from, to] }) => {
      const table = tables.get(stringValue(from) ?? '');
      const name = stringValue(to);
      if (table && name !== undefined) {
        tables.delete(table.name);
        tables.set(name, { ...table, name });
      }
    },
    add_column: (tables, operation) => {
      const [part] = behindTable(operation, 0);
      const column = part && columnIn(operation.source, part);
      change(tables, tableOf(operation, 0), ({ columns, keys }) => ({
        columns: [...columns, ...(column ? [column] : [])],
        keys: [...keys, ...keysOfColumn(part)],
      }));
    },
    drop_column: (tables, operation) => {
      const name = stringValue(behindTable(operation, 0)[0]);
      change(tables, tableOf(operation, 0), ({ columns, keys }) => ({
        columns: columns.filter((each) => each.name !== name),
        keys: keys.filter((each) => !each.columns.includes(name ?? '')),
      }));
    },
    alter_column: (tables, operation) => {
      const from = stringValue(behindTable(operation, 0)[0]);
      const [to = from, type] = [
        stringValue(operation.keywords.get('new_column_name')),
        operation.keywords.get('type_'),
      ];
      const nullable = operation.keywords.get('nullable')?.text;
      change(tables, tableOf(operation, 0), ({ columns, keys }) => ({
        columns: columns.map((each) =>
          each.name === from && to !== undefined
            ? {
                ...each,
                name: to,
                ...(type && { type: codeOf(type), imports: importsFor(operation.source, type) }),
                ...(nullable !== undefined && {
                  options: [...optionsWithout(each, 'nullable'), `nullable=${nullable}`],
                }),
              }
            : each,
        ),
        keys: keys.map((each) => renamedKey(each, from ?? '', to ?? '')),
      }));
    },
    create_index: (tables, operation) => {
      addKey(tables, operation, 1, 'index', behindTable(operation, 1)[1]);
    },
    create_unique_constraint: (tables, operation) => {
      addKey(tables, operation, 1, 'unique', behindTable(operation, 1)[1]);
    },
    create_foreign_key: (tables, operation) => {
      const [, table, columns, others] = behindTable(operation, 1);
      addKey(tables, operation, 1, 'foreign', columns, {
        table: stringValue(table) ?? '',
        columns: textsIn(others),
      });
    },
    drop_constraint: (tables, operation) => {
      dropKey(tables, tableOf(operation, 1), operation);
    },
    drop_index: (tables, operation) => {
      const table = stringValue(operation.keywords.get('table_name')) ?? tableOf(operation, 1);
      dropKey(tables, table, operation);
    },
  }),
);

function change(
  tables: Tables,
  name: string | undefined,
  how: (table: StoredTable) => Pick<StoredTable, 'columns' | 'keys'>,
): void {
  const table = tables.get(name ?? '');
  if (table) {
    tables.set(table.name, { ...table, ...how(table) });
  }
}

function addKey(
  tables: Tables,
  operation: Operation,
  place: number,
  kind: StoredKey['kind'],
  columns: Node | undefined,
  target?: StoredKey['target'],
): void {
  const name = nameIn(operation.positional[0]);
  const key = { kind, name, columns: textsIn(columns), options: optionsOf(operation), target };
  change(tables, tableOf(operation, place), ({ columns, keys }) => ({
    columns,
    keys: [...keys, key],
  }));
}

function dropKey(tables: Tables, table: string | undefined, { positional }: Operation): void {
  const name = nameIn(positional[0]);
  change(tables, table, ({ columns, keys }) => ({
    columns,
    keys: keys.filter((each) => each.name !== name),
  }));
}

/** The table of an operation: that of its batch, or the argument at this place. */
function tableOf({ positional, table }: Operation, place: number): string | undefined {
  return table ?? stringValue(positional[place]);
}

/** The arguments without the table, which an operation outside of a batch has at this place. */
function behindTable({ positional, table }: Operation, place: number): readonly Node[] {
  return table === undefined ? positional.toSpliced(place, 1) : positional;
}

/** A key once a column has another name. */
export function renamedKey(key: StoredKey, from: string, to: string): StoredKey {
  return { ...key, columns: key.columns.map((each) => (each === from ? to : each)) };
}

import type { Column } from '../project/column-type';
import { COLUMN_TYPES } from '../project/column-types';
import { columnsIn } from '../project/columns';
import { snakeCase } from '../naming/spelling';
import { tableOf } from '../project/models';
import type { Project } from '../project/project';
import { text } from '../python/literals';
import { classesOf } from '../python/queries';
import type { PythonSource } from '../python/source';
import type { StoredColumn, StoredKey } from './definitions';
import { dropping, removingAll, type SchemaChange, type Step } from './schema-change';
import type { StoredSchema, StoredTable } from './stored-schema';

/** A table with columns that a run makes: all of a new table, or further ones. */
export interface MadeTable {
  readonly name: string;
  readonly columns: readonly Column[];
}

/** The tables of the models in a file. */
export async function tablesIn(project: Project, source: PythonSource): Promise<MadeTable[]> {
  const tables = classesOf(source).map(async (definition) => {
    const columns = await columnsIn(project, { definition, source });
    // Flask-SQLAlchemy names the table of a model that does not.
    const implied = columns.some(({ isPrimaryKey }) => isPrimaryKey) && snakeCase(definition.name);
    return { columns, name: tableOf(definition) ?? (implied || '') };
  });
  return (await Promise.all(tables)).filter(
    ({ columns, name }) => name !== '' && columns.length > 0,
  );
}

/**
 * Makes tables and columns that no migration has made; undefined if there are none, or if no migration makes the table of
 * further columns. The way back removes them.
 *
 * @param tables Those that others refer to first.
 */
export function making(
  schema: StoredSchema,
  tables: readonly MadeTable[],
  title: string,
): SchemaChange | undefined {
  const isMade = ({ columns, name }: MadeTable): boolean =>
    schema.tables.has(name) || columns.some(({ isPrimaryKey }) => isPrimaryKey);
  if (!tables.every(isMade)) {
    return undefined;
  }
  const removals = tables.flatMap((made) => {
    const table = storedTable(schema, made);
    const known = schema.tables.get(made.name)?.columns.map(({ name }) => name);
    return known === undefined
      ? [dropping(table)]
      : removingAll(
          table,
          table.columns.filter(({ name }) => !known.includes(name)),
        );
  });
  return removals.length === 0
    ? undefined
    : {
        title,
        upgrade: inBatches(removals.flatMap(({ downgrade }) => downgrade)),
        downgrade: inBatches(removals.toReversed().flatMap(({ upgrade }) => upgrade)),
        imports: [],
      };
}

/** The steps, those in a row about one table as one. */
function inBatches(steps: readonly Step[]): Step[] {
  return steps.reduce<Step[]>((before, step) => {
    const last = before.at(-1);
    return typeof step === 'object' && typeof last === 'object' && last.table === step.table
      ? [...before.slice(0, -1), { ...step, calls: [...last.calls, ...step.calls] }]
      : [...before, step];
  }, []);
}

function storedTable(schema: StoredSchema, { columns, name }: MadeTable): StoredTable {
  return {
    name,
    columns: columns.map((column) => storedColumn(schema, column)),
    keys: columns.flatMap((column) => keysOf(name, column)),
  };
}

function storedColumn({ tables }: StoredSchema, column: Column): StoredColumn {
  const { isNullable, kind, name, serverDefault, storedAs = name } = column;
  const target = targetOf(column);
  const referred = target && tables.get(target.table)?.columns;
  return {
    name: storedAs,
    type: target
      ? (referred?.find((each) => target.columns.includes(each.name))?.type ?? 'sa.Integer()')
      : (COLUMN_TYPES[kind].storedType(column, name) ?? ''),
    options: [
      ...(isNullable ? [] : ['nullable=False']),
      ...(serverDefault === undefined ? [] : [`server_default=${text(serverDefault)}`]),
    ],
    imports: [],
  };
}

/** The keys of a column, by the names of the convention. */
function keysOf(table: string, column: Column): StoredKey[] {
  const { isIndexed, isPrimaryKey, isUnique, onDelete, name, storedAs = name } = column;
  const own = { columns: [storedAs], options: [] };
  const target = targetOf(column);
  const options = onDelete === undefined ? [] : [`ondelete="${onDelete}"`];
  return [
    ...(isPrimaryKey ? [{ ...own, kind: 'primary' as const, name: `pk_${table}` }] : []),
    ...(target
      ? [
          {
            ...{ ...own, options, target, kind: 'foreign' as const },
            name: `fk_${table}_${storedAs}_${target.table}`,
          },
        ]
      : []),
    ...(isUnique ? [{ ...own, kind: 'unique' as const, name: `uq_${table}_${storedAs}` }] : []),
    ...(isIndexed ? [{ ...own, kind: 'index' as const, name: `ix_${table}_${storedAs}` }] : []),
  ];
}

function targetOf({ references }: Column): StoredKey['target'] {
  const [table = '', column = ''] = references?.split('.') ?? [];
  return references === undefined ? undefined : { table, columns: [column] };
}

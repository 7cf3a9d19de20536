// Specs: spec/change-field/index.spec.ts
import type { RowCheck } from '../rules/unfit-rows';
import type { Column } from '../project/column-type';
import { COMMAND } from './arguments';
import type { WishedField } from './wished-field';

/** The rows that would not fit a field as it is to be. */
export function rowChecks(table: string, resource: string, wished: WishedField): RowCheck[] {
  const { after, change, field } = wished;
  const { column } = field;
  const name = column.storedAs ?? column.name;
  const own = `"${name}"`;
  const of = (where: string, phrase: string, advice = 'Change them first.'): RowCheck => ({
    table,
    column: name,
    where,
    phrase,
    advice,
  });
  const isRequired = column.isNullable && !after.isOptional;
  const isFilled = isRequired && change.default !== undefined;
  return [
    ...(isRequired && !isFilled
      ? [
          of(
            `${own} IS NULL`,
            `no ${field.name}`,
            `Give them one: scaffold ${COMMAND} ${resource} ${change.typed}:default=VALUE`,
          ),
        ]
      : []),
    ...(after.isUnique && !column.isUnique
      ? [
          of(
            `${own} IN (SELECT ${own} FROM "${table}" GROUP BY ${own} HAVING count(*) > 1)`,
            `the same ${field.name} as another`,
          ),
        ]
      : []),
    ...(after.isUnique && isFilled
      ? [
          of(
            `${own} IS NULL AND (SELECT count(*) FROM "${table}" WHERE ${own} IS NULL) > 1`,
            `no ${field.name}, which would all get the same`,
          ),
        ]
      : []),
    ...valueChecks(own, wished).map(([where, phrase]) => of(where, phrase)),
  ];
}

function valueChecks(
  own: string,
  { after: { type }, field: { column, name } }: WishedField,
): (readonly [where: string, phrase: string])[] {
  const { length, max, min, values } = type;
  const isShorter = length !== undefined && (column.length ?? Infinity) > length;
  const written = `CAST(${own} AS VARCHAR(1000))`;
  const outside = boundChecks(own, column, { max, min });
  return [
    ...(isShorter
      ? [
          [
            `length(${written.replace('(1000)', '')}) > ${length}`,
            `more than ${length} characters in ${name}`,
          ] as const,
        ]
      : []),
    ...(values && hasOtherValues(column, values)
      ? [
          [
            `${own} NOT IN (${values.map((value) => `'${value}'`).join(', ')})`,
            `another value in ${name}`,
          ] as const,
        ]
      : []),
    ...outside.map((where) => [where, `a ${name} out of bounds`] as const),
    ...digitChecks(own, column, type).map((where) => [where, `a ${name} of more digits`] as const),
  ];
}

function hasOtherValues({ kind, values = [] }: Column, wished: readonly string[]): boolean {
  return kind !== 'enum' || values.some((value) => !wished.includes(value));
}

/** Rows outside of bounds that the column did not have so far. */
function boundChecks(
  own: string,
  column: Column,
  { max, min }: Pick<Column, 'max' | 'min'>,
): string[] {
  return [
    ...(min !== undefined && min !== column.min ? [`${own} < ${min}`] : []),
    ...(max !== undefined && max !== column.max ? [`${own} > ${max}`] : []),
  ];
}

/** Rows whose numbers have no place in a type. */
function digitChecks(own: string, column: Column, type: WishedField['after']['type']): string[] {
  const { bits, kind, precision = 0, scale = 0 } = type;
  if (kind === 'integer' && (column.bits ?? 32) > (bits ?? 32)) {
    return [`abs(${own}) > 2147483647`];
  }
  if (kind !== 'decimal' || (column.precision === precision && column.scale === scale)) {
    return [];
  }
  const exact = `CAST(${own} AS NUMERIC)`;
  return [
    `abs(${exact}) >= 1${'0'.repeat(precision - scale)}`,
    `round(${exact}, ${scale}) <> ${exact}`,
  ];
}

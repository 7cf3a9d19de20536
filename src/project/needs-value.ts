// Specs: spec/rules/resource-tests.spec.ts
import { COLUMN_TYPES } from './column-types';
import type { Column } from './columns';

/** Whether each record needs a value of a column that neither the model nor the database sets. */
export function needsValue(column: Column): boolean {
  const { default: literal, hasComputedDefault, isAutomatic, isNullable, isPrimaryKey } = column;
  const isCounted = isPrimaryKey && COLUMN_TYPES[column.kind].isCounted;
  return !isNullable && !isCounted && !isAutomatic && !hasComputedDefault && literal === undefined;
}

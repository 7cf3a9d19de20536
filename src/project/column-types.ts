import { BOOLEAN, ENUM, FOREIGN_KEY, MANY } from './choice-columns';
import type { ColumnKind } from './column-type';
import type { ColumnTypeRow } from './column-type-row';
import { DATE, DATETIME, TIME } from './moment-columns';
import { DECIMAL, FLOAT, INTEGER } from './number-columns';
import { JSON_VALUE, UNKNOWN, UUID } from './other-columns';
import { LONG_TEXT, STRING } from './text-columns';

/** The table of column types. A kind without a row does not compile, nor does a row without an entry. */
export const COLUMN_TYPES: Readonly<Record<ColumnKind, ColumnTypeRow>> = {
  string: STRING,
  text: LONG_TEXT,
  integer: INTEGER,
  decimal: DECIMAL,
  float: FLOAT,
  boolean: BOOLEAN,
  date: DATE,
  datetime: DATETIME,
  time: TIME,
  enum: ENUM,
  'foreign key': FOREIGN_KEY,
  many: MANY,
  uuid: UUID,
  json: JSON_VALUE,
  unknown: UNKNOWN,
};

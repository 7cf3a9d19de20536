// Specs: spec/change-field/index.spec.ts
import type { ColumnType } from '../project/column-type';
import { COLUMN_TYPES } from '../project/column-types';

/** What `now` is in SQL. */
const NOW: Readonly<Partial<Record<ColumnType['kind'], string>>> = {
  date: 'CURRENT_DATE',
  datetime: 'CURRENT_TIMESTAMP',
  time: 'CURRENT_TIME',
};

/** A typed default as SQL that SQLite and PostgreSQL understand alike. */
export function sqlFor(typed: string, type: ColumnType): string {
  const { isNumber, typedDefault } = COLUMN_TYPES[type.kind];
  if (isNumber) {
    return typed;
  }
  if (type.kind === 'boolean') {
    return typedDefault(typed, type) === 'True' ? 'true' : 'false';
  }
  const now = NOW[type.kind];
  if (now !== undefined && (typed === 'now' || typed === 'today')) {
    return now;
  }
  return `'${(type.kind === 'datetime' ? moment(typed) : typed).replaceAll("'", "''")}'`;
}

/** `2026-11-22T09:30` as SQLite stores it, in UTC. */
function moment(typed: string): string {
  const [, day = '', hour = '00:00', second = '00'] =
    /^([\d-]+)(?:[T ](\d\d:\d\d)(?::(\d\d))?)?Z?$/.exec(typed) ?? [];
  return `${day} ${hour}:${second}.000000+00:00`;
}

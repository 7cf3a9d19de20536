// Specs: spec/project/sample-values.spec.ts
import { columnLabel } from '../naming/spelling';
import { text } from '../python/literals';
import { argumentOf } from '../python/queries';
import type { Column } from './column-type';
import {
  alike,
  type ColumnTypeRow,
  each,
  NONE,
  OTHER,
  type Sample,
  type TypedDefault,
} from './column-type-row';

type Moment = 'date' | 'datetime' | 'time';

/** A type whose values are dates or times. */
function momentRow(kind: Moment) {
  return {
    ...OTHER,
    isParsed: true,
    annotation: kind,
    filter: 'moment',
    listFilter: 'moment(short=true)',
    pythonTypes: each(kind),
    typedDefault: (typed) => typedMoment(kind, typed),
    plain: { typedDefault: (typed) => typedMoment(kind, typed, PLAIN_NOW, []) },
    literal: (node) => {
      const [, name, values = ''] = /^(\w+?)_?(\([\d, ]+(?:tzinfo=UTC)?\))$/.exec(node.text) ?? [];
      return node.text === NOW[kind] ? NOW[kind] : name === kind ? name + values : undefined;
    },
    serverDefault: () => ({ literal: undefined, isComputed: true }),
  } satisfies Partial<ColumnTypeRow>;
}

export const DATE: ColumnTypeRow = {
  ...momentRow('date'),
  words: {
    date: {
      synonyms: ['day'],
      details: {},
      example: 'on:date',
      input: 'a date',
      filler: 'now',
    },
  },
  sqlTypes: each('DATE'),
  sqlType: () => 'Date',
  storedType: NONE,
  converts: ['datetime'],
  sqlFiller: 'CURRENT_DATE',
  sqlNow: 'CURRENT_DATE',
  impliedType: 'Date',
  width: 17,
  field: () => ({ field: 'DateField' }),
  plainField: () => ({ field: 'DateField' }),
  json: () => alike('IsoDate'),
  sample: dateSample,
};

export const DATETIME: ColumnTypeRow = {
  ...momentRow('datetime'),
  words: {
    datetime: {
      synonyms: ['timestamp', 'timestamptz'],
      details: { isAware: true },
      example: 'starts:datetime',
      input: 'a date and a time of day, in UTC',
      filler: 'now',
    },
  },
  sqlTypes: { ...each('DATETIME TIMESTAMP'), ...each('UTCDATETIME', { isAware: true }) },
  sqlType: () => 'UtcDateTime',
  storedType: ({ isAware }) => (isAware ? 'sa.DateTime(timezone=True)' : 'sa.DateTime()'),
  sqlFiller: 'CURRENT_TIMESTAMP',
  sqlNow: 'CURRENT_TIMESTAMP',
  sqlDefault: (typed) => `'${storedMoment(typed)}'`,
  details: (call) => (argumentOf(call, 'timezone', 0)?.type === 'true' ? { isAware: true } : {}),
  impliedType: 'DateTime',
  plain: { ...momentRow('datetime').plain, sqlType: () => 'DateTime' },
  width: 28,
  plainText: (value) => `${value}.strftime("%Y-%m-%d %H:%M")`,
  field: ({ isAware, name }) =>
    isAware
      ? { field: 'UtcDateTimeField', label: `${columnLabel(name)} (UTC)` }
      : { field: 'DateTimeLocalField' },
  plainField: (_column, { hasOldWtforms }) => ({
    field: hasOldWtforms ? 'DateTimeField' : 'DateTimeLocalField',
  }),
  json: ({ isAware }) => alike(isAware ? 'UtcTime' : 'LocalTime'),
  sentJson: (sent, { isAware }) => text(`${sent}:00${isAware ? 'Z' : ''}`),
  sample: datetimeSample,
};

export const TIME: ColumnTypeRow = {
  ...momentRow('time'),
  words: {
    time: {
      synonyms: [],
      details: {},
      example: 'opens:time:default=09:30',
      input: 'a time of day',
      filler: '09:00',
    },
  },
  sqlTypes: each('TIME'),
  sqlType: () => 'Time',
  storedType: NONE,
  sqlFiller: "'00:00:00'",
  sqlNow: 'CURRENT_TIME',
  impliedType: 'Time',
  width: 5,
  plainText: (value) => `${value}.strftime("%H:%M")`,
  field: () => ({ field: 'TimeField', options: ['format=["%H:%M:%S", "%H:%M"]'] }),
  plainField: (_column, { hasOldWtforms }) => (hasOldWtforms ? undefined : { field: 'TimeField' }),
  json: () => alike('IsoTime'),
  sample: ({ isUnique }) => ({
    made: isUnique ? 'time(number // 60 % 24, number % 60)' : 'time(9, 30)',
    sent: '14:05',
    stored: 'time(14, 5)',
  }),
};

const DAY = 'date(2026, 1, 1)';

function dateSample({ isUnique }: Column): Sample {
  return {
    made: isUnique ? `${DAY} + timedelta(days=number)` : DAY,
    sent: '2025-11-21',
    stored: 'date(2025, 11, 21)',
  };
}

/** Values of a date with a time of day. */
function datetimeSample({ isAware, isUnique }: Column): Sample {
  const zone = isAware ? ', tzinfo=UTC' : '';
  const day = `datetime(2026, 1, 1${zone})`;
  return {
    made: isUnique ? `${day} + timedelta(days=number)` : day,
    sent: '2025-11-21T14:05',
    stored: `datetime(2025, 11, 21, 14, 5${zone})`,
  };
}

/** What `default=now` makes of dates and times, as Python. */
const NOW: Readonly<Record<Moment, string>> = {
  date: 'lambda: utc_now().date()',
  datetime: 'utc_now',
  time: 'lambda: utc_now().time()',
};

/** The same in an application that `new` did not make. */
const PLAIN_NOW: Readonly<Record<Moment, string>> = {
  date: 'lambda: datetime.now(timezone.utc).date()',
  datetime: 'lambda: datetime.now(timezone.utc)',
  time: 'lambda: datetime.now().time()',
};

/** A date or a time of day, at times both. */
const MOMENT = /^(?:(\d{4})-(\d\d)-(\d\d))?(?:(?:^|[T ])(\d\d):(\d\d)(?::(\d\d))?Z?)?$/;

/** Python for `now`, `2026-11-22`, `09:30` or `2026-11-22T09:30`, which is UTC. */
function typedMoment(
  kind: Moment,
  typed: string,
  now = NOW,
  zone = kind === 'datetime' ? ['tzinfo=UTC'] : [],
): TypedDefault {
  if (typed === 'now' || (typed === 'today' && kind === 'date')) {
    return now[kind];
  }
  const [, year, month, day, hour, minute, second] = MOMENT.exec(typed) ?? [];
  const date = year === undefined ? [] : [year, month, day].map(Number);
  const time =
    hour === undefined
      ? []
      : [hour, minute, second].flatMap((part) => (part === undefined ? [] : Number(part)));
  const isDate = date.length === (kind === 'time' ? 0 : 3) && isInCalendar(date);
  const isTime = kind === 'date' ? time.length === 0 : time.length > 1 && isOnClock(time);
  const parts = [...date, ...time, ...zone];
  return isDate && isTime ? `${kind}(${parts.join(', ')})` : undefined;
}

/** `2026-11-22T09:30` as SQLite stores it, in UTC. */
function storedMoment(typed: string): string {
  const [, day = '', hour = '00:00', second = '00'] =
    /^([\d-]+)(?:[T ](\d\d:\d\d)(?::(\d\d))?)?Z?$/.exec(typed) ?? [];
  return `${day} ${hour}:${second}.000000+00:00`;
}

function isInCalendar([year = 2000, month = 1, day = 1]: readonly number[]): boolean {
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(year, month - 1, day);
  return year > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

function isOnClock([hour = 0, minute = 0, second = 0]: readonly number[]): boolean {
  return hour < 24 && minute < 60 && second < 60;
}

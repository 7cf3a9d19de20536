import { text } from '../python/expression';
import { columnLabel } from '../naming/spelling';
import type { ColumnKind } from './column-type';
import type { Column } from './columns';
import { TEXT_FORMATS } from './text-formats';

/** Values of a column that tests use. */
export interface Sample {
  /** The value of a new record, as Python. What is unique has `number` in it: `f"Title {number}"`. */
  readonly made: string;
  /** What a browser sends for another value; undefined if no form has such a column. */
  readonly sent: string | undefined;
  /** That value as Python, once it is stored. */
  readonly stored: string;
}

type SampleOf = (column: Column, record: string) => Sample | undefined;

/** The shortest text that has room for a word and a number. */
const ROOM = 24;

const DAY = 'date(2026, 1, 1)';

/** The values for each kind of column; undefined if there is none that is sure to be valid. */
const SAMPLES: Readonly<Record<ColumnKind, SampleOf>> = {
  string: (column, record) => textSample(column, record),
  text: (column, record) => textSample(column, record),
  integer: ({ isUnique }) => ({ made: isUnique ? 'number' : '1', sent: '7', stored: '7' }),
  decimal: ({ isUnique, precision = 25, scale = 10 }) => {
    const [made, sent] =
      precision === scale ? ['0.5', '0.1'] : scale > 1 ? ['9.90', '7.50'] : ['9', '7'];
    return {
      made: isUnique ? 'Decimal(number)' : `Decimal(${text(made)})`,
      sent,
      stored: `Decimal(${text(sent)})`,
    };
  },
  float: ({ isUnique }) => ({ made: isUnique ? 'number / 2' : '1.5', sent: '7.5', stored: '7.5' }),
  boolean: ({ isOptional }) => ({
    made: 'False',
    sent: isOptional ? 'True' : 'y',
    stored: 'True',
  }),
  date: ({ isUnique }) => ({
    made: isUnique ? `${DAY} + timedelta(days=number)` : DAY,
    sent: '2025-11-21',
    stored: 'date(2025, 11, 21)',
  }),
  datetime: ({ isAware, isUnique }) => {
    const zone = isAware ? ', tzinfo=UTC' : '';
    const day = `datetime(2026, 1, 1${zone})`;
    return {
      made: isUnique ? `${day} + timedelta(days=number)` : day,
      sent: '2025-11-21T14:05',
      stored: `datetime(2025, 11, 21, 14, 5${zone})`,
    };
  },
  time: ({ isUnique }) => ({
    made: isUnique ? 'time(number // 60 % 24, number % 60)' : 'time(9, 30)',
    sent: '14:05',
    stored: 'time(14, 5)',
  }),
  enum: ({ enumClass, values = [] }) => {
    const [first, last] = [values[0], values.at(-1)];
    const member = (value: string): string =>
      enumClass ? `${enumClass.name}(${text(value)})` : text(value);
    if (first === undefined || last === undefined) {
      return enumClass && { made: `next(iter(${enumClass.name}))`, sent: undefined, stored: '' };
    }
    return { made: member(first), sent: last, stored: member(last) };
  },
  'foreign key': () => undefined,
  uuid: () => ({ made: 'uuid4()', sent: undefined, stored: '' }),
  json: () => ({ made: '{"size": 1}', sent: '{"size": 2}', stored: '{"size": 2}' }),
  unknown: () => undefined,
};

/**
 * Values of a column that tests use; undefined if none is known.
 *
 * @param record What a record of the model is called: `post`.
 */
export function sampleOf(column: Column, record: string): Sample | undefined {
  return SAMPLES[column.kind](column, record);
}

function textSample(column: Column, record: string): Sample {
  const { format, isPrimaryKey, length = Infinity, name } = column;
  if (format) {
    const { made, sent } = TEXT_FORMATS[format];
    return textOf(made(record), sent);
  }
  if (length < ROOM) {
    return length < 5 ? textOf('str(number)', 'x') : textOf('f"x{number}"', 'new');
  }
  return isPrimaryKey
    ? textOf(`f"${name}-{number}"`, `new-${name}`.slice(0, length))
    : textOf(`f"${word(name)} {number}"`, `New ${word(name).toLowerCase()}`);
}

function textOf(made: string, sent: string): Sample {
  return { made, sent, stored: text(sent) };
}

/** A short word for a column. */
function word(name: string): string {
  return columnLabel(name)
    .slice(0, ROOM / 2)
    .trim();
}

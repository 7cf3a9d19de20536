import { decimal, text } from '../python/expression';
import { columnLabel } from '../naming/spelling';
import type { Column } from './column-type';
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

/** The shortest text that has room for a word and a number. */
const ROOM = 24;

const DAY = 'date(2026, 1, 1)';

/** Values of a decimal with these digits. */
export function decimalSample({ isUnique, precision = 25, scale = 10 }: Column): Sample {
  const [made, sent] =
    precision === scale ? ['0.5', '0.1'] : scale > 1 ? ['9.90', '7.50'] : ['9', '7'];
  return {
    made: isUnique ? 'Decimal(number)' : decimal(made),
    sent,
    stored: decimal(sent),
  };
}

/** Values of a date. */
export function dateSample({ isUnique }: Column): Sample {
  return {
    made: isUnique ? `${DAY} + timedelta(days=number)` : DAY,
    sent: '2025-11-21',
    stored: 'date(2025, 11, 21)',
  };
}

/** Values of a date with a time of day. */
export function datetimeSample({ isAware, isUnique }: Column): Sample {
  const zone = isAware ? ', tzinfo=UTC' : '';
  const day = `datetime(2026, 1, 1${zone})`;
  return {
    made: isUnique ? `${day} + timedelta(days=number)` : day,
    sent: '2025-11-21T14:05',
    stored: `datetime(2025, 11, 21, 14, 5${zone})`,
  };
}

/** Values of an enum; undefined if neither a class nor a value is known. */
export function enumSample({ enumClass, values = [] }: Column): Sample | undefined {
  const [first, last] = [values[0], values.at(-1)];
  const member = (value: string): string =>
    enumClass ? `${enumClass.name}(${text(value)})` : text(value);
  if (first === undefined || last === undefined) {
    return enumClass && { made: `next(iter(${enumClass.name}))`, sent: undefined, stored: '' };
  }
  return { made: member(first), sent: last, stored: member(last) };
}

/**
 * Values of a text.
 *
 * @param record What a record of the model is called: `post`.
 */
export function textSample(column: Column, record: string): Sample {
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

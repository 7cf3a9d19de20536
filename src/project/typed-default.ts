// Specs: spec/fields/grammar.spec.ts
import { TEXT_FORMATS, type TextFormat } from './text-formats';
import { decimal, text } from '../python/expression';

/** A default as Python: `"draft"`; undefined if what was typed does not fit. */
export type TypedDefault = string | undefined;

/** What `default=now` makes of dates and times, as Python. */
export const NOW = {
  date: 'lambda: utc_now().date()',
  datetime: 'utc_now',
  time: 'lambda: utc_now().time()',
} as const;

const BOOLEANS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['true', 'yes', 'on', '1'].map((word) => [word, 'True'])),
  ...Object.fromEntries(['false', 'no', 'off', '0'].map((word) => [word, 'False'])),
};

/** A date or a time of day, at times both. */
const MOMENT = /^(?:(\d{4})-(\d\d)-(\d\d))?(?:(?:^|[T ])(\d\d):(\d\d)(?::(\d\d))?Z?)?$/;

/** Python for a text; undefined if it is too long, or not of the format. */
export function typedText(
  typed: string,
  length: number | undefined,
  format: TextFormat | undefined,
): TypedDefault {
  const isTooLong = length !== undefined && Array.from(typed).length > length;
  const hasFormat = format === undefined || TEXT_FORMATS[format].pattern.test(typed);
  return isTooLong || !hasFormat || typed.includes('\0') ? undefined : text(typed);
}

/** Python for a whole number of these bits. */
export function typedInteger(typed: string, bits: number): TypedDefault {
  if (!/^-?\d{1,20}$/.test(typed)) {
    return undefined;
  }
  const number = BigInt(typed);
  const limit = 2n ** BigInt(bits - 1);
  return number > -limit && number < limit ? String(number) : undefined;
}

/** Python for a decimal; `scale` counts the digits after the point. */
export function typedDecimal(typed: string, precision: number, scale: number): TypedDefault {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)0*(\d+)(?:\.(\d+))?$/.exec(typed) ?? [];
  const digits = whole === '0' ? 0 : whole.length;
  return whole === '' || digits > precision - scale || fraction.length > scale
    ? undefined
    : decimal(`${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`);
}

/** Python for a number. */
export function typedFloat(typed: string): TypedDefault {
  const [, sign = '', whole, fraction = '0'] = /^(-?)0*(\d+)(?:\.(\d+))?$/.exec(typed) ?? [];
  return whole === undefined || !Number.isFinite(Number(typed))
    ? undefined
    : `${sign}${whole}.${fraction}`;
}

/** Python for `true`, `yes`, `on`, `1` and their opposites. */
export function typedBoolean(typed: string): TypedDefault {
  return BOOLEANS[typed.toLowerCase()];
}

/** Python for `now`, `2026-11-22`, `09:30` or `2026-11-22T09:30`, which is UTC. */
export function typedMoment(kind: keyof typeof NOW, typed: string): TypedDefault {
  if (typed === 'now' || (typed === 'today' && kind === 'date')) {
    return NOW[kind];
  }
  const [, year, month, day, hour, minute, second] = MOMENT.exec(typed) ?? [];
  const date = year === undefined ? [] : [year, month, day].map(Number);
  const time =
    hour === undefined
      ? []
      : [hour, minute, second].flatMap((part) => (part === undefined ? [] : Number(part)));
  const isDate = date.length === (kind === 'time' ? 0 : 3) && isInCalendar(date);
  const isTime = kind === 'date' ? time.length === 0 : time.length > 1 && isOnClock(time);
  const parts = [...date, ...time, ...(kind === 'datetime' ? ['tzinfo=UTC'] : [])];
  return isDate && isTime ? `${kind}(${parts.join(', ')})` : undefined;
}

/** A text or a number of JSON. */
const JSON_VALUE = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/** What marks a text that stands for a number. JSON that was typed cannot have it. */
const NUMBER = '\0';

/** Python for JSON: `dict`, `True`, `lambda: {"size": 3}`. */
export function typedJson(typed: string): TypedDefault {
  const numbers = (typed.match(JSON_VALUE) ?? []).filter((each) => !each.startsWith('"'));
  if (!isJson(typed) || typed.includes('\\u') || !numbers.map(Number).every(Number.isFinite)) {
    return undefined;
  }
  // JavaScript would round long numbers.
  const exact = typed.replace(JSON_VALUE, (each) =>
    each.startsWith('"') ? each : JSON.stringify(NUMBER + each),
  );
  const value: unknown = JSON.parse(exact);
  const python = pythonOf(value);
  const empty: Readonly<Record<string, string>> = { '{}': 'dict', '[]': 'list' };
  return typeof value === 'object' ? (empty[python] ?? `lambda: ${python}`) : python;
}

function isJson(typed: string): boolean {
  try {
    return JSON.parse(typed) !== null;
  } catch {
    return false;
  }
}

function isInCalendar([year = 2000, month = 1, day = 1]: readonly number[]): boolean {
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(year, month - 1, day);
  return year > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

function isOnClock([hour = 0, minute = 0, second = 0]: readonly number[]): boolean {
  return hour < 24 && minute < 60 && second < 60;
}

function pythonOf(value: unknown): string {
  if (Array.isArray(value)) {
    return `[${value.map(pythonOf).join(', ')}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const pairs = Object.entries(value).map(([key, each]) => `${text(key)}: ${pythonOf(each)}`);
    return `{${pairs.join(', ')}}`;
  }
  const words: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };
  return typeof value !== 'string'
    ? (words[String(value)] ?? '')
    : value.startsWith(NUMBER)
      ? value.slice(NUMBER.length)
      : text(value);
}

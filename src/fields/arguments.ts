// Specs: spec/fields/grammar.spec.ts
import { quoted } from '../naming/spelling';
import type { ColumnType } from '../project/column-type';
import { LONGEST_VALUE, memberOf } from '../project/choice-columns';
import { type FieldType, modifierNamed } from './words';

/** What follows the type of a field. */
export interface Arguments {
  readonly details: Omit<ColumnType, 'kind'>;
  /** `users` */
  readonly model?: string;
  /** How many words they take. */
  readonly count: number;
}

/** The most characters of a string that PostgreSQL has a type for. */
const LONGEST_STRING = 10_485_760;

/** The most digits of PostgreSQL's decimals. */
const MOST_DIGITS = 1000;

const NONE: Arguments = { details: {}, count: 0 };

/**
 * Reads the arguments of a type: `120` of `title:string:120:unique`.
 *
 * @param words All that follows the type.
 * @returns Why they are wrong, as a sentence without its end, if they are.
 */
export function argumentsOf({ takes }: FieldType, words: readonly string[]): Arguments | string {
  switch (takes) {
    case 'length':
      return lengthIn(words);
    case 'digits':
      return digitsIn(words);
    case 'values':
      return valuesIn(words);
    case 'model': {
      const [model] = words;
      return model === undefined || modifierNamed(model) !== undefined
        ? NONE
        : { details: {}, model, count: 1 };
    }
    default:
      return NONE;
  }
}

function lengthIn([first = '']: readonly string[]): Arguments | string {
  if (!isNumber(first)) {
    return NONE;
  }
  const length = Number(first);
  return length < 1 || length > LONGEST_STRING
    ? `the length of a string must be from 1 to ${LONGEST_STRING}`
    : { details: { length }, count: 1 };
}

function digitsIn([first = '', second = '']: readonly string[]): Arguments | string {
  if (!isNumber(first)) {
    return NONE;
  }
  const precision = Number(first);
  const scale = isNumber(second) ? Number(second) : Math.min(2, precision);
  return precision < 1 || precision > MOST_DIGITS || scale > precision
    ? `a decimal has 1 to ${MOST_DIGITS} digits, at most as many of them after the point`
    : { details: { precision, scale }, count: isNumber(second) ? 2 : 1 };
}

function valuesIn(words: readonly string[]): Arguments | string {
  const end = words.findIndex((word) => modifierNamed(word) !== undefined);
  const values = end === -1 ? words : words.slice(0, end);
  const members = values.map(memberOf);
  const wrong = values.find((value) => !/^[a-z][a-z0-9_-]*$/i.test(value));
  const long = values.find((value) => value.length > LONGEST_VALUE);
  const twice = members.findIndex((member, index) => members.indexOf(member) !== index);
  if (values.length === 0) {
    return 'an enum needs its values';
  }
  if (wrong !== undefined) {
    return `${quoted(wrong)} is not a valid enum value: use a letter, then only ASCII letters, digits, '_' and '-'`;
  }
  if (long !== undefined) {
    return `${quoted(long)} has more than ${LONGEST_VALUE} characters`;
  }
  if (twice === -1) {
    return { details: { values }, count: values.length };
  }
  const member = members[twice] ?? '';
  const first = values[members.indexOf(member)] ?? '';
  const second = values[twice] ?? '';
  return first === second
    ? `it has the value ${quoted(first)} twice`
    : `${quoted(first)} and ${quoted(second)} would both be ${member} in the model`;
}

function isNumber(word: string): boolean {
  return /^\d+$/.test(word);
}

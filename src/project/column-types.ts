import { columnLabel } from '../naming/spelling';
import { callOf } from '../python/calls';
import { text } from '../python/expression';
import type { Node } from '../python/node';
import { stringValue } from '../python/string-value';
import { lastName } from './annotation';
import type { ColumnKind } from './column-type';
import {
  type ColumnTypeRow,
  each,
  literally,
  matching,
  momentRow,
  NUMBER,
  OTHER,
  TEXT,
} from './column-type-row';
import { booleanField, decimalField, lineField, textField } from './form-field';
import { dateSample, datetimeSample, decimalSample, enumSample } from './sample-values';
import { typedBoolean, typedDecimal, typedFloat, typedInteger, typedJson } from './typed-default';

/** The length of an enum's column, so that a new value needs no migration. */
export const LONGEST_VALUE = 50;

/** The table of column types. A row with a missing entry does not compile. */
export const COLUMN_TYPES: Readonly<Record<ColumnKind, ColumnTypeRow>> = {
  string: {
    ...TEXT,
    words: {
      string: {
        synonyms: ['str', 'varchar', 'char'],
        takes: 'length',
        details: { length: 255 },
        example: 'title:string:120',
        input: 'a line, at most 120 characters',
        filler: 'none',
      },
      email: {
        synonyms: ['e-mail', 'mail'],
        details: { length: 254, format: 'email' },
        example: 'email:email',
        input: 'a line, must be an e-mail address',
      },
      url: {
        synonyms: ['uri', 'link'],
        details: { length: 2048, format: 'url' },
        example: 'site:url',
        input: 'a line, must be an http or https address',
      },
    },
    sqlTypes: each('STRING VARCHAR CHAR NCHAR NVARCHAR UNICODE'),
    pythonTypes: each('str'),
    sqlType: ({ length }) => `String(${length ?? ''})`,
    field: lineField,
  },
  text: {
    ...TEXT,
    words: {
      text: {
        synonyms: ['longtext', 'clob'],
        details: {},
        example: 'body:text',
        input: 'a text area',
        filler: 'none',
      },
    },
    sqlTypes: each('TEXT UNICODETEXT CLOB CITEXT'),
    sqlType: () => 'Text',
    hasLines: true,
    width: 0,
    field: (column) => textField('TextAreaField', column),
  },
  integer: {
    ...NUMBER,
    words: {
      integer: {
        synonyms: ['int', 'number'],
        details: { bits: 32 },
        example: 'views:integer:default=0',
        input: 'a whole number of at most 32 bits',
        filler: '0',
      },
      bigint: {
        synonyms: ['biginteger', 'big_integer', 'long'],
        details: { bits: 64 },
        example: 'size:bigint',
        input: 'a whole number of at most 64 bits',
        filler: '0',
      },
    },
    sqlTypes: {
      ...each('SMALLINTEGER SMALLINT', { bits: 16 }),
      ...each('INTEGER INT', { bits: 32 }),
      ...each('BIGINTEGER BIGINT', { bits: 64 }),
    },
    pythonTypes: each('int', { bits: 32 }),
    annotation: 'int',
    sqlType: ({ bits }) => (bits === 64 ? 'BigInteger' : undefined),
    typedDefault: (typed, { bits = 32 }) => typedInteger(typed, bits),
    isCounted: true,
    literal: ({ text: written }) => matching(/^-?\d+$/, written),
    field: ({ bits = 32 }) => ({ field: 'IntegerField', validators: [`Bits(${bits})`] }),
    sample: ({ isUnique }) => ({ made: isUnique ? 'number' : '1', sent: '7', stored: '7' }),
  },
  decimal: {
    ...NUMBER,
    words: {
      decimal: {
        synonyms: ['numeric', 'money', 'dec'],
        takes: 'digits',
        details: { precision: 10, scale: 2 },
        example: 'price:decimal:10:2',
        input: 'a number, in steps of 0.01',
        filler: '0',
      },
    },
    sqlTypes: each('NUMERIC DECIMAL'),
    pythonTypes: each('Decimal'),
    annotation: 'Decimal',
    sqlType: ({ precision, scale }) => `Numeric(${precision}, ${scale})`,
    typedDefault: (typed, { precision = 0, scale = 0 }) => typedDecimal(typed, precision, scale),
    literal: (node) => {
      const call = callOf(node);
      const [number] = call?.name === 'Decimal' ? call.positional : [];
      return matching(/^-?\d+(\.\d+)?$/, stringValue(number) ?? (number ?? node).text);
    },
    field: decimalField,
    sample: decimalSample,
  },
  float: {
    ...NUMBER,
    words: {
      float: {
        synonyms: ['double', 'real'],
        details: {},
        example: 'weight:float',
        input: 'a number',
        filler: '0',
      },
    },
    sqlTypes: each('FLOAT DOUBLE DOUBLEPRECISION REAL'),
    pythonTypes: each('float'),
    annotation: 'float',
    typedDefault: typedFloat,
    field: () => ({ field: 'FloatField', validators: ['finite'] }),
    sample: ({ isUnique }) => ({
      made: isUnique ? 'number / 2' : '1.5',
      sent: '7.5',
      stored: '7.5',
    }),
  },
  boolean: {
    ...OTHER,
    words: {
      boolean: {
        synonyms: ['bool'],
        details: {},
        example: 'done:boolean',
        input: 'a checkbox; if optional, a select with “Unknown”',
      },
    },
    sqlTypes: each('BOOLEAN'),
    pythonTypes: each('bool'),
    annotation: 'bool',
    typedDefault: typedBoolean,
    ownDefault: (isOptional) => (isOptional ? undefined : 'False'),
    isChoice: true,
    width: 3,
    literal: ({ text: written }) =>
      ({ true: 'True', false: 'False', 1: 'True', 0: 'False' })[written.toLowerCase()],
    serverDefault: (written, node) => {
      const value = (written ?? callOf(node)?.name ?? '').toLowerCase();
      return literally(/^(1|t|true)$/.test(value) ? 'True' : undefined);
    },
    plainText: (value) => `"Yes" if ${value} else "No"`,
    field: booleanField,
    sample: ({ isOptional }) => ({
      made: 'False',
      sent: isOptional ? 'True' : 'y',
      stored: 'True',
    }),
  },
  date: {
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
    width: 17,
    field: () => ({ field: 'DateField' }),
    sample: dateSample,
  },
  datetime: {
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
    width: 28,
    plainText: (value) => `${value}.strftime("%Y-%m-%d %H:%M")`,
    field: ({ isAware, name }) =>
      isAware
        ? { field: 'UtcDateTimeField', label: `${columnLabel(name)} (UTC)` }
        : { field: 'DateTimeLocalField' },
    sample: datetimeSample,
  },
  time: {
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
    width: 5,
    plainText: (value) => `${value}.strftime("%H:%M")`,
    field: () => ({ field: 'TimeField', options: ['format=["%H:%M:%S", "%H:%M"]'] }),
    sample: ({ isUnique }) => ({
      made: isUnique ? 'time(number // 60 % 24, number % 60)' : 'time(9, 30)',
      sent: '14:05',
      stored: 'time(14, 5)',
    }),
  },
  enum: {
    ...OTHER,
    words: {
      enum: {
        synonyms: ['choice', 'select'],
        takes: 'values',
        details: {},
        example: 'status:enum:draft:published:default=draft',
        input: 'a select',
      },
    },
    sqlTypes: each('ENUM'),
    sqlType: ({ enumClass }) =>
      `Enum(${enumClass?.local}, native_enum=False, length=${LONGEST_VALUE}, ` +
      'values_callable=lambda members: [member.value for member in members])',
    isChoice: true,
    width: 8,
    filter: 'words',
    plainText: (value, { enumClass }) => (enumClass ? `${value}.value` : value),
    typedDefault: (typed, { enumClass, values = [] }) =>
      values.includes(typed) ? `${enumClass?.local}.${memberOf(typed)}` : undefined,
    literal: (node, { enumClass, values }) => {
      const written = stringValue(node);
      if (enumClass === undefined) {
        return written !== undefined && values?.includes(written) ? text(written) : undefined;
      }
      const isMember = node.type === 'attribute' && node.child('object')?.text === enumClass.local;
      return isMember ? `${enumClass.name}.${lastName(node) ?? ''}` : undefined;
    },
    field: ({ enumClass, isNullable, values = [] }) => ({
      field: 'ChoiceField',
      options: [`values=${enumClass?.name ?? `[${values.map(text).join(', ')}]`}`],
      isComplete: isNullable,
    }),
    sample: enumSample,
  },
  'foreign key': {
    ...OTHER,
    words: {
      references: {
        synonyms: ['reference', 'belongs_to', 'belongsto', 'foreign_key', 'ref'],
        takes: 'model',
        details: {},
        example: 'author:references:users',
        input: 'a select of users, by label',
      },
    },
    isChoice: true,
    width: 20,
    field: ({ isNullable, name }, references) =>
      references && {
        field: 'RowField',
        label: columnLabel(name.replace(/_id$/, '')),
        options: [`key=${references.key}`, `label=${references.label}`],
        isComplete: isNullable,
      },
  },
  uuid: {
    ...OTHER,
    words: {
      uuid: {
        synonyms: ['guid'],
        details: {},
        example: 'key:uuid',
        input: 'none: each record gets its own',
      },
    },
    sqlTypes: each('UUID'),
    pythonTypes: each('UUID'),
    annotation: 'UUID',
    ownDefault: () => 'uuid4',
    converter: 'uuid',
    mayBeSecret: true,
    isCounted: true,
    sample: () => ({ made: 'uuid4()', sent: undefined, stored: '' }),
  },
  json: {
    ...OTHER,
    words: {
      json: {
        synonyms: ['jsonb'],
        details: {},
        isSingle: false,
        example: 'data:json',
        input: 'a text area, must be JSON',
        filler: '{}',
      },
    },
    sqlTypes: each('JSON JSONB'),
    annotation: 'Any',
    sqlType: () => 'JSON(none_as_null=True).with_variant(JSONB(none_as_null=True), "postgresql")',
    typedDefault: typedJson,
    literal: jsonLiteral,
    field: () => ({ field: 'JsonField' }),
    sample: () => ({ made: '{"size": 1}', sent: '{"size": 2}', stored: '{"size": 2}' }),
  },
  unknown: { ...OTHER, mayBeSecret: true, isCounted: true },
};

/** The member of an enum for a value: `IN_REVIEW` for `in-review`. */
export function memberOf(value: string): string {
  return value.replaceAll('-', '_').toUpperCase();
}

/** A default of JSON that refers to nothing else: `dict`, `"draft"`, `lambda: {"size": 3}`. */
function jsonLiteral(node: Node): string | undefined {
  const isPlain = node.descendants('identifier', 'call').length === 0;
  return isPlain || /^(dict|list)$/.test(node.text) ? node.text : undefined;
}

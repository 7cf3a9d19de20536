// Specs: spec/project/sample-values.spec.ts
import { callOf } from '../python/queries';
import { decimal } from '../python/expression';
import { stringValue } from '../python/node';
import type { Column } from './column-type';
import {
  type ColumnTypeRow,
  each,
  literally,
  matching,
  OTHER,
  type Sample,
  type TypedDefault,
} from './column-type-row';
import { decimalField, type FieldShape } from './form-field';

/** A type whose values are numbers. */
const NUMBER = {
  ...OTHER,
  isNumber: true,
  isParsed: true,
  width: 10,
  literal: ({ text: written }) => matching(/^-?\d+(\.\d+)?$/, written),
  serverDefault: (written) => literally(matching(/^-?\d+(\.\d+)?$/, written)),
} satisfies Partial<ColumnTypeRow>;

export const INTEGER: ColumnTypeRow = {
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
  sqlType: ({ bits }) => (bits === 64 ? 'BigInteger' : 'Integer'),
  impliedType: 'Integer',
  typedDefault: (typed, { bits = 32 }) => typedInteger(typed, bits),
  isCounted: true,
  literal: ({ text: written }) => matching(/^-?\d+$/, written),
  field: ({ bits = 32 }) => ({ field: 'IntegerField', validators: [`Bits(${bits})`] }),
  plainField: ({ bits = 32 }) => ({
    field: 'IntegerField',
    validators: [within(`2**${bits - 1}`)],
  }),
  sample: ({ isUnique }) => ({ made: isUnique ? 'number' : '1', sent: '7', stored: '7' }),
};

export const DECIMAL: ColumnTypeRow = {
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
  impliedType: undefined,
  typedDefault: (typed, { precision = 0, scale = 0 }) => typedDecimal(typed, precision, scale),
  literal: (node) => {
    const call = callOf(node);
    const [number] = call?.name === 'Decimal' ? call.positional : [];
    return matching(/^-?\d+(\.\d+)?$/, stringValue(number) ?? (number ?? node).text);
  },
  field: decimalField,
  plainField: plainDecimalField,
  sample: decimalSample,
};

export const FLOAT: ColumnTypeRow = {
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
  sqlType: () => 'Float',
  impliedType: 'Float',
  typedDefault: typedFloat,
  field: () => ({ field: 'FloatField', validators: ['finite'] }),
  plainField: () => ({
    field: 'FloatField',
    validators: ['NumberRange(min=-1e300, max=1e300)'],
  }),
  sample: ({ isUnique }) => ({
    made: isUnique ? 'number / 2' : '1.5',
    sent: '7.5',
    stored: '7.5',
  }),
};

function plainDecimalField({ precision, scale }: Column): FieldShape {
  const digits = precision === undefined ? 15 : precision - (scale ?? 0);
  const places = precision === undefined || scale === 2 ? [] : [`places=${scale ?? 0}`];
  return { field: 'DecimalField', options: places, validators: [within(`10**${digits}`)] };
}

/** The validator for whole numbers below a limit, and above its opposite. */
function within(limit: string): string {
  return `NumberRange(min=-(${limit}) + 1, max=${limit} - 1)`;
}

/** Values of a decimal with these digits. */
function decimalSample({ isUnique, precision = 25, scale = 10 }: Column): Sample {
  const [made, sent] =
    precision === scale ? ['0.5', '0.1'] : scale > 1 ? ['9.90', '7.50'] : ['9', '7'];
  return {
    made: isUnique ? 'Decimal(number)' : decimal(made),
    sent,
    stored: decimal(sent),
  };
}

/** Python for a whole number of these bits. */
function typedInteger(typed: string, bits: number): TypedDefault {
  if (!/^-?\d{1,20}$/.test(typed)) {
    return undefined;
  }
  const number = BigInt(typed);
  const limit = 2n ** BigInt(bits - 1);
  return number > -limit && number < limit ? String(number) : undefined;
}

/** Python for a decimal; `scale` counts the digits after the point. */
function typedDecimal(typed: string, precision: number, scale: number): TypedDefault {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)0*(\d+)(?:\.(\d+))?$/.exec(typed) ?? [];
  const digits = whole === '0' ? 0 : whole.length;
  return whole === '' || digits > precision - scale || fraction.length > scale
    ? undefined
    : decimal(`${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`);
}

/** Python for a number. */
function typedFloat(typed: string): TypedDefault {
  const [, sign = '', whole, fraction = '0'] = /^(-?)0*(\d+)(?:\.(\d+))?$/.exec(typed) ?? [];
  return whole === undefined || !Number.isFinite(Number(typed))
    ? undefined
    : `${sign}${whole}.${fraction}`;
}

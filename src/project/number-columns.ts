// Specs: spec/project/sample-values.spec.ts
import { argumentOf, callOf } from '../python/queries';
import { decimal, text } from '../python/literals';
import { stringValue } from '../python/node';
import type { Column } from './column-type';
import {
  alike,
  type ColumnTypeRow,
  each,
  literally,
  matching,
  OTHER,
  type Sample,
  type TypedDefault,
} from './column-type-row';
import {
  boundCode,
  decimalField,
  digitsIn,
  type FieldShape,
  isWithin,
  rangeOf,
} from './form-field';

/** A type whose values are numbers. */
const NUMBER = {
  ...OTHER,
  isNumber: true,
  isParsed: true,
  width: 10,
  sentJson: (sent) => sent,
  sqlFiller: '0',
  sqlDefault: (typed) => typed,
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
  storedType: ({ bits }) => (bits === 64 ? 'sa.BigInteger()' : 'sa.Integer()'),
  converts: ['decimal', 'float', 'string', 'text'],
  impliedType: 'Integer',
  typedDefault: (typed, { bits = 32 }) => typedInteger(typed, bits),
  isCounted: true,
  literal: ({ text: written }) => matching(/^-?\d+$/, written),
  field: (column) => ({
    field: 'IntegerField',
    validators: [`Bits(${column.bits ?? 32})`, ...rangeOf(column)],
  }),
  plainField: (column) => {
    const limit = `2**${(column.bits ?? 32) - 1}`;
    return {
      field: 'IntegerField',
      validators: [within(`-(${limit}) + 1`, `${limit} - 1`, column)],
    };
  },
  json: (column) => ({ sent: jsonInteger(column), got: 'int' }),
  sample: (column) => {
    const [made, sent] = fitting(['1', '7'], column);
    return { made: column.isUnique ? counted('number', 1, column) : made, sent, stored: sent };
  },
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
  storedType: ({ precision, scale }) => `sa.Numeric(precision=${precision}, scale=${scale})`,
  converts: ['float'],
  details: (call, integer) => {
    const precision = integer(argumentOf(call, 'precision', 0));
    const scale = integer(argumentOf(call, 'scale', 1));
    return { precision, scale: scale ?? (precision === undefined ? undefined : 0) };
  },
  impliedType: undefined,
  typedDefault: (typed, { precision = 0, scale = 0 }) => typedDecimal(typed, precision, scale),
  literal: (node) => {
    const call = callOf(node);
    const [number] = call?.name === 'Decimal' ? call.positional : [];
    return matching(/^-?\d+(\.\d+)?$/, stringValue(number) ?? (number ?? node).text);
  },
  field: decimalField,
  plainField: plainDecimalField,
  json: (column) => alike(`Annotated[Decimal, ${digitsOf(column)}]`),
  sentJson: text,
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
  storedType: () => 'sa.Float()',
  converts: ['decimal'],
  impliedType: 'Float',
  typedDefault: typedFloat,
  field: (column) => ({ field: 'FloatField', validators: ['finite', ...rangeOf(column)] }),
  plainField: ({ max = '1e300', min = '-1e300' }) => ({
    field: 'FloatField',
    validators: [`NumberRange(min=${min}, max=${max})`],
  }),
  json: (column) => ({
    sent: limited('FiniteFloat', { ge: column.min, le: column.max }),
    got: 'float',
  }),
  sample: (column) => {
    const [made, sent] = fitting(['1.5', '7.5'], column, 1);
    return {
      made: column.isUnique ? counted('number / 2', 0.5, column) : made,
      sent,
      stored: sent,
    };
  },
};

/** The type of a whole number: `Int32`, or one with bounds. */
function jsonInteger({ bits = 32, max, min }: Column): string {
  const isUsual = min === undefined && max === undefined;
  if (isUsual && bits >= 32) {
    return bits === 64 ? 'Int64' : 'Int32';
  }
  const limit = `2**${bits - 1}`;
  return limited('int', { ge: min ?? `1 - ${limit}`, le: max ?? `${limit} - 1` }, ['WHOLE']);
}

/** A type with the bounds that it has: `Annotated[FiniteFloat, Limits(ge=0)]`. */
function limited(
  type: string,
  bounds: Readonly<Record<string, string | undefined>>,
  others: readonly string[] = [],
): string {
  const known = Object.entries(bounds).flatMap(([name, bound]) =>
    bound === undefined ? [] : [`${name}=${bound}`],
  );
  const all = [type, `Limits(${known.join(', ')})`, ...others];
  return known.length === 0 ? type : `Annotated[${all.join(', ')}]`;
}

/** The digits and the bounds of a decimal: `Digits(10, 2, min=0)`. */
function digitsOf({ kind, max, min, precision, scale }: Column): string {
  const { precision: most, scale: decimals } = digitsIn({ precision, scale });
  const bounds = Object.entries({ min, max }).flatMap(([name, bound]) =>
    bound === undefined ? [] : [`${name}=${boundCode(kind, bound)}`],
  );
  return `Digits(${[most, decimals, ...bounds].join(', ')})`;
}

function plainDecimalField(column: Column): FieldShape {
  const { precision = 15, scale = 0 } = column;
  const places = column.precision === undefined || scale === 2 ? [] : [`places=${scale}`];
  const whole = '9'.repeat(precision - scale) || '0';
  const largest = scale === 0 ? whole : `${whole}.${'9'.repeat(scale)}`;
  return {
    field: 'DecimalField',
    options: places,
    validators: [
      within(boundCode('decimal', `-${largest}`), boundCode('decimal', largest), column),
    ],
  };
}

/** The validator for numbers between these, or within the bounds of the column. */
function within(least: string, largest: string, { kind, max, min }: Column): string {
  const code = (bound: string): string => boundCode(kind, bound);
  return `NumberRange(min=${min === undefined ? least : code(min)}, max=${max === undefined ? largest : code(max)})`;
}

/** Values of a decimal with these digits. */
function decimalSample(column: Column): Sample {
  const { isUnique, precision = 25, scale = 10 } = column;
  const [made, sent] = fitting(
    precision === scale ? ['0.5', '0.1'] : scale > 1 ? ['9.90', '7.50'] : ['9', '7'],
    column,
    scale,
  );
  return {
    made: isUnique ? `Decimal(${counted('number', 1, column)})` : decimal(made),
    sent,
    stored: decimal(sent),
  };
}

/** These two values, or two others that are within the bounds of a column: different ones, if it allows that. */
function fitting(
  usual: readonly [string, string],
  column: Column,
  scale = 0,
): readonly [string, string] {
  const { max, min } = column;
  const [first, second] = usual.map((value) => (isWithin(value, column) ? value : (min ?? max)));
  const made = first ?? usual[0];
  const beside = [1, -1].map((step) => (Number(made) + step * 10 ** -scale).toFixed(scale));
  const sent = [second, min, max, ...beside].find(
    (value) => value !== undefined && isWithin(value, column) && Number(value) !== Number(made),
  );
  return [made, sent ?? made];
}

/** An expression that differs for each record and begins at this number, or else at the least that the column allows. */
function counted(expression: string, start: number, { min }: Column): string {
  const missing = Number(min ?? start) - start;
  return missing > 0 ? `${expression} + ${missing}` : expression;
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

function typedFloat(typed: string): TypedDefault {
  const [, sign = '', whole, fraction = '0'] = /^(-?)0*(\d+)(?:\.(\d+))?$/.exec(typed) ?? [];
  return whole === undefined || !Number.isFinite(Number(typed))
    ? undefined
    : `${sign}${whole}.${fraction}`;
}

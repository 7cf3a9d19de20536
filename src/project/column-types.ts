import {
  NOW,
  typedBoolean,
  typedDecimal,
  type TypedDefault,
  typedFloat,
  typedInteger,
  typedJson,
  typedMoment,
  typedText,
} from '../fields/typed-default';
import { columnLabel } from '../naming/spelling';
import { callOf } from '../python/calls';
import { text } from '../python/expression';
import type { Node } from '../python/node';
import { stringValue } from '../python/string-value';
import { lastName } from './annotation';
import type { ColumnKind, ColumnType } from './column-type';
import type { Column } from './columns';
import { booleanField, decimalField, type FieldShape, lineField, textField } from './form-field';

/** Columns of the model that a foreign key refers to, as Python: `User.id`. A select stores `key` and shows `label`. */
export interface ReferencedColumns {
  readonly key: string;
  readonly label: string;
}

/** A column type without its kind. */
type Details = Omit<ColumnType, 'kind'>;

/** A word for the type of a field, as people type it: `title:string:120`. */
export interface FieldWord {
  /** Other words for the same. */
  readonly synonyms: readonly string[];
  /** What follows it: `string:120`, `decimal:10:2`, `enum:draft:published`, `references:users`. */
  readonly takes?: 'length' | 'digits' | 'values' | 'model';
  readonly details: Details;
  /** Whether it can be unique or have an index. */
  readonly isSingle?: boolean;
  /** A field of this type: `title:string:120`. */
  readonly example: string;
  /** The input on a form. */
  readonly input: string;
}

/** Everything particular to one kind of column. */
interface ColumnTypeRow {
  /** The words for it on the command line. */
  readonly words: Readonly<Record<string, FieldWord>>;
  /** Its SQLAlchemy types, in capitals and without underscores. */
  readonly sqlTypes: Readonly<Record<string, Details>>;
  /** The Python types that SQLAlchemy maps to it by default. */
  readonly pythonTypes: Readonly<Record<string, Details>>;
  /** The Python type of its values; undefined if it is unknown, or the application's own. */
  readonly annotation: string | undefined;
  /** Its SQLAlchemy type as Python: `String(120)`; undefined if the annotation says it. */
  readonly sqlType: (type: ColumnType) => string | undefined;
  /** The URL converter that finds a record by it; undefined for a number, and if none is known. */
  readonly converter: string | undefined;
  /** Whether it can store a password or a token. */
  readonly mayBeSecret: boolean;
  /** Whether the database or the model fills such a primary key. */
  readonly isCounted: boolean;
  /** Whether its values are strings, so that '' is a value. */
  readonly isText: boolean;
  /** Whether its values have several lines. */
  readonly hasLines: boolean;
  /** Whether its values are numbers, which a list aligns. */
  readonly isNumber: boolean;
  /** Whether its values are few, so that a list is filtered by them. */
  readonly isChoice: boolean;
  /** The characters of a long value in a list; 0 for what a list leaves out. */
  readonly width: number;
  /** The Jinja filter that shows it. */
  readonly filter: 'display' | 'words';
  /** A typed default as Python: `0`, `"draft"`. */
  readonly typedDefault: (typed: string, type: ColumnType) => TypedDefault;
  /** The default of a field for which none is typed: `uuid4`. */
  readonly ownDefault: (isOptional: boolean) => TypedDefault;
  /** A default in ruff's format: `0`, `"draft"`; undefined if it is not a literal of this kind. */
  readonly literal: (node: Node, type: ColumnType) => string | undefined;
  /** A database default. `written` is undefined for a call. */
  readonly serverDefault: (written: string | undefined, node: Node) => ColumnDefault;
  /** Its field; undefined if a form leaves it out. */
  readonly field: (
    column: Column,
    references: ReferencedColumns | undefined,
  ) => FieldShape | undefined;
}

/** The default of a column. */
export interface ColumnDefault {
  /** As Python in ruff's format: `0`, `True`, `"draft"`, `Status.DRAFT`. */
  readonly literal: string | undefined;
  /** Whether each new record computes it: `utc_now`. */
  readonly isComputed: boolean;
}

/** The length of an enum's column, so that a new value needs no migration. */
export const LONGEST_VALUE = 50;

const NONE = (): undefined => undefined;

const OTHER: ColumnTypeRow = {
  words: {},
  sqlTypes: {},
  pythonTypes: {},
  annotation: undefined,
  sqlType: NONE,
  converter: undefined,
  mayBeSecret: false,
  isCounted: false,
  isText: false,
  hasLines: false,
  isNumber: false,
  isChoice: false,
  width: 0,
  filter: 'display',
  typedDefault: NONE,
  ownDefault: NONE,
  literal: NONE,
  serverDefault: (written, node) => ({
    literal: undefined,
    isComputed: written === undefined && callOf(node) !== undefined,
  }),
  field: NONE,
};

const TEXT: ColumnTypeRow = {
  ...OTHER,
  annotation: 'str',
  converter: 'string',
  mayBeSecret: true,
  isText: true,
  typedDefault: (typed, { format, length }) => typedText(typed, length, format),
  width: 40,
  literal: (node) => quotedText(stringValue(node)),
  serverDefault: (written) => literally(quotedText(written)),
};

const NUMBER: ColumnTypeRow = {
  ...OTHER,
  isNumber: true,
  width: 10,
  literal: ({ text: written }) => matching(/^-?\d+(\.\d+)?$/, written),
  serverDefault: (written) => literally(matching(/^-?\d+(\.\d+)?$/, written)),
};

function momentRow(kind: keyof typeof NOW): ColumnTypeRow {
  return {
    ...OTHER,
    annotation: kind,
    pythonTypes: each(kind),
    typedDefault: (typed) => typedMoment(kind, typed),
    literal: (node) => {
      const [, name, values = ''] = /^(\w+?)_?(\([\d, ]+(?:tzinfo=UTC)?\))$/.exec(node.text) ?? [];
      return node.text === NOW[kind] ? NOW[kind] : name === kind ? name + values : undefined;
    },
    serverDefault: () => ({ literal: undefined, isComputed: true }),
  };
}

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
      },
      bigint: {
        synonyms: ['biginteger', 'big_integer', 'long'],
        details: { bits: 64 },
        example: 'size:bigint',
        input: 'a whole number of at most 64 bits',
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
      return matching(/^-?\d+(\.\d+)?$/, (number && stringValue(number)) ?? node.text);
    },
    field: decimalField,
  },
  float: {
    ...NUMBER,
    words: {
      float: {
        synonyms: ['double', 'real'],
        details: {},
        example: 'weight:float',
        input: 'a number',
      },
    },
    sqlTypes: each('FLOAT DOUBLE DOUBLEPRECISION REAL'),
    pythonTypes: each('float'),
    annotation: 'float',
    typedDefault: typedFloat,
    field: () => ({ field: 'FloatField', validators: ['finite'] }),
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
    field: booleanField,
  },
  date: {
    ...momentRow('date'),
    words: {
      date: {
        synonyms: ['day'],
        details: {},
        example: 'on:date',
        input: 'a date',
      },
    },
    sqlTypes: each('DATE'),
    width: 17,
    field: () => ({ field: 'DateField' }),
  },
  datetime: {
    ...momentRow('datetime'),
    words: {
      datetime: {
        synonyms: ['timestamp', 'timestamptz'],
        details: { isAware: true },
        example: 'starts:datetime',
        input: 'a date and a time of day, in UTC',
      },
    },
    sqlTypes: { ...each('DATETIME TIMESTAMP'), ...each('UTCDATETIME', { isAware: true }) },
    sqlType: () => 'UtcDateTime',
    width: 28,
    field: ({ isAware, name }) =>
      isAware
        ? { field: 'UtcDateTimeField', label: `${columnLabel(name)} (UTC)` }
        : { field: 'DateTimeLocalField' },
  },
  time: {
    ...momentRow('time'),
    words: {
      time: {
        synonyms: [],
        details: {},
        example: 'opens:time:default=09:30',
        input: 'a time of day',
      },
    },
    sqlTypes: each('TIME'),
    width: 5,
    field: () => ({ field: 'TimeField', options: ['format=["%H:%M:%S", "%H:%M"]'] }),
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
      },
    },
    sqlTypes: each('JSON JSONB'),
    annotation: 'Any',
    sqlType: () => 'JSON(none_as_null=True).with_variant(JSONB(none_as_null=True), "postgresql")',
    typedDefault: typedJson,
    literal: jsonLiteral,
    field: () => ({ field: 'JsonField' }),
  },
  unknown: { ...OTHER, mayBeSecret: true, isCounted: true },
};

const KINDS = Object.keys(COLUMN_TYPES) as readonly ColumnKind[];

const SQL_TYPES = named('sqlTypes');

const PYTHON_TYPES = named('pythonTypes');

/** The column type for a SQLAlchemy type, without its module: `String`, `UTC_DATETIME`. */
export function sqlType(name: string): ColumnType | undefined {
  return SQL_TYPES.get(name.toUpperCase().replaceAll('_', ''));
}

/** The column type that SQLAlchemy maps a Python type to. */
export function pythonType(name: string): ColumnType | undefined {
  return PYTHON_TYPES.get(name);
}

function named(of: 'sqlTypes' | 'pythonTypes'): ReadonlyMap<string, ColumnType> {
  return new Map(
    KINDS.flatMap((kind) =>
      Object.entries(COLUMN_TYPES[kind][of]).map(([name, details]): [string, ColumnType] => [
        name,
        { kind, ...details },
      ]),
    ),
  );
}

/** The member of an enum for a value: `IN_REVIEW` for `in-review`. */
export function memberOf(value: string): string {
  return value.replaceAll('-', '_').toUpperCase();
}

/** A default of JSON that refers to nothing else: `dict`, `"draft"`, `lambda: {"size": 3}`. */
function jsonLiteral(node: Node): string | undefined {
  const isPlain = node.descendants('identifier', 'call').length === 0;
  return isPlain || /^(dict|list)$/.test(node.text) ? node.text : undefined;
}

function literally(literal: string | undefined): ColumnDefault {
  return { literal, isComputed: false };
}

function quotedText(written: string | undefined): string | undefined {
  return written === undefined ? undefined : text(written);
}

function matching(pattern: RegExp, written: string | undefined): string | undefined {
  return pattern.test(written ?? '') ? written : undefined;
}

function each(names: string, details: Details = {}): Record<string, Details> {
  return Object.fromEntries(names.split(' ').map((name) => [name, details]));
}

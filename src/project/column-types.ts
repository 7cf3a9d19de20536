import { columnLabel } from '../naming/spelling';
import { callOf } from '../python/calls';
import { text } from '../python/expression';
import type { Node } from '../python/node';
import { stringValue } from '../python/string-value';
import { lastName } from './annotation';
import type { ColumnKind, ColumnType } from './column-type';
import type { Column } from './columns';

/** Columns of the model that a foreign key refers to, as Python: `User.id`. A select stores `key` and shows `label`. */
export interface ReferencedColumns {
  readonly key: string;
  readonly label: string;
}

/** The field of a form for a column. */
export interface FieldShape {
  /** Its class: `StringField`. */
  readonly field: string;
  /** Its label, if WTForms does not derive it from the name. */
  readonly label?: string;
  /** Its validators as Python, without the one for a required value: `Length(max=120)`. */
  readonly validators?: readonly string[];
  /** Its keyword arguments as Python: `filters=[strip]`. */
  readonly options?: readonly string[];
  /** Whether it needs no validator for a required value. */
  readonly isComplete?: boolean;
}

/** A column type without its kind. */
type Details = Omit<ColumnType, 'kind'>;

/** Everything particular to one kind of column. */
interface ColumnTypeRow {
  /** Its SQLAlchemy types, in capitals and without underscores. */
  readonly sqlTypes: Readonly<Record<string, Details>>;
  /** The Python types that SQLAlchemy maps to it by default. */
  readonly pythonTypes: Readonly<Record<string, Details>>;
  /** The annotation of a foreign key to such a column; undefined if it is unknown. */
  readonly annotation: string | undefined;
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

/** The most characters that always fit into a PostgreSQL index entry, whatever the text. */
const LONGEST_INDEXED = 600;

/** The digits that a decimal keeps if its column sets none. SQLite stores it as a float. */
const DIGITS = { precision: 25, scale: 10 };

const NONE = (): undefined => undefined;

const OTHER: ColumnTypeRow = {
  sqlTypes: {},
  pythonTypes: {},
  annotation: undefined,
  converter: undefined,
  mayBeSecret: false,
  isCounted: false,
  isText: false,
  hasLines: false,
  isNumber: false,
  isChoice: false,
  width: 0,
  filter: 'display',
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

const TIME: ColumnTypeRow = {
  ...OTHER,
  serverDefault: () => ({ literal: undefined, isComputed: true }),
};

/** The table of column types. A row with a missing entry does not compile. */
export const COLUMN_TYPES: Readonly<Record<ColumnKind, ColumnTypeRow>> = {
  string: {
    ...TEXT,
    sqlTypes: each('STRING VARCHAR CHAR NCHAR NVARCHAR UNICODE'),
    pythonTypes: each('str'),
    field: (column) => textField(isEmail(column) ? 'EmailField' : 'StringField', column),
  },
  text: {
    ...TEXT,
    sqlTypes: each('TEXT UNICODETEXT CLOB CITEXT'),
    hasLines: true,
    width: 0,
    field: (column) => textField('TextAreaField', column),
  },
  integer: {
    ...NUMBER,
    sqlTypes: {
      ...each('SMALLINTEGER SMALLINT', { bits: 16 }),
      ...each('INTEGER INT', { bits: 32 }),
      ...each('BIGINTEGER BIGINT', { bits: 64 }),
    },
    pythonTypes: each('int', { bits: 32 }),
    annotation: 'int',
    isCounted: true,
    literal: ({ text: written }) => matching(/^-?\d+$/, written),
    field: ({ bits = 32 }) => ({ field: 'IntegerField', validators: [`Bits(${bits})`] }),
  },
  decimal: {
    ...NUMBER,
    sqlTypes: each('NUMERIC DECIMAL'),
    pythonTypes: each('Decimal'),
    literal: (node) => {
      const call = callOf(node);
      const [number] = call?.name === 'Decimal' ? call.positional : [];
      return matching(/^-?\d+(\.\d+)?$/, (number && stringValue(number)) ?? node.text);
    },
    field: ({ precision, scale }) => {
      const digits = precision === undefined ? DIGITS : { precision, scale: scale ?? 0 };
      const isShown = digits.scale === 2 && digits.precision <= 28;
      return {
        field: 'DecimalField',
        options: isShown ? [] : ['places=None'],
        validators: [`Digits(${digits.precision}, ${digits.scale})`],
      };
    },
  },
  float: {
    ...NUMBER,
    sqlTypes: each('FLOAT DOUBLE DOUBLEPRECISION REAL'),
    pythonTypes: each('float'),
    field: () => ({ field: 'FloatField', validators: ['finite'] }),
  },
  boolean: {
    ...OTHER,
    sqlTypes: each('BOOLEAN'),
    pythonTypes: each('bool'),
    isChoice: true,
    width: 3,
    literal: ({ text: written }) =>
      ({ true: 'True', false: 'False', 1: 'True', 0: 'False' })[written.toLowerCase()],
    serverDefault: (written, node) => {
      const value = (written ?? callOf(node)?.name ?? '').toLowerCase();
      return literally(/^(1|t|true)$/.test(value) ? 'True' : undefined);
    },
    field: () => ({ field: 'BooleanField', isComplete: true }),
  },
  date: {
    ...TIME,
    sqlTypes: each('DATE'),
    pythonTypes: each('date'),
    width: 17,
    field: () => ({ field: 'DateField' }),
  },
  datetime: {
    ...TIME,
    sqlTypes: { ...each('DATETIME TIMESTAMP'), ...each('UTCDATETIME', { isAware: true }) },
    pythonTypes: each('datetime'),
    width: 28,
    field: ({ isAware, name }) =>
      isAware
        ? { field: 'UtcDateTimeField', label: `${columnLabel(name)} (UTC)` }
        : { field: 'DateTimeLocalField' },
  },
  time: {
    ...TIME,
    sqlTypes: each('TIME'),
    pythonTypes: each('time'),
    width: 5,
    field: () => ({ field: 'TimeField', options: ['format=["%H:%M:%S", "%H:%M"]'] }),
  },
  enum: {
    ...OTHER,
    sqlTypes: each('ENUM'),
    isChoice: true,
    width: 12,
    filter: 'words',
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
    sqlTypes: each('UUID'),
    pythonTypes: each('UUID'),
    annotation: 'UUID',
    converter: 'uuid',
    mayBeSecret: true,
    isCounted: true,
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

/** Whether a column holds an e-mail address, by its name. */
function isEmail({ name }: Column): boolean {
  return /^(\w+_)?email$/.test(name);
}

function textField(field: string, column: Column): FieldShape {
  const isIndexed = column.isUnique || column.isIndexed;
  const longest = column.length ?? (isIndexed ? LONGEST_INDEXED : undefined);
  const isBlank = column.default === '""' && !column.isNullable;
  return {
    field,
    options: [`filters=[${isBlank ? 'str.strip' : 'strip'}]`],
    validators: longest === undefined ? [] : [`Length(max=${longest})`],
    isComplete: isBlank,
  };
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

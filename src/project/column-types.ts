import { columnLabel } from '../naming/spelling';
import { callOf } from '../python/calls';
import { text } from '../python/expression';
import type { Node } from '../python/node';
import { stringValue } from '../python/string-value';
import { lastName } from './annotation';
import type { ColumnKind, ColumnType } from './column-type';
import type { Column } from './columns';

/** The column of a foreign key's model that a select stores, and the one that it shows, as Python: `User.id`. */
export interface ReferencedColumns {
  readonly key: string;
  readonly label: string;
}

/** What a form has for a column. */
export interface FieldShape {
  /** The class of the field: `StringField`. */
  readonly field: string;
  /** What WTForms does not derive from the name. */
  readonly label?: string;
  /** Validators beside the one for a required value, as Python: `Length(max=120)`. */
  readonly validators?: readonly string[];
  /** Keyword arguments, as Python: `filters=[strip]`. */
  readonly options?: readonly string[];
  /** Whether the field itself refuses a missing value, or needs none. */
  readonly isComplete?: boolean;
}

/** What a type says beside its kind. */
type Details = Omit<ColumnType, 'kind'>;

/** All that is particular to the columns of one kind. */
interface ColumnTypeRow {
  /** The types of SQLAlchemy, in capitals and without underscores. */
  readonly sqlTypes: Readonly<Record<string, Details>>;
  /** The types of Python that SQLAlchemy maps to it if the column says nothing else. */
  readonly pythonTypes: Readonly<Record<string, Details>>;
  /** What a foreign key to such a column is annotated with; undefined if that is not known. */
  readonly annotation: string | undefined;
  /** The converter of a URL that finds a record by it; undefined for a number, and if none is known. */
  readonly converter: string | undefined;
  /** Whether it may hold a password or a token. */
  readonly mayBeSecret: boolean;
  /** Whether the database, or the model, counts such primary keys up by itself. */
  readonly isCounted: boolean;
  /** Whether its values are texts, so that '' is one. */
  readonly isText: boolean;
  /** Whether the line breaks of its values count. */
  readonly hasLines: boolean;
  /** The filter of Jinja that shows it. */
  readonly filter: 'display' | 'words';
  /** A default, as ruff writes it: `0`, `"draft"`; undefined if it is no literal of this kind. */
  readonly literal: (node: Node, type: ColumnType) => string | undefined;
  /** A default of the database. The text is undefined for a call. */
  readonly serverDefault: (written: string | undefined, node: Node) => ColumnDefault;
  /** Undefined if a form has no field for it. */
  readonly field: (
    column: Column,
    references: ReferencedColumns | undefined,
  ) => FieldShape | undefined;
}

/** What a column has if nothing else is said. */
export interface ColumnDefault {
  /** As Python, as ruff writes it: `0`, `True`, `"draft"`, `Status.DRAFT`. */
  readonly literal: string | undefined;
  /** Whether it is only known when a row is made: `utc_now`. */
  readonly isComputed: boolean;
}

/** How long a text can be that a PostgreSQL index holds, in characters, whatever it says. */
const LONGEST_INDEXED = 600;

/** How many digits a decimal keeps if its column does not say: SQLite stores it as a float. */
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
  literal: (node) => quotedText(stringValue(node)),
  serverDefault: (written) => literally(quotedText(written)),
};

const NUMBER: ColumnTypeRow = {
  ...OTHER,
  literal: ({ text: written }) => matching(/^-?\d+(\.\d+)?$/, written),
  serverDefault: (written) => literally(matching(/^-?\d+(\.\d+)?$/, written)),
};

const TIME: ColumnTypeRow = {
  ...OTHER,
  serverDefault: () => ({ literal: undefined, isComputed: true }),
};

/** What each kind of column is. A row that lacks something does not compile. */
export const COLUMN_TYPES: Readonly<Record<ColumnKind, ColumnTypeRow>> = {
  string: {
    ...TEXT,
    sqlTypes: each('STRING VARCHAR CHAR NCHAR NVARCHAR UNICODE'),
    pythonTypes: each('str'),
    field: (column) => textField('StringField', column),
  },
  text: {
    ...TEXT,
    sqlTypes: each('TEXT UNICODETEXT CLOB CITEXT'),
    hasLines: true,
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
    field: () => ({ field: 'DateField' }),
  },
  datetime: {
    ...TIME,
    sqlTypes: { ...each('DATETIME TIMESTAMP'), ...each('UTCDATETIME', { isAware: true }) },
    pythonTypes: each('datetime'),
    field: ({ isAware, name }) =>
      isAware
        ? { field: 'UtcDateTimeField', label: `${columnLabel(name)} (UTC)` }
        : { field: 'DateTimeLocalField' },
  },
  time: {
    ...TIME,
    sqlTypes: each('TIME'),
    pythonTypes: each('time'),
    field: () => ({ field: 'TimeField', options: ['format=["%H:%M:%S", "%H:%M"]'] }),
  },
  enum: {
    ...OTHER,
    sqlTypes: each('ENUM'),
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

/** The type that SQLAlchemy calls so: `String`, `db.Text`, `UTC_DATETIME` without its prefix. */
export function sqlType(name: string): ColumnType | undefined {
  return SQL_TYPES.get(name.toUpperCase().replaceAll('_', ''));
}

/** The type that SQLAlchemy maps a type of Python to. */
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

// Specs: spec/project/column-types.spec.ts
import { text } from '../python/literals';
import { type Call, callOf } from '../python/queries';
import type { Node } from '../python/node';
import type { Column, ColumnKind, ColumnType } from './column-type';
import type { FieldShape, FormAbilities } from './form-field';

/** Columns of the model that a foreign key refers to, as Python: `User.id`. A select stores `key` and shows `label`. */
interface ReferencedColumns {
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
  /** A default for rows that exist, as an example; undefined if there is no usual one. */
  readonly filler?: string;
}

/** A type of the JSON API, as Python of `app/api/types.py` and of the model. */
export interface JsonType {
  /** Of what a client sends: `Annotated[FilledText, Limits(max_length=120)]`. */
  readonly sent: string;
  /** Of what it gets: `str`. */
  readonly got: string;
}

/** Everything particular to one kind of column. */
export interface ColumnTypeRow {
  /** The words for it on the command line. */
  readonly words: Readonly<Record<string, FieldWord>>;
  /** Its SQLAlchemy types, in capitals and without underscores. */
  readonly sqlTypes: Readonly<Record<string, Details>>;
  /** The Python types that SQLAlchemy maps to it by default. */
  readonly pythonTypes: Readonly<Record<string, Details>>;
  /** The Python type of its values; undefined if it is unknown, or the application's own. */
  readonly annotation: string | undefined;
  /** Its SQLAlchemy type as Python: `String(120)`. */
  readonly sqlType: (type: ColumnType) => string | undefined;
  /** The same in a migration, with its arguments by name; undefined if no migration of ours makes one. */
  readonly storedType: (type: ColumnType, enumName: string) => string | undefined;
  /** The types that a database makes of its values by itself. */
  readonly converts: readonly ColumnKind[];
  /** What `now` is in SQL; undefined for what is no time. */
  readonly sqlNow?: string;
  /** SQL for a value that rows get when they have to have one, for SQLite and PostgreSQL alike. */
  readonly sqlFiller: string;
  /** A typed default as SQL that SQLite and PostgreSQL understand alike. */
  readonly sqlDefault: (typed: string) => string;
  /** What the arguments of its SQLAlchemy type say, by name or position: `120` of `String(120)`. */
  readonly details: (
    call: Call,
    integer: (node: Node | undefined) => number | undefined,
  ) => Details;
  /** The SQLAlchemy type that the annotation implies, so that a column need not name it: `Integer`. */
  readonly impliedType: string | undefined;
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
  /** Whether its field refuses a word. */
  readonly isParsed: boolean;
  /** Whether its values are few, so that a list is filtered by them. */
  readonly isChoice: boolean;
  /** The characters of a long value in a list; 0 for what a list leaves out. */
  readonly width: number;
  /** The Jinja filter that shows it. */
  readonly filter: 'badge' | 'display' | 'moment';
  /** The same in a list, if that is another. */
  readonly listFilter?: 'moment(short=true)';
  /** A value that is not None as a Jinja expression, for applications without that filter. */
  readonly plainText: (value: string, column: Column) => string;
  /** A typed default as Python: `0`, `"draft"`. */
  readonly typedDefault: (typed: string, type: ColumnType) => TypedDefault;
  /** What an application that `new` did not make has instead of our own types. */
  readonly plain?: {
    /** The Python type of its values. */
    readonly annotation?: string;
    /** Its SQLAlchemy type. */
    readonly sqlType?: (type: ColumnType) => string;
    /** A typed default. */
    readonly typedDefault?: (typed: string) => TypedDefault;
  };
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
  /**
   * Its field where `new` did not make the forms; undefined if WTForms has none.
   *
   * @param keyType The Python type of the key that a foreign key stores; undefined if what it refers to is not known.
   */
  readonly plainField: (
    column: Column,
    abilities: FormAbilities,
    keyType: string | undefined,
  ) => FieldShape | undefined;
  /**
   * Its type in the JSON API; undefined if that leaves it out.
   *
   * @param key The type of the key that a reference stores.
   */
  readonly json: (column: Column, key: JsonType | undefined) => JsonType | undefined;
  /** What a client sends for the value that a browser sends, as Python: `7`. */
  readonly sentJson: (sent: string, column: Column) => string;
  /**
   * Values of it that tests use; undefined if none is sure to be valid.
   *
   * @param record What a record of the model is called: `post`.
   */
  readonly sample: (column: Column, record: string) => Sample | undefined;
}

/** The default of a column. */
export interface ColumnDefault {
  /** As Python in ruff's format: `0`, `True`, `"draft"`, `Status.DRAFT`. */
  readonly literal: string | undefined;
  /** Whether each new record computes it: `utc_now`. */
  readonly isComputed: boolean;
}

/** What a row has of which its type has nothing. */
export const NONE = (): undefined => undefined;

/** What each type has to say for itself. */
type Stated =
  | 'words'
  | 'sqlTypes'
  | 'sqlType'
  | 'storedType'
  | 'sqlFiller'
  | 'impliedType'
  | 'field'
  | 'plainField'
  | 'json'
  | 'sample';

/** What a type is of which nothing else is known. */
export const OTHER: Omit<ColumnTypeRow, Stated> = {
  converts: [],
  sqlDefault: (typed) => `'${typed.replaceAll("'", "''")}'`,
  details: () => ({}),
  pythonTypes: {},
  annotation: undefined,
  converter: undefined,
  mayBeSecret: false,
  isCounted: false,
  isText: false,
  hasLines: false,
  isNumber: false,
  isParsed: false,
  isChoice: false,
  width: 0,
  filter: 'display',
  plainText: (value) => value,
  typedDefault: NONE,
  sentJson: text,
  ownDefault: NONE,
  literal: NONE,
  serverDefault: (written, node) => ({
    literal: undefined,
    isComputed: written === undefined && callOf(node) !== undefined,
  }),
};

/** The same type for what a client sends and gets. */
export function alike(type: string): JsonType {
  return { sent: type, got: type };
}

/** A database default that is a literal. */
export function literally(literal: string | undefined): ColumnDefault {
  return { literal, isComputed: false };
}

/** What is written, if it fits. */
export function matching(pattern: RegExp, written: string | undefined): string | undefined {
  return pattern.test(written ?? '') ? written : undefined;
}

/** The same details for each of these names. */
export function each(names: string, details: Details = {}): Record<string, Details> {
  return Object.fromEntries(names.split(' ').map((name) => [name, details]));
}

/** Values of a column that tests use. */
export interface Sample {
  /** The value of a new record, as Python. What is unique has `number` in it: `f"Title {number}"`. */
  readonly made: string;
  /** What a browser sends for another value; undefined if no form has such a column. */
  readonly sent: string | undefined;
  /** That value as Python, once it is stored. */
  readonly stored: string;
}

/** A default as Python: `"draft"`; undefined if what was typed does not fit. */
export type TypedDefault = string | undefined;

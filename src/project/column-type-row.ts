// Specs: spec/project/column-types.spec.ts
import { callOf } from '../python/calls';
import { text } from '../python/expression';
import type { Node } from '../python/node';
import { stringValue } from '../python/string-value';
import type { Column, ColumnType } from './column-type';
import type { FieldShape } from './form-field';
import { type Sample, textSample } from './sample-values';
import { NOW, type TypedDefault, typedMoment, typedText } from './typed-default';

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
  /** A default for rows that exist, as an example; undefined if there is no usual one. */
  readonly filler?: string;
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
  /** Whether its field refuses a word. */
  readonly isParsed: boolean;
  /** Whether its values are few, so that a list is filtered by them. */
  readonly isChoice: boolean;
  /** The characters of a long value in a list; 0 for what a list leaves out. */
  readonly width: number;
  /** The Jinja filter that shows it. */
  readonly filter: 'display' | 'words';
  /** A value that is not None as a Jinja expression, for applications without that filter. */
  readonly plainText: (value: string, column: Column) => string;
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
const NONE = (): undefined => undefined;

/** A type of which nothing is known. */
export const OTHER: ColumnTypeRow = {
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
  isParsed: false,
  isChoice: false,
  width: 0,
  filter: 'display',
  plainText: (value) => value,
  typedDefault: NONE,
  ownDefault: NONE,
  literal: NONE,
  serverDefault: (written, node) => ({
    literal: undefined,
    isComputed: written === undefined && callOf(node) !== undefined,
  }),
  field: NONE,
  sample: NONE,
};

/** A type whose values are text. */
export const TEXT: ColumnTypeRow = {
  ...OTHER,
  annotation: 'str',
  converter: 'string',
  mayBeSecret: true,
  isText: true,
  typedDefault: (typed, { format, length }) => typedText(typed, length, format),
  width: 40,
  literal: (node) => quotedText(stringValue(node)),
  serverDefault: (written) => literally(quotedText(written)),
  sample: textSample,
};

/** A type whose values are numbers. */
export const NUMBER: ColumnTypeRow = {
  ...OTHER,
  isNumber: true,
  isParsed: true,
  width: 10,
  literal: ({ text: written }) => matching(/^-?\d+(\.\d+)?$/, written),
  serverDefault: (written) => literally(matching(/^-?\d+(\.\d+)?$/, written)),
};

/** A type whose values are dates or times. */
export function momentRow(kind: keyof typeof NOW): ColumnTypeRow {
  return {
    ...OTHER,
    isParsed: true,
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

/** A database default that is a literal. */
export function literally(literal: string | undefined): ColumnDefault {
  return { literal, isComputed: false };
}

function quotedText(written: string | undefined): string | undefined {
  return written === undefined ? undefined : text(written);
}

/** What is written, if it fits. */
export function matching(pattern: RegExp, written: string | undefined): string | undefined {
  return pattern.test(written ?? '') ? written : undefined;
}

/** The same details for each of these names. */
export function each(names: string, details: Details = {}): Record<string, Details> {
  return Object.fromEntries(names.split(' ').map((name) => [name, details]));
}

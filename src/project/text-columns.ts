// Specs: spec/project/sample-values.spec.ts
import { columnLabel } from '../naming/spelling';
import { text } from '../python/literals';
import { stringValue } from '../python/node';
import { argumentOf } from '../python/queries';
import type { Column } from './column-type';
import {
  type ColumnTypeRow,
  each,
  literally,
  OTHER,
  type Sample,
  type TypedDefault,
} from './column-type-row';
import {
  type FieldShape,
  type FormAbilities,
  lineField,
  longestOf,
  mayBeBlank,
  textField,
} from './form-field';
import { TEXT_FORMATS, type TextFormat } from './text-formats';

/** A type whose values are text. */
const TEXT = {
  ...OTHER,
  annotation: 'str',
  converter: 'string',
  mayBeSecret: true,
  isText: true,
  typedDefault: (typed, { format, length }) => typedText(typed, length, format),
  width: 40,
  literal: (node) => quotedText(stringValue(node)),
  serverDefault: (written) => literally(quotedText(written)),
  impliedType: undefined,
  sqlFiller: "''",
  json: (column) => ({ sent: jsonText(column), got: 'str' }),
  sample: textSample,
} satisfies Partial<ColumnTypeRow>;

function quotedText(written: string | undefined): string | undefined {
  return written === undefined ? undefined : text(written);
}

export const STRING: ColumnTypeRow = {
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
  storedType: ({ length }) => `sa.String(${length === undefined ? '' : `length=${length}`})`,
  converts: ['enum', 'text'],
  details: (call, integer) => ({ length: integer(argumentOf(call, 'length', 0)) }),
  field: lineField,
  plainField: plainLineField,
};

export const LONG_TEXT: ColumnTypeRow = {
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
  storedType: () => 'sa.Text()',
  converts: ['enum', 'string'],
  hasLines: true,
  width: 0,
  field: (column) => textField('TextAreaField', column),
  plainField: ({ length }) => ({ field: 'TextAreaField', validators: longest(length) }),
};

function plainLineField({ format, length }: Column, { validatesEmail }: FormAbilities): FieldShape {
  const isChecked = format !== undefined && (format !== 'email' || validatesEmail);
  const validators = isChecked ? [TEXT_FORMATS[format].plainValidator] : [];
  return { field: 'StringField', validators: [...validators, ...longest(length)] };
}

/** The type of a text: `Annotated[Filled, Limits(max_length=120)]`. */
function jsonText(column: Column): string {
  const { format, isNullable } = column;
  const plain = mayBeBlank(column) ? 'BlankText' : isNullable ? 'OptionalText' : 'FilledText';
  const type = format ? TEXT_FORMATS[format].json : plain;
  const most = longestOf(column);
  if (most === undefined) {
    return type;
  }
  const limits = `Limits(max_length=${most})`;
  return type === 'OptionalText'
    ? `Annotated[BlankText, ${limits}, EMPTY_IS_NULL]`
    : `Annotated[${type}, ${limits}]`;
}

function longest(length: number | undefined): string[] {
  return length === undefined ? [] : [`Length(max=${length})`];
}

/** The shortest text that has room for a word and a number. */
const ROOM = 24;

/**
 * Values of a text.
 *
 * @param record What a record of the model is called: `post`.
 */
function textSample(column: Column, record: string): Sample {
  const { format, isPrimaryKey, length = Infinity, name } = column;
  if (format) {
    const { made, sent } = TEXT_FORMATS[format];
    return textOf(made(record), sent);
  }
  if (length < ROOM) {
    return length < 5 ? textOf('str(number)', 'x') : textOf('f"x{number}"', 'new');
  }
  return isPrimaryKey
    ? textOf(`f"${name}-{number}"`, `new-${name}`.slice(0, length))
    : textOf(`f"${word(name)} {number}"`, `New ${word(name).toLowerCase()}`);
}

function textOf(made: string, sent: string): Sample {
  return { made, sent, stored: text(sent) };
}

function word(name: string): string {
  return columnLabel(name)
    .slice(0, ROOM / 2)
    .trim();
}

/** Python for a text; undefined if it is too long, or not of the format. */
function typedText(
  typed: string,
  length: number | undefined,
  format: TextFormat | undefined,
): TypedDefault {
  const isTooLong = length !== undefined && Array.from(typed).length > length;
  const hasFormat = format === undefined || TEXT_FORMATS[format].pattern.test(typed);
  return isTooLong || !hasFormat || typed.includes('\0') ? undefined : text(typed);
}

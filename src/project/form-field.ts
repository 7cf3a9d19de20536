// Specs: spec/rules/form.spec.ts
import type { Column } from './column-type';
import { TEXT_FORMATS } from './text-formats';

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

/** What decides which fields a form can have that `new` did not make. */
export interface FormAbilities {
  /** Whether WTForms is older than version 3. */
  readonly hasOldWtforms: boolean;
  /** Whether the application validates e-mail addresses, which takes a package. */
  readonly validatesEmail: boolean;
}

/** The most characters that always fit into a PostgreSQL index entry, whatever the text. */
const LONGEST_INDEXED = 600;

/** The digits that a decimal keeps if its column sets none. SQLite stores it as a float. */
const DIGITS = { precision: 25, scale: 10 };

/** The field for a line of text: that of its format, if it has one. */
export function lineField(column: Column): FieldShape {
  return textField(column.format ? TEXT_FORMATS[column.format].field : 'StringField', column);
}

/** The field for text: empty text is stored only if that is its default. */
export function textField(field: string, column: Column): FieldShape {
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

/** The field for a decimal. Without a scale, SQLite returns ten decimals, whatever was typed. */
export function decimalField({ precision, scale }: Column): FieldShape {
  const digits = precision === undefined ? DIGITS : { precision, scale: scale ?? 0 };
  const validators = [`Digits(${digits.precision}, ${digits.scale})`];
  if (scale === undefined) {
    return { field: 'NumberField', validators };
  }
  const plain = { field: 'DecimalField', options: ['places=None'], validators };
  return scale === 2 && digits.precision <= 28 ? { ...plain, options: [] } : plain;
}

/** A checkbox; a select for an optional column, which can stay unanswered. */
export function booleanField({ isOptional }: Column): FieldShape {
  return { field: isOptional ? 'AnswerField' : 'BooleanField', isComplete: true };
}

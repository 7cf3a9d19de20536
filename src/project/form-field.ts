// Specs: spec/rules/form.spec.ts
import { decimal } from '../python/literals';
import type { Column, ColumnKind } from './column-type';
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

/** The validator for the bounds of a number, if it has any. */
export function rangeOf({ kind, max, min }: Column): string[] {
  const code = (bound: string): string => boundCode(kind, bound);
  const bounds = [
    ...(min === undefined ? [] : [`min=${code(min)}`]),
    ...(max === undefined ? [] : [`max=${code(max)}`]),
  ];
  return bounds.length === 0 ? [] : [`NumberRange(${bounds.join(', ')})`];
}

/** Whether a number is within the bounds of its column. */
export function isWithin(value: string, { max, min }: Pick<Column, 'max' | 'min'>): boolean {
  const isBelow = min !== undefined && Number(value) < Number(min);
  return !isBelow && !(max !== undefined && Number(value) > Number(max));
}

/** A bound as Python: `5`, `Decimal("0.5")`. */
export function boundCode(kind: ColumnKind, bound: string): string {
  return kind === 'decimal' && bound.includes('.') ? decimal(bound) : bound;
}

/** The default of a column as Python: `5`, `Decimal("0.5")`. */
export function defaultCode({ default: value, kind }: Column): string | undefined {
  return kind === 'decimal' && value !== undefined ? decimal(value) : value;
}

/** The most characters that always fit into a PostgreSQL index entry, whatever the text. */
const LONGEST_INDEXED = 600;

/** The digits that a decimal keeps if its column sets none. SQLite stores it as a float. */
const DIGITS = { precision: 25, scale: 10 };

/** The field for a line of text: that of its format, if it has one. */
export function lineField(column: Column): FieldShape {
  return textField(column.format ? TEXT_FORMATS[column.format].field : 'StringField', column);
}

/** The most characters of a text; undefined if there is no limit. */
export function longestOf({ isIndexed, isUnique, length }: Column): number | undefined {
  return length ?? (isUnique || isIndexed ? LONGEST_INDEXED : undefined);
}

/** Whether a text may be empty without being missing. */
export function mayBeBlank(column: Pick<Column, 'default' | 'isNullable'>): boolean {
  return column.default === '""' && !column.isNullable;
}

/** The field for text: empty text is stored only if that is its default. */
export function textField(field: string, column: Column): FieldShape {
  const longest = longestOf(column);
  const isBlank = mayBeBlank(column);
  return {
    field,
    options: [`filters=[${isBlank ? 'str.strip' : 'strip'}]`],
    validators: longest === undefined ? [] : [`Length(max=${longest})`],
    isComplete: isBlank,
  };
}

/** The digits that a decimal keeps. */
export function digitsIn({ precision, scale }: Pick<Column, 'precision' | 'scale'>): {
  readonly precision: number;
  readonly scale: number;
} {
  return precision === undefined ? DIGITS : { precision, scale: scale ?? 0 };
}

/** The field for a decimal. Without a scale, SQLite returns ten decimals, whatever was typed. */
export function decimalField(column: Column): FieldShape {
  const { scale } = column;
  const digits = digitsIn(column);
  const validators = [`Digits(${digits.precision}, ${digits.scale})`, ...rangeOf(column)];
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

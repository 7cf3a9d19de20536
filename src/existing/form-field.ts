// Specs: spec/existing/make-resource.spec.ts
import { columnLabel } from '../naming/spelling';
import type { Column, ColumnKind } from '../project/column-type';
import { COLUMN_TYPES } from '../project/column-types';
import { TEXT_FORMATS } from '../project/text-formats';
import { text } from '../python/expression';
import type { Choices } from '../view/choices';
import { headingOf } from '../view/shown-columns';
import type { PlainField } from '../templates/plain-values';

/** What decides which fields a form can have. */
export interface FieldAbilities {
  /** Whether WTForms is older than version 3. */
  readonly hasOldWtforms: boolean;
  /** Whether the application validates e-mail addresses, which takes a package. */
  readonly validatesEmail: boolean;
}

/** The class of a field, and what is particular to it. */
interface PlainShape {
  readonly field: string;
  readonly options?: readonly string[];
  readonly validators?: readonly string[];
  /** Whether it needs no validator for a required value. */
  readonly isComplete?: boolean;
}

/** The field for a column; undefined if WTForms has none. */
export function plainField(
  column: Column,
  chosen: Choices | undefined,
  abilities: FieldAbilities,
): PlainField | undefined {
  const shape = SHAPES[column.kind](column, abilities, chosen);
  if (shape === undefined) {
    return undefined;
  }
  const { default: value, hasOwnType, isNullable, kind, name } = column;
  const { isComplete = false, options = [], validators = [] } = shape;
  const { isText } = COLUMN_TYPES[kind];
  const presence = isComplete
    ? []
    : [isNullable ? 'Optional()' : isText ? 'DataRequired()' : 'InputRequired()'];
  const all = [...presence, ...validators];
  const parts = [
    text(headingOf(column)),
    ...options,
    ...(value === undefined || hasOwnType || !isLiteral(value) ? [] : [`default=${value}`]),
    ...(isText && isNullable ? ['filters=[lambda value: value or None]'] : []),
    ...(all.length > 0 ? [`validators=[${all.join(', ')}]`] : []),
  ];
  return { name, field: shape.field, arguments: parts.join(', ') };
}

/** What makes the field of a column. */
type ShapeOf = (
  column: Column,
  abilities: FieldAbilities,
  chosen: Choices | undefined,
) => PlainShape | undefined;

/** The fields of the column types; undefined where WTForms has none. */
const SHAPES: Readonly<Record<ColumnKind, ShapeOf>> = {
  string: ({ format, length }, { validatesEmail }) => {
    const isChecked = format !== undefined && (format !== 'email' || validatesEmail);
    const validators = isChecked ? [TEXT_FORMATS[format].plainValidator] : [];
    return { field: 'StringField', validators: [...validators, ...longest(length)] };
  },
  text: ({ length }) => ({ field: 'TextAreaField', validators: longest(length) }),
  integer: ({ bits = 32 }) => ({ field: 'IntegerField', validators: [range(`2**${bits - 1}`)] }),
  decimal: ({ precision, scale }) => {
    const digits = precision === undefined ? 15 : precision - (scale ?? 0);
    const places = precision === undefined || scale === 2 ? [] : [`places=${scale ?? 0}`];
    return { field: 'DecimalField', options: places, validators: [range(`10**${digits}`)] };
  },
  float: () => ({ field: 'FloatField', validators: ['NumberRange(min=-1e300, max=1e300)'] }),
  boolean: () => ({ field: 'BooleanField', isComplete: true }),
  date: () => ({ field: 'DateField' }),
  datetime: (_column, { hasOldWtforms }) => ({
    field: hasOldWtforms ? 'DateTimeField' : 'DateTimeLocalField',
  }),
  time: (_column, { hasOldWtforms }) => (hasOldWtforms ? undefined : { field: 'TimeField' }),
  enum: enumShape,
  'foreign key': ({ isNullable }, { hasOldWtforms }, chosen) =>
    chosen && {
      field: 'SelectField',
      options: [`coerce=${coercion(keyType(chosen), isNullable, hasOldWtforms)}`],
      isComplete: true,
    },
  uuid: () => undefined,
  json: () => undefined,
  unknown: () => undefined,
};

function longest(length: number | undefined): string[] {
  return length === undefined ? [] : [`Length(max=${length})`];
}

/** A select of values that are text; a class of other values has no field. */
function enumShape(
  { enumClass, isNullable, values }: Column,
  { hasOldWtforms }: FieldAbilities,
): PlainShape | undefined {
  const className = enumClass?.local;
  if (values === undefined || className?.includes('.')) {
    return undefined;
  }
  const choices = [
    ...(isNullable ? [noChoice(hasOldWtforms)] : []),
    ...values.map((value) => `(${text(value)}, ${text(columnLabel(value))})`),
  ];
  const kind = className ?? (isNullable ? 'str' : undefined);
  return {
    field: 'SelectField',
    options: [
      `choices=[${choices.join(', ')}]`,
      ...(kind === undefined ? [] : [`coerce=${coercion(kind, isNullable, hasOldWtforms)}`]),
    ],
    isComplete: true,
  };
}

/** The type of a key in Python. */
function keyType({ keyKind }: Choices): string {
  return keyKind === 'uuid' ? 'UUID' : COLUMN_TYPES[keyKind].isText ? 'str' : 'int';
}

/** The choice of nothing. WTForms 2 compares choices with the value that the field has, which is None. */
export function noChoice(hasOldWtforms: boolean): string {
  return hasOldWtforms ? '(None, "")' : '("", "")';
}

/** What makes a value of the text that a browser sends; for no choice, see `noChoice()`. */
function coercion(type: string, isNullable: boolean, hasOldWtforms: boolean): string {
  const isChosen = hasOldWtforms ? 'value not in (None, "None")' : 'value';
  return isNullable ? `lambda value: ${type}(value) if ${isChosen} else None` : type;
}

function range(limit: string): string {
  return `NumberRange(min=-(${limit}) + 1, max=${limit} - 1)`;
}

function isLiteral(value: string): boolean {
  return /^(-?\d+(\.\d+)?|True|"[^"]*")$/.test(value);
}

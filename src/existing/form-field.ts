// Specs: spec/existing/make-resource.spec.ts
import { columnLabel } from '../naming/spelling';
import { COLUMN_TYPES } from '../project/column-types';
import type { Column } from '../project/columns';
import { text } from '../python/expression';
import type { Choices } from '../view/choices';
import type { PlainField } from './values';

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
  const shape = shapeOf(column, chosen, abilities);
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
    text(columnLabel(name.replace(kind === 'foreign key' ? /_id$/ : /$^/, ''))),
    ...options,
    ...(value === undefined || hasOwnType || !isLiteral(value) ? [] : [`default=${value}`]),
    ...(isText && isNullable ? ['filters=[lambda value: value or None]'] : []),
    ...(all.length > 0 ? [`validators=[${all.join(', ')}]`] : []),
  ];
  return { name, field: shape.field, arguments: parts.join(', ') };
}

function shapeOf(
  { bits = 32, enumClass, format, isNullable, kind, length, precision, scale, values }: Column,
  chosen: Choices | undefined,
  { hasOldWtforms, validatesEmail }: FieldAbilities,
): PlainShape | undefined {
  const lengths = length === undefined ? [] : [`Length(max=${length})`];
  switch (kind) {
    case 'string':
      return {
        field: 'StringField',
        validators: [
          ...(format === 'email' && validatesEmail ? ['Email()'] : []),
          ...(format === 'url' ? ['URL()'] : []),
          ...lengths,
        ],
      };
    case 'text':
      return { field: 'TextAreaField', validators: lengths };
    case 'integer':
      return { field: 'IntegerField', validators: [range(`2**${bits - 1}`)] };
    case 'decimal': {
      const digits = precision === undefined ? 15 : precision - (scale ?? 0);
      const places = precision === undefined || scale === 2 ? [] : [`places=${scale ?? 0}`];
      return { field: 'DecimalField', options: places, validators: [range(`10**${digits}`)] };
    }
    case 'float':
      return { field: 'FloatField', validators: ['NumberRange(min=-1e300, max=1e300)'] };
    case 'boolean':
      return { field: 'BooleanField', isComplete: true };
    case 'date':
      return { field: 'DateField' };
    case 'datetime':
      return { field: hasOldWtforms ? 'DateTimeField' : 'DateTimeLocalField' };
    case 'time':
      return hasOldWtforms ? undefined : { field: 'TimeField' };
    case 'enum':
      return enumShape(isNullable, enumClass?.local, values, hasOldWtforms);
    case 'foreign key':
      return (
        chosen && {
          field: 'SelectField',
          options: [`coerce=${coercion(keyType(chosen), isNullable, hasOldWtforms)}`],
          isComplete: true,
        }
      );
    default:
      return undefined;
  }
}

/** A select of values that are text; a class of other values has no field. */
function enumShape(
  isNullable: boolean,
  className: string | undefined,
  values: readonly string[] | undefined,
  hasOldWtforms: boolean,
): PlainShape | undefined {
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

// Specs: spec/rules/form.spec.ts
import { fieldBehind } from '../fields/field-name';
import type { ModelNames } from '../naming/class-names';
import { FORM_MEMBERS } from '../naming/python-words';
import { capitalize, columnLabel } from '../naming/spelling';
import { isPrivilege, isRecordTime, isSecret } from '../project/column-roles';
import type { Column } from '../project/column-type';
import { alike, type JsonType } from '../project/column-type-row';
import { COLUMN_TYPES } from '../project/column-types';
import { defaultCode, type FieldShape, type FormAbilities } from '../project/form-field';
import { text } from '../python/literals';
import type { ClassValues, FieldValues } from '../templates/code-values';
import type { Choices } from './choices';
import { headingOf } from './shown-columns';

/** The classes in the module of further fields, `forms/fields.py`. */
const HELPERS =
  /\b(AnswerField|Bits|Digits|JsonField|NumberField|RowField|RowsField|UrlField|UtcDateTimeField)\b/g;

/** The classes of that module that a piece of Python names. */
export function helpersIn(code: string): string[] {
  const named: readonly string[] = code.match(HELPERS) ?? [];
  return named.includes('RowsField') ? ['RowField', ...named] : [...named];
}

/** Leaves out what the model or the database sets, what stays secret, and the key of the record that the URL names. */
export function isOnForm(column: Column, parent?: ModelNames): boolean {
  const { hasComputedDefault, isAutomatic, isPrimaryKey, kind } = column;
  const isKey = isPrimaryKey || (kind === 'uuid' && hasComputedDefault);
  const isCounted = isKey && COLUMN_TYPES[kind].isCounted;
  const isLeft = isCounted || isAutomatic || isRecordTime(column) || column.isSecret;
  return !isLeft && column.name !== parent?.id;
}

/** Whether a form has no field for a column that is not set by the model itself. */
function isLeftOut(column: Column, columns: readonly Column[]): boolean {
  const { hasComputedDefault, name } = column;
  const isTaken =
    FORM_MEMBERS.has(name) ||
    name === 'Meta' ||
    name.startsWith('_') ||
    fieldBehind(name, new Set(columns.map((each) => each.name))).length > 0;
  return isTaken || hasComputedDefault || isSecret(column) || isPrivilege(column);
}

/**
 * The field for a column.
 *
 * @param columns Those of the model.
 * @param choices What a foreign key refers to.
 * @param style What a form can have; undefined for one with the fields of `new`.
 * @returns undefined if a form leaves the column out, or has no field for it.
 */
export function formField(
  column: Column,
  columns: readonly Column[],
  choices: Choices | undefined,
  style: FormAbilities | undefined,
): FieldValues | undefined {
  const shape = isLeftOut(column, columns) ? undefined : shapeOf(column, choices, style);
  if (shape === undefined) {
    return undefined;
  }
  const { default: value, hasOwnType, isNullable, kind, name } = column;
  const hasDefault = value !== undefined && (!style || (!hasOwnType && isLiteral(value)));
  const isFiltered = style && COLUMN_TYPES[kind].isText && isNullable;
  const validators = validatorsOf(column, shape, style);
  const all = [
    ...(style ? [text(headingOf(column))] : labelOf(name, shape.label)),
    ...(shape.options ?? []),
    ...(hasDefault ? [`default=${defaultCode(column)}`] : []),
    ...(isFiltered ? ['filters=[lambda value: value or None]'] : []),
    ...(validators.length > 0 ? [`validators=[${validators.join(', ')}]`] : []),
  ];
  return {
    name,
    field: shape.field,
    arguments: all.join(', '),
    imports: [
      ...enumImports(column),
      ...(choices ? [{ module: choices.module, className: choices.className }] : []),
    ],
  };
}

function shapeOf(
  column: Column,
  choices: Choices | undefined,
  style: FormAbilities | undefined,
): FieldShape | undefined {
  const row = COLUMN_TYPES[column.kind];
  if (style) {
    return row.plainField(column, style, choices && keyType(choices).got);
  }
  const { className, key, label } = choices ?? {};
  return row.field(
    column,
    choices && { key: `${className}.${key}`, label: `${className}.${label}` },
  );
}

/** The type of what stands for a record that a form or a request chooses: its key. */
export function keyType({ keyKind }: Choices): JsonType {
  return keyKind === 'uuid'
    ? alike('UUID')
    : COLUMN_TYPES[keyKind].isText
      ? { sent: 'FilledText', got: 'str' }
      : { sent: 'Int64', got: 'int' };
}

function isLiteral(value: string): boolean {
  return /^(-?\d+(\.\d+)?|True|"[^"]*")$/.test(value);
}

/** The label, unless it is what WTForms makes of the name: `Title` of `title`, but `Logo Url` of `logo_url`. */
function labelOf(name: string, label = columnLabel(name)): string[] {
  return label === capitalize(name) ? [] : [text(label)];
}

function validatorsOf(
  { isNullable, kind }: Column,
  { isComplete, validators = [] }: FieldShape,
  style: FormAbilities | undefined,
): readonly string[] {
  const { isText } = COLUMN_TYPES[kind];
  const isEmptied = isNullable && isText && !style;
  const presence = isNullable ? 'Optional()' : isText ? 'DataRequired()' : 'InputRequired()';
  return isComplete || isEmptied ? validators : [presence, ...validators];
}

/** The application's own class that the values of a column are of: an enum. */
export function enumImports({ enumClass }: Column): ClassValues[] {
  const [className] = enumClass?.name.split('.') ?? [];
  return enumClass && className !== undefined ? [{ module: enumClass.module, className }] : [];
}

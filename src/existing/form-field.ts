// Specs: spec/existing/make-resource.spec.ts
import type { Column } from '../project/column-type';
import { COLUMN_TYPES } from '../project/column-types';
import type { FormAbilities } from '../project/form-field';
import { text } from '../python/expression';
import type { Choices } from '../view/choices';
import { headingOf } from '../view/shown-columns';
import type { PlainField } from '../templates/plain-values';

/** The field for a column; undefined if WTForms has none. */
export function plainField(
  column: Column,
  chosen: Choices | undefined,
  abilities: FormAbilities,
): PlainField | undefined {
  const keyType = chosen && keyTypeOf(chosen);
  const shape = COLUMN_TYPES[column.kind].plainField(column, abilities, keyType);
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

/** The type of a key in Python. */
function keyTypeOf({ keyKind }: Choices): string {
  return keyKind === 'uuid' ? 'UUID' : COLUMN_TYPES[keyKind].isText ? 'str' : 'int';
}

function isLiteral(value: string): boolean {
  return /^(-?\d+(\.\d+)?|True|"[^"]*")$/.test(value);
}

// Specs: spec/rules/form.spec.ts
import { capitalize, columnLabel } from '../naming/spelling';
import { COLUMN_TYPES } from '../project/column-types';
import type { Column } from '../project/column-type';
import type { FieldShape } from '../project/form-field';
import { text } from '../python/expression';
import type { Choices } from './choices';
import type { ClassValues, FieldValues } from '../templates/code-values';

/**
 * The field for a column.
 *
 * @param choices What a foreign key refers to.
 * @returns undefined if no field is known for it.
 */
export function fieldValues(column: Column, choices: Choices | undefined): FieldValues | undefined {
  const references = choices && {
    key: `${choices.className}.${choices.key}`,
    label: `${choices.className}.${choices.label}`,
  };
  const shape = COLUMN_TYPES[column.kind].field(column, references);
  if (shape === undefined) {
    return undefined;
  }
  const { label, options = [] } = shape;
  const validators = validatorsOf(column, shape);
  const all = [
    ...labelOf(column.name, label),
    ...options,
    ...(column.default === undefined ? [] : [`default=${column.default}`]),
    ...(validators.length > 0 ? [`validators=[${validators.join(', ')}]`] : []),
  ];
  return {
    name: column.name,
    field: shape.field,
    arguments: all.join(', '),
    imports: [
      ...enumImports(column),
      ...(choices ? [{ module: choices.module, className: choices.className }] : []),
    ],
  };
}

/** The label, unless it is what WTForms makes of the name: `Title` of `title`, but `Logo Url` of `logo_url`. */
function labelOf(name: string, label = columnLabel(name)): string[] {
  return label === capitalize(name) ? [] : [text(label)];
}

function validatorsOf({ isNullable, kind }: Column, shape: FieldShape): string[] {
  const own = [...(shape.validators ?? [])];
  if (shape.isComplete) {
    return own;
  }
  const { isText } = COLUMN_TYPES[kind];
  if (isNullable) {
    return isText ? own : ['Optional()', ...own];
  }
  return [isText ? 'DataRequired()' : 'InputRequired()', ...own];
}

/** The application's own class that the values of a column are of: an enum. */
export function enumImports({ enumClass }: Column): ClassValues[] {
  const [className] = enumClass?.name.split('.') ?? [];
  return enumClass && className !== undefined ? [{ module: enumClass.module, className }] : [];
}

// Specs: spec/make-api/index.spec.ts
import type { ModelNames } from '../naming/class-names';
import { singularOf } from '../naming/words';
import { isRecordTime, isSecret, keyOf } from '../project/column-roles';
import type { Column, ColumnKind } from '../project/column-type';
import { type JsonType } from '../project/column-type-row';
import { COLUMN_TYPES } from '../project/column-types';
import { defaultCode } from '../project/form-field';
import { text } from '../python/literals';
import type { ApiField } from '../templates/api-values';
import type { ClassValues, ListValues } from '../templates/code-values';
import type { Choices } from './choices';
import { enumImports, formField, isOnForm, keyType } from './form-fields';
import type { ModelState } from './model-state';

/** A field of a schema, the column that it stands for, and the application's own classes in its type. */
interface FieldOfColumn extends ApiField {
  readonly column: Column;
  readonly imports: readonly ClassValues[];
}

type AllChoices = ReadonlyMap<string, Choices>;

/** The default of a field without one in its schema: the model sets it. */
const LEFT_OUT = 'LEFT_OUT';

/** The parameters of every list, and what leads to its pages. No filter has their names. */
const OF_LISTS = ['page', 'q', 'sort'];

/** The types whose defaults a schema shows. */
const SHOWN: readonly ColumnKind[] = [
  'boolean',
  'decimal',
  'enum',
  'float',
  'integer',
  'string',
  'text',
];

/** The fields that a client sends: those of the form. */
export function sentFields(
  { columns, owner }: Pick<ModelState, 'columns' | 'owner'>,
  choices: AllChoices,
  parent: ModelNames | undefined,
): FieldOfColumn[] {
  return columns
    .filter(
      (column) =>
        isOnForm(column, parent) &&
        column.name !== owner?.column &&
        formField(column, columns, choices.get(column.name), undefined) !== undefined,
    )
    .flatMap((column) => {
      const type = typeOf(column, choices, 'sent');
      return type === undefined
        ? []
        : [{ ...fieldOf(column, choices), type, default: defaultOf(column) }];
    });
}

/** The fields that it gets: the key, and all columns that are not secret. */
export function gotFields(
  { columns }: Pick<ModelState, 'columns'>,
  choices: AllChoices,
): FieldOfColumn[] {
  const key = keyOf(columns);
  const place = (column: Column): number =>
    column.name === key ? 0 : isRecordTime(column) ? 2 : 1;
  return columns
    .filter((column) => column.name === key || !isSecret(column))
    .toSorted((one, other) => place(one) - place(other))
    .flatMap((column) => {
      const type = typeOf(column, choices, 'got');
      return type === undefined ? [] : [{ ...fieldOf(column, choices), type, default: undefined }];
    });
}

/** The columns that a list is filtered by. */
export function filterFields(
  { filters }: ListValues,
  { columns }: Pick<ModelState, 'columns'>,
  choices: AllChoices,
): FieldOfColumn[] {
  const named = filters.split(', ').map((each) => each.replace(/^.*\./, ''));
  return columns
    .filter(({ name }) => named.includes(name) && !OF_LISTS.includes(name))
    .flatMap((column) => {
      const type = filterType(column, choices.get(column.name));
      return type === undefined ? [] : [{ ...fieldOf(column, choices), type, default: LEFT_OUT }];
    });
}

function fieldOf(column: Column, choices: AllChoices): Omit<FieldOfColumn, 'default' | 'type'> {
  const chosen = choices.get(column.name);
  return {
    column,
    name: jsonName(column),
    imports: [...enumImports(column), ...(chosen ? [chosen] : [])].map(({ className, module }) => ({
      className,
      module,
    })),
  };
}

/** The name of a column in the JSON API: `label_ids` of `labels`. */
export function jsonName({ kind, name }: Column): string {
  return kind === 'many' ? `${singularOf(name)}_ids` : name;
}

function typeOf(column: Column, choices: AllChoices, side: keyof JsonType): string | undefined {
  const { isNullable, kind, name } = column;
  const chosen = choices.get(name);
  const type = COLUMN_TYPES[kind].json(column, chosen && keyType(chosen))?.[side];
  const isMany = kind === 'many';
  const whole = type !== undefined && isNullable && !isMany ? `${type} | None` : type;
  const refers = chosen && refersTo(column, chosen, side === 'sent' || isMany ? 'Refers' : 'Shown');
  return refers !== undefined && whole !== undefined
    ? `Annotated[${whole.replace(/^Annotated\[(.*)\]$/, '$1')}, ${refers}]`
    : whole;
}

function refersTo(
  { kind, name }: Column,
  { className, key }: Choices,
  marker: 'Refers' | 'Shown' = 'Refers',
): string {
  return `${marker}(${className}.${key}${kind === 'many' ? `, many=${text(name)}` : ''})`;
}

/** The type of a parameter: in a URL, all values are text. */
function filterType(column: Column, chosen: Choices | undefined): string | undefined {
  if (!chosen) {
    return column.kind === 'boolean'
      ? 'QueryBool'
      : COLUMN_TYPES[column.kind].json(column, undefined)?.got;
  }
  const { got } = keyType(chosen);
  const type = got === 'int' ? 'QueryKey' : got;
  return `Annotated[${type}, ${refersTo(column, chosen)}]`;
}

function defaultOf(column: Column): string | undefined {
  const { hasComputedDefault, isFilled, isNullable, kind } = column;
  const value = defaultCode(column);
  if (value !== undefined && SHOWN.includes(kind)) {
    return value;
  }
  const isSet = value !== undefined || hasComputedDefault || (kind === 'many' && !isFilled);
  return isSet ? LEFT_OUT : isNullable ? 'None' : undefined;
}

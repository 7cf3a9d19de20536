// Specs: spec/make-model/index.spec.ts
import { datesImported, withDates } from '../fields/dates';
import type { Field } from '../fields/words';
import { attributesOf, columnNameOf } from '../fields/field-list';
import type { ModelNames } from '../naming/class-names';
import { pascalCase } from '../naming/spelling';
import type { ColumnType } from '../project/column-type';
import { COLUMN_TYPES } from '../project/column-types';
import { memberOf } from '../project/choice-columns';
import { impliedFormat } from '../project/text-formats';
import { text } from '../python/expression';
import type {
  ColumnValues,
  ModelFieldValues,
  ParentValues,
  RelationValues,
} from '../templates/model-values';
import type { ReferencedModel } from './referenced-model';

/** What a model has already. */
export interface ModelSoFar {
  /** The names of its columns. */
  readonly columns: readonly string[];
  /** The classes of the models that a foreign key relates it to. */
  readonly related: readonly string[];
}

/** What a new model has. */
export const NO_MODEL: ModelSoFar = { columns: [], related: [] };

/**
 * The values for a model of these fields.
 *
 * @param references What they refer to, by the name of the field.
 */
export function modelFieldValues(
  fields: readonly Field[],
  model: ModelNames,
  references: ReadonlyMap<string, ReferencedModel>,
  parent: ParentValues | undefined,
  known: ModelSoFar,
): ModelFieldValues {
  const attributes = [...known.columns, ...fields.flatMap(attributesOf)];
  const enums = fields.filter(({ word }) => word === 'enum');
  const classes = [...references.values(), ...(parent ? [parent] : [])];
  const isClear = (className: string): boolean =>
    classes.filter((each) => each.className === className).length === 1 &&
    !known.related.includes(className);
  return {
    columns: fields.map((field) => columnValues(field, model, references, attributes)),
    enums: enums.map(({ name, type: { values = [] } }) => ({
      className: enumName(model, name),
      members: values.map((value) => ({ name: memberOf(value), value: text(value) })),
    })),
    relations: fields.flatMap(({ isOptional, name }) => {
      const other = references.get(name);
      return other ? [relationValues(name, isOptional, other, isClear(other.className))] : [];
    }),
    typeImports: [...new Map(classes.map((each) => [each.className, each])).values()]
      .filter(({ className }) => className !== model.className)
      .map(({ className, module }) => ({ className, module }))
      .sort((one, other) => (one.module < other.module ? -1 : 1)),
    dates: datesImported(attributes),
    foreignKeys:
      parent === undefined || isClear(parent.className) ? '' : `, foreign_keys=[${parent.id}]`,
  };
}

function columnValues(
  field: Field,
  model: ModelNames,
  references: ReadonlyMap<string, ReferencedModel>,
  attributes: readonly string[],
): ColumnValues {
  const { isIndexed, isOptional, isUnique, name } = field;
  const row = COLUMN_TYPES[field.type.kind];
  const other = references.get(name);
  const local = enumName(model, name);
  const type: ColumnType =
    field.word === 'enum'
      ? { ...field.type, enumClass: { module: model.module, name: local, local } }
      : field.type;
  const annotation = other?.keyType ?? type.enumClass?.local ?? row.annotation ?? 'Any';
  const value =
    field.default === undefined
      ? row.ownDefault(isOptional)
      : row.typedDefault(field.default, type);
  const sqlType = row.sqlType(type);
  const key = other && `ForeignKey(${text(other.key)}, ondelete="${field.onDelete}")`;
  const info = infoOf(field);
  const all = [
    sqlType === row.impliedType ? undefined : sqlType,
    key,
    value === undefined ? undefined : `default=${withDates(value, attributes)}`,
    (isIndexed || other) && !isUnique ? 'index=True' : undefined,
    isUnique ? 'unique=True' : undefined,
    info === '' ? undefined : `info={${info}}`,
  ];
  return {
    name: columnNameOf(field),
    type: `${withDates(annotation, attributes)}${isOptional ? ' | None' : ''}`,
    arguments: all.filter((part) => part !== undefined).join(', '),
  };
}

/** What forms and pages have to know beyond the name and the type of the column. */
function infoOf({ isSecret, name, type: { format, length } }: Field): string {
  return [
    ...(format === undefined || format === impliedFormat(name, length)
      ? []
      : [`"format": "${format}"`]),
    ...(isSecret ? ['"hidden": True'] : []),
  ].join(', ');
}

function relationValues(
  name: string,
  isOptional: boolean,
  { className, isOwn, key }: ReferencedModel,
  isClear: boolean,
): RelationValues {
  return {
    name,
    type: `${className}${isOptional ? ' | None' : ''}`,
    arguments: [
      ...(isClear ? [] : [`foreign_keys=[${name}_id]`]),
      ...(isOwn ? [`remote_side=[${key.split('.').at(-1)}]`] : []),
    ].join(', '),
  };
}

function enumName({ className }: ModelNames, field: string): string {
  return `${className}${pascalCase(field)}`;
}

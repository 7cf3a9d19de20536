// Specs: spec/make-model/index.spec.ts
import { datesImported, withDates } from '../fields/dates';
import { attributesOf, columnNameOf, isMany } from '../fields/field-list';
import type { Field } from '../fields/words';
import type { ModelNames } from '../naming/class-names';
import { pascalCase, snakeCase } from '../naming/spelling';
import { memberOf } from '../project/choice-columns';
import type { ColumnStyle } from '../project/column-style';
import type { ColumnType } from '../project/column-type';
import { COLUMN_TYPES } from '../project/column-types';
import { boundCode } from '../project/form-field';
import { impliedFormat } from '../project/text-formats';
import { text } from '../python/literals';
import type {
  ColumnValues,
  LinkValues,
  ModelFieldValues,
  ParentValues,
  RelationValues,
} from '../templates/model-values';
import type { ReferencedModel } from './belonging';

/** What the class of a model consists of. */
export interface ModelContent {
  readonly names: ModelNames;
  /** What other tables refer to it by: `posts.id`. */
  readonly key: string;
  readonly fields: readonly Field[];
  readonly references: ReadonlyMap<string, ReferencedModel>;
  readonly parent?: ParentValues | undefined;
  /** The names of the columns that it has already. */
  readonly columns?: readonly string[];
  /** The classes of models that other keys relate it to. */
  readonly related: readonly string[];
}

/**
 * What fields make of a model.
 *
 * @param style How columns are written; undefined for the style of `new`.
 */
export function modelFieldValues(
  { columns = [], fields, key, names, parent, references, related }: ModelContent,
  style: ColumnStyle | undefined,
): ModelFieldValues {
  const attributes = [...columns, ...fields.flatMap(attributesOf)];
  const enums = fields.filter(({ word }) => word === 'enum');
  const keyed = fields.filter((field) => !isMany(field));
  const classes = [...references.values(), ...(parent ? [parent] : [])];
  const byKey = [
    ...keyed.flatMap(({ name }) => references.get(name) ?? []),
    ...(parent ? [parent] : []),
  ];
  const isClear = (className: string): boolean =>
    byKey.filter((each) => each.className === className).length === 1 &&
    !related.includes(className);
  return {
    links: fields.filter(isMany).flatMap((field) => {
      const other = references.get(field.name);
      return other ? [linkValues(field, key, names, other)] : [];
    }),
    columns: keyed.map((field) => columnValues(field, names, references, attributes, style)),
    enums: enums.map(({ name, type: { values = [] } }) => ({
      className: enumName(names, name),
      members: values.map((value) => ({ name: memberOf(value), value: text(value) })),
    })),
    relations: fields.flatMap((field) => {
      const other = references.get(field.name);
      return other === undefined
        ? []
        : isMany(field)
          ? [manyValues(field, key, other, style)]
          : [relationValues(field, other, isClear(other.className), style)];
    }),
    typeImports: [...new Map(classes.map((each) => [each.className, each])).values()]
      .filter(({ className }) => className !== names.className)
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
  style: ColumnStyle | undefined,
): ColumnValues {
  const { isIndexed, isOptional, isUnique, name, onDelete } = field;
  const { isMapped = true, types = '' } = style ?? {};
  const { plain, ...own } = COLUMN_TYPES[field.type.kind];
  const row = style ? { ...own, ...plain } : own;
  const other = references.get(name);
  const local = enumName(model, name);
  const type: ColumnType =
    field.word === 'enum' && !style
      ? { ...field.type, enumClass: { module: model.module, name: local, local } }
      : field.type;
  const annotation = other?.keyType ?? type.enumClass?.local ?? row.annotation ?? 'Any';
  const value =
    field.default === undefined
      ? row.ownDefault(isOptional)
      : row.typedDefault(field.default, type);
  const sqlType = row.sqlType(type);
  const isImplied = isMapped && sqlType === row.impliedType;
  const deleted = style && onDelete === 'RESTRICT' ? '' : `, ondelete="${onDelete}"`;
  const info = infoOf(field, style);
  const all = [
    sqlType === undefined || isImplied ? undefined : types + sqlType,
    other && `${types}ForeignKey(${text(other.key)}${deleted})`,
    value === undefined ? undefined : `default=${withDates(value, attributes)}`,
    isMapped || isOptional ? undefined : 'nullable=False',
    (isIndexed || other) && !isUnique ? 'index=True' : undefined,
    isUnique ? 'unique=True' : undefined,
    info === '' ? undefined : `info={${info}}`,
  ];
  return {
    name: columnNameOf(field),
    type: optional(withDates(annotation, attributes), isOptional, style),
    arguments: all.filter((part) => part !== undefined).join(', '),
  };
}

/** What forms and pages have to know beyond the name and the type of the column. */
function infoOf(
  { isSecret, isUnlisted, name, type: { format, kind, length, max, min } }: Field,
  style: ColumnStyle | undefined,
): string {
  const isStated = !style && format !== undefined && format !== impliedFormat(name, length);
  return [
    ...(isStated ? [`"format": "${format}"`] : []),
    ...(isSecret ? ['"hidden": True'] : []),
    ...(isUnlisted ? ['"unlisted": True'] : []),
    ...(min === undefined ? [] : [`"min": ${boundCode(kind, min)}`]),
    ...(max === undefined ? [] : [`"max": ${boundCode(kind, max)}`]),
  ].join(', ');
}

function relationValues(
  { isOptional, name }: Field,
  { className, isOwn, key }: ReferencedModel,
  isClear: boolean,
  style: ColumnStyle | undefined,
): RelationValues {
  const isQuoted = style !== undefined && isOwn;
  const remote = style ? `"${className}.id"` : `[${key.split('.').at(-1)}]`;
  const type = isQuoted ? `"${className}"` : className;
  return {
    name,
    type: isQuoted && isOptional ? `Optional[${type}]` : optional(type, isOptional, style),
    arguments: [
      ...(style?.isMapped === false ? [`"${className}"`] : []),
      ...(isClear ? [] : [`foreign_keys=[${name}_id]`]),
      ...(isOwn ? [`remote_side=${remote}`] : []),
    ].join(', '),
  };
}

/** The table between a model and the one that a field leads to many records of. */
function linkValues(
  { name }: Field,
  own: string,
  { id }: ModelNames,
  { className, key }: ReferencedModel,
): LinkValues {
  return {
    table: linkTable(own, name),
    columns: [
      { name: id, key: own },
      { name: `${snakeCase(className)}_id`, key },
    ],
  };
}

function manyValues(
  { isOptional, isUnlisted, name }: Field,
  own: string,
  { className, key }: ReferencedModel,
  style: ColumnStyle | undefined,
): RelationValues {
  const info = [
    ...(isOptional ? [] : ['"required": True']),
    ...(isUnlisted ? ['"unlisted": True'] : []),
  ];
  return {
    name,
    type: `list[${className}]`,
    arguments: [
      ...(style?.isMapped === false ? [`"${className}"`] : []),
      `secondary=${linkTable(own, name)}`,
      `order_by="${className}.${key.split('.').at(-1)}"`,
      // A list of ours loads what it shows. Other applications have lists that do not.
      ...(style ? ['lazy="selectin"'] : []),
      ...(info.length > 0 ? [`info={${info.join(', ')}}`] : []),
    ].join(', '),
  };
}

/** `posts_labels` for `posts.id` and `labels` */
function linkTable(key: string, name: string): string {
  return `${key.split('.')[0]}_${name}`;
}

function optional(type: string, isOptional: boolean, style: ColumnStyle | undefined): string {
  return isOptional ? (style?.saysOptional ? `Optional[${type}]` : `${type} | None`) : type;
}

function enumName({ className }: ModelNames, field: string): string {
  return `${className}${pascalCase(field)}`;
}

// Specs: spec/existing/make-model.spec.ts
import { withDates } from '../fields/dates';
import type { Field } from '../fields/words';
import { columnNameOf } from '../fields/field-list';
import { COLUMN_TYPES } from '../project/column-types';
import { text } from '../python/expression';
import type { ReferencedModel } from './referenced-model';

/** How an application writes columns. */
export interface PlainStyle {
  readonly isMapped: boolean;
  /** In front of SQLAlchemy's types: `db.`, `sa.`, or nothing. */
  readonly types: string;
  /** In front of `Column`, or of `Mapped` and `mapped_column`: `db.`, `so.`, or nothing. */
  readonly columns: string;
  /** In front of `relationship`. */
  readonly relations: string;
  /** Whether annotations say `Optional[str]`. */
  readonly saysOptional: boolean;
}

/** The line of a column: `title = db.Column(db.String(120), nullable=False)`. */
export function columnLine(
  field: Field,
  other: ReferencedModel | undefined,
  style: PlainStyle,
  attributes: readonly string[],
): string {
  const { isIndexed, isOptional, isSecret, isUnique, onDelete } = field;
  const name = columnNameOf(field);
  const row = COLUMN_TYPES[field.type.kind];
  const type = (row.plain?.sqlType ?? row.sqlType)(field.type);
  const isImplied = style.isMapped && type === row.impliedType;
  const deleted =
    onDelete === undefined || onDelete === 'RESTRICT' ? '' : `, ondelete="${onDelete}"`;
  const value = defaultOf(field);
  const parts = [
    type === undefined || isImplied ? undefined : style.types + type,
    other && `${style.types}ForeignKey(${text(other.key)}${deleted})`,
    value === undefined ? undefined : `default=${withDates(value, attributes)}`,
    style.isMapped || isOptional ? undefined : 'nullable=False',
    (isIndexed || other) && !isUnique ? 'index=True' : undefined,
    isUnique ? 'unique=True' : undefined,
    isSecret ? 'info={"hidden": True}' : undefined,
  ];
  const all = parts.filter((part) => part !== undefined).join(', ');
  if (!style.isMapped) {
    return `${name} = ${style.columns}Column(${all})`;
  }
  const annotation = withDates(annotationOf(field, other), attributes);
  const mapped = `${name}: ${style.columns}Mapped[${optional(annotation, isOptional, style)}]`;
  return all === '' ? mapped : `${mapped} = ${style.columns}mapped_column(${all})`;
}

/** The line of a relationship: `author = db.relationship("User")`. */
export function relationLine(
  { isOptional, name }: Field,
  { className, isOwn }: ReferencedModel,
  isClear: boolean,
  style: PlainStyle,
): string {
  const clear = [
    ...(isClear ? [] : [`foreign_keys=[${name}_id]`]),
    ...(isOwn ? [`remote_side="${className}.id"`] : []),
  ];
  if (!style.isMapped) {
    return `${name} = ${style.relations}relationship(${[`"${className}"`, ...clear].join(', ')})`;
  }
  const type = isOwn ? `"${className}"` : className;
  const annotation = isOwn && isOptional ? `Optional[${type}]` : optional(type, isOptional, style);
  return `${name}: ${style.columns}Mapped[${annotation}] = ${style.relations}relationship(${clear.join(', ')})`;
}

/** The line of a primary key. */
export function keyLine({ columns, isMapped, types }: PlainStyle): string {
  return isMapped
    ? `id: ${columns}Mapped[int] = ${columns}mapped_column(primary_key=True)`
    : `id = ${columns}Column(${types}Integer, primary_key=True)`;
}

function optional(type: string, isOptional: boolean, { saysOptional }: PlainStyle): string {
  return isOptional ? (saysOptional ? `Optional[${type}]` : `${type} | None`) : type;
}

function annotationOf({ type }: Field, other: ReferencedModel | undefined): string {
  const { annotation, plain } = COLUMN_TYPES[type.kind];
  return other?.keyType ?? plain?.annotation ?? annotation ?? 'Any';
}

function defaultOf({ default: typed, isOptional, type }: Field): string | undefined {
  const row = COLUMN_TYPES[type.kind];
  return typed === undefined
    ? row.ownDefault(isOptional)
    : (row.plain?.typedDefault ?? row.typedDefault)(typed, type);
}

// Specs: spec/project/columns.spec.ts
import type { TextFormat } from './text-formats';

/** The kind of a column, which decides its field on a form. */
export type ColumnKind =
  | 'string'
  | 'text'
  | 'integer'
  | 'decimal'
  | 'float'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'time'
  | 'enum'
  | 'foreign key'
  | 'many'
  | 'uuid'
  | 'json'
  | 'unknown';

/** A Python enum whose members are the values of a column. */
interface EnumClass {
  readonly module: string;
  /** Its name in that module: `Status`, `Post.Status`. */
  readonly name: string;
  /** Its name in the model's file. */
  readonly local: string;
}

/** The type of a column, with the details that a form can check. */
export interface ColumnType {
  readonly kind: ColumnKind;
  /** The length of a string, in characters. */
  readonly length?: number | undefined;
  /** What a string must be. */
  readonly format?: TextFormat | undefined;
  /** The size of an integer: 16, 32 or 64. */
  readonly bits?: number | undefined;
  /** The digits of a decimal; `scale` counts those after the decimal point. */
  readonly precision?: number | undefined;
  readonly scale?: number | undefined;
  /** The least and the largest number that a form accepts: `0.5`. The model has them in `info={"min": …}`. */
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  /** Whether a datetime knows its timezone. */
  readonly isAware?: boolean | undefined;
  readonly enumClass?: EnumClass | undefined;
  /** The values of an enum, as far as its file shows them. */
  readonly values?: readonly string[] | undefined;
}

/** A column of a model, as defined in Python. */
export interface Column extends ColumnType {
  /** The attribute of the model. */
  readonly name: string;
  /** Its name in the database, if that differs. */
  readonly storedAs: string | undefined;
  readonly isNullable: boolean;
  /** Whether the model says so: in the older style, a column may be empty unless the model forbids it. */
  readonly isOptional: boolean;
  readonly isPrimaryKey: boolean;
  readonly isUnique: boolean;
  readonly isIndexed: boolean;
  /** If it is the last column of a constraint in `__table_args__`, the others, whose values differ together with its own. */
  readonly uniqueWith?: readonly string[] | undefined;
  /** Its default as Python, if that is a literal or an enum member: `0`, `Status.DRAFT`. */
  readonly default: string | undefined;
  /** What the database puts into it: `0`, if that is a literal. */
  readonly serverDefault?: string | undefined;
  /** Whether each new record computes its default: `default=make_token`. */
  readonly hasComputedDefault: boolean;
  /** Whether the database or each update fills it, so that a form leaves it out. */
  readonly isAutomatic: boolean;
  /** Whether its type is the application's own, so that its values may be of any kind. */
  readonly hasOwnType: boolean;
  /** The target of a foreign key, or of the one to many records, as written: `users.id`, or the attribute `User.id`. */
  readonly references: string | undefined;
  /** Whether a form insists on a record among many. */
  readonly isFilled?: boolean | undefined;
  /** What deleting that record does: `CASCADE`. */
  readonly onDelete: string | undefined;
  /** Whether the model says that no page shows it: `info={"hidden": True}`. */
  readonly isSecret: boolean;
  /** Whether the model keeps it out of lists: `info={"unlisted": True}`. */
  readonly isUnlisted: boolean;
}

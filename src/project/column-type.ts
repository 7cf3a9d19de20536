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
  | 'uuid'
  | 'json'
  | 'unknown';

/** A Python enum whose members are the values of a column. */
export interface EnumClass {
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
  /** Whether a datetime knows its timezone. */
  readonly isAware?: boolean | undefined;
  /** The Python class of an enum, if it has one. */
  readonly enumClass?: EnumClass | undefined;
  /** The values of an enum, as far as its file shows them. */
  readonly values?: readonly string[] | undefined;
}

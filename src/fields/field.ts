// Specs: spec/fields/grammar.spec.ts
import type { ColumnType } from '../project/column-type';

/** A field as typed on the command line: `title:string:120:unique`. It never changes. */
export interface Field {
  /** `title`; `author` for a reference, whose column is `author_id`. */
  readonly name: string;
  /** The whole field in its usual spelling, to type again. */
  readonly typed: string;
  readonly type: ColumnType;
  /** The word for its type: `email`. */
  readonly word: string;
  /** The model that it refers to, as typed: `users`; undefined for other types. */
  readonly model: string | undefined;
  /** What deleting that record does; undefined for other types. */
  readonly onDelete: OnDelete | undefined;
  readonly isOptional: boolean;
  readonly isUnique: boolean;
  readonly isIndexed: boolean;
  /** Whether no form and no page shows it. */
  readonly isSecret: boolean;
  /** As typed: `draft`, `now`. */
  readonly default: string | undefined;
}

/** What the database does with the records that refer to a deleted one. */
export type OnDelete = 'CASCADE' | 'RESTRICT' | 'SET NULL';

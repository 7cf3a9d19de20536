// Specs: spec/templates-reference.spec.ts
import type { ClassValues } from './code-values';

/** A model that another one, the child, belongs to. */
export interface ParentValues {
  /** The name of its class: `Recipe`. */
  readonly className: string;
  /** The module to import it from: `app.models.recipe`. */
  readonly module: string;
  /** The child's relationship to it: `recipe`. */
  readonly record: string;
  /** The child's column with its key: `recipe_id`. */
  readonly id: string;
  /** The column that this refers to: `recipes.id`. */
  readonly key: string;
  /** The Python type of the key: `int`; nothing if it is not known. */
  readonly keyType: string | undefined;
  /** Its relationship to the children: `comments`. */
  readonly list: string;
}

/** A column of a new model. */
export interface ColumnValues {
  /** `title` */
  readonly name: string;
  /** The type in its annotation: `str | None`. */
  readonly type: string;
  /** The arguments of `mapped_column`: `String(120), unique=True`. Empty if the annotation is enough. */
  readonly arguments: string;
}

/** An enum in the file of a new model. */
export interface EnumValues {
  /** `PostStatus` */
  readonly className: string;
  /** Its members, in the order of the values. */
  readonly members: readonly MemberValues[];
}

/** A member of an enum. */
export interface MemberValues {
  /** `IN_REVIEW` */
  readonly name: string;
  /** Its value as Python: `"in-review"`. */
  readonly value: string;
}

/** A table between a new model and another one. */
export interface LinkValues {
  /** Its name, which is also that of its variable: `posts_labels`. */
  readonly table: string;
  /** Its foreign keys: `post_id` to `posts.id`, then that to the other model. */
  readonly columns: readonly LinkColumn[];
}

/** A foreign key of a table between two models. */
export interface LinkColumn {
  /** `post_id` */
  readonly name: string;
  /** The column that it refers to: `posts.id`. */
  readonly key: string;
}

/** A relationship of a new model to the record that a column refers to. */
export interface RelationValues {
  /** `author` */
  readonly name: string;
  /** The type in its annotation: `User | None`. */
  readonly type: string;
  /** The arguments of `relationship`: `foreign_keys=[author_id]`. Empty if the column is clear. */
  readonly arguments: string;
}

/** What the fields of a new model make of its file. */
export interface ModelFieldValues {
  /** The columns, in the order of the fields. */
  readonly columns: readonly ColumnValues[];
  /** The tables of fields with many records. */
  readonly links: readonly LinkValues[];
  /** The enums, in the same order. */
  readonly enums: readonly EnumValues[];
  /** The relationships, in the same order. */
  readonly relations: readonly RelationValues[];
  /** The models to import for annotations alone: those that it belongs or refers to. */
  readonly typeImports: readonly ClassValues[];
  /** What to import from `datetime`: `date, datetime, time`, or `date as date_` beside a column `date`. */
  readonly dates: string;
  /** The key of the relationship to the parent, as a further argument: `, foreign_keys=[recipe_id]`. Empty if it is clear. */
  readonly foreignKeys: string;
}

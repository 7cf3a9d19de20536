import { COLUMN_TYPES } from '../project/column-types';
import type { Belonging } from './belonging';

/** A parent, as the templates in `models/` have it. */
export interface ParentValues {
  readonly className: string;
  /** To import it from: `app.models.recipe`. */
  readonly module: string;
  /** The relationship of the child to it: `recipe`. */
  readonly record: string;
  /** The column of the child with its key: `recipe_id`. */
  readonly id: string;
  /** What the key refers to: `recipes.id`. */
  readonly key: string;
  /** What the key is annotated with: `int`; undefined if its type is not known. */
  readonly keyType: string | undefined;
  /** What it calls its children: `comments`. */
  readonly list: string;
}

/** The parent of a model, whose key is one column. */
export function parentValues({
  list,
  parent,
  parentKey: [{ kind, name, storedAs = name }],
  parentModule,
  table,
}: Belonging): ParentValues {
  return {
    className: parent.className,
    module: parentModule,
    record: parent.record,
    id: parent.id,
    key: `${table}.${storedAs}`,
    keyType: COLUMN_TYPES[kind].annotation,
    list,
  };
}

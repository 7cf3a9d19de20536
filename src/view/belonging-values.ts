// Specs: spec/rules/relationship.spec.ts
import { COLUMN_TYPES } from '../project/column-types';
import type { Belonging } from './belonging';

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

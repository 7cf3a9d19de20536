// Specs: spec/rules/relationship.spec.ts
import { COLUMN_TYPES } from '../project/column-types';
import type { Belonging } from './belonging';
import type { ParentValues } from '../templates/model-values';

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

// Specs: spec/rules/relationship.spec.ts
import type { ModelNames } from '../naming/class-names';
import { type ClassPlace, moduleOf } from '../project/class-place';
import type { Column } from '../project/column-type';
import { isRelationship } from '../project/column-style';
import { COLUMN_TYPES } from '../project/column-types';
import { tableOf } from '../project/models';
import { assignmentTo, hasMember } from '../python/queries';
import type { ParentValues } from '../templates/model-values';

type KeyColumn = Pick<Column, 'kind' | 'name' | 'storedAs'>;

/** The key of a model whose file shows none, because a library defines its base. */
const USUAL_KEY: KeyColumn = { kind: 'integer', name: 'id', storedAs: undefined };

/** How a model belongs to another one. */
export interface Belonging {
  readonly child: ModelNames;
  readonly parent: ModelNames;
  /** The class of the parent. */
  readonly place: ClassPlace;
  readonly parentModule: string;
  /** The table of the parent, as its file names it. */
  readonly table: string;
  /** Its primary key: at times several columns. */
  readonly parentKey: readonly [KeyColumn, ...KeyColumn[]];
  /** What the parent calls its children: `comments`. */
  readonly list: string;
  /** The key that the relationships use, if several relate the two models: `Comment.recipe_id`. */
  readonly key?: string;
}

/** How a model belongs to a parent of which the project has this class, with these columns. */
export function belongingOf(
  child: ModelNames,
  parent: ModelNames,
  place: ClassPlace,
  columns: readonly Column[],
): Belonging {
  const [first = USUAL_KEY, ...others] = columns.filter(({ isPrimaryKey }) => isPrimaryKey);
  return {
    child,
    parent,
    place,
    parentModule: moduleOf(place.source),
    table: tableOf(place.definition) ?? parent.table,
    parentKey: [first, ...others],
    list: listName(place, child),
  };
}

/** What the parent calls its children: it may have something else of that name. */
function listName({ definition }: ClassPlace, child: ModelNames): string {
  const isFree = (name: string): boolean => {
    const own = assignmentTo(definition.node, name);
    return own ? isRelationship(own.value) : !hasMember(definition, name);
  };
  return [child.records, `${child.name}_list`].find(isFree) ?? `${child.name}_children`;
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

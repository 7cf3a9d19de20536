import type { ModelNames } from '../../naming/model-names';
import { type ClassPlace, moduleOf } from '../../project/class-place';
import { type Column, columnsIn } from '../../project/columns';
import { findModel, tableOf } from '../../project/models';
import type { Project } from '../../project/project';
import { assignmentsIn } from '../../python/assignments';
import { hasMember } from '../../python/definitions';
import { isRelationship } from './is-relationship';

type ParentColumn = Pick<Column, 'kind' | 'name' | 'storedAs'>;

/** The key of a model whose file does not say it: its base is another library's. */
const USUAL_KEY: ParentColumn = { kind: 'integer', name: 'id', storedAs: undefined };

/** A model and the one that it belongs to. */
export interface Belonging {
  readonly child: ModelNames;
  readonly parent: ModelNames;
  /** Where the parent is. */
  readonly place: ClassPlace;
  readonly parentModule: string;
  /** The table of the parent, as its file has it. */
  readonly table: string;
  /** Its primary key: at times several columns. */
  readonly parentKey: readonly [ParentColumn, ...ParentColumn[]];
  /** What the parent calls its children: `comments`. */
  readonly list: string;
  /** What the relationships go by, where there is more than one key between the two: `Comment.recipe_id`. */
  readonly key?: string;
}

/** How a model belongs to another one; undefined where that is not there. */
export async function belongingOf(
  project: Project,
  child: ModelNames,
  parent: ModelNames,
): Promise<Belonging | undefined> {
  const place = await findModel(project, parent);
  if (place === undefined) {
    return undefined;
  }
  const columns = await columnsIn(project, place);
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
    const own = assignmentsIn(definition.node).find(({ target }) => target === name);
    return own ? isRelationship(own.value) : !hasMember(definition, name);
  };
  return [child.list, `${child.name}_list`].find(isFree) ?? `${child.name}_children`;
}

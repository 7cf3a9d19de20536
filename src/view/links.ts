// Specs: spec/add-field/index.spec.ts
import { modelOfClass } from '../naming/class-names';
import type { ClassPlace } from '../project/class-place';
import type { Column } from '../project/column-type';
import { columnsIn } from '../project/columns';
import { findModel } from '../project/models';
import type { Project } from '../project/project';
import { choicesOf } from './choices';
import type { ReferencedModel } from './referenced-model';

/** A foreign key that relates two models. */
export interface Link {
  /** The class of the model with the key: `Post`. */
  readonly holder: string;
  /** Its column: `author_id`. */
  readonly column: string;
}

/**
 * The foreign keys between a model and others that it is to refer to, by their classes. A class without one is left out.
 *
 * @param columns The columns of the model.
 */
export async function linksOf(
  project: Project,
  own: ClassPlace,
  columns: readonly Column[],
  references: ReadonlyMap<string, ReferencedModel>,
): Promise<ReadonlyMap<string, readonly Link[]>> {
  const links = new Map<string, readonly Link[]>();
  for (const className of new Set([...references.values()].map((each) => each.className))) {
    const other = await findModel(project, modelOfClass(className, project.layout));
    const isOwn = className === own.definition.name;
    const found = [
      ...(await keysTo(project, own, columns, className)),
      ...(other && !isOwn
        ? await keysTo(project, other, await columnsIn(project, other), own.definition.name)
        : []),
    ];
    if (found.length > 0) {
      links.set(className, found);
    }
  }
  return links;
}

async function keysTo(
  project: Project,
  place: ClassPlace,
  columns: readonly Column[],
  target: string,
): Promise<Link[]> {
  const choices = await choicesOf(project, place, columns);
  return [...choices]
    .filter(([, { className }]) => className === target)
    .map(([column]) => ({ holder: place.definition.name, column }));
}

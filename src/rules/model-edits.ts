// Specs: spec/add-field/index.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import { type Edit, inserted } from '../edit';
import type { Field } from '../fields/words';
import { attributesOf } from '../fields/field-list';
import { modelOfClass } from '../naming/class-names';
import { type ClassPlace, lineageOf } from '../project/class-place';
import type { Column } from '../project/column-type';
import { findModel } from '../project/models';
import type { Project } from '../project/project';
import { assignmentTo, findClass } from '../python/queries';
import { withoutStatement } from '../python/removal';
import type { PythonSource } from '../python/source';
import { statementOf } from '../python/statements';
import { withClearRelationships } from './clear-relationships';
import { checkNames, withColumns } from './new-columns';
import { type FieldsState, refusalOfDifferent } from '../view/model-fields';

/** A model that exists, and the fields that it is to get. */
export interface GrownModel {
  readonly place: ClassPlace;
  readonly columns: readonly Column[];
  readonly fields: FieldsState;
}

/**
 * Adds to a model the columns that it lacks.
 *
 * @throws SchematicsException if it has another column or something else of their names.
 */
export async function modelEdits(
  project: Project,
  { columns, fields, place }: GrownModel,
): Promise<Edit[]> {
  const refusal = refusalOfDifferent(place, fields);
  if (refusal !== undefined) {
    throw new SchematicsException(refusal);
  }
  const lineage: ClassPlace[] = [];
  for await (const each of lineageOf(project, place)) {
    lineage.push(each);
  }
  checkNames(lineage, fields.missing);
  const className = place.definition.name;
  const referred = fields.missing.map(({ name }) => fields.references.get(name)?.className);
  const links = [...fields.links].filter(([other]) => referred.includes(other));
  const edits = inserted(place.source, (source) => {
    const clear = links.reduce(
      (before, [other, keys]) => withClearRelationships(before, className, other, keys),
      source,
    );
    return withColumns(
      clear,
      className,
      fields,
      columns.map(({ name }) => name),
    );
  });
  for (const [other, keys] of links.filter(([name]) => name !== className)) {
    const target = await findModel(project, modelOfClass(other, project.layout));
    if (target) {
      edits.push(
        ...inserted(target.source, (source) =>
          withClearRelationships(source, other, className, keys),
        ),
      );
    }
  }
  return edits;
}

/** The file of a model without the columns and the relationships of fields. */
export function withoutFields(
  source: PythonSource,
  className: string,
  fields: readonly Field[],
): PythonSource {
  return fields.flatMap(attributesOf).reduce((before, name) => {
    const owner = findClass(before, className);
    const own = owner && assignmentTo(owner.node, name);
    return own ? withoutStatement(before, statementOf(own.node)) : before;
  }, source);
}

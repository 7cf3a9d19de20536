// Specs: spec/change-field/index.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import { modelOfClass } from '../naming/class-names';
import { withArticle } from '../naming/spelling';
import type { ChangedModel } from '../changing/changed-model';
import type { ClassPlace } from '../project/class-place';
import { needsValue } from '../project/column-roles';
import type { Column } from '../project/column-type';
import { columnsIn } from '../project/columns';
import { findModelOfTable } from '../project/models';
import type { Project } from '../project/project';
import type { WishedField } from './wished-field';

/**
 * Refuses a reference that would have each record need another one before it: nobody could make the first.
 *
 * @throws SchematicsException if what it refers to needs a record of the model itself.
 */
export async function refuseCircle(
  project: Project,
  { names: { model }, place }: ChangedModel,
  { after, field }: WishedField,
): Promise<void> {
  if (after.isOptional || !field.column.isNullable) {
    return;
  }
  const first = await targetOf(project, field.column);
  const needed = new Map(first ? [[first.definition.name, first]] : []);
  for (const each of needed.values()) {
    for (const column of (await columnsIn(project, each)).filter(needsValue)) {
      const next = await targetOf(project, column);
      if (next) {
        needed.set(next.definition.name, next);
      }
    }
  }
  if (first && needed.has(place.definition.name)) {
    const other = modelOfClass(first.definition.name, project.layout).phrase;
    const isSelf = first.definition.name === place.definition.name;
    throw new SchematicsException(
      `${field.name} has to stay optional: each ${other} ${isSelf ? 'would need' : 'needs'} ${withArticle(model.phrase)}, so nobody could make the first of them.` +
        (isSelf ? '' : ` Make what leads from ${withArticle(other)} back optional, or leave this.`),
    );
  }
}

async function targetOf(project: Project, column: Column): Promise<ClassPlace | undefined> {
  const table = column.references?.replace(/\.\w+$/, '');
  return table === undefined ? undefined : findModelOfTable(project, table);
}

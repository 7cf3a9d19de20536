// Specs: spec/change-field/index.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import { modelOfClass } from '../naming/class-names';
import { withArticle } from '../naming/spelling';
import type { ChangedModel } from '../changing/changed-model';
import { needsValue } from '../project/column-roles';
import { COLUMN_TYPES } from '../project/column-types';
import { columnsIn } from '../project/columns';
import { modelReferredBy } from '../project/models';
import type { Project } from '../project/project';
import type { WishedField } from './wished-field';

/** @throws SchematicsException if no database converts the values of a field. The message names the way that does. */
export function refuseConversion(
  { names: { name: resource } }: ChangedModel,
  { after, change, field: { column, name } }: WishedField,
): void {
  const { kind } = column;
  const [table = ''] = column.references?.split('.') ?? [];
  const isOtherKey = kind === 'foreign key' && after.model !== table && change.type.length > 1;
  if (
    kind === after.type.kind ? !isOtherKey : COLUMN_TYPES[kind].converts.includes(after.type.kind)
  ) {
    return;
  }
  const [is, wanted] = isOtherKey
    ? [`refers to ${table}`, `a reference to ${after.model}`]
    : [`is ${withArticle(kind)}`, withArticle(after.type.kind)];
  const typed = [`${name}_2`, ...change.type, 'optional'].join(':');
  throw new SchematicsException(
    `${name} ${is}, and no database makes ${wanted} of that by itself. Add another field, fill it, then remove this one and ` +
      `rename the other:\n  scaffold add:field ${resource} ${typed}\n  scaffold remove:field ${resource} ${name}\n` +
      `  scaffold rename:field ${resource} ${name}_2:${name}`,
  );
}

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
  const first = await modelReferredBy(project, field.column);
  const needed = new Map(first ? [[first.definition.name, first]] : []);
  for (const each of needed.values()) {
    for (const column of (await columnsIn(project, each)).filter(needsValue)) {
      const next = await modelReferredBy(project, column);
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

// Specs: spec/change-field/index.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import type { ChangedModel } from '../changing/changed-model';
import { withArticle } from '../naming/spelling';
import { COLUMN_TYPES } from '../project/column-types';
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

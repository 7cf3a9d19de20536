import { chain, type Rule } from '@angular-devkit/schematics';
import { type DataWish, refuseLoss } from '../changing/held-data';
import { growing } from '../growing';
import { segmentsOf } from '../naming/segments';
import type { WithFiles } from '../project/files';
import type { RemoveResourceOptions } from './options';
import { Removal } from './removal';
import { folderOf } from '../view/resource';

/**
 * Removes a resource: what its manifest has, what only serves that in other files, and its table.
 *
 * @throws UsageError if there is no such resource, SchematicsException and SourceError if the project does not allow it.
 */
export function removeResource({
  deleteData,
  files,
  findData,
  name: typed,
  projectPath,
  replaceChanged: force = false,
}: WithFiles<RemoveResourceOptions> & DataWish): Rule {
  segmentsOf(typed, 'resource');
  return growing({ files, projectPath }, async (app) => {
    const name = folderOf(app, typed);
    const removal = new Removal(app, force);
    const tables = await removal.tablesOf(name);
    return chain([
      removal.of(name, tables),
      () => (tables.length > 0 ? refuseLoss(tables, { deleteData, findData }) : undefined),
    ]);
  });
}

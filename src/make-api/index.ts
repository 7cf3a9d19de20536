import type { Rule } from '@angular-devkit/schematics';
import { growing } from '../growing';
import type { WithFiles } from '../project/files';
import { refuseOthersApi, serveResource } from '../rules/served-resource';
import { existingLooks } from '../view/present-guard';
import { findResource, folderOf, lackOfModel } from '../view/resource';
import type { MakeApiOptions } from './options';

/**
 * Adds a resource to the JSON API of a Flask application: the operations of its actions, their schemas and their tests.
 *
 * @throws UsageError if a name is wrong, SchematicsException and SourceError if the project does not allow it.
 */
export function makeApi({ files, projectPath, ...options }: WithFiles<MakeApiOptions>): Rule {
  return growing({ files, projectPath }, async (app) => {
    refuseOthersApi(app);
    const name = folderOf(app, options.name);
    const { names, place } = await findResource(app, { ...options, name });
    if (!place) {
      throw lackOfModel(names);
    }
    return serveResource(app, names, () => existingLooks(app.project, names.views));
  });
}

import { chain, type Rule, SchematicsException } from '@angular-devkit/schematics';
import { folderOf } from '../add-field/grown-resource';
import { stageEdits } from '../edit';
import { growing } from '../growing';
import type { WithFiles } from '../project/files';
import { addApi, checkApi, reportApi } from '../rules/api';
import { ownedBy } from '../rules/request';
import { tell } from '../rules/tell';
import { apiState } from '../view/api-state';
import { existingLooks } from '../view/existing-guard';
import { existingViews } from '../view/look';
import { findResource, lackOfModel } from '../view/resource';
import { testsState } from '../view/tests-state';
import type { MakeApiOptions } from './options';

/**
 * Adds a resource to the JSON API of a Flask application: the operations of its actions, their schemas and their tests.
 *
 * @throws UsageError if a name is wrong, SchematicsException and SourceError if the project does not allow it.
 */
export function makeApi({ files, projectPath, ...options }: WithFiles<MakeApiOptions>): Rule {
  return growing({ files, projectPath }, async ({ isOurs, project }, templates) => {
    if (!isOurs) {
      throw new SchematicsException('make:api works in applications that `scaffold new` made.');
    }
    const name = folderOf(project, options.name);
    const { names, place } = await findResource(project, { ...options, name });
    if (!place) {
      throw lackOfModel(names);
    }
    const views = await existingViews(
      project,
      await existingLooks(project, names.views),
      templates,
    );
    await checkApi(project, names, views);
    const tests = await testsState(project, names, views, templates);
    const state = apiState(project, names, views, tests, templates);
    project.changes.ask({ resource: name }, { options: { api: true } }, ownedBy(names.model));
    const { edits, notes } = await addApi(project, state);
    return chain([
      stageEdits(edits, project),
      tell([...notes, ...reportApi(project, state, edits)], project),
    ]);
  });
}

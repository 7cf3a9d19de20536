import { chain, type Rule } from '@angular-devkit/schematics';
import { stageEdits } from '../edit';
import { parseFields } from '../fields/field-list';
import { growing } from '../growing';
import { modelView } from '../naming/resource-names';
import type { WithFiles } from '../project/files';
import { addModel } from '../rules/model';
import { reportModel } from '../rules/model-report';
import { rememberModel } from '../rules/request';
import { tell } from '../rules/tell';
import { lookAt } from '../view/look';
import { ownModel } from '../view/view';
import type { MakeModelOptions } from './options';

/**
 * Adds a model to a Flask application, with a column for each field.
 *
 * @throws UsageError if a name or a field is wrong, SchematicsException and SourceError if the project does not allow it.
 */
export function makeModel({
  fields: typed,
  files,
  projectPath,
  ...options
}: WithFiles<MakeModelOptions>): Rule {
  const fields = parseFields(typed);
  const wanted = { ...modelView(options), fields };
  return growing(
    { files, projectPath },
    async (project, templates) => {
      const view = await lookAt(project, wanted, templates);
      rememberModel(project, view.names, ownModel(view)?.columns ?? []);
      const { edits, notes } = addModel(view);
      return chain([
        stageEdits(edits, project),
        tell([...(edits.length > 0 ? notes : []), ...reportModel(view, edits)], project),
      ]);
    },
    async (found, templates) => {
      const { makeModelIn } = await import('../existing/make-resources');
      return makeModelIn(found, options, fields, templates);
    },
  );
}

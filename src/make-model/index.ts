import { chain, type Rule } from '@angular-devkit/schematics';
import { stageEdits } from '../edit';
import { parseFields } from '../fields/field-list';
import { DEFAULT_LAYOUT } from '../layout';
import { isMadeByNew } from '../layout/made-by-new';
import { modelView } from '../naming/model-view';
import { TreeFiles, type WithFiles } from '../project/files';
import { Project } from '../project/project';
import { addModel } from '../rules/model';
import { reportModel } from '../rules/model-report';
import { tell, tellIgnoredSettings, tellOwnTemplates } from '../rules/tell';
import { lookAt } from '../view/look';
import { Templates } from '../view/templates';
import type { MakeModelOptions } from './options';

/**
 * Adds a model to a Flask application, with a column for each field.
 *
 * @throws UsageError if a name or a field is wrong, SchematicsException and SourceError if the project does not allow it.
 */
export function makeModel({
  fields,
  files,
  projectPath = '.',
  ...options
}: WithFiles<MakeModelOptions>): Rule {
  return async (tree) => {
    const wanted = { ...modelView(options), fields: parseFields(fields) };
    const found = files ?? new TreeFiles(tree, projectPath);
    const templates = await Templates.load(found);
    if (!isMadeByNew(found)) {
      const { makeModelIn } = await import('../existing/make-resources');
      return chain([
        await makeModelIn({ tree, projectPath, files: found }, options, wanted.fields, templates),
        tellOwnTemplates(templates),
      ]);
    }
    const project = new Project(tree, projectPath, DEFAULT_LAYOUT, files);
    const view = await lookAt(project, wanted, templates);
    const { edits, notes } = addModel(view);
    return chain([
      stageEdits(edits, project),
      tell([...(edits.length > 0 ? notes : []), ...reportModel(view, edits)], project),
      tellOwnTemplates(templates),
      tellIgnoredSettings(project),
    ]);
  };
}

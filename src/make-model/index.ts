import { chain, type Rule } from '@angular-devkit/schematics';
import { type Edit, stageEdits } from '../edit';
import { parseFields } from '../fields/field-list';
import { parseUnique } from '../fields/unique-together';
import { growing } from '../growing';
import { modelView } from '../naming/resource-names';
import type { WithFiles } from '../project/files';
import { addModel } from '../rules/model';
import { rememberModel } from '../rules/request';
import { tell } from '../rules/tell';
import { refuseUnique, uniqueModel } from '../rules/unique-together';
import { lookAt } from '../view/look';
import { ownModel, type View } from '../view/view';
import type { MakeModelOptions } from './options';
import { info, type Note } from '../rules/outcome';
import { adviseTables } from '../rules/migration-advice';

/**
 * Adds a model to a Flask application, with a column for each field.
 *
 * @throws UsageError if a name or a field is wrong, SchematicsException and SourceError if the project does not allow it.
 */
export function makeModel({
  fields: typed,
  files,
  projectPath,
  unique: together,
  ...options
}: WithFiles<MakeModelOptions>): Rule {
  const fields = parseFields(typed);
  const unique = parseUnique(together);
  const wanted = { ...modelView(options), fields };
  return growing({ files, projectPath }, async (app, templates) => {
    const { project } = app;
    refuseUnique(app, unique);
    if (!app.isOurs) {
      const { makeModelIn } = await import('../existing/make-model');
      return makeModelIn(app, options, fields, templates);
    }
    const view = await lookAt(project, wanted, templates);
    const model = ownModel(view);
    rememberModel(project, view.names, model?.columns ?? []);
    const { edits, notes } = addModel(view);
    return chain([
      stageEdits(edits, project),
      ...(model ? [uniqueModel(project, model, unique, templates)] : []),
      tell([...(edits.length > 0 ? notes : []), ...reportModel(view, edits)], project),
    ]);
  });
}

/** The next steps for a model that was made alone, or that nothing changed. */
function reportModel(view: View, edits: readonly Edit[]): Note[] {
  const { names, place } = ownModel(view) ?? {};
  if (edits.length === 0) {
    return [
      info(`Nothing to do: the model ${names?.className} already exists in ${place?.source.path}.`),
    ];
  }
  const advice = adviseTables(view.models);
  return advice.length > 0 && view.fields.length === 0
    ? [info(`Next: add columns to ${names?.className} in ${names?.file}.`), ...advice]
    : advice;
}

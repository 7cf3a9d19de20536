import { dirname } from 'node:path';
import { chain, type Rule } from '@angular-devkit/schematics';
import type { App } from '../app/app';
import { type Edit, stageEdits } from '../edit';
import { parseFields } from '../fields/field-list';
import { parseUnique } from '../fields/unique-together';
import type { Field } from '../fields/words';
import { growing } from '../growing';
import { initOf } from '../layout';
import { modelView } from '../naming/resource-names';
import { wantsOf } from '../naming/view-options';
import type { WithFiles } from '../project/files';
import { adviseTables } from '../rules/migration-advice';
import { addModel } from '../rules/model';
import { info, type Note, tell, warningIf } from '../rules/outcome';
import { rememberModel } from '../rules/request';
import { namedLook, type NamedLook } from '../view/asked';
import { needsInit } from '../view/blueprint-place';
import { refuseLikelySlip } from '../view/likely-slip';
import { placedModel, refuseNewTypes } from '../view/model-home';
import { type ModelState, modelStates } from '../view/model-state';
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
  unique: together,
  ...options
}: WithFiles<MakeModelOptions>): Rule {
  const fields = parseFields(typed);
  const unique = parseUnique(together);
  const wanted = modelView(options);
  return growing({ files, projectPath }, async (app) => {
    const { project } = app;
    const { layout } = project;
    refuseNewTypes(app, fields);
    const look = await namedLook(app, wanted);
    await refuseLikelySlip(project, look.names, wanted);
    const [names, wants] = [placedNames(app, look), wantsOf(wanted)];
    const models = await modelStates(app, { fields, guard: undefined, names, unique, wants });
    const model = models.at(-1);
    rememberModel(project, names, model?.columns ?? []);
    const { edits, notes } = addModel({ app, layout, models, names, wants });
    return chain([
      stageEdits([...(model ? packageOf(app, model) : []), ...edits], project),
      tell(
        model && edits.length > 0
          ? [...notes, ...adviseImport(model), ...whatIsNext(app, models, model, fields)]
          : [
              info(
                `Nothing to do: the model ${model?.names.className} already exists in ${model?.place?.source.path}.`,
              ),
            ],
        project,
      ),
    ]);
  });
}

/** The names of a model where the application keeps models. Only what `new` made tells by folders what it belongs to. */
function placedNames(app: App, { names }: NamedLook): NamedLook['names'] {
  const { model, parents } = names;
  return {
    ...names,
    model: model && placedModel(app, model, model.table),
    parents: app.isOurs ? parents : [],
  };
}

/** The `__init__.py` of the new folder of a model, if it needs one. */
function packageOf(app: App, { home: { file }, isNew, names }: ModelState): Edit[] {
  const folder = dirname(names.file);
  return isNew && file === undefined && needsInit(app, folder)
    ? [{ kind: 'create', path: initOf(folder), content: '' }]
    : [];
}

/** A model that no module imports is unknown to migrations. */
function adviseImport({ home: { file, init }, isNew, names }: ModelState): Note[] {
  return warningIf(
    isNew &&
      file === undefined &&
      init === undefined &&
      `No module imports ${names.file} yet, so migrations do not see ${names.className}. Import it where the application starts, or ` +
        'make its views.',
  );
}

/** The next steps for a model that was made alone. */
function whatIsNext(
  app: App,
  models: readonly ModelState[],
  { names }: ModelState,
  fields: readonly Field[],
): Note[] {
  const advice = adviseTables(app, models);
  return advice.length > 0 && fields.length === 0
    ? [info(`Next: add columns to ${names.className} in ${names.file}.`), ...advice]
    : advice;
}

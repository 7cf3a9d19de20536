import { SchematicsException } from '@angular-devkit/schematics';
import { type Edit, inserted } from '../edit';
import { initOf } from '../layout';
import { fileOf } from '../python/generated';
import type { ModelState } from '../view/model-state';
import { ownModel, type View } from '../view/view';
import { info, type Note, NOTHING, type Outcome } from './outcome';
import { registerClass } from './registration/registered-class';
import { withChildren } from './relationship';

/**
 * Makes the model of a view, and before it those that it belongs to, if the project lacks them.
 *
 * @throws SchematicsException in a project without a database, and if a name is taken.
 */
export function addModel(view: View): Outcome {
  const own = ownModel(view);
  if (!view.wants.model || !own) {
    return NOTHING;
  }
  if (view.modelsFolder === undefined) {
    throw new SchematicsException(
      `This application has no database (${initOf(view.layout.models)} is missing), so it can have no model. ` +
        'Leave out -m and --model, or make an application with `scaffold new NAME --db`.',
    );
  }
  const refused = view.models.find(({ refusal }) => refusal !== undefined);
  if (refused?.refusal !== undefined) {
    throw new SchematicsException(refused.refusal);
  }
  return {
    edits: view.models.flatMap((model) => editsFor(model, view)),
    notes: view.models.flatMap((model) => notesOn(model, model === own)),
  };
}

function editsFor(model: ModelState, view: View): Edit[] {
  const { layout, modelsFolder, packages } = view;
  const { names, place } = model;
  const registered =
    modelsFolder === 'package' ? registerClass(layout.models, packages.models, model) : [];
  return model.isNew && place
    ? [
        // First: the file of the package may define the parent.
        ...registered,
        { kind: 'create', path: names.file, content: fileOf(place.source) },
        ...childrenOf(model, view),
      ]
    : registered;
}

/** What the parent of a new model gets: `comments: Mapped[list[Comment]] = relationship(…)`. */
function childrenOf({ belonging }: ModelState, { templates }: View): Edit[] {
  // A key of several columns is for a person to write: advice says how.
  return belonging?.parentKey.length === 1
    ? inserted(belonging.place.source, (source) => withChildren(source, belonging, templates))
    : [];
}

function notesOn({ isNew, names, place }: ModelState, isOwn: boolean): Note[] {
  if (isNew) {
    return isOwn ? [] : [info(`Also made the model ${names.className} in ${names.file}.`)];
  }
  const path = place?.source.path ?? '';
  const message = `The model ${names.className} already exists in ${path}. It stays as it is.`;
  return isOwn ? [{ level: 'warn', message, existingModel: path }] : [];
}

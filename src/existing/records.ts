// Specs: spec/existing/make-resource.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import type { IndexedApp } from '../app/app';
import type { Edit } from '../edit';
import type { Field } from '../fields/words';
import type { ModelNames } from '../naming/class-names';
import { enumeration } from '../naming/spelling';
import type { ViewNames } from '../naming/view-names';
import type { ClassPlace } from '../project/class-place';
import { exportOf, newModelEdits } from '../rules/model';
import type { Templates } from '../templates/templates';
import { type Choices, choicesOf } from '../view/choices';
import { modelHome, placedModel, refuseNewTypes } from '../view/model-home';
import { modelStates } from '../view/model-state';
import type { PathRecord } from '../view/view-data';

/** The records that a view is about: their model as the application has it, or as this run makes it. */
export interface Records extends PathRecord {
  readonly names: ModelNames;
  readonly place: ClassPlace;
  readonly isNew: boolean;
  /** To import the class from. */
  readonly module: string;
  readonly choices: ReadonlyMap<string, Choices>;
  /** What makes the model. */
  readonly edits: readonly Edit[];
}

/** What is asked of a model. */
export interface ModelRequest {
  readonly names: Pick<ViewNames, 'controller' | 'model' | 'view'>;
  /** The folder of its feature: `posts`. */
  readonly feature: string;
  readonly fields: readonly Field[];
  /** Whether to make it if it is missing. */
  readonly isMade: boolean;
}

/**
 * The model of a view; undefined if it neither exists nor is to be made.
 *
 * @throws SchematicsException or UsageError if it cannot be made, or exists with other columns than the fields say.
 */
export async function recordsOf(
  application: IndexedApp,
  { feature, fields, isMade, names }: ModelRequest,
  templates: Templates,
): Promise<Records | undefined> {
  const { project } = application;
  refuseNewTypes(application, fields);
  const model = names.model && placedModel(application, names.model, feature);
  const [state] = await modelStates(project, {
    fields,
    guard: undefined,
    homeOf: (each) => modelHome(application, each),
    names: { ...names, model, parents: [] },
    templates,
    wants: { model: isMade },
  });
  if (state?.place === undefined) {
    return undefined;
  }
  const { columns, isNew, place } = state;
  const keys = columns.filter(({ isPrimaryKey }) => isPrimaryKey);
  const [key] = keys;
  if (key === undefined || keys.length > 1) {
    throw new SchematicsException(
      `${place.source.path}: ${state.names.className} has ${key ? `the key ${enumeration(keys.map(({ name }) => name))}` : 'no primary key that scaffold can read'}. ` +
        'It makes pages for models with a key of one column.',
    );
  }
  return {
    ...state,
    model: state.names,
    place,
    choices: await choicesOf(project, place, columns),
    key: key.name,
    belongsBy: undefined,
    owner: undefined,
    scope: undefined,
    lookups: [],
    edits: isNew ? [...exportOf(project.layout.models, state), ...newModelEdits(state)] : [],
  };
}

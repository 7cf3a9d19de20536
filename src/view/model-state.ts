// Specs: spec/rules/model.spec.ts
import type { ModelNames } from '../naming/model-names';
import { moduleOfClass } from '../project/class-module';
import type { ClassPlace } from '../project/class-place';
import { type Column, columnsIn } from '../project/columns';
import { findModel, findNamesake, moduleOfModels } from '../project/models';
import type { Project } from '../project/project';
import { findClass } from '../python/definitions';
import { type Belonging, belongingOf } from './belonging';
import { parentValues } from './belonging-values';
import type { ViewBasis } from './view';

/** A model that a view is about, or belongs to: as the project has it, or as this run makes it. */
export interface ModelState {
  readonly names: ModelNames;
  /** Its class; undefined if it neither exists nor is made. */
  readonly place: ClassPlace | undefined;
  /** Whether this run makes it. */
  readonly isNew: boolean;
  /** None without a class. */
  readonly columns: readonly Column[];
  /** How it belongs to the model before it; undefined if it is the first, or one of both has no class. */
  readonly belonging: Belonging | undefined;
  /** To import it from. */
  readonly module: string;
  /** Why it cannot be made, and what to do. */
  readonly refusal: string | undefined;
}

/** The models of a view, each of which belongs to the one before it. */
export async function modelStates(project: Project, basis: ViewBasis): Promise<ModelState[]> {
  const { model, parents } = basis.names;
  const states: ModelState[] = [];
  for (const names of model ? [...parents, model] : parents) {
    states.push(await modelState(project, names, states.at(-1), basis));
  }
  return states;
}

async function modelState(
  project: Project,
  names: ModelNames,
  parent: ModelState | undefined,
  basis: ViewBasis,
): Promise<ModelState> {
  const { modelsFolder, wants } = basis;
  const existing = await findModel(project, names);
  const belonging = parent?.place && belongingOf(names, parent.names, parent.place, parent.columns);
  const isNew = existing === undefined && wants.model;
  const place = isNew ? newModel(names, belonging, basis) : existing;
  return {
    names,
    place,
    isNew,
    columns: place ? await columnsIn(project, place) : [],
    belonging: place && belonging,
    module: await moduleOfClass(project, project.layout.models, {
      names,
      place,
      isRegistered: wants.model && modelsFolder === 'package',
    }),
    refusal: isNew ? await refusalOf(project, names, modelsFolder) : undefined,
  };
}

function newModel(
  names: ModelNames,
  belonging: Belonging | undefined,
  { database, templates }: ViewBasis,
): ClassPlace | undefined {
  // A key of several columns is for a person to write: advice says how.
  const isSimple = belonging?.parentKey.length === 1;
  const parent = isSimple ? parentValues(belonging) : undefined;
  const values = { database, model: names, parent };
  const source = templates.module('models/model.py', names.file, values);
  const definition = findClass(source, names.className);
  return definition && { source, definition };
}

async function refusalOf(
  project: Project,
  names: ModelNames,
  modelsFolder: ViewBasis['modelsFolder'],
): Promise<string | undefined> {
  const { className, file } = names;
  const namesake = await findNamesake(project, names);
  if (namesake) {
    return (
      `${namesake.source.path} defines ${className}, which is not a model: it neither extends db.Model nor has a ` +
      '__tablename__. Name another model with --model NAME.'
    );
  }
  if (modelsFolder !== 'package') {
    return `${moduleOfModels(project)} holds the models of this project: add the class ${className} there, and run this again.`;
  }
  return project.has(file)
    ? `${file} does not define ${className}: add the class, or name another model with --model NAME.`
    : undefined;
}

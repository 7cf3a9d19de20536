// Specs: spec/rules/model.spec.ts
import { isDeepStrictEqual } from 'node:util';
import { SchematicsException } from '@angular-devkit/schematics';
import { UsageError } from '../errors';
import type { Field } from '../fields/words';
import { attributesOf, columnNameOf } from '../fields/field-list';
import type { ModelNames } from '../naming/class-names';
import { GUARDS, USER } from '../naming/guards';
import { enumeration, quoted } from '../naming/spelling';
import { moduleOfClass } from '../project/class-module';
import type { ClassPlace } from '../project/class-place';
import type { Column } from '../project/column-type';
import { columnsIn } from '../project/columns';
import { findController } from '../project/controllers';
import { findModel, findNamesake, moduleOfModels } from '../project/models';
import type { Project } from '../project/project';
import { findClass } from '../python/queries';
import { withOwner } from './with-owner';
import { addCommand } from './add-command';
import { type Belonging, belongingOf } from './belonging';
import { parentValues } from './belonging-values';
import type { ParentValues } from '../templates/model-values';
import { type Link, linksOf } from './links';
import { modelFieldValues, type ModelSoFar, NO_MODEL } from './model-values';
import { scopeIn } from './owner-scope';
import { type OwnerColumn, type OwnerState, ownerState, withOwnerField } from './owner-state';
import { plainModel } from './plain-model';
import { type ReferencedModel, referencedModels } from './referenced-model';
import type { Templates } from '../templates/templates';
import type { ViewBasis } from './basis';

/** A model that a view is about, or belongs to: as the project has it, or as this run makes it. */
export interface ModelState {
  readonly names: ModelNames;
  /** Its class; undefined if it neither exists nor is made. */
  readonly place: ClassPlace | undefined;
  /** Whether this run makes it. */
  readonly isNew: boolean;
  /** None without a class. */
  readonly columns: readonly Column[];
  /** How it belongs to the model before it; undefined for the first one, and if one of the two has no class. */
  readonly belonging: Belonging | undefined;
  /** To import it from. */
  readonly module: string;
  /** How its records belong to users; undefined if owners make no difference. */
  readonly owner: OwnerState | undefined;
  /** Why it cannot be made, and what to do. */
  readonly refusal: string | undefined;
  /** How it compares with the fields as typed; undefined for a model that does not exist, or gets none. */
  readonly fields: FieldsState | undefined;
}

/** Fields as typed, and what an existing model has of them. */
export interface FieldsState {
  /** The class that these fields alone would make. */
  readonly made: ClassPlace;
  /** Those whose columns the model lacks. */
  readonly missing: readonly Field[];
  /** Those whose columns the model has with another definition. */
  readonly different: readonly Field[];
  /** The models that they refer to, by the name of the field. */
  readonly references: ReadonlyMap<string, ReferencedModel>;
  /** Those that the file imports for annotations only. */
  readonly forTypes: ReadonlyMap<string, ReferencedModel>;
  /** The other foreign keys between the model and those, by the class of the other one. */
  readonly links: ReadonlyMap<string, readonly Link[]>;
}

type ModelBasis = Pick<
  ViewBasis,
  'database' | 'fields' | 'guard' | 'modelsFolder' | 'names' | 'templates' | 'wants'
>;

/** The models of a view, each of which belongs to the one before it. */
export async function modelStates(project: Project, basis: ModelBasis): Promise<ModelState[]> {
  const { model, parents } = basis.names;
  const states: ModelState[] = [];
  for (const names of model ? [...parents, model] : parents) {
    const isOwn = names === model;
    const owns = isOwn && basis.guard !== undefined && GUARDS[basis.guard.word].owner !== undefined;
    const state = await modelState(project, names, isOwn ? basis.fields : [], states, basis, owns);
    states.push(state);
  }
  return states;
}

async function modelState(
  project: Project,
  names: ModelNames,
  typed: readonly Field[],
  above: readonly ModelState[],
  basis: ModelBasis,
  hasOwner: boolean,
): Promise<ModelState> {
  const { guard, modelsFolder, templates, wants } = basis;
  const parent = above.at(-1);
  if (hasOwner && above.some((each) => each.names.className === USER)) {
    throw new SchematicsException(
      `The URL of ${basis.names.view} names the owner already. Leave out users from its name, or use --guard users.`,
    );
  }
  const existing = await findModel(project, names);
  const belonging = parent?.place && belongingOf(names, parent.names, parent.place, parent.columns);
  const isNew = existing === undefined && wants.model;
  const fields = isNew && hasOwner ? withOwnerField(typed) : typed;
  const made = above.flatMap(({ place }) => place ?? []);
  const found = existing && (await columnsIn(project, existing));
  const references = await referencedModels(project, fields, { names, existing }, made);
  const links = existing
    ? await linksOf(project, existing, without(fields, found), references)
    : new Map<string, Link[]>();
  const known = existing
    ? { columns: without(fields, found).map(({ name }) => name), related: [...links.keys()] }
    : NO_MODEL;
  const plain = existing && plainModel(existing, names, { fields, references, links }, basis);
  const generated =
    isNew || fields.length > 0
      ? (plain ?? newModel(names, fields, references, belonging, known, basis))
      : undefined;
  const asIs = existing ?? (isNew ? generated : undefined);
  const columnsAsIs = found ?? (asIs ? await columnsIn(project, asIs) : []);
  const state =
    existing && generated && fields.length > 0
      ? await fieldsState(project, fields, columnsAsIs, {
          made: generated,
          references,
          forTypes: plain ? new Map() : references,
          links,
        })
      : undefined;
  const owner =
    asIs && guard && hasOwner
      ? await ownerState(
          project,
          names,
          asIs,
          columnsAsIs,
          guard.word,
          await knownOwner(project, names, basis),
        )
      : undefined;
  const place = asIs && owner?.added ? placeWithOwner(asIs, owner.added, templates) : asIs;
  const columns = place && owner?.added ? await columnsIn(project, place) : columnsAsIs;
  const key = `${names.className}.${parent?.names.id}`;
  const isAmbiguous = [...references.values()].some(
    ({ className }) => className === parent?.names.className,
  );
  return {
    names,
    place,
    isNew,
    columns,
    owner,
    belonging: place && belonging && (isAmbiguous ? { ...belonging, key } : belonging),
    module: await moduleOfClass(project, project.layout.models, {
      names,
      place,
      isRegistered: wants.model && modelsFolder === 'package',
    }),
    refusal: isNew
      ? await refusalOf(project, names, modelsFolder)
      : existing && state && differenceOf(existing, state, basis),
    fields: state,
  };
}

/** The column that the controller of a view takes for the owner's key. */
async function knownOwner(
  project: Project,
  model: ModelNames,
  { names }: ModelBasis,
): Promise<string | undefined> {
  const place = await findController(project, names.controller);
  return place && scopeIn(place, model)?.owner?.column;
}

function without(fields: readonly Field[], columns: readonly Column[] = []): Column[] {
  return columns.filter(({ name }) => !fields.some((field) => columnNameOf(field) === name));
}

/** The model as it is once it has an owner. */
function placeWithOwner(
  { definition, source }: ClassPlace,
  added: OwnerColumn,
  templates: Templates,
): ClassPlace {
  const edited = withOwner(source, added, templates);
  return { source: edited, definition: findClass(edited, definition.name) ?? definition };
}

function newModel(
  model: ModelNames,
  fields: readonly Field[],
  references: ReadonlyMap<string, ReferencedModel>,
  belonging: Belonging | undefined,
  known: ModelSoFar,
  { database, templates }: ModelBasis,
): ClassPlace | undefined {
  // A key of several columns is for a person to write: advice says how.
  const isSimple = belonging?.parentKey.length === 1;
  const parent = isSimple ? parentValues(belonging) : undefined;
  checkFields(fields, model, parent);
  const values = {
    database,
    model,
    parent,
    ...modelFieldValues(fields, model, references, parent, known),
  };
  const source = templates.module('models/model.py', model.file, values);
  const definition = findClass(source, model.className);
  return definition && { source, definition };
}

/** The parent in the name of the view brings a column and a relationship of its own. */
function checkFields(
  fields: readonly Field[],
  { className }: ModelNames,
  parent: ParentValues | undefined,
): void {
  const taken = fields.find((field) =>
    attributesOf(field).some((name) => name === parent?.id || name === parent?.record),
  );
  if (taken) {
    throw new UsageError(
      `${quoted(taken.typed)} is not needed: ${className} already belongs to ${parent?.className}. Leave the field out, or rename it.`,
    );
  }
}

/** How fields as typed compare with the columns of a model. */
export async function fieldsState(
  project: Project,
  fields: readonly Field[],
  columns: readonly Column[],
  known: Omit<FieldsState, 'different' | 'missing'>,
): Promise<FieldsState> {
  const wanted = await columnsIn(project, known.made);
  const of = (each: readonly Column[], field: Field): Column | undefined =>
    each.find(({ name }) => name === columnNameOf(field));
  return {
    ...known,
    missing: fields.filter((field) => of(columns, field) === undefined),
    different: fields.filter((field) => {
      const [found, made] = [of(columns, field), of(wanted, field)];
      return found && made && !areAlike(found, made);
    }),
  };
}

/** Why a model that exists is not the one of these fields, and what to do; undefined if it has them as they are. */
function differenceOf(
  place: ClassPlace,
  state: FieldsState,
  { names: { model, view } }: ModelBasis,
): string | undefined {
  const { missing } = state;
  return (
    refusalOfDifferent(place, state) ??
    (missing.length === 0
      ? undefined
      : `${model?.className} already exists in ${place.source.path}, without ${enumeration(missing.map(columnNameOf))}. ` +
        `Did you mean ${addCommand(view.replace(/\.[^.]*$/, ''), missing)}?`)
  );
}

/** Why fields cannot be those of a model that has such columns otherwise; undefined if it has none. */
export function refusalOfDifferent(
  { definition, source }: ClassPlace,
  { different }: FieldsState,
): string | undefined {
  const [differ, them] =
    different.length > 1 ? ['differ', 'these fields'] : ['differs', 'this field'];
  return different.length === 0
    ? undefined
    : `${definition.name} already exists in ${source.path}, and its ${enumeration(different.map(columnNameOf))} ${differ} from ` +
        `${enumeration(different.map(({ typed }) => typed))}. Change the model by hand, or leave ${them} out.`;
}

/** Whether two columns hold the same and are filled the same way, wherever their enums are. */
function areAlike(one: Column, other: Column): boolean {
  const ignored: Partial<Column> = { enumClass: undefined, storedAs: undefined };
  return isDeepStrictEqual({ ...one, ...ignored }, { ...other, ...ignored });
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

// Specs: spec/rules/model.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import { columnNameOf, isAddable } from '../fields/field-list';
import type { Field } from '../fields/words';
import type { ModelNames } from '../naming/class-names';
import { GUARDS, USER } from '../naming/guards';
import { enumeration } from '../naming/spelling';
import { pluralOf, singularOf } from '../naming/words';
import { type ClassPlace, moduleOfClass } from '../project/class-place';
import { styleIn } from '../project/column-style';
import type { Column } from '../project/column-type';
import { columnsIn } from '../project/columns';
import { findController } from '../project/controllers';
import { findModel, findNamesake, moduleOfModels } from '../project/models';
import type { Project } from '../project/project';
import { findClass } from '../python/queries';
import { withOwner } from './with-owner';
import { type Belonging, belongingOf, parentValues } from './belonging';
import { modelClass, type ModelStyle } from './model-class';
import { fieldsState, type FieldsState, refusalOfDifferent } from './model-fields';
import { scopeIn } from './owner-scope';
import { type OwnerColumn, ownerState, type OwnerState, withOwnerField } from './owner-state';
import { referencedModels } from './referenced-model';
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
  const fields = isNew && hasOwner ? withOwnerField(typed, guard?.owner) : typed;
  const made = above.flatMap(({ place }) => place ?? []);
  const found = existing && (await columnsIn(project, existing));
  // A key of several columns is for a person to write: advice says how.
  const parentValue = belonging?.parentKey.length === 1 ? parentValues(belonging) : undefined;
  const style = styleOf(existing, basis.database);
  const state =
    existing && fields.length > 0
      ? await fieldsState(
          project,
          { names, place: existing, columns: found ?? [], fields, parent: parentValue, made },
          style,
          templates,
        )
      : undefined;
  const references =
    state?.references ??
    (await referencedModels(project, fields, { names, existing: undefined }, made));
  const generated = { names, fields, references, parent: parentValue, related: [] };
  const asIs = existing ?? (isNew ? modelClass(generated, style, templates) : undefined);
  const columnsAsIs = found ?? (asIs ? await columnsIn(project, asIs) : []);
  const owner =
    asIs && guard && hasOwner
      ? await ownerState(
          project,
          names,
          asIs,
          columnsAsIs,
          guard,
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

/** The style of a model: plain columns get plain ones beside them. */
export function styleOf(existing: ClassPlace | undefined, database: string): ModelStyle {
  const columns = existing && styleIn(existing.source, existing.definition.node);
  return {
    db: { module: database, name: 'db' },
    columns: columns?.isMapped === false ? columns : undefined,
    neighbour: existing?.source,
  };
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

/** The command that adds fields to a resource, as a person types it. What the rows of a table would lack is optional. */
function addCommand(resource: string, fields: readonly Field[]): string {
  const name = resource.replace(/[^.]*$/, (folder) => pluralOf(singularOf(folder)));
  const typed = fields.map((field) => (isAddable(field) ? field.typed : `${field.typed}:optional`));
  return ['scaffold add:field', name, ...typed].join(' ');
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

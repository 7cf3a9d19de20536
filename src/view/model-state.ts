// Specs: spec/rules/model.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import type { App } from '../app/app';
import { columnNameOf, isAddable } from '../fields/field-list';
import type { UniqueTogether } from '../fields/unique-together';
import type { Field } from '../fields/words';
import type { ModelNames } from '../naming/class-names';
import { GUARDS, USER } from '../naming/guards';
import { enumeration, snakeCase } from '../naming/spelling';
import type { ViewNames } from '../naming/view-names';
import type { Wants } from '../naming/view-options';
import { pluralOf, singularOf } from '../naming/words';
import { type ClassPlace, laterPlace, moduleOfClass } from '../project/class-place';
import type { Column } from '../project/column-type';
import { columnsIn } from '../project/columns';
import { findController } from '../project/controllers';
import { findModel, findModelOfTable, findNamesake } from '../project/models';
import type { Project } from '../project/project';
import { ownerState, type OwnerState, withOwner, withOwnerField } from './owner-state';
import { type Belonging, belongingOf, parentValues, referencedModels } from './belonging';
import { uniqueOptions, withUnique } from './constraints';
import { modelClass } from './model-class';
import { fieldsState, type FieldsState, refusalOfDifferent } from './model-fields';
import { type ModelHome, modelHome, styleWithin } from './model-home';
import { ownerColumn, scopeIn } from './owner-scope';
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
  readonly home: ModelHome;
}

/** What is asked of the models of a view. */
export interface ModelBasis extends Pick<ViewBasis, 'fields' | 'guard'> {
  readonly names: Pick<ViewNames, 'controller' | 'model' | 'parents' | 'view'>;
  readonly wants: Pick<Wants, 'model'>;
  /** The fields of its own model whose values differ together in each record. */
  readonly unique?: readonly UniqueTogether[] | undefined;
  /** The formats of its columns, where its form does not say them. */
  readonly formats?: ModelHome['formats'] | undefined;
}

/**
 * The models of a view, each of which belongs to the one before it.
 *
 * @throws SchematicsException if one cannot be made, or exists with other columns than the fields say.
 */
export async function modelStates(app: App, basis: ModelBasis): Promise<ModelState[]> {
  const { model, parents } = basis.names;
  const states: ModelState[] = [];
  for (const names of model ? [...parents, model] : parents) {
    const isOwn = names === model;
    const owns = isOwn && basis.guard !== undefined && GUARDS[basis.guard.word].owner !== undefined;
    const asked = isOwn ? basis : { ...basis, fields: [], unique: [] };
    const state = await modelState(app, names, states, asked, owns);
    states.push(state);
  }
  return states;
}

async function modelState(
  app: App,
  names: ModelNames,
  above: readonly ModelState[],
  basis: ModelBasis,
  hasOwner: boolean,
): Promise<ModelState> {
  const { project, templates } = app;
  const { fields: typed, guard, unique = [], wants } = basis;
  const parent = above.at(-1);
  if (hasOwner && above.some((each) => each.names.className === USER)) {
    throw new SchematicsException(
      `The URL of ${basis.names.view} names the owner already. Leave out users from its name, or use --guard users.`,
    );
  }
  const existing = await findModel(project, names);
  const belonging = parent?.place && belongingOf(names, parent.names, parent.place, parent.columns);
  const isNew = existing === undefined && wants.model;
  const home = await modelHome(app, names);
  const fields = isNew && guard && hasOwner ? withOwnerField(typed, guard) : typed;
  const made = above.flatMap(({ place }) => place ?? []);
  // A key of several columns is for a person to write: advice says how.
  const parentValue = belonging?.parentKey.length === 1 ? parentValues(belonging) : undefined;
  const table = home.namesTable ? names.table : snakeCase(names.className);
  if (isNew) {
    await refuseNew(project, names, table, home);
  }
  const found = existing && (await columnsIn(project, existing));
  const compared =
    existing && fields.length > 0
      ? await fieldsState(
          app,
          { names, place: existing, columns: found ?? [], fields, parent: parentValue, made },
          styleWithin(existing, home),
        )
      : undefined;
  if (existing && compared && wants.model) {
    refuseOther(existing, compared, basis.names.view);
  }
  const references =
    compared?.references ??
    (await referencedModels(project, fields, { names: { ...names, table }, existing }, made));
  const key = `${table}.id`;
  const generated = { names, key, fields, references, parent: parentValue, related: [] };
  const style = { ...home.style, table: home.namesTable ? table : undefined };
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
  const owned =
    asIs && owner?.added ? laterPlace(withOwner(asIs.source, owner.added, templates), asIs) : asIs;
  const ownedColumns = owned && owner?.added ? await columnsIn(project, owned) : columnsAsIs;
  const constrained =
    owned && withUnique(owned.source, names.className, ownedColumns, unique, templates);
  const isConstrained = constrained !== owned?.source;
  if (existing && isConstrained) {
    throw new SchematicsException(
      `${existing.definition.name} already exists in ${existing.source.path}, without that constraint. Did you mean scaffold ` +
        `add:field ${basis.names.view.replace(/\.[^.]*$/, '')} ${uniqueOptions(unique).join(' ')}?`,
    );
  }
  const place = owned && constrained && isConstrained ? laterPlace(constrained, owned) : owned;
  const columns = place && isConstrained ? await columnsIn(project, place) : ownedColumns;
  const parentKey = `${names.className}.${parent?.names.id}`;
  const isAmbiguous = [...references.values()].some(
    ({ className }) => className === parent?.names.className,
  );
  return {
    names,
    place,
    isNew,
    columns: withFormats(columns, fields, basis.formats ?? home.formats),
    owner,
    belonging: place && belonging && (isAmbiguous ? { ...belonging, key: parentKey } : belonging),
    module: await moduleOfClass(project, project.layout.models, {
      names,
      place,
      isRegistered: wants.model && home.init !== undefined,
    }),
    home,
  };
}

/** The columns with the formats of their fields, as typed or as on their form. */
function withFormats(
  columns: readonly Column[],
  fields: readonly Field[],
  known: ModelHome['formats'] = new Map(),
): readonly Column[] {
  const typed = fields.map((field) => [columnNameOf(field), field.type.format] as const);
  const formats = new Map([...known, ...typed]);
  return formats.size === 0
    ? columns
    : columns.map((column) => ({
        ...column,
        format: formats.get(column.name) ?? column.format,
      }));
}

/** The column that the controller of a view takes for the owner's key. */
async function knownOwner(
  project: Project,
  model: ModelNames,
  { names }: ModelBasis,
): Promise<string | undefined> {
  const place = await findController(project, names.controller);
  return place && scopeIn(place, model) && ownerColumn(project, model, names);
}

/** Refuses a model that exists without the columns of these fields, or with others of their names. */
function refuseOther(place: ClassPlace, state: FieldsState, view: string): void {
  const { missing } = state;
  const refusal =
    refusalOfDifferent(place, state) ??
    (missing.length === 0
      ? undefined
      : `${place.definition.name} already exists in ${place.source.path}, without ${enumeration(missing.map(columnNameOf))}. ` +
        `Did you mean ${addCommand(view.replace(/\.[^.]*$/, ''), missing)}?`);
  if (refusal !== undefined) {
    throw new SchematicsException(refusal);
  }
}

/** The command that adds fields to a resource, as a person types it. What the rows of a table would lack is optional. */
function addCommand(resource: string, fields: readonly Field[]): string {
  const name = resource.replace(/[^.]*$/, (folder) => pluralOf(singularOf(folder)));
  const typed = fields.map((field) => (isAddable(field) ? field.typed : `${field.typed}:optional`));
  return ['scaffold add:field', name, ...typed].join(' ');
}

/** Refuses a new model whose name, table or file is taken. */
async function refuseNew(
  project: Project,
  names: ModelNames,
  table: string,
  { refusal }: ModelHome,
): Promise<void> {
  const namesake = await findNamesake(project, names);
  const rival = await findModelOfTable(project, table);
  const reason = namesake
    ? `${namesake.source.path} defines ${names.className}, which is not a model: it neither extends db.Model nor has a ` +
      '__tablename__. Name another model with --model NAME.'
    : rival
      ? `${rival.source.path}: ${rival.definition.name} already has the table ${table}. Name another model with --model NAME.`
      : refusal;
  if (reason !== undefined) {
    throw new SchematicsException(reason);
  }
}

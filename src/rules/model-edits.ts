// Specs: spec/add-field/index.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import type { App } from '../app/app';
import { type Edit, inserted } from '../edit';
import { attributesOf, isMany } from '../fields/field-list';
import type { UniqueTogether } from '../fields/unique-together';
import type { Field } from '../fields/words';
import { type ModelNames, modelOfClass } from '../naming/class-names';
import type { ResourceNames } from '../naming/resource-names';
import { type ClassPlace, lineageOf } from '../project/class-place';
import { relationshipsTo } from '../project/column-style';
import type { Column } from '../project/column-type';
import { columnsIn } from '../project/columns';
import { findModel } from '../project/models';
import type { Project } from '../project/project';
import { assignmentTo, type Call, findClass, hasMember } from '../python/queries';
import { withoutStatement } from '../python/removal';
import { itemAt, sequenceOf } from '../python/sequence';
import type { Insertion, PythonSource } from '../python/source';
import { fit } from '../python/statement-insertion';
import { statementOf } from '../python/statements';
import type { ParentValues } from '../templates/model-values';
import { belongingOf, parentValues } from '../view/belonging';
import { withoutUnique } from '../view/constraints';
import {
  fieldsState,
  type FieldsState,
  type Link,
  refusalOfDifferent,
  refuseHiddenKeys,
} from '../view/model-fields';
import { modelHome, refuseNewTypes, styleWithin } from '../view/model-home';
import { refuseClashes } from './clashes';
import { checkNames, withColumns } from './new-columns';

/** A model that exists, and the fields that it is to get. */
interface GrownModel {
  readonly place: ClassPlace;
  readonly columns: readonly Column[];
  readonly fields: FieldsState;
}

interface GrownNames {
  readonly model: ModelNames;
  readonly parents: readonly ModelNames[];
}

/**
 * Looks at a model, and at the fields that it is to get, in the style of the columns that it has.
 *
 * @throws UsageError if a field refers to no model, SchematicsException if the application does not allow a field.
 */
export async function grownModel(
  app: App,
  { model: names, parents }: GrownNames,
  place: ClassPlace,
  fields: readonly Field[],
): Promise<GrownModel> {
  const { project } = app;
  const columns = await columnsIn(project, place);
  const parent = await parentOf(project, names, columns, parents.at(-1));
  refuseNewTypes(app, fields);
  const asked = { names, place, columns, fields, parent };
  const style = styleWithin(place, await modelHome(app, names));
  const state = await fieldsState(app, asked, style);
  if (state.missing.length > 0 && !app.isOurs) {
    refuseHiddenKeys(place, state);
    // The style is that of the class, so these are what its columns are made with, perhaps by the project's own names.
    refuseClashes(place.source, state.made.source, ['Column', 'relationship']);
  }
  return { columns, fields: state, place };
}

/** What the name of a resource says that its model belongs to, if it does. A person writes composite keys. */
async function parentOf(
  project: Project,
  child: ModelNames,
  known: readonly Column[],
  parent: ModelNames | undefined,
): Promise<ParentValues | undefined> {
  const place = parent && (await findModel(project, parent));
  const belonging =
    place &&
    known.some(({ name }) => name === parent.id) &&
    belongingOf(child, parent, place, await columnsIn(project, place));
  return belonging && belonging.parentKey.length === 1 ? parentValues(belonging) : undefined;
}

/** A resource whose model gets fields. */
export interface GrowingResource {
  readonly names: ResourceNames;
  readonly model: GrownModel;
  readonly resources: readonly ResourceNames[];
}

export interface AskedAdditions {
  readonly fields: readonly Field[];
  readonly unique: readonly UniqueTogether[];
}

/**
 * Adds to a model the columns that it lacks.
 *
 * @throws SchematicsException if it has another column or something else of their names.
 */
export async function modelEdits(
  project: Project,
  { columns, fields, place }: GrownModel,
): Promise<Edit[]> {
  const refusal = refusalOfDifferent(place, fields);
  if (refusal !== undefined) {
    throw new SchematicsException(refusal);
  }
  const lineage: ClassPlace[] = [];
  for await (const each of lineageOf(project, place)) {
    lineage.push(each);
  }
  checkNames(lineage, fields.missing);
  const className = place.definition.name;
  const keyed = fields.missing.filter((field) => !isMany(field));
  const referred = keyed.map(({ name }) => fields.references.get(name)?.className);
  const links = [...fields.links].filter(([other]) => referred.includes(other));
  const edits = inserted(place.source, (source) => {
    const clear = links.reduce(
      (before, [other, keys]) => withClearRelationships(before, className, other, keys),
      source,
    );
    return withColumns(
      clear,
      className,
      fields,
      columns.filter(({ kind }) => kind !== 'many').map(({ name }) => name),
    );
  });
  for (const [other, keys] of links.filter(([name]) => name !== className)) {
    const target = await findModel(project, modelOfClass(other, project.layout));
    if (target) {
      edits.push(
        ...inserted(target.source, (source) =>
          withClearRelationships(source, other, className, keys),
        ),
      );
    }
  }
  return edits;
}

/** What a project has, looked at with the columns and the relationships of fields in a model, and without them. */
export async function withAndWithout<Found>(
  project: Project,
  place: ClassPlace,
  fields: readonly Field[],
  look: (fields: readonly Field[]) => Promise<Found>,
  unique: readonly UniqueTogether[] = [],
): Promise<Record<'after' | 'before', Found>> {
  const { name } = place.definition;
  const after = await look(fields);
  const source = await project.source(place.source.path);
  const definition = source && findClass(source, name);
  if (source === undefined || definition === undefined) {
    throw new Error(`${place.source.path} is gone.`);
  }
  const columns = unique.length > 0 ? await columnsIn(project, { definition, source }) : [];
  const free = withoutUnique(source, name, columns, unique);
  const without = fields.flatMap(attributesOf).reduce((before, attribute) => {
    const owner = findClass(before, name);
    const own = owner && assignmentTo(owner.node, attribute);
    return own ? withoutStatement(before, statementOf(own.node)) : before;
  }, free);
  project.stageSource(without);
  const before = await look([]);
  project.stageSource(source);
  return { after, before };
}

/**
 * Names the key of each relationship between two models. This run adds another key between them, and SQLAlchemy could not
 * tell which one is meant.
 *
 * @param className The class with the relationships.
 * @param other The class that they lead to.
 * @param links The keys that relate them so far.
 */
export function withClearRelationships(
  source: PythonSource,
  className: string,
  other: string,
  links: readonly Link[],
): PythonSource {
  const owner = findClass(source, className);
  const [link, second] = links;
  // With several keys, each relationship names its own already.
  if (owner === undefined || link === undefined || second !== undefined) {
    return source;
  }
  const { column, holder } = link;
  const isHere = holder === className && hasMember(owner, column);
  const keys = isHere ? `[${column}]` : `"${holder}.${column}"`;
  const argument = fit(source, `foreign_keys=${keys}`, '');
  const insertions = relationshipsTo(owner.node, other).flatMap(({ call }) =>
    keyIn(source, call, argument),
  );
  return source.insert(...insertions);
}

function keyIn(source: PythonSource, { node }: Call, argument: string): Insertion[] {
  const list = node.child('arguments');
  const sequence = list && sequenceOf(list);
  return !sequence
    ? []
    : sequence.open && sequence.items.length === 0
      ? [{ position: sequence.open.endIndex, text: argument }]
      : itemAt(source, sequence, sequence.items.length, argument);
}

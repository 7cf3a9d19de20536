// Specs: spec/rules/relationship.spec.ts
import { UsageError } from '../errors';
import { isMany } from '../fields/field-list';
import type { Field } from '../fields/words';
import { type ModelNames, modelOfClass, modelOfFolder } from '../naming/class-names';
import { enumeration, nearestWord, pascalCase, quoted, snakeCase } from '../naming/spelling';
import { type ClassPlace, moduleOf } from '../project/class-place';
import { isRelationship } from '../project/column-style';
import type { Column } from '../project/column-type';
import { COLUMN_TYPES } from '../project/column-types';
import { columnsIn } from '../project/columns';
import { findModel, findModelOfTable, modelsIn, tableOf } from '../project/models';
import type { Project } from '../project/project';
import { assignmentTo, hasMember } from '../python/queries';
import type { ParentValues } from '../templates/model-values';

type KeyColumn = Pick<Column, 'kind' | 'name' | 'storedAs'>;

/** The key of a model whose file shows none, because a library defines its base. */
const USUAL_KEY: KeyColumn = { kind: 'integer', name: 'id', storedAs: undefined };

/** How a model belongs to another one. */
export interface Belonging {
  readonly child: ModelNames;
  readonly parent: ModelNames;
  readonly place: ClassPlace;
  readonly parentModule: string;
  /** The table of the parent, as its file names it. */
  readonly table: string;
  /** Its primary key: at times several columns. */
  readonly parentKey: readonly [KeyColumn, ...KeyColumn[]];
  /** What the parent calls its children: `comments`. */
  readonly list: string;
  /** The key that the relationships use, if several relate the two models: `Comment.recipe_id`. */
  readonly key?: string;
}

/** How a model belongs to a parent of which the project has this class, with these columns. */
export function belongingOf(
  child: ModelNames,
  parent: ModelNames,
  place: ClassPlace,
  columns: readonly Column[],
): Belonging {
  const [first = USUAL_KEY, ...others] = columns.filter(({ isPrimaryKey }) => isPrimaryKey);
  return {
    child,
    parent,
    place,
    parentModule: moduleOf(place.source),
    table: tableOf(place.definition) ?? parent.table,
    parentKey: [first, ...others],
    list: listName(place, child),
  };
}

/** What the parent calls its children: it may have something else of that name. */
function listName({ definition }: ClassPlace, child: ModelNames): string {
  const isFree = (name: string): boolean => {
    const own = assignmentTo(definition.node, name);
    return own ? isRelationship(own.value) : !hasMember(definition, name);
  };
  return [child.records, `${child.name}_list`].find(isFree) ?? `${child.name}_children`;
}

/** The parent of a model, whose key is one column. */
export function parentValues({
  list,
  parent,
  parentKey: [{ kind, name, storedAs = name }],
  parentModule,
  table,
}: Belonging): ParentValues {
  return {
    className: parent.className,
    module: parentModule,
    record: parent.record,
    id: parent.id,
    key: `${table}.${storedAs}`,
    keyType: COLUMN_TYPES[kind].annotation,
    list,
  };
}

export interface ReferencedModel {
  readonly className: string;
  readonly module: string;
  /** The column that is stored: `users.id`. */
  readonly key: string;
  /** The Python type of that column; undefined if it is unknown. */
  readonly keyType: string | undefined;
  /** Whether it is the model with the field. */
  readonly isOwn: boolean;
}

/** A model with fields: its names, and its class if it exists. */
interface Referring {
  readonly names: ModelNames;
  readonly existing: ClassPlace | undefined;
}

/**
 * The models that the fields of a model refer to, by the name of the field.
 *
 * @param made Models that this run makes, too.
 * @throws UsageError if there is no such model, or no record could be saved.
 */
export async function referencedModels(
  project: Project,
  fields: readonly Field[],
  model: Referring,
  made: readonly ClassPlace[],
): Promise<ReadonlyMap<string, ReferencedModel>> {
  const found = new Map<string, ReferencedModel>();
  for (const field of fields) {
    if (field.model !== undefined) {
      found.set(field.name, await referencedModel(project, field, field.model, model, made));
    }
  }
  return found;
}

async function referencedModel(
  project: Project,
  field: Field,
  typed: string,
  { names: own, existing }: Referring,
  made: readonly ClassPlace[],
): Promise<ReferencedModel> {
  const names = modelTyped(typed, project);
  if (names.className === own.className || typed === own.table) {
    if (isMany(field)) {
      const { record, table } = own;
      throw new UsageError(
        `${quoted(field.typed)} would lead from ${own.className} to itself. Make a resource for the link instead:\n` +
          `  scaffold make:resource ${record}_links ${record}:references:${table}:cascade other:references:${table}:cascade`,
      );
    }
    if (!field.isOptional) {
      throw new UsageError(
        `${quoted(field.typed)} cannot be required: the first ${own.phrase} has no other to refer to. ` +
          `Did you mean ${field.typed.replace(/:required\b/, '')}:optional?`,
      );
    }
    const { className, module, table } = own;
    return existing
      ? { ...(await referenceTo(project, field, existing, own)), isOwn: true }
      : { className, module, key: `${table}.id`, keyType: 'int', isOwn: true };
  }
  const place =
    made.find(({ definition }) => definition.name === names.className) ??
    (await findModel(project, names)) ??
    (await findModelOfTable(project, typed));
  if (!place) {
    throw new UsageError(await refusal(project, field, names, own));
  }
  return referenceTo(project, field, place, names);
}

async function referenceTo(
  project: Project,
  field: Field,
  place: ClassPlace,
  names: ModelNames,
): Promise<ReferencedModel> {
  const className = place.definition.name;
  const keys = (await columnsIn(project, place)).filter(({ isPrimaryKey }) => isPrimaryKey);
  const [key, second] = keys;
  if (second) {
    throw new UsageError(
      `${quoted(field.typed)} cannot refer to ${className}: its key is ${enumeration(keys.map(({ name }) => name))} together.`,
    );
  }
  return {
    className,
    module: moduleOf(place.source),
    key: keyOf(place, keys, names),
    keyType: key ? COLUMN_TYPES[key.kind].annotation : 'int',
    isOwn: false,
  };
}

/** What other tables refer to a model by: `users.id`. */
export function keyOf(
  { definition }: ClassPlace,
  columns: readonly Column[],
  { table }: ModelNames,
): string {
  const key = columns.find(({ isPrimaryKey }) => isPrimaryKey);
  return `${tableOf(definition) ?? table}.${key?.storedAs ?? key?.name ?? 'id'}`;
}

function modelTyped(typed: string, { layout }: Project): ModelNames {
  return /^[A-Z]/.test(typed)
    ? modelOfClass(typed, layout)
    : modelOfFolder(snakeCase(typed), layout);
}

/** What people call a user to whom something refers, so that no model of that name is meant. */
const USERS =
  /(^|_)(admin|approver|assignee|author|creator|editor|manager|member|moderator|owner|person|receiver|recipient|reporter|reviewer|sender|user|writer)$/;

async function refusal(
  project: Project,
  field: Field,
  { className }: ModelNames,
  own: ModelNames,
): Promise<string> {
  const { isOptional, model, name, typed } = field;
  const models = await modelsIn(project);
  const isUser = model === name && USERS.test(name);
  const near =
    nearestWord(className, models) ?? (isUser ? models.find((each) => each === 'User') : undefined);
  const better = near && modelOfClass(near, project.layout).table;
  const right = isMany(field)
    ? `${name}:many:${better}${isOptional ? '' : ':required'}`
    : `${name}:references:${better}${isOptional ? ':optional' : ''}`;
  const itself = isMany(field)
    ? ''
    : ` Or refer to ${own.className} itself: ${name}:references:${own.table}:optional.`;
  const known =
    models.length === 0
      ? 'The application has no models yet'
      : `The models are ${enumeration(models)}`;
  return (
    `${quoted(typed)} refers to ${pascalCase(snakeCase(className))}, which is not a model. ${known}. ` +
    (better === undefined
      ? `Make it first: scaffold make:model ${className}.${itself}`
      : `Did you mean ${right}?`)
  );
}

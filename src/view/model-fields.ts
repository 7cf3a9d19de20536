// Specs: spec/add-field/index.spec.ts
import { isDeepStrictEqual } from 'node:util';
import { SchematicsException } from '@angular-devkit/schematics';
import type { App } from '../app/app';
import { UsageError } from '../errors';
import { columnNameOf, isMany } from '../fields/field-list';
import type { Field } from '../fields/words';
import { type ModelNames, modelOfClass } from '../naming/class-names';
import { enumeration, quoted } from '../naming/spelling';
import { type ClassPlace, moduleOf, sourceOfModule } from '../project/class-place';
import type { Column } from '../project/column-type';
import { columnsIn } from '../project/columns';
import { findModel, tableOf } from '../project/models';
import type { Project } from '../project/project';
import { argumentOf, callsOf } from '../python/queries';
import { importsOf } from '../python/imports';
import { stringValue } from '../python/node';
import type { ParentValues } from '../templates/model-values';
import { choicesOf } from './choices';
import { modelClass, type ModelStyle } from './model-class';
import { keyOf, type ReferencedModel, referencedModels } from './belonging';

/** A foreign key that relates two models. */
export interface Link {
  /** The class of the model with the key: `Post`. */
  readonly holder: string;
  /** Its column: `author_id`. */
  readonly column: string;
}

/** Fields as typed, and what an existing model has of them. */
export interface FieldsState {
  /** The class that these fields alone would make. */
  readonly made: ClassPlace;
  /** Those whose columns the model lacks. */
  readonly missing: readonly Field[];
  /** Those whose columns the model has with another definition. */
  readonly different: readonly Field[];
  readonly references: ReadonlyMap<string, ReferencedModel>;
  /** Those that the file imports for annotations only. */
  readonly forTypes: ReadonlyMap<string, ReferencedModel>;
  /** The other foreign keys between the model and those, by the class of the other one. */
  readonly links: ReadonlyMap<string, readonly Link[]>;
}

interface AskedFields {
  readonly names: ModelNames;
  readonly place: ClassPlace;
  readonly columns: readonly Column[];
  readonly fields: readonly Field[];
  readonly parent?: ParentValues | undefined;
  /** Models that this run makes. */
  readonly made?: readonly ClassPlace[];
}

/**
 * How fields as typed compare with the columns of a model.
 *
 * @throws UsageError if a field refers to no model.
 */
export async function fieldsState(
  app: App,
  { columns, fields, made = [], names, parent, place }: AskedFields,
  style: ModelStyle,
): Promise<FieldsState> {
  const { project, templates } = app;
  const typed = fields.map(columnNameOf);
  const others = columns.filter(({ name }) => !typed.includes(name));
  const references = await referencedModels(project, fields, { names, existing: place }, made);
  refuseCompositeKey(place, columns, fields);
  const links = await linksOf(app, place, others, references);
  const forTypes = style.columns
    ? await importersOf(project, place, style.columns.isMapped ? references : [])
    : references;
  const generated = modelClass(
    {
      names: { ...names, file: place.source.path },
      key: keyOf(place, columns, names),
      fields,
      references,
      parent,
      columns: style.columns ? [] : others.map(({ name }) => name),
      related: [...links.keys()],
    },
    {
      ...style,
      table: tableOf(place.definition),
      named: [...forTypes.values()].map(({ className }) => className),
    },
    templates,
  );
  const wanted = await columnsIn(project, generated);
  const of = (each: readonly Column[], field: Field): Column | undefined =>
    each.find(({ name }) => name === columnNameOf(field));
  return {
    made: generated,
    missing: fields.filter((field) => of(columns, field) === undefined),
    different: fields.filter((field) => {
      const [found, made] = [of(columns, field), of(wanted, field)];
      return found && made && !areAlike(found, made);
    }),
    references,
    forTypes,
    links,
  };
}

/** @throws UsageError if a table between two models would have to refer to a model by several columns. */
function refuseCompositeKey(
  { definition }: ClassPlace,
  columns: readonly Column[],
  fields: readonly Field[],
): void {
  const keys = columns.filter(({ isPrimaryKey }) => isPrimaryKey).map(({ name }) => name);
  const many = fields.find(isMany);
  if (many && keys.length > 1) {
    throw new UsageError(
      `${quoted(many.typed)} cannot belong to ${definition.name}: its key is ${enumeration(keys)} together.`,
    );
  }
}

/** Whether two columns hold the same and are filled the same way, wherever their enums are. */
function areAlike(one: Column, other: Column): boolean {
  const ignored: Partial<Column> = {
    enumClass: undefined,
    storedAs: undefined,
    uniqueWith: undefined,
  };
  return isDeepStrictEqual({ ...one, ...ignored }, { ...other, ...ignored });
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
        `${enumeration(different.map(({ typed }) => typed))}. Did you mean scaffold change:field ${definition.name} ` +
        `${different.map(({ typed }) => typed).join(' ')}? Or leave ${them} out.`;
}

/**
 * Refuses a second way to a model if the key of the first is made by a function of the project: SQLAlchemy would not know
 * which of them the relationship means that the class already has.
 *
 * @throws SchematicsException naming the file.
 */
export function refuseHiddenKeys(
  { definition, source }: ClassPlace,
  { links, missing, references }: FieldsState,
): void {
  const related = callsOf(definition.node, 'relationship').map((call) =>
    stringValue(argumentOf(call, 'argument', 0)),
  );
  for (const field of missing.filter((each) => !isMany(each))) {
    const { className } = references.get(field.name) ?? {};
    if (className !== undefined && !links.has(className) && related.includes(className)) {
      throw new SchematicsException(
        `${source.placeOf(definition.node)}: ${definition.name} is related to ${className} by a key that scaffold cannot ` +
          `read. Add ${field.name} by hand, and foreign_keys to both relationships.`,
      );
    }
  }
}

/** The foreign keys between a model and others that it is to refer to, by their classes. A class without one is left out. */
async function linksOf(
  app: App,
  own: ClassPlace,
  columns: readonly Column[],
  references: ReadonlyMap<string, ReferencedModel>,
): Promise<ReadonlyMap<string, readonly Link[]>> {
  const { project } = app;
  const links = new Map<string, readonly Link[]>();
  for (const className of new Set([...references.values()].map((each) => each.className))) {
    const other = await findModel(project, modelOfClass(className, project.layout));
    const isOwn = className === own.definition.name;
    const found = [
      ...(await keysTo(app, own, columns, className)),
      ...(other && !isOwn
        ? await keysTo(app, other, await columnsIn(project, other), own.definition.name)
        : []),
    ];
    if (found.length > 0) {
      links.set(className, found);
    }
  }
  return links;
}

async function keysTo(
  app: App,
  place: ClassPlace,
  columns: readonly Column[],
  target: string,
): Promise<Link[]> {
  const keys = columns.filter(({ kind }) => kind !== 'many');
  const choices = await choicesOf(app, place, keys);
  return [...choices]
    .filter(([, { className }]) => className === target)
    .map(([column]) => ({ holder: place.definition.name, column }));
}

/** The models among these whose modules import the class itself: to import them, too, would be circular. */
async function importersOf(
  project: Project,
  { definition, source }: ClassPlace,
  references: Iterable<[string, ReferencedModel]>,
): Promise<ReadonlyMap<string, ReferencedModel>> {
  const importing = new Map<string, ReferencedModel>();
  for (const [name, other] of references) {
    const file = await sourceOfModule(project, other.module);
    const isImporting =
      file !== undefined &&
      importsOf(file).some(
        ({ module, names }) =>
          module === moduleOf(source) || names.some((each) => each.name === definition.name),
      );
    if (isImporting && file.path !== source.path) {
      importing.set(name, other);
    }
  }
  return importing;
}

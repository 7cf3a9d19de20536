// Specs: spec/existing/make-resource.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import { UsageError } from '../errors';
import type { Edit } from '../edit';
import type { Field } from '../fields/words';
import { columnNameOf } from '../fields/field-list';
import type { ModelNames } from '../naming/class-names';
import { enumeration } from '../naming/spelling';
import { type ClassPlace, moduleOfClass } from '../project/class-place';
import type { Column } from '../project/column-type';
import { columnsIn } from '../project/columns';
import { findModel } from '../project/models';
import { functionIn, parametersOf } from '../python/queries';
import { type Choices, choicesOf } from '../view/choices';
import type { Templates } from '../templates/templates';
import type { PathRecord } from '../view/view-data';
import type { IndexedApp } from '../app/app';
import { newModel, placedModel } from './model';

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
  readonly names: ModelNames;
  /** The folder of its feature: `posts`. */
  readonly feature: string;
  readonly fields: readonly Field[];
  /** Whether to make it if it is missing. */
  readonly isMade: boolean;
}

/**
 * The model of a view; undefined if it neither exists nor is to be made.
 *
 * @throws SchematicsException or UsageError if it cannot be made, or exists without these fields.
 */
export async function recordsOf(
  application: IndexedApp,
  { feature, fields, isMade, names }: ModelRequest,
  templates: Templates,
): Promise<Records | undefined> {
  const { project } = application;
  const placed = placedModel(application, names, feature);
  const existing = await findModel(project, placed);
  const made =
    existing || !isMade ? undefined : await newModel(application, placed, fields, templates);
  const place = existing ?? made?.place;
  if (place === undefined) {
    return undefined;
  }
  const columns = withFormats(await columnsIn(project, place), fields);
  if (existing) {
    refuseOtherFields(existing, columns, fields);
  }
  const keys = columns.filter(({ isPrimaryKey }) => isPrimaryKey);
  const [key] = keys;
  if (key === undefined || keys.length > 1) {
    throw new SchematicsException(
      `${place.source.path}: ${names.className} has ${key ? `the key ${enumeration(keys.map(({ name }) => name))}` : 'no primary key that scaffold can read'}. ` +
        'It makes pages for models with a key of one column.',
    );
  }
  return {
    names: placed,
    model: placed,
    place,
    isNew: existing === undefined,
    module:
      made?.module ??
      (await moduleOfClass(project, project.layout.models, {
        names: placed,
        place,
        isRegistered: false,
      })),
    columns,
    choices: await choicesOf(project, place, columns),
    key: key.name,
    belongsBy: undefined,
    owner: undefined,
    scope: undefined,
    lookups: [],
    edits: made?.edits ?? [],
  };
}

/** The columns with the formats of their fields: the code of `site:url` says nothing but its length. */
function withFormats(columns: readonly Column[], fields: readonly Field[]): Column[] {
  const formats = new Map(fields.map((field) => [columnNameOf(field), field.type.format]));
  return columns.map((column) => ({
    ...column,
    format: formats.get(column.name) ?? column.format,
  }));
}

/**
 * Refuses to make records of a class that cannot be made without arguments.
 *
 * @throws SchematicsException naming the file.
 */
export function refuseArguments({ place: { definition, source } }: Records): void {
  const own = functionIn(definition.node, '__init__');
  const needed =
    own &&
    parametersOf(own)
      .slice(1)
      .filter((name) => isNeeded(own.node.child('parameters')?.text ?? '', name));
  if (own && needed && needed.length > 0) {
    throw new SchematicsException(
      `${source.placeOf(own.node)}: ${definition.name}() needs ${enumeration(needed)}, so scaffold cannot make one ` +
        'from a form. Give these parameters defaults, or write this view by hand.',
    );
  }
}

function isNeeded(parameters: string, name: string): boolean {
  return !new RegExp(`\\*\\s*${name}\\b|\\b${name}\\s*(:[^,=]+)?=`).test(parameters);
}

function refuseOtherFields(
  { definition, source }: ClassPlace,
  columns: readonly Column[],
  fields: readonly Field[],
): void {
  const missing = fields.filter(
    (field) => !columns.some(({ name }) => name === columnNameOf(field)),
  );
  if (missing.length > 0) {
    const them = missing.length > 1 ? 'them' : 'it';
    throw new UsageError(
      `${definition.name} already exists in ${source.path}, without ${enumeration(missing.map(columnNameOf))}. ` +
        `Add ${them} to the model by hand, and run this command again without fields.`,
    );
  }
}

// Specs: spec/existing/add-field.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import type { GrownModel } from '../rules/model-edits';
import type { Field } from '../fields/words';
import { columnNameOf } from '../fields/field-list';
import type { ModelNames } from '../naming/class-names';
import { type ClassPlace, moduleOf, sourceOfModule } from '../project/class-place';
import { columnsIn } from '../project/columns';
import type { Project } from '../project/project';
import { importsOf } from '../python/imports';
import { linksOf } from '../view/links';
import { fieldsState } from '../view/model-state';
import { type ReferencedModel, referencedModels } from '../view/referenced-model';
import type { Templates } from '../templates/templates';
import type { ExistingApplication } from './application';
import { refuseClashes } from './clashes';
import { databaseOf } from './database';
import { modelClass, styleIn } from '../view/plain-model';
import { refuseNewTypes, styleOf } from './new-model';

/**
 * Looks at a model of an application that `new` did not make, and at the fields that it is to get, in the style of the
 * columns that it has.
 *
 * @throws UsageError if a field refers to no model, SchematicsException if the application does not allow a field.
 */
export async function grownModel(
  application: ExistingApplication,
  names: ModelNames,
  place: ClassPlace,
  fields: readonly Field[],
  templates: Templates,
): Promise<GrownModel> {
  const { project } = application;
  const { source } = place;
  const columns = await columnsIn(project, place);
  const typed = fields.map(columnNameOf);
  const others = columns.filter(({ name }) => !typed.includes(name));
  const references = await referencedModels(project, fields, { names, existing: place }, []);
  const links = await linksOf(project, place, others, references);
  const forTypes = await importersOf(project, place, references);
  const db = databaseOf(application);
  refuseNewTypes(application, fields);
  const given = {
    names: { ...names, file: source.path },
    base: { ...db, code: `${db.name}.Model` },
    table: undefined,
    fields,
    references,
    related: [...links.keys()],
    named: [...forTypes.values()].map(({ className }) => className),
    style: styleIn(place) ?? styleOf(application, source, source),
    neighbour: source,
  };
  const made = modelClass(db, given, templates);
  const state = await fieldsState(project, fields, columns, { made, references, forTypes, links });
  if (state.missing.length > 0) {
    refuseHiddenKeys(place, state.missing, references, links);
    // The style is that of the class, so these are what its columns are made with, perhaps by the project's own names.
    refuseClashes(source, made.source, ['Column', 'relationship']);
  }
  return { columns, fields: state, place };
}

/**
 * Refuses a second way to a model if the key of the first is made by a function of the project: SQLAlchemy would not know
 * which of them the relationship means that the class already has.
 *
 * @throws SchematicsException naming the file.
 */
function refuseHiddenKeys(
  { definition, source }: ClassPlace,
  fields: readonly Field[],
  references: ReadonlyMap<string, ReferencedModel>,
  known: ReadonlyMap<string, unknown>,
): void {
  for (const field of fields) {
    const { className = '' } = references.get(field.name) ?? {};
    const isRelated = new RegExp(`relationship\\(\\s*["']${className}["']`);
    if (className !== '' && !known.has(className) && isRelated.test(definition.node.text)) {
      throw new SchematicsException(
        `${source.placeOf(definition.node)}: ${definition.name} is related to ${className} by a key that scaffold cannot ` +
          `read. Add ${field.name} by hand, and foreign_keys to both relationships.`,
      );
    }
  }
}

/** The models among these whose modules import the class itself: to import them, too, would be circular. */
async function importersOf(
  project: Project,
  { definition, source }: ClassPlace,
  references: ReadonlyMap<string, ReferencedModel>,
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

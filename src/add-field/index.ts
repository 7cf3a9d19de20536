import { chain, type Rule } from '@angular-devkit/schematics';
import type { App } from '../app/app';
import { type Edit, stageEdits } from '../edit';
import { UsageError } from '../errors';
import { checkAddable, columnNameOf, isMany, parseNewFields } from '../fields/field-list';
import type { Field } from '../fields/words';
import { growing } from '../growing';
import type { WithFiles } from '../project/files';
import { adviseUnread } from '../rules/guard-advice';
import { addShownReaders } from '../rules/readers';
import { rememberFields } from '../rules/request';
import { tell } from '../rules/tell';
import { grownModel } from '../rules/grown-model';
import { findResource, refusalOf } from '../view/resource';
import { resourcesAbove } from '../view/section-pages';
import { folderOf, partsOf, type ResourceParts } from './grown-resource';
import type { Templates } from '../templates/templates';
import { carryParts } from './carry-parts';
import { type GrowingResource, modelEdits, withAndWithout } from '../rules/model-edits';
import type { AddFieldOptions } from './options';
import { adviseOtherResources } from './other-resources';
import { allOf, info, nextStep, type Note, type Outcome } from '../rules/outcome';
import type { ResourceOptions } from '../naming/resource-names';
import { migrationsOf } from '../rules/migration-advice';
import { segmentsOf } from '../naming/segments';
import { enumeration, snakeCase } from '../naming/spelling';
import { columnsIn } from '../project/columns';
import { findModel, tableOf } from '../project/models';

/**
 * Adds fields to a resource: columns to its model, and what follows from them to its form, list, page, factory and tests.
 *
 * @throws UsageError if a name or a field is wrong, SchematicsException and SourceError if the project does not allow it.
 */
export function addField({
  fields: typed,
  files,
  projectPath,
  ...options
}: WithFiles<AddFieldOptions>): Rule {
  segmentsOf(options.name, 'resource');
  const fields = parseNewFields(typed, options.name);
  return growing({ files, projectPath }, async (app, templates) => {
    if (app.isOurs) {
      return growResource(app, await ownResource(app, options, fields, templates), fields);
    }
    const { foreignResource } = await import('../existing/add-fields');
    return growResource(app, await foreignResource(app, options, fields, templates), fields);
  });
}

/** Adds columns to the model of a resource; then each of its parts gets what they add to it. */
async function growResource(
  app: App,
  resource: GrowingResource,
  fields: readonly Field[],
): Promise<Rule> {
  const { isOurs, project } = app;
  const { carry, model, names } = resource;
  rememberFields(project, names, model.columns, fields);
  const added = await modelEdits(project, model);
  const carryOn: Rule = async () => {
    const { edits, notes } = await carry();
    const advice = adviseColumns(app, resource, fields, [...added, ...edits]);
    const all = tell([...notes, ...advice], isOurs ? project : undefined);
    return chain([stageEdits(edits, project), all]);
  };
  return chain([stageEdits(added, project), carryOn]);
}

/** A resource of an application that `new` made. */
async function ownResource(
  app: App,
  options: ResourceOptions,
  fields: readonly Field[],
  templates: Templates,
): Promise<GrowingResource> {
  const { project } = app;
  const name = folderOf(project, options.name);
  const { names, place } = await findResource(project, { ...options, name });
  if (place === undefined) {
    throw new UsageError(await refusalOf(project, names, fields));
  }
  const { parents } = names.views[0].names;
  const model = await grownModel(app, { model: names.model, parents }, place, fields, templates);
  checkAddable(model.fields.missing);
  const missing = model.fields.missing.map(columnNameOf);
  const carry = async (): Promise<Outcome> => {
    const columns = await columnsIn(project, (await findModel(project, names.model)) ?? place);
    const above = await resourcesAbove(project, columns, name);
    const look = (): Promise<ResourceParts> => partsOf(project, names, above, templates);
    const { after, before } = await withAndWithout(project, place, fields, look);
    const { edits, notes } = allOf([
      await carryParts(project, fields, before, after),
      await addShownReaders(project, after.views, templates),
    ]);
    const unread = after.views.flatMap((view) => adviseUnread(view, missing)).slice(0, 1);
    const others = await adviseOtherResources(project, { model, names }, fields);
    return { edits, notes: [...notes, ...unread, ...others] };
  };
  return { names, model, carry };
}

/** How to add columns to the table of a model, or that nothing has changed. */
function adviseColumns(
  app: App,
  { model: { fields: state, place }, names: { model, name } }: GrowingResource,
  fields: readonly Field[],
  edits: readonly Edit[],
): Note[] {
  const { missing } = state;
  const { advice, hasOption, isLimited } = migrationsOf(app);
  const table = tableOf(place.definition) ?? (isLimited ? snakeCase(model.className) : model.table);
  const limits = isLimited ? { ofTables: [table] } : {};
  if (edits.length === 0) {
    const described = enumeration(fields.map(columnNameOf));
    return [{ ...info(`Nothing to do: ${model.className} already has ${described}.`), ...limits }];
  }
  const columns = missing.map(columnNameOf);
  const required = missing.filter((field) => !field.isOptional && !isMany(field)).map(columnNameOf);
  const typed = missing.map((field) => field.typed).join(' ');
  const made = advice(`Add ${enumeration(columns)} to ${table}`);
  const values =
    required.length === 0
      ? ''
      : `\nIn the migration, give ${enumeration(required)} a server_default: the rows of ${table} need a value.`;
  const message =
    required.length > 0 && hasOption
      ? `The database needs a migration:\n  scaffold add:field ${name} ${typed} --migrate`
      : made === undefined
        ? `The table ${table} needs ${enumeration(columns)}. db.create_all() does not change tables that exist.`
        : made + values;
  const places = (part: readonly Field[], mark: string): string[] =>
    part.map((field) => `${table}${mark}${columnNameOf(field)}`);
  const newColumns = places(
    missing.filter((field) => !isMany(field)),
    '.',
  );
  const newTables = places(missing.filter(isMany), '_');
  const tables = newTables.length === 0 ? {} : { newTables };
  return missing.length === 0
    ? []
    : [{ ...nextStep(message), doneBy: 'migration', newColumns, ...tables, ...limits }];
}

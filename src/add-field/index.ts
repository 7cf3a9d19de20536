import { chain, type Rule, SchematicsException } from '@angular-devkit/schematics';
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
import { partsOfAll, type ResourceParts } from '../view/resource-parts';
import { findResource, folderOf, refusalOf, resourcesSharing } from '../view/resource';
import { ownModel, type View } from '../view/view';
import { resourcesAbove } from '../view/section-pages';
import type { Templates } from '../templates/templates';
import { type GrowingResource, modelEdits, withAndWithout } from '../rules/model-edits';
import type { AddFieldOptions } from './options';
import { carryFields } from '../rules/new-fields';
import { allOf, info, nextStep, type Note, noted, NOTHING, type Outcome } from '../rules/outcome';
import { textsOf } from '../rules/part-texts';
import { adviseFields } from '../rules/template';
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
  const { carry, model, resources } = resource;
  const known = model.columns.map(({ name }) => name);
  const columns = new Set([...known, ...fields.map(columnNameOf)]);
  rememberFields(project, resources, [...columns]);
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
  const resources = await resourcesSharing(project, names);
  const carry = async (): Promise<Outcome> => {
    const columns = await columnsIn(project, (await findModel(project, names.model)) ?? place);
    const above = await resourcesAbove(project, columns, name);
    const look = (): Promise<ResourceParts[]> => partsOfAll(project, resources, above, templates);
    const { after, before } = await withAndWithout(project, place, fields, look);
    const [had, has] = [before, after].map((parts) => parts.flatMap(({ views }) => views));
    refuseOtherOwner(had ?? [], has ?? []);
    const { className, record } = names.model;
    const [from, to] = [textsOf(before), textsOf(after)];
    const carried = await carryFields(project, fields, from, to, `${record}|${className}`);
    return allOf([
      carried,
      await addShownReaders(project, has ?? [], templates),
      ...adviseViews(has ?? [], fields, model.fields.missing),
    ]);
  };
  return { names, model, resources, carry };
}

/** Refuses a reference to users that would pass for the owner of the records from now on. */
function refuseOtherOwner(before: readonly View[], after: readonly View[]): void {
  const ownersOf = (views: readonly View[]): (string | undefined)[] =>
    views.map((view) => ownModel(view)?.owner?.column);
  const other = ownersOf(after).find((owner, at) => owner !== ownersOf(before)[at]);
  if (other !== undefined) {
    const [owner] = ownersOf(before);
    throw new SchematicsException(
      `The owner of the records is ${owner}, and ${other} would pass for it. Give the field another name.`,
    );
  }
}

/** What a person has to do about pages: to show the new fields, and to let others in to choose. */
function adviseViews(
  views: readonly View[],
  fields: readonly Field[],
  missing: readonly Field[],
): Outcome[] {
  const [unread] = views.flatMap((view) => adviseUnread(view, missing.map(columnNameOf)));
  const oneByOne = views.map(({ form, page }) => {
    const shown = form?.fields.map(({ name }) => name) ?? [];
    const names = fields.map(columnNameOf).filter((name) => shown.includes(name));
    return page?.isOwn
      ? adviseFields(
          page.path,
          page.existing ?? '',
          'form',
          names,
          (code) => `{{ field(${code}) }}`,
        )
      : NOTHING;
  });
  return [...oneByOne, noted(...(unread ? [unread] : []))];
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

import { chain, type Rule, SchematicsException } from '@angular-devkit/schematics';
import type { App } from '../app/app';
import { formNameFor } from '../app/style';
import { type Edit, stageEdits } from '../edit';
import { UsageError } from '../errors';
import {
  checkAddable,
  columnNameOf,
  isMany,
  parseFields,
  parseNewFields,
} from '../fields/field-list';
import { parseUnique, type UniqueTogether } from '../fields/unique-together';
import type { Field } from '../fields/words';
import { growing } from '../growing';
import type { WithFiles } from '../project/files';
import { adviseUnread } from '../rules/guard-advice';
import { addShownReaders } from '../rules/readers';
import { rememberFields } from '../rules/request';
import {
  allOf,
  info,
  nextStep,
  type Note,
  noted,
  NOTHING,
  type Outcome,
  tell,
} from '../rules/outcome';
import {
  type AskedAdditions,
  type GrowingResource,
  grownModel,
  modelEdits,
  withAndWithout,
} from '../rules/model-edits';
import { hideUnshown } from '../view/own-columns';
import { partsOfAll, type ResourceParts, resourcesAbove } from '../view/resource-parts';
import { testsPath } from '../view/tests-state';
import { findResource, folderOf, refusalOf, resourcesSharing } from '../view/resource';
import { ownModel, type View } from '../view/view';
import { fieldsOfForm, refuseUnfitForm } from '../view/form-state';
import { refuseForeign } from '../view/placed-names';
import { carryFields, insertFields } from './insert-fields';
import type { AddFieldOptions } from './options';
import { followPages, type PageTests, pageTests, textsOf } from '../rules/part-texts';
import { adviseFields } from '../rules/template';
import type { ResourceOptions } from '../naming/resource-names';
import { uniqueOptions } from '../view/constraints';
import { migrationBy, migrationsOf } from '../rules/migration-advice';
import { segmentsOf } from '../naming/segments';
import { enumeration } from '../naming/spelling';
import { columnsIn } from '../project/columns';
import { findModel } from '../project/models';
import type { Project } from '../project/project';
import { refuseUnfit, type RowWish } from '../rules/unfit-rows';
import {
  addConstraints,
  newLinkTables,
  refuseTakenTables,
  repeatedIn,
  tableIn,
} from './add-constraints';

/**
 * Adds fields to a resource: columns to its model, and what follows from them to its form, list, page, factory and tests.
 *
 * @throws UsageError if a name or a field is wrong, SchematicsException and SourceError if the project does not allow it.
 */
export function addField({
  fields: typed,
  files,
  findRows,
  projectPath,
  unique: together,
  ...options
}: WithFiles<AddFieldOptions> & RowWish): Rule {
  segmentsOf(options.name, 'resource');
  const unique = parseUnique(together);
  const asked = unique.length > 0 ? parseFields(typed) : parseNewFields(typed, options.name);
  return growing({ files, projectPath }, async (app) => {
    const { project } = app;
    const resource = await growingResource(app, options, { fields: asked, unique });
    const { model, names } = resource;
    const fields = fieldsToCarry(project, asked, resource);
    const known = model.columns.map(({ name }) => name);
    const added = fields.map(columnNameOf);
    const columns = new Set([...known, ...added]);
    rememberFields(project, resource.resources, [...columns], added);
    const grown = await modelEdits(project, model);
    const outcomes: Outcome[] = [{ edits: grown, notes: [] }];
    let pages: PageTests | undefined;
    const carrying = (carry: () => Promise<Outcome>): Rule => {
      return async () => {
        const outcome = await carry();
        outcomes.push(outcome);
        return stageEdits(outcome.edits, project);
      };
    };
    return chain([
      stageEdits(grown, project),
      carrying(() => addConstraints(app, names, unique)),
      async () => {
        const checks = outcomes.at(-1)?.edits.length ? await repeatedIn(app, resource, unique) : [];
        outcomes.push(noted(...(await refuseUnfit(checks, findRows))));
      },
      // The pages show the fields that the form has by then.
      ...(app.isOurs
        ? []
        : [carrying(() => insertFields(app, names, model.place, { fields, unique }))]),
      carrying(async () => {
        const { tests, ...carried } = await carryToParts(app, resource, { fields, unique });
        pages = tests;
        return carried;
      }),
      carrying(async () => (pages ? followPages(app, pages) : NOTHING)),
      () => {
        const { edits, notes } = allOf(outcomes);
        return tell(
          [...notes, ...adviseColumns(app, resource, { fields, unique }, edits)],
          project,
        );
      },
    ]);
  });
}

/** A resource, and the fields that its model is to get. */
async function growingResource(
  app: App,
  options: ResourceOptions,
  { fields, unique }: AskedAdditions,
): Promise<GrowingResource> {
  const { isOurs, project } = app;
  const name = folderOf(app, options.name);
  const { names, place } = await findResource(app, { ...options, name });
  const [{ names: view }] = names.views;
  if (!isOurs) {
    refuseForeign(view, options);
  }
  if (place === undefined) {
    const typed = [...fields.map((field) => field.typed), ...uniqueOptions(unique)];
    throw new UsageError(await refusalOf(project, names, typed));
  }
  const grown = { model: names.model, parents: view.parents };
  const model = await grownModel(app, grown, place, fields);
  checkAddable(model.fields.missing);
  await refuseUnfitForm(app, names.model, model.fields.missing.map(columnNameOf), model.columns);
  refuseTakenTables(app, names.model, model);
  return { names, model, resources: isOurs ? await resourcesSharing(app, names) : [names] };
}

/** The fields that parts may lack: beside new ones, none that an earlier run has carried to them. */
function fieldsToCarry(
  { changes }: Project,
  asked: readonly Field[],
  { model, resources }: GrowingResource,
): readonly Field[] {
  const { missing } = model.fields;
  const carried = resources.map(({ name }) => changes.request({ resource: name }).fields ?? []);
  const isNew = (field: Field): boolean =>
    missing.includes(field) || !carried.every((names) => names.includes(columnNameOf(field)));
  return missing.length === 0 ? asked : asked.filter(isNew);
}

/** The parts of resources that share a model, and the tests of the pages that show their records. */
interface GrowingParts {
  readonly parts: readonly ResourceParts[];
  readonly tests: PageTests;
}

/** Carries the new columns of a model to what is generated of it. */
async function carryToParts(
  app: App,
  { model, names, resources }: GrowingResource,
  { fields, unique }: AskedAdditions,
): Promise<Outcome & { readonly tests?: PageTests | undefined }> {
  const { isOurs, project } = app;
  const { place } = model;
  const columns = await columnsIn(project, (await findModel(project, names.model)) ?? place);
  if (!isOurs && columns.filter(({ isPrimaryKey }) => isPrimaryKey).length !== 1) {
    return NOTHING;
  }
  const above = isOurs ? await resourcesAbove(app, columns) : [];
  await hideUnshown(project, names.model, place, resources);
  const look = async (known: readonly Field[]): Promise<GrowingParts> => ({
    parts: await partsOfAll(app, resources, above, known),
    tests: await pageTests(app, above),
  });
  const found = await withAndWithout(project, place, fields, look, unique);
  const [before, after] = [found.before.parts, found.after.parts];
  const [had = [], has = []] = [before, after].map((parts) => parts.flatMap(({ views }) => views));
  refuseOtherOwner(had, has);
  const { className, record } = names.model;
  const owner = isOurs ? `${record}|${className}` : `${record}|form|${record}_form`;
  const outcome = allOf([
    await carryFields(project, fields, textsOf(carried(before)), textsOf(carried(after)), owner),
    ...(isOurs ? [await addShownReaders(app, has)] : []),
    ...adviseViews(had, has, fields, model.fields.missing),
  ]);
  // Its own tests have the new columns by now.
  const path = testsPath(project.layout, names);
  const own = found.after.tests.texts.get(path);
  const { resources: shown, texts } = found.before.tests;
  const known = new Map([...texts, ...(own ? ([[path, own]] as const) : [])]);
  return { ...outcome, tests: { resources: shown, texts: known } };
}

/** Without the forms that have their fields already: see `insertFields`. */
function carried(parts: readonly ResourceParts[]): readonly ResourceParts[] {
  return parts.map((each) => ({
    ...each,
    views: each.views.map((view) => (view.form?.plain ? { ...view, form: undefined } : view)),
  }));
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
  before: readonly View[],
  after: readonly View[],
  fields: readonly Field[],
  missing: readonly Field[],
): Outcome[] {
  const [unread] = after.flatMap((view) => adviseUnread(view, missing.map(columnNameOf)));
  const oneByOne = after.map(({ app, data, form, page }, at) => {
    const isSame = before[at]?.page?.text === page?.text;
    const shown = app.isOurs ? (form?.fields ?? []).map(({ name }) => name) : fieldsOfForm(form);
    const names = fields.map(columnNameOf).filter((name) => shown.includes(name));
    const layout = String(app.layout.layout.value);
    const called =
      data && !app.isOurs ? formNameFor(app.project, layout, data.record.model.record) : 'form';
    const show = (code: string): string =>
      app.isOurs ? `{{ field(${code}) }}` : `{{ ${code}.label }} {{ ${code} }}`;
    return page?.isOwn && isSame
      ? adviseFields(page.path, page.existing ?? '', called, names, show)
      : NOTHING;
  });
  return [...oneByOne, noted(...(unread ? [unread] : []))];
}

/** `a constraint on project and number` */
function constraintOn(names: UniqueTogether): string {
  return `a constraint on ${enumeration(names)}`;
}

/** How to add columns to the table of a model, or that nothing has changed. */
function adviseColumns(
  app: App,
  { model: { fields: state, place }, names: { model, name } }: GrowingResource,
  { fields, unique }: AskedAdditions,
  edits: readonly Edit[],
): Note[] {
  const { missing } = state;
  const { advice, hasOption, isLimited } = migrationsOf(app);
  const table = tableIn(app, model, place);
  const newTables = newLinkTables(app, model, { fields: state, place });
  const limits = isLimited ? { ofTables: [table, ...newTables] } : {};
  if (edits.length === 0) {
    const described = enumeration([...fields.map(columnNameOf), ...unique.map(constraintOn)]);
    return [{ ...info(`Nothing to do: ${model.className} already has ${described}.`), ...limits }];
  }
  const columns = missing.map(columnNameOf);
  const inTable = missing.filter((field) => !isMany(field));
  if (columns.length === 0 && unique.length > 0) {
    const title = `Add ${enumeration(unique.map(constraintOn))} to ${table}`;
    const message =
      advice(title) ?? `The table ${table} needs ${enumeration(unique.map(constraintOn))}.`;
    return [{ ...nextStep(message), doneBy: 'migration', ...limits }];
  }
  const required = inTable.filter((field) => !field.isOptional).map(columnNameOf);
  const typed = [...missing.map((field) => field.typed), ...uniqueOptions(unique)].join(' ');
  const made = advice(`Add ${enumeration(columns)} to ${table}`);
  const values =
    required.length === 0
      ? ''
      : `\nIn the migration, give ${enumeration(required)} a server_default: the rows of ${table} need a value.`;
  const message =
    required.length > 0 && hasOption
      ? migrationBy(`  scaffold add:field ${name} ${typed} --migrate`)
      : made === undefined
        ? byHand(table, inTable.map(columnNameOf), newTables)
        : made + values;
  const newColumns = inTable.map((field) => `${table}.${columnNameOf(field)}`);
  const tables = newTables.length === 0 || isLimited ? {} : { newTables };
  return missing.length === 0
    ? []
    : [{ ...nextStep(message), doneBy: 'migration', newColumns, ...tables, ...limits }];
}

/** What a database without migrations needs. */
function byHand(table: string, columns: readonly string[], newTables: readonly string[]): string {
  return [
    ...(columns.length === 0
      ? []
      : [
          `The table ${table} needs ${enumeration(columns)}. db.create_all() does not change tables that exist.`,
        ]),
    ...newTables.map((name) => `The database needs the table ${name}: db.create_all() makes it.`),
  ].join('\n');
}

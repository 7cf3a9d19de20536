// Specs: spec/rename-field/index.spec.ts
import { type Rule, SchematicsException } from '@angular-devkit/schematics';
import { indexed } from '../app/find-app';
import type { App } from '../app/app';
import { type Edit, stageUnchecked } from '../edit';
import { VERSIONS } from '../layout';
import { migrationFor } from '../migrations/revision';
import { dropping, type SchemaChange } from '../migrations/schema-change';
import type { StoredColumn } from '../migrations/definitions';
import { schemaOf, type StoredSchema, type StoredTable } from '../migrations/stored-schema';
import { enumeration, listed } from '../naming/spelling';
import type { Project } from '../project/project';
import { carry, type PartFiles, type Renaming } from '../rules/difference';
import {
  info,
  infoIf,
  nextStep,
  type Note,
  noted,
  NOTHING,
  type Outcome,
  placeOf,
  refuseBroken,
  tell,
} from '../rules/outcome';
import { followPages, pageTests, textsOf } from '../rules/part-texts';
import { rememberFields } from '../rules/request';
import { applyingIn, upgradeCommand } from '../rules/migration-advice';
import type { UsedModel } from '../uses/used-model';
import { hideUnshown, isShown, textsOfParts } from '../view/own-columns';
import type { OwnerState } from '../view/owner-state';
import { partsOfAll, type ResourceParts, resourcesAbove } from '../view/resource-parts';
import { ownModel } from '../view/view';
import { type ChangedField, type ChangedModel } from './changed-model';
import { filesUsing, linesWith, resourcesUsing, type UsingFile, usedModel } from './model-uses';

export interface FieldChange {
  readonly model: ChangedModel;
  readonly fields: readonly ChangedField[];
  /** What happens to them, for a refusal: `Renaming title`. */
  readonly phrase: string;
  readonly columnsAfter: readonly string[];
  /** Changes the code that certainly means the fields. */
  readonly edits: (used: UsedModel) => Promise<Edit[]>;
  /** Changes what nothing needs any more once the parts are changed. */
  readonly behind?: (used: UsedModel) => Promise<Edit[]>;
  /** Gives the text of a file the names that its project has once these edits are made; undefined if all names stay. */
  readonly renamed?: (used: UsedModel) => Renaming;
  /** The lines that the change leaves wrong; by default, all that still use the fields. */
  readonly left?: (used: UsedModel) => Promise<LeftLines>;
  /** What happens to columns of the database; nothing if it has them as they are to be. */
  readonly migrate: (table: StoredTable, columns: readonly StoredColumn[]) => SchemaChange[];
  readonly tables?: readonly string[];
  /** Whether to write what can be written, and to list the rest. */
  readonly force: boolean;
}

/** Lines of code, with their places. */
export interface LeftLines {
  /** Those that would certainly break. */
  readonly breaking: readonly string[];
  /** Those that a person has to judge. */
  readonly doubtful: readonly string[];
}

/**
 * Changes fields of a model: in its file, in all code that certainly means them, in the parts of its resources, and in the
 * database.
 *
 * @returns a Rule that throws a SchematicsException, with nothing written, if code that stays would break.
 */
export function changeModel(change: FieldChange): Rule {
  return async (tree) => {
    const { fields, force, model } = change;
    const { app } = model;
    const { project } = app;
    const used = await usedModel(
      project,
      model,
      fields.flatMap((field) => field.attributes),
    );
    const renamed = change.renamed?.(used);
    const shown = model.resources.filter(({ name }) => showsAny(model, name, fields));
    const using = await resourcesUsing(model, used, renamed !== undefined);
    const resources = shown.length > 0 ? [...shown, ...using] : [];
    const above = await resourcesAbove(app, model.columns);
    const look = async (): Promise<ResourceParts[]> =>
      partsOfAll(await indexed(app), resources, above);
    await hideUnshown(project, model.names.model, model.place, model.resources);
    const before = await look();
    const own = new Set(resources.map(({ name }) => name));
    const tests = await pageTests(
      app,
      above.filter(({ name }) => !own.has(name)),
    );
    rememberFields(project, model.resources, change.columnsAfter, [], renamedColumns(change));
    await stageUnchecked(await change.edits(used), tree, project);
    const after = await look();
    refuseLostOwner(change.phrase, before, after);
    const carried = await carry(project, generatedIn(project, before), textsOf(after), { renamed });
    await stageUnchecked(carried.edits, tree, project);
    const tested = await followPages(await indexed(app), tests);
    await stageUnchecked(tested.edits, tree, project);
    await stageUnchecked((await change.behind?.(used)) ?? [], tree, project);
    const left = await (change.left ?? ((each) => linesUsing(project, model, each)))(used);
    const stopping = [...carried.conflicts.map((each) => placeOf(project, each)), ...left.breaking];
    const broken = refuseBroken(change.phrase, stopping, force);
    const migrated = await migrationOf(change);
    await stageUnchecked(migrated.edits, tree, project);
    const others = left.doubtful;
    return tell(
      [
        ...broken,
        ...infoIf(others.length > 0 && `Check these lines:\n${listed(others)}`),
        ...tested.notes,
        ...migrated.notes,
      ],
      project,
    );
  };
}

/** Whether a resource shows these fields: what a person added to a model may be on no page, form or API. */
function showsAny(
  { app: { project }, names, place }: ChangedModel,
  resource: string,
  fields: readonly ChangedField[],
): boolean {
  const known = project.changes.manifest({ resource })?.request.fields;
  const texts = textsOfParts(project, resource, place);
  const isOnParts = (name: string): boolean =>
    texts.some((text) => isShown({ model: names.model, name }, text));
  return (
    known === undefined ||
    fields.some(({ column: { name } }) => known.includes(name) || isOnParts(name))
  );
}

/** What is generated of resources, in files that a manifest has: the others are a person's. */
function generatedIn(project: Project, parts: readonly ResourceParts[]): PartFiles {
  const { changes } = project;
  const isKnown = (path: string): boolean =>
    changes.homes.some((home) => changes.isKnown(home, path));
  return new Map([...textsOf(parts)].filter(([path]) => isKnown(path)));
}

async function linesUsing(
  project: Project,
  model: ChangedModel,
  used: UsedModel,
): Promise<LeftLines> {
  const files = await filesUsing(project, used);
  const others = withoutGenerated(project, model, files);
  return {
    breaking: linesWith(project, files, ({ isCertain }) => isCertain),
    doubtful: linesWith(project, others, ({ isCertain }) => !isCertain),
  };
}

/** Without the files that every application has, as they were generated: they know no model but that of the users. */
function withoutGenerated(
  project: Project,
  { place }: ChangedModel,
  files: readonly UsingFile[],
): readonly UsingFile[] {
  const { changes } = project;
  return changes.isKnown('application', place.source.path)
    ? files
    : files.filter(({ path }) => !changes.isAsGenerated('application', path, project.text(path)));
}

/** The new names of columns. Only a change of names keeps the places. */
function renamedColumns({ columnsAfter, model }: FieldChange): ReadonlyMap<string, string> {
  const { columns } = model;
  return new Map(
    columns.length === columnsAfter.length
      ? columns.map(({ name }, index) => [name, columnsAfter[index] ?? name])
      : [],
  );
}

/** Refuses a change after which the owner of the records would be unknown. */
function refuseLostOwner(
  phrase: string,
  before: readonly ResourceParts[],
  after: readonly ResourceParts[],
): void {
  const owners = (parts: readonly ResourceParts[]): (OwnerState | undefined)[] =>
    parts.flatMap(({ views }) => views.map((view) => ownModel(view)?.owner));
  const isLost = owners(before).some((owner, at) => {
    const now = owners(after)[at];
    return owner !== undefined && (now === undefined || now.added !== undefined);
  });
  if (isLost) {
    throw new SchematicsException(
      `${phrase} would leave the records without an owner, whom their guard asks for. ` +
        'An owner is called user, owner, author or creator.',
    );
  }
}

/** The migration of a change; a note if no migration has made the columns. */
async function migrationOf({ fields, migrate, model, tables = [] }: FieldChange): Promise<Outcome> {
  const schema = await schemaIn(model.app);
  const table = schema.tables.get(model.table);
  const stored = fields.filter(({ column }) => column.kind !== 'many');
  const made = stored.flatMap(({ column }) => {
    return table?.columns.find(({ name }) => name === (column.storedAs ?? column.name)) ?? [];
  });
  const gone = tables.flatMap((name) => schema.tables.get(name) ?? []);
  if (table === undefined || made.length < stored.length || gone.length < tables.length) {
    const names = enumeration(fields.map(({ column }) => `${model.table}.${column.name}`));
    return noted(unmade(model.app, names));
  }
  const changes = [...migrate(table, made), ...gone.map(dropping)];
  return withMigration(schema, changes, applyingIn(model.app), model.app.versions);
}

/** What the migrations of an application have made. */
export async function schemaIn({ project, versions }: App): Promise<StoredSchema> {
  const files = versions === undefined ? [] : project.pythonFilesIn(versions);
  return schemaOf(await project.sources(files));
}

/** What to say of a change of what no migration has made. */
export function unmade(app: App, names: string): Note {
  const message = `No migration makes ${names}, so none was written for this change.`;
  const isAlone = app.versions === undefined;
  return info(
    isAlone
      ? `${message} Change the database by hand: db.create_all() does not change tables that exist.`
      : message,
  );
}

/**
 * The migration of changes, and what to do with it; nothing for none.
 *
 * @param command Applies it, indented.
 */
export async function withMigration(
  { heads }: StoredSchema,
  changes: readonly SchemaChange[],
  command = upgradeCommand(),
  versions = VERSIONS,
): Promise<Outcome> {
  if (changes.length === 0) {
    return NOTHING;
  }
  const edit = await migrationFor(joined(changes), versions, heads);
  return {
    edits: [edit],
    notes: [
      {
        ...nextStep(
          `${edit.path} has the change of the database. To apply it:\n${command}`,
          edit.path,
        ),
        doneBy: 'migration',
        migration: edit.path,
      },
    ],
  };
}

function joined(changes: readonly SchemaChange[]): SchemaChange {
  const titles = changes.map(({ title }) => title);
  const verb = titles[0]?.split(' ')[0] ?? '';
  return {
    title: [titles[0], ...titles.slice(1).map((title) => title.replace(`${verb} `, ''))].join(', '),
    upgrade: changes.flatMap(({ upgrade }) => upgrade),
    downgrade: changes.toReversed().flatMap(({ downgrade }) => downgrade),
    imports: changes.flatMap(({ imports }) => imports),
  };
}

// Specs: spec/rename-field/index.spec.ts
import { type Rule, SchematicsException, type Tree } from '@angular-devkit/schematics';
import { partsOf, type ResourceParts } from '../add-field/grown-resource';
import { type Edit, stageUnchecked } from '../edit';
import { VERSIONS } from '../layout';
import { migrationFor, type SchemaChange } from '../migrations/revision';
import type { StoredColumn } from '../migrations/definitions';
import { schemaOf, type StoredSchema, type StoredTable } from '../migrations/stored-schema';
import type { ResourceNames } from '../naming/resource-names';
import { enumeration } from '../naming/spelling';
import type { Project } from '../project/project';
import { info, nextStep, type Note, warning } from '../rules/outcome';
import { upgradeCommand } from '../rules/migration-advice';
import { tell } from '../rules/tell';
import type { Templates } from '../templates/templates';
import type { UsedModel } from '../uses/used-model';
import type { OwnerState } from '../view/owner-state';
import { resourcesAbove } from '../view/section-pages';
import { ownModel } from '../view/view';
import {
  type CarriedPart,
  carryDefinition,
  carryFile,
  carryMethods,
  changesOf,
  type Renaming,
} from './carry-difference';
import {
  type ChangedField,
  type ChangedModel,
  filesUsing,
  linesWith,
  resourcesUsing,
  type UsingFile,
  usedModel,
} from './changed-model';
import { resourcesIn } from '../view/resource';

/** A change of the fields of a model. */
export interface FieldChange {
  readonly model: ChangedModel;
  readonly fields: readonly ChangedField[];
  /** What happens to them, for a refusal: `Renaming title`. */
  readonly phrase: string;
  /** The columns that the pages of a resource show afterwards. */
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
export function changeModel(project: Project, change: FieldChange, templates: Templates): Rule {
  return async (tree) => {
    const { fields, force, model } = change;
    const used = await usedModel(
      project,
      model,
      fields.flatMap((field) => field.attributes),
    );
    const renamed = change.renamed?.(used);
    const resources = [
      ...model.resources,
      ...(renamed ? [] : await resourcesUsing(project, model, used)),
    ];
    const above = await resourcesAbove(project, model.columns, model.names.name);
    const look = (): Promise<ResourceParts[]> => partsOfAll(project, resources, above, templates);
    const before = await look();
    remember(project, change);
    await stageUnchecked(await change.edits(used), tree, project);
    const after = await look();
    refuseLostOwner(change.phrase, before, after);
    const conflicts = await carryAll(project, tree, before, after, renamed);
    await stageUnchecked((await change.behind?.(used)) ?? [], tree, project);
    const left = await (change.left ?? ((each) => linesUsing(project, model, each)))(used);
    const stopping = [...conflicts, ...left.breaking];
    if (stopping.length > 0 && !force) {
      throw new SchematicsException(
        `${change.phrase} would break these lines, so nothing was written:\n${indentedLines(stopping)}\n` +
          'Change them first, or add --force to write the rest.',
      );
    }
    const migrated = await migrationOf(project, change);
    await stageUnchecked(migrated.edits, tree, project);
    const others = left.doubtful;
    return tell(
      [
        ...(stopping.length > 0
          ? [warning(`These lines are left to you:\n${indentedLines(stopping)}`)]
          : []),
        ...(others.length > 0 ? [info(`Check these lines:\n${indentedLines(others)}`)] : []),
        ...migrated.notes,
      ],
      project,
    );
  };
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

/** A line of code is no command, so it gets no advice about the environment. */
function indentedLines(lines: readonly string[]): string {
  return [...new Set(lines)].map((line) => `  ${line}`).join('\n');
}

/** The parts of several resources. */
export async function partsOfAll(
  project: Project,
  resources: readonly ResourceNames[],
  above: readonly ResourceNames[],
  templates: Templates,
): Promise<ResourceParts[]> {
  const parts: ResourceParts[] = [];
  for (const [index, names] of resources.entries()) {
    // All resources of a model are on the same pages.
    parts.push(await partsOf(project, names, index === 0 ? above : [], templates));
  }
  return parts;
}

/** Has the manifests keep the columns that the resources show. What the run changes belongs to whichever knows it. */
function remember(project: Project, { columnsAfter, model }: FieldChange): void {
  const all = resourcesIn(project).map((resource) => ({ resource }));
  const names = model.columns.map(({ name }) => name);
  for (const { name } of model.resources) {
    const { owner } = project.changes.manifest({ resource: name })?.request ?? {};
    // Only a change of names keeps the places.
    const renamed =
      names.length === columnsAfter.length && columnsAfter[names.indexOf(owner ?? '')];
    const request = { fields: columnsAfter, ...(renamed ? { owner: renamed } : {}) };
    project.changes.ask({ resource: name }, request, [...all, 'application']);
  }
}

const unchanged: Renaming = (_path, text) => Promise.resolve(text);

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

/** Makes the differences between the parts in their files, and returns the places that are in the way. */
export async function carryAll(
  project: Project,
  tree: Tree,
  before: readonly ResourceParts[],
  after: readonly ResourceParts[],
  renamed: Renaming | undefined,
): Promise<string[]> {
  const conflicts: string[] = [];
  const stage = async (carried: CarriedPart): Promise<void> => {
    if ('edits' in carried) {
      await stageUnchecked(carried.edits, tree, project);
    } else {
      conflicts.push(...carried.conflicts);
    }
  };
  for (const [index, parts] of after.entries()) {
    const earlier = before[index];
    if (earlier === undefined) {
      continue;
    }
    const { definitions, files, views } = changesOf(earlier, parts);
    // Methods differ in names alone where these change, and have the new ones by now.
    if (renamed === undefined) {
      await stage(await carryMethods(project, views));
    }
    for (const each of definitions) {
      await stage(await carryDefinition(project, each, renamed ?? unchanged));
    }
    for (const each of files) {
      await stage(await carryFile(project, each, renamed ?? unchanged));
    }
  }
  return conflicts;
}

/** The migration of a change; a note if no migration has made the columns. */
async function migrationOf(
  project: Project,
  { fields, migrate, model }: FieldChange,
): Promise<{ readonly edits: readonly Edit[]; readonly notes: readonly Note[] }> {
  const schema = schemaOf(await project.sources(project.pythonFilesIn(VERSIONS)));
  const table = schema.tables.get(model.table);
  const made = fields.flatMap(({ column }) => {
    const stored = table?.columns.find(({ name }) => name === (column.storedAs ?? column.name));
    return stored ?? [];
  });
  if (table === undefined || made.length < fields.length) {
    const names = enumeration(fields.map(({ column }) => `${model.table}.${column.name}`));
    return {
      edits: [],
      notes: [info(`No migration makes ${names}, so none was written for this change.`)],
    };
  }
  return withMigration(schema, migrate(table, made));
}

/** The migration of changes, and what to do with it; nothing for none. */
export async function withMigration(
  { heads }: StoredSchema,
  changes: readonly SchemaChange[],
  python?: string,
): Promise<{ readonly edits: readonly Edit[]; readonly notes: readonly Note[] }> {
  if (changes.length === 0) {
    return { edits: [], notes: [] };
  }
  const edit = await migrationFor(joined(changes), VERSIONS, heads);
  return {
    edits: [edit],
    notes: [
      {
        ...nextStep(
          `${edit.path} has the change of the database. To apply it:\n${upgradeCommand(python)}`,
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

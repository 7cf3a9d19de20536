// Specs: spec/rename-field/index.spec.ts
import { type Rule, SchematicsException, type Tree } from '@angular-devkit/schematics';
import { partsOf, type ResourceParts } from '../add-field/grown-resource';
import { type Edit, stageUnchecked } from '../edit';
import { VERSIONS } from '../layout';
import { migrationFor, type SchemaChange } from '../migrations/revision';
import { schemaOf, type StoredColumn, type StoredTable } from '../migrations/stored-schema';
import { enumeration } from '../naming/spelling';
import type { Project } from '../project/project';
import { info, nextStep, type Note, warning } from '../rules/outcome';
import { upgradeCommand } from '../rules/migration-advice';
import { tell } from '../rules/tell';
import type { Templates } from '../templates/templates';
import type { UsedModel } from '../uses/python-uses';
import { ownModel } from '../view/view';
import {
  type CarriedPart,
  carryDefinition,
  carryFile,
  changesOf,
  type Renaming,
} from './carry-difference';
import {
  type ChangedField,
  type ChangedModel,
  filesUsing,
  linesWith,
  resourcesIn,
  usedModel,
} from './changed-model';

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
  /** Gives the text of a file the names that its project has once these edits are made. */
  readonly renamed: (used: UsedModel) => Renaming;
  /** What happens to a column of the database. */
  readonly migrate: (table: StoredTable, column: StoredColumn) => SchemaChange;
  /** Whether to write what can be written, and to list the rest. */
  readonly force: boolean;
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
    const before = await partsOfAll(project, model, templates);
    remember(project, change);
    await stageUnchecked(await change.edits(used), tree, project);
    const after = await partsOfAll(project, model, templates);
    refuseLostOwner(change.phrase, before, after);
    const conflicts = await carryAll(project, tree, before, after, change.renamed(used));
    const left = await filesUsing(project, used);
    const stopping = [...conflicts, ...linesWith(project, left, ({ isCertain }) => isCertain)];
    if (stopping.length > 0 && !force) {
      throw new SchematicsException(
        `${change.phrase} would break these lines, so nothing was written:\n${indentedLines(stopping)}\n` +
          'Change them first, or add --force to write the rest.',
      );
    }
    const migrated = await migrationOf(project, change);
    await stageUnchecked(migrated.edits, tree, project);
    const others = linesWith(project, left, ({ isCertain }) => !isCertain);
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

/** A line of code is no command, so it gets no advice about the environment. */
function indentedLines(lines: readonly string[]): string {
  return [...new Set(lines)].map((line) => `  ${line}`).join('\n');
}

async function partsOfAll(
  project: Project,
  { resources }: ChangedModel,
  templates: Templates,
): Promise<ResourceParts[]> {
  const parts: ResourceParts[] = [];
  for (const names of resources) {
    parts.push(await partsOf(project, names, templates));
  }
  return parts;
}

/** Has the manifests keep the columns that the resources show. What the run changes belongs to whichever knows it. */
function remember(project: Project, { columnsAfter, model }: FieldChange): void {
  const all = resourcesIn(project).map((resource) => ({ resource }));
  for (const { name } of model.resources) {
    project.changes.ask({ resource: name }, { fields: columnsAfter }, [...all, 'application']);
  }
}

/** Refuses a change after which the owner of the records would be unknown. */
function refuseLostOwner(
  phrase: string,
  before: readonly ResourceParts[],
  after: readonly ResourceParts[],
): void {
  const owners = (parts: readonly ResourceParts[]): (string | undefined)[] =>
    parts.flatMap(({ views }) => views.map((view) => ownModel(view)?.owner?.column));
  const isLost = owners(before).some((owner, at) => owner !== undefined && !owners(after)[at]);
  if (isLost) {
    throw new SchematicsException(
      `${phrase} would leave the records without an owner, whom their guard asks for. ` +
        'An owner is called user, owner, author or creator.',
    );
  }
}

/** Makes the differences between the parts in their files, and returns the places that are in the way. */
async function carryAll(
  project: Project,
  tree: Tree,
  before: readonly ResourceParts[],
  after: readonly ResourceParts[],
  renamed: Renaming,
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
    const { definitions, files } = earlier
      ? changesOf(earlier, parts)
      : { definitions: [], files: [] };
    for (const each of definitions) {
      await stage(await carryDefinition(project, each, renamed));
    }
    for (const each of files) {
      await stage(await carryFile(project, each, renamed));
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
  const change = joined(made.map((column) => migrate(table, column)));
  const edit = await migrationFor(change, VERSIONS, schema.heads);
  return {
    edits: [edit],
    notes: [
      {
        ...nextStep(
          `${edit.path} has the change of the database. To apply it:\n${upgradeCommand()}`,
        ),
        doneBy: 'migration',
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

// Specs: spec/existing/add-field.spec.ts
import type { GrownModel } from '../rules/model-edits';
import type { Edit } from '../edit';
import type { Field } from '../fields/words';
import { columnNameOf } from '../fields/field-list';
import type { ResourceNames } from '../naming/resource-names';
import { enumeration, snakeCase } from '../naming/spelling';
import { tableOf } from '../project/models';
import { info, type Note } from '../rules/outcome';
import type { ExistingProject } from './application';
import type { Records } from './records';

/** How to make the table of a new model, by the tool that the application has for migrations. */
export function adviseTable(existing: ExistingProject, records: Records | undefined): Note[] {
  if (!records?.isNew) {
    return [];
  }
  const advice =
    adviceOf(existing, `Create ${records.names.pluralPhrase}`) ??
    `The database needs the table of ${records.names.className}: db.create_all() makes it.`;
  return [{ ...info(advice), doneBy: 'migration', ...aboutTable(records) }];
}

/** Limits a migration to the table of a model: what else differs is not this run's. */
export function aboutTable({
  names,
  place: { definition },
}: Pick<Records, 'names' | 'place'>): Pick<Note, 'ofTables'> {
  return { ofTables: [tableOf(definition) ?? snakeCase(names.className)] };
}

/** How to add columns to the table of a model, or that nothing has changed. */
export function adviseColumns(
  existing: ExistingProject,
  { model, name }: ResourceNames,
  { fields: { missing }, place }: GrownModel,
  fields: readonly Field[],
  edits: readonly Edit[],
): Note[] {
  const { ofTables = [] } = aboutTable({ names: model, place });
  if (edits.length === 0) {
    const described = enumeration(fields.map(columnNameOf));
    return [{ ...info(`Nothing to do: ${model.className} already has ${described}.`), ofTables }];
  }
  if (missing.length === 0) {
    return [];
  }
  const [table = model.table] = ofTables;
  const columns = missing.map(columnNameOf);
  const required = missing.filter(({ isOptional }) => !isOptional).map(columnNameOf);
  const typed = missing.map((field) => field.typed).join(' ');
  const advice = adviceOf(existing, `Add ${enumeration(columns)} to ${table}`);
  const isMigrated = toolOf(existing)[0] === 'flask-migrate' && !usesFlaskScript(existing);
  const values =
    required.length === 0
      ? ''
      : `\nIn the migration, give ${enumeration(required)} a server_default: the rows of ${table} need a value.`;
  return [
    {
      ...info(
        required.length > 0 && isMigrated
          ? `The database needs a migration:\n  scaffold add:field ${name} ${typed} --migrate`
          : advice === undefined
            ? `The table ${table} needs ${enumeration(columns)}. db.create_all() does not change tables that exist.`
            : advice + values,
      ),
      doneBy: 'migration',
      newColumns: columns.map((column) => `${table}.${column}`),
      ofTables,
    },
  ];
}

/** How to make and apply a migration; undefined without a tool for that. */
function adviceOf(existing: ExistingProject, title: string): string | undefined {
  const [tool, scripts] = toolOf(existing);
  const flask = usesFlaskScript(existing) ? 'python manage.py' : 'flask';
  const commands: Readonly<Record<string, readonly string[]>> = {
    'flask-migrate': [
      ...(scripts === undefined ? [`${flask} db init`] : []),
      `${flask} db migrate -m "${title}"`,
      `${flask} db upgrade`,
    ],
    alembic: [`alembic revision --autogenerate -m "${title}"`, 'alembic upgrade head'],
  };
  const lines = commands[tool ?? ''];
  return lines
    ? `The database needs a migration:\n${lines.map((line) => `  ${line}`).join('\n')}`
    : tool === 'flask-alembic'
      ? `The database needs a migration. Make and apply it with Flask-Alembic.`
      : undefined;
}

/** The tool for migrations, and the folder of its scripts if that exists. */
function toolOf({ layout }: ExistingProject): string[] {
  return String(layout.migrations.value).split(':');
}

function usesFlaskScript({ project }: ExistingProject): boolean {
  return project.text('manage.py').includes('MigrateCommand');
}

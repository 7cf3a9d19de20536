// Specs: spec/existing/make-model.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import type { NamedImport } from '../templates/plain-values';
import { snakeCase } from '../naming/spelling';
import { tableOf } from '../project/models';
import { nextStep, type Note } from '../rules/outcome';
import type { ExistingProject } from './application';
import type { Migrations } from '../rules/migration-advice';
import type { ClassPlace } from '../project/class-place';
import type { ModelNames } from '../naming/class-names';

/** Whether an application has Flask-SQLAlchemy. */
export function hasDatabase({ layout }: ExistingProject): boolean {
  return typeof layout.db.value === 'string';
}

/**
 * The variable of Flask-SQLAlchemy, and its module.
 *
 * @throws SchematicsException if the application has none.
 */
export function databaseOf({ layout }: ExistingProject): NamedImport {
  const [, module, name] = /^([\w.]+):(\w+)$/.exec(String(layout.db.value)) ?? [];
  if (module === undefined || name === undefined) {
    throw new SchematicsException(
      'scaffold makes models with Flask-SQLAlchemy, which this application does not use. For a page without data, run ' +
        '`scaffold make:view about -r`.',
    );
  }
  return { module, name };
}

/** A model, and whether the run makes it. */
interface MadeModel {
  readonly names: ModelNames;
  readonly place: ClassPlace;
  readonly isNew: boolean;
}

/** How to make the table of a new model, by the tool that the application has for migrations. */
export function adviseTable(existing: ExistingProject, records: MadeModel | undefined): Note[] {
  if (!records?.isNew) {
    return [];
  }
  const advice =
    adviceOf(existing, `Create ${records.names.pluralPhrase}`) ??
    `The database needs the table of ${records.names.className}: db.create_all() makes it.`;
  return [{ ...nextStep(advice), doneBy: 'migration', ...aboutTable(records) }];
}

/** Limits a migration to the table of a model: what else differs is not this run's. */
export function aboutTable({
  names,
  place: { definition },
}: Pick<MadeModel, 'names' | 'place'>): Pick<Note, 'ofTables'> {
  return { ofTables: [tableOf(definition) ?? snakeCase(names.className)] };
}

/** How the tables of an application get new columns. */
export function migrationsOf(existing: ExistingProject): Migrations {
  return {
    advice: (title) => adviceOf(existing, title),
    hasOption: toolOf(existing)[0] === 'flask-migrate' && !usesFlaskScript(existing),
    isLimited: true,
  };
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

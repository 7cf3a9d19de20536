// Specs: spec/make-view/index.spec.ts
import type { App } from '../app/app';
import { VENV_PYTHON } from '../layout';
import { enumeration, listed, snakeCase } from '../naming/spelling';
import { tableOf } from '../project/models';
import type { ModelState } from '../view/model-state';
import { nextStep, type Note } from './outcome';

/** The command that applies existing migrations with a Python, indented. */
export function upgradeCommand(python?: string): string {
  return flaskCommand('upgrade', python);
}

function flaskCommand(words: string, python = VENV_PYTHON): string {
  return `  ${python} -m flask db ${words}`;
}

/** The command that applies existing migrations of an application, indented. */
export function applyingIn(app: App): string {
  return `  ${commandsOf(app, '')?.at(-1) ?? 'flask db upgrade'}`;
}

/** The commands that make a migration and apply it, one per line, indented. */
export function migrationCommands(title?: string, python?: string): string {
  const message = title === undefined ? '' : ` -m "${title}"`;
  return `${flaskCommand(`migrate${message}`, python)}\n${upgradeCommand(python)}`;
}

/** The title of a migration for new tables, by their phrases: `Create posts and shopping lists`. */
export function titleFor(tables: readonly string[]): string | undefined {
  return tables.length === 0 ? undefined : `Create ${enumeration(tables)}`;
}

/** The advice to make a migration with a Python. */
export function migrationAdvice(title?: string, python?: string): string {
  return migrationBy(migrationCommands(title, python));
}

/** The advice to make a migration with these commands, which are indented. */
export function migrationBy(commands: string): string {
  return `The database needs a migration:\n${commands}`;
}

/** The advice to make a migration for those of these models that the run makes. */
export function adviseTables(app: App, models: readonly ModelState[]): Note[] {
  if (!app.isOurs) {
    return adviseTable(app, models.at(-1));
  }
  const newTables = models
    .filter(({ isNew }) => isNew)
    .flatMap(({ columns, names: { pluralPhrase } }) => [
      pluralPhrase,
      ...columns.filter(({ kind }) => kind === 'many').map(({ name }) => `${pluralPhrase} ${name}`),
    ]);
  return newTables.length === 0
    ? []
    : [{ ...nextStep(migrationAdvice(titleFor(newTables))), newTables }];
}

/** How the tables of an application get new columns. */
export interface Migrations {
  /** The advice to make a migration with this title; undefined without a tool for that. */
  readonly advice: (title: string) => string | undefined;
  /** Whether `--migrate` makes it, with values for existing rows. */
  readonly hasOption: boolean;
  /** Whether it is only about the tables of the run: what else differs is not this run's. */
  readonly isLimited: boolean;
}

/** How the tables of an application get new columns. */
export function migrationsOf(app: App): Migrations {
  return {
    advice: (title) => adviceOf(app, title),
    hasOption: toolOf(app)[0] === 'flask-migrate' && !usesFlaskScript(app),
    isLimited: !app.isOurs,
  };
}

/** How to make the table of a new model, by the tool that the application has for migrations. */
function adviseTable(app: App, model: ModelState | undefined): Note[] {
  if (!model?.isNew) {
    return [];
  }
  const { className, pluralPhrase } = model.names;
  const advice =
    adviceOf(app, `Create ${pluralPhrase}`) ??
    `The database needs the table of ${className}: db.create_all() makes it.`;
  return [{ ...nextStep(advice), doneBy: 'migration', ...aboutTable(model) }];
}

/** Limits a migration to the table of a model, and to those between it and others: what else differs is not this run's. */
export function aboutTable({
  columns,
  names: { className },
  place,
}: Pick<ModelState, 'columns' | 'names' | 'place'>): Pick<Note, 'ofTables'> {
  const table = (place && tableOf(place.definition)) ?? snakeCase(className);
  const links = columns.filter(({ kind }) => kind === 'many').map(({ name }) => `${table}_${name}`);
  return place ? { ofTables: [table, ...links] } : {};
}

/** How to make and apply a migration; undefined without a tool for that. */
function adviceOf(app: App, title: string): string | undefined {
  const lines = commandsOf(app, title);
  return lines
    ? migrationBy(listed(lines))
    : toolOf(app)[0] === 'flask-alembic'
      ? `The database needs a migration. Make and apply it with Flask-Alembic.`
      : undefined;
}

function commandsOf(app: App, title: string): readonly string[] | undefined {
  const [tool, scripts] = toolOf(app);
  const flask = app.isOurs
    ? `${VENV_PYTHON} -m flask`
    : usesFlaskScript(app)
      ? 'python manage.py'
      : 'flask';
  const commands: Readonly<Record<string, readonly string[]>> = {
    'flask-migrate': [
      ...(scripts === undefined ? [`${flask} db init`] : []),
      `${flask} db migrate -m "${title}"`,
      `${flask} db upgrade`,
    ],
    alembic: [`alembic revision --autogenerate -m "${title}"`, 'alembic upgrade head'],
  };
  return commands[tool ?? ''];
}

/** The tool for migrations, and the folder of its scripts if that exists. */
function toolOf({ layout }: App): string[] {
  return String(layout.migrations.value).split(':');
}

function usesFlaskScript({ project }: App): boolean {
  return project.text('manage.py').includes('MigrateCommand');
}

// Specs: spec/existing/make-model.spec.ts
import { info, type Note } from '../rules/outcome';
import type { ExistingProject } from './application';
import type { Records } from './records';

/** How to make the table of a new model, by the tool that the application has for migrations. */
export function adviseTable(
  { layout, project }: ExistingProject,
  records: Records | undefined,
): Note[] {
  if (!records?.isNew) {
    return [];
  }
  const [tool] = String(layout.migrations.value).split(':');
  const title = `"Create ${records.names.pluralPhrase}"`;
  const flask = project.text('manage.py').includes('MigrateCommand') ? 'python manage.py' : 'flask';
  const commands: Readonly<Record<string, readonly string[]>> = {
    'flask-migrate': [`${flask} db migrate -m ${title}`, `${flask} db upgrade`],
    alembic: [`alembic revision --autogenerate -m ${title}`, 'alembic upgrade head'],
  };
  const lines = commands[tool ?? ''];
  return [
    info(
      lines
        ? `The database needs a migration:\n${lines.map((line) => `  ${line}`).join('\n')}`
        : tool === 'flask-alembic'
          ? `The database needs a migration. Make and apply it with Flask-Alembic.`
          : `The database needs the table of ${records.names.className}: db.create_all() makes it.`,
    ),
  ];
}

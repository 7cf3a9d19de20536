// Specs: spec/make-auth/index.spec.ts
import { withMigration } from '../changing/change-model';
import { DEFAULT_LAYOUT, VERSIONS } from '../layout';
import { making, tablesIn } from '../migrations/made-table';
import { schemaOf } from '../migrations/stored-schema';
import type { Column } from '../project/column-type';
import { columnsIn } from '../project/columns';
import { ownPython } from '../project/environment';
import { tableOf } from '../project/models';
import type { Project } from '../project/project';
import { classesOf } from '../python/queries';
import { migrationAdvice, upgradeCommand } from '../rules/migration-advice';
import { nextStep, noted, NOTHING, type Outcome } from '../rules/outcome';
import type { AuthProject } from './look';

const TITLE = 'Add sign-in';

/** The migration that the models of sign-in need; how to make it if no migration makes the table of users. */
export async function signInMigration(project: Project, auth: AuthProject): Promise<Outcome> {
  if (!auth.isFirst) {
    return NOTHING;
  }
  const schema = schemaOf(await project.sources(project.pythonFilesIn(VERSIONS)));
  const models = auth.modules.filter(({ path }) => path.startsWith(DEFAULT_LAYOUT.models));
  const tables = await Promise.all(models.map((source) => tablesIn(project, source)));
  const users = {
    name: tableOf(auth.user.definition) ?? '',
    columns: await furtherColumns(project, auth),
  };
  const change = making(schema, [users, ...tables.flat()], TITLE);
  const python = ownPython(project);
  return change
    ? withMigration(schema, [change], upgradeCommand(python))
    : noted({ ...nextStep(migrationAdvice(TITLE, python)), doneBy: 'migration' });
}

/** The columns that users get. */
async function furtherColumns(
  project: Project,
  { columns, mergings, user }: AuthProject,
): Promise<Column[]> {
  const source = mergings.find((each) => each.source === user.source)?.other;
  const [definition] = source ? classesOf(source) : [];
  const wanted = source && definition ? await columnsIn(project, { definition, source }) : [];
  return wanted.filter(({ name }) => !columns.some((each) => each.name === name));
}

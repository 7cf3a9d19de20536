// Specs: spec/upgrade/application.spec.ts
import type { App } from '../app/app';
import { schemaIn, unmade, withMigration } from '../changing/change-model';
import type { Edit } from '../edit';
import { type MadeTable, making, tablesIn } from '../migrations/made-table';
import type { StoredSchema } from '../migrations/stored-schema';
import { enumeration } from '../naming/spelling';
import { ownPython } from '../project/environment';
import type { Project } from '../project/project';
import { applyingIn, migrationAdvice } from '../rules/migration-advice';
import { nextStep, noted, NOTHING, type Outcome } from '../rules/outcome';

const TITLE = 'Upgrade the application';

/** The table of sessions. What is new in it, nobody knows of a session that is older. */
const SESSIONS = 'user_sessions';

/** The migration for what models have after edits, and had not before. */
export async function upgradeMigration(
  edits: readonly Edit[],
  app: App,
  after: Project,
): Promise<Outcome> {
  const { isOurs, project: before, versions } = app;
  const paths = edits.map(({ path }) => path).filter((path) => path.endsWith('.py'));
  const had = await tablesOf(before, paths);
  const tables = (await tablesOf(after, paths)).flatMap(({ columns, name }) => {
    const known = had.find((table) => table.name === name)?.columns.map((column) => column.name);
    const added = columns.filter((column) => known?.includes(column.name) !== true);
    return added.length > 0 ? [{ name, columns: added }] : [];
  });
  if (tables.length === 0) {
    return NOTHING;
  }
  const schema = await schemaIn(app);
  const change = making(schema, tables, TITLE);
  if (versions === undefined && !isOurs) {
    const columns = tables.flatMap(({ columns: all, name }) =>
      all.map((column) => `${name}.${column.name}`),
    );
    return noted(unmade(app, enumeration(columns)));
  }
  return change
    ? withMigration(
        schema,
        [{ ...change, upgrade: [...ending(schema, tables), ...change.upgrade] }],
        applyingIn(app),
        versions,
      )
    : noted({ ...nextStep(migrationAdvice(TITLE, ownPython(before))), doneBy: 'migration' });
}

async function tablesOf(project: Project, paths: readonly string[]): Promise<MadeTable[]> {
  const sources = await project.sources(paths);
  return (await Promise.all(sources.map((source) => tablesIn(project, source)))).flat();
}

/** All sign in again if sessions get columns. */
function ending({ tables }: StoredSchema, made: readonly MadeTable[]): string[] {
  return tables.has(SESSIONS) && made.some(({ name }) => name === SESSIONS)
    ? [`op.execute(sa.table("${SESSIONS}").delete())`]
    : [];
}

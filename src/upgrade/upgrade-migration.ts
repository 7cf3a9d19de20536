// Specs: spec/upgrade/application.spec.ts
import { withMigration } from '../changing/change-model';
import type { Edit } from '../edit';
import { VERSIONS } from '../layout';
import { type MadeTable, making, tablesIn } from '../migrations/made-table';
import { schemaOf, type StoredSchema } from '../migrations/stored-schema';
import { ownPython } from '../project/environment';
import type { Project } from '../project/project';
import { migrationAdvice, upgradeCommand } from '../rules/migration-advice';
import { nextStep, noted, NOTHING, type Outcome } from '../rules/outcome';

const TITLE = 'Upgrade the application';

/** The table of sessions. What is new in it, nobody knows of a session that is older. */
const SESSIONS = 'user_sessions';

/** The migration for what models have after edits, and had not before. */
export async function upgradeMigration(
  edits: readonly Edit[],
  before: Project,
  after: Project,
): Promise<Outcome> {
  const paths = edits
    .map(({ path }) => path)
    .filter((path) => path.startsWith(`${after.layout.models}/`) && path.endsWith('.py'));
  const had = await tablesOf(before, paths);
  const tables = (await tablesOf(after, paths)).flatMap(({ columns, name }) => {
    const known = had.find((table) => table.name === name)?.columns.map((column) => column.name);
    const added = columns.filter((column) => known?.includes(column.name) !== true);
    return added.length > 0 ? [{ name, columns: added }] : [];
  });
  if (tables.length === 0) {
    return NOTHING;
  }
  const schema = schemaOf(await before.sources(before.pythonFilesIn(VERSIONS)));
  const change = making(schema, tables, TITLE);
  const python = ownPython(before);
  return change
    ? withMigration(
        schema,
        [{ ...change, upgrade: [...ending(schema, tables), ...change.upgrade] }],
        upgradeCommand(python),
      )
    : noted({ ...nextStep(migrationAdvice(TITLE, python)), doneBy: 'migration' });
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

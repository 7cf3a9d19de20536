import { createHash } from 'node:crypto';
import { SchematicsException } from '@angular-devkit/schematics';
import type { CreateEdit } from '../edit';
import { fileOf } from '../python/generated';
import { importBlock } from '../python/import-statement';
import { LONGEST_LINE } from '../python/lines';
import { PythonSource } from '../python/source';
import type { SchemaChange, Step } from './schema-change';

/** What SQLite's copy of a table calls the keys without a name: as `named` does. */
const CONVENTION = `{
    "fk": "%(table_name)s_%(column_0_N_name)s_fkey",
    "uq": "%(table_name)s_%(column_0_N_name)s_key",
}`;

/**
 * The migration that makes a change, behind the newest one.
 *
 * @param folder Of the migrations.
 * @param heads The revisions that no other one follows.
 * @throws SchematicsException if there are several.
 */
export async function migrationFor(
  { downgrade, imports, title, upgrade }: SchemaChange,
  folder: string,
  [head, ...others]: readonly string[],
): Promise<CreateEdit> {
  if (others.length > 0) {
    throw new SchematicsException(
      `${folder} has ${others.length + 1} heads: ${[head, ...others].join(', ')}. Merge them first: ` +
        'venv/bin/python -m flask db merge heads',
    );
  }
  // The same change behind the same migration is the same migration, on any branch of git.
  const digest = createHash('sha256').update([head, title, ...upgrade.map(codeOf)].join('\n'));
  const revision = digest.digest('hex').slice(0, 12);
  const all = importBlock(
    [{ module: 'sqlalchemy', alias: 'sa' }, { module: 'alembic', name: 'op' }, ...imports],
    [],
    LONGEST_LINE,
  );
  const text = `"""${title}

Revision ID: ${revision}
Revises: ${head ?? ''}

"""

${all}

revision = "${revision}"
down_revision = ${head === undefined ? 'None' : `"${head}"`}
branch_labels = None
depends_on = None


def upgrade() -> None:
${bodyOf(upgrade)}


def downgrade() -> None:
${bodyOf(downgrade)}
`;
  const slug = title.toLowerCase().replace(/\W+/g, '_').slice(0, 40).replace(/_$/, '');
  const path = `${folder}/${revision}_${slug}.py`;
  return { kind: 'create', path, content: fileOf(await PythonSource.parse(path, text), []) };
}

function bodyOf(steps: readonly Step[]): string {
  return steps
    .map(codeOf)
    .join('\n\n')
    .replace(/^(?=.)/gm, '    ');
}

function codeOf(step: Step): string {
  return typeof step === 'string'
    ? step
    : [
        ...(step.hasUnnamed ? [`names = ${CONVENTION}`] : []),
        `with op.batch_alter_table("${step.table}"${step.hasUnnamed ? ', naming_convention=names' : ''}) as batch_op:`,
        ...step.calls.map((call) => `    batch_op.${call}`),
      ].join('\n');
}

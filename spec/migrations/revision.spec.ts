import { migrationFor } from '../../src/migrations/revision';
import { removing, renaming } from '../../src/migrations/schema-change';
import type { StoredTable } from '../../src/migrations/stored-schema';

const POSTS: StoredTable = {
  name: 'posts',
  columns: [
    { name: 'id', type: 'sa.Integer()', options: ['nullable=False'], imports: [] },
    {
      name: 'kind',
      type: 'Kind("a")',
      options: ['nullable=False'],
      imports: [{ module: 'app.kinds', name: 'Kind' }],
    },
  ],
  keys: [{ kind: 'index', name: 'ix_posts_kind', columns: ['kind'], options: ['unique=True'] }],
};

describe('A migration', () => {
  it('renames a column and its keys, and leads back', async () => {
    const change = renaming(POSTS, 'kind', 'sort', () => false);
    const { path, content } = await migrationFor(change, 'migrations/versions', ['0001']);
    expect(path).toMatch(/^migrations\/versions\/[0-9a-f]{12}_rename_posts_kind_to_sort\.py$/);
    const [, revision = ''] = /(\w{12})_/.exec(path) ?? [];
    expect(content).toBe(`"""Rename posts.kind to sort

Revision ID: ${revision}
Revises: 0001

"""

from alembic import op

revision = "${revision}"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("posts") as batch_op:
        batch_op.drop_index("ix_posts_kind")
        batch_op.alter_column("kind", new_column_name="sort")

    with op.batch_alter_table("posts") as batch_op:
        batch_op.create_index("ix_posts_sort", ["sort"], unique=True)


def downgrade() -> None:
    with op.batch_alter_table("posts") as batch_op:
        batch_op.drop_index("ix_posts_sort")
        batch_op.alter_column("sort", new_column_name="kind")

    with op.batch_alter_table("posts") as batch_op:
        batch_op.create_index("ix_posts_kind", ["kind"], unique=True)
`);
  });

  it('keeps the name of a key that the models give it', () => {
    const change = renaming(POSTS, 'kind', 'sort', (name) => name === 'ix_posts_kind');
    expect(change.upgrade).toEqual([
      { table: 'posts', calls: ['alter_column("kind", new_column_name="sort")'] },
    ]);
  });

  it('renames the part of a key that stands for the column', () => {
    const keys = ['uq_name_name', 'fk_name_name_id_names', 'name_name_key'].map((name) => ({
      kind: 'unique' as const,
      name,
      columns: ['name'],
      options: [],
    }));
    const table = { name: 'name', columns: [], keys };
    expect(JSON.stringify(renaming(table, 'name', 'title', () => false).downgrade)).toMatch(
      /uq_name_title.*fk_name_title_id_names.*name_title_key/,
    );
  });

  it('imports what a column needs to come back', async () => {
    const [, kind] = POSTS.columns;
    const change = removing(POSTS, kind ?? missing());
    const { content } = await migrationFor(change, 'versions', []);
    expect(content).toContain(
      'import sqlalchemy as sa\nfrom alembic import op\nfrom app.kinds import Kind\n\nrevision',
    );
    expect(content).toContain('down_revision = None\n');
  });

  it('is the same on every branch of git', async () => {
    const change = renaming(POSTS, 'kind', 'sort', () => false);
    expect(await migrationFor(change, 'versions', ['a'])).toEqual(
      await migrationFor(change, 'versions', ['a']),
    );
    expect((await migrationFor(change, 'versions', ['b'])).path).not.toBe(
      (await migrationFor(change, 'versions', ['a'])).path,
    );
  });

  it('is refused while there are several heads', async () => {
    const change = renaming(POSTS, 'kind', 'sort', () => false);
    await expectAsync(migrationFor(change, 'versions', ['a', 'b'])).toBeRejectedWithError(
      /versions has 2 heads: a, b\. Merge them first/,
    );
  });
});

function missing(): never {
  throw new Error('The column is missing.');
}

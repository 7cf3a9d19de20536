import { schemaOf, type StoredSchema } from '../../src/migrations/stored-schema';
import { PythonSource } from '../../src/python/source';

/** Migrations of these bodies, each behind the one before it; the newest file comes first. */
async function schemaWith(...bodies: readonly string[]): Promise<StoredSchema> {
  const sources = bodies.map((body, index) =>
    PythonSource.parse(
      `versions/${index}.py`,
      [
        'import sqlalchemy as sa',
        'from alembic import op',
        'from app.kinds import Kind, Other',
        `revision = '${index}'`,
        `down_revision: str | None = ${index === 0 ? 'None' : `"${index - 1}"`}`,
        'def upgrade() -> None:',
        ...body.split('\n').map((line) => `    ${line}`),
      ].join('\n'),
    ),
  );
  return schemaOf((await Promise.all(sources)).toReversed());
}

const POSTS = `op.create_table('posts',
sa.Column('id', sa.Integer(), nullable=False),
sa.Column('title', sa.String(length=80), nullable=False),
sa.Column('kind', Kind(
    'a'), server_default=sa.text('(1)')),
sa.Column('author_id', sa.Integer(), sa.ForeignKey('users.id', name='fk_author', ondelete='CASCADE')),
sa.PrimaryKeyConstraint('id', name=op.f('pk_posts')),
sa.UniqueConstraint('title', name=op.f('uq_posts_title'))
)
op.create_index('ix_posts_kind', 'posts', ['kind'], unique=False)`;

describe('The schema that migrations make', () => {
  it('has columns and keys', async () => {
    const { heads, tables } = await schemaWith(POSTS);
    expect(heads).toEqual(['0']);
    const { columns, keys } = tables.get('posts') ?? { columns: [], keys: [] };
    expect(columns.map(({ name, options, type }) => [name, type, ...options])).toEqual([
      ['id', 'sa.Integer()', 'nullable=False'],
      ['title', 'sa.String(length=80)', 'nullable=False'],
      ['kind', 'Kind("a")', 'server_default=sa.text("(1)")'],
      [
        'author_id',
        'sa.Integer()',
        'sa.ForeignKey("users.id", name="fk_author", ondelete="CASCADE")',
      ],
    ]);
    expect(columns[2]?.imports).toEqual([{ module: 'app.kinds', name: 'Kind' }]);
    expect(keys.map(({ columns, kind, name }) => [kind, name, ...columns])).toEqual([
      ['foreign', 'fk_author', 'author_id'],
      ['primary', 'pk_posts', 'id'],
      ['unique', 'uq_posts_title', 'title'],
      ['index', 'ix_posts_kind', 'kind'],
    ]);
    expect(keys[0]?.target).toEqual({ table: 'users', columns: ['id'] });
  });

  it('follows each operation, in a batch or not', async () => {
    const { tables } = await schemaWith(
      POSTS,
      `with op.batch_alter_table('posts', schema=None) as batch_op:
    batch_op.add_column(sa.Column('body', sa.Text(), nullable=True))
    batch_op.alter_column('title', new_column_name='headline')
    batch_op.drop_index(batch_op.f('ix_posts_kind'))
    batch_op.create_foreign_key('fk_posts_kind', 'kinds', ['kind'], ['id'])`,
      `op.drop_column('posts', 'author_id')
op.alter_column('posts', 'body', type_=sa.String(length=9), nullable=False)
op.create_unique_constraint('uq_two', 'posts', ['body', 'kind'])
op.drop_constraint('fk_posts_kind', 'posts', type_='foreignkey')
op.add_column('posts', sa.Column('slug', sa.String(), unique=True))
op.rename_table('posts', 'articles')`,
    );
    expect([...tables.keys()]).toEqual(['articles']);
    const { columns, keys } = tables.get('articles') ?? { columns: [], keys: [] };
    expect(columns.map(({ name, options, type }) => [name, type, ...options].join(' '))).toEqual([
      'id sa.Integer() nullable=False',
      'headline sa.String(length=80) nullable=False',
      'kind Kind("a") server_default=sa.text("(1)")',
      'body sa.String(length=9) nullable=False',
      'slug sa.String() unique=True',
    ]);
    expect(keys.map(({ columns, kind, name }) => [kind, name, ...columns].join(' '))).toEqual([
      'primary pk_posts id',
      'unique uq_posts_title headline',
      'unique uq_two body kind',
      'unique  slug',
    ]);
  });

  it('has a head for each branch, and none for a branch that was merged', async () => {
    const migration = (revision: string, before: string): Promise<PythonSource> =>
      PythonSource.parse(`${revision}.py`, `revision = "${revision}"\ndown_revision = ${before}\n`);
    const branches = [migration('c', '"a"'), migration('b', '"a"'), migration('a', 'None')];
    expect(schemaOf(await Promise.all(branches)).heads).toEqual(['c', 'b']);
    const merged = [migration('d', '("b", "c")'), ...branches];
    expect(schemaOf(await Promise.all(merged)).heads).toEqual(['d']);
  });

  it('is not confused by what is no migration', async () => {
    const odd = [
      'x = 1\n',
      'revision = "a"\ndown_revision = "b"\ndef upgrade():\n    op.constructor("x")\n    op.drop_table(name)\n',
      'revision = "b"\ndown_revision = "a"\n',
    ].map((text, index) => PythonSource.parse(`${index}.py`, text));
    expect(schemaOf(await Promise.all(odd))).toEqual({ heads: [], tables: new Map() });
  });
});

import { Tree } from '@angular-devkit/schematics';
import { making, type MadeTable, tablesIn } from '../../src/migrations/made-table';
import { schemaOf, type StoredSchema } from '../../src/migrations/stored-schema';
import { PythonSource } from '../../src/python/source';
import { projectIn } from '../support/project-in';

const USERS = `revision = "1"
down_revision = None

def upgrade():
    op.create_table(
        "users",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
    )
`;

const HEAD = `class Note(db.Model):
    __tablename__ = "notes"
`;

async function tables(model: string): Promise<MadeTable[]> {
  const source = await PythonSource.parse('app/models/note.py', model);
  const tree = Tree.empty();
  tree.create('app/__init__.py', '');
  return tablesIn(projectIn(tree), source);
}

async function schema(...migrations: readonly string[]): Promise<StoredSchema> {
  const sources = migrations.map((text, index) => PythonSource.parse(`${index}.py`, text));
  return schemaOf(await Promise.all(sources));
}

/** The steps of a migration as lines. */
async function steps(model: string, ...migrations: readonly string[]): Promise<string[][]> {
  const change = making(await schema(...migrations), await tables(model), 'Make');
  return [change?.upgrade ?? [], change?.downgrade ?? []].map((each) =>
    each.flatMap((step) => (typeof step === 'string' ? step.split('\n') : step.calls)),
  );
}

describe('The migration of new tables and columns', () => {
  it('makes a table with its keys, and removes it on the way back', async () => {
    const model = `class Kind(StrEnum):
    OPEN = auto()


${HEAD}    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    code: Mapped[str] = mapped_column(String(64), unique=True)
    kind: Mapped[Kind]
    data: Mapped[dict[str, Any]] = mapped_column(JSON)
    read_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    user: Mapped[User] = relationship()
`;
    expect(await steps(model, USERS)).toEqual([
      [
        'op.create_table(',
        '    "notes",',
        '    sa.Column("id", sa.Integer(), nullable=False),',
        '    sa.Column("user_id", sa.BigInteger(), nullable=False),',
        '    sa.Column("code", sa.String(length=64), nullable=False),',
        '    sa.Column("kind", sa.String(length=255), nullable=False),',
        '    sa.Column("data", sa.JSON(), nullable=False),',
        '    sa.Column("read_at", sa.DateTime(timezone=True)),',
        '    sa.PrimaryKeyConstraint("id", name="pk_notes"),',
        '    sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_notes_user_id_users", ondelete="CASCADE"),',
        '    sa.UniqueConstraint("code", name="uq_notes_code"),',
        ')',
        'create_index("ix_notes_user_id", ["user_id"])',
      ],
      ['drop_index("ix_notes_user_id")', 'op.drop_table("notes")'],
    ]);
  });

  it('adds the columns that a table lacks in one batch, and fills rows of a required one', async () => {
    const model = `${HEAD.replace('notes', 'users')}    name: Mapped[str] = mapped_column(String(80))
    is_admin: Mapped[bool] = mapped_column(default=False, server_default="0")
    seen_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now)
`;
    expect(await steps(model, USERS)).toEqual([
      [
        'add_column(sa.Column("is_admin", sa.Boolean(), nullable=False, server_default="0"))',
        'add_column(sa.Column("seen_at", sa.DateTime(timezone=True)))',
        jasmine.stringMatching(/"seen_at": sa\.literal_column\("CURRENT_TIMESTAMP"\)/),
        'alter_column("seen_at", existing_type=sa.DateTime(timezone=True), nullable=False)',
      ],
      ['drop_column("seen_at")', 'drop_column("is_admin")'],
    ]);
  });

  it('is none if all is made, or if no migration makes the table', async () => {
    const name = `${HEAD}    name: Mapped[str] = mapped_column(String(80))\n`;
    expect(await steps(name.replace('notes', 'users'), USERS)).toEqual([[], []]);
    expect(await steps(name, USERS)).toEqual([[], []]);
  });
});

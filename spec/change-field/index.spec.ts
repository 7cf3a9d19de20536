import { ViewProject } from '../support/view-project';

const VERSION = 'migrations/versions/0002_create_posts.py';

const MIGRATION = `import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "posts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("title", sa.String(length=80), nullable=False),
        sa.Column("status", sa.Enum("draft", "live", native_enum=False, length=50), nullable=False),
        sa.Column("author_id", sa.Integer(), nullable=False),
        sa.Column("body", sa.Text(), nullable=True),
        sa.Column("views", sa.Integer(), nullable=False),
        sa.Column("day", sa.Date(), nullable=True),
        sa.ForeignKeyConstraint(["author_id"], ["users.id"], name="fk_posts_author_id_users"),
        sa.UniqueConstraint("title", name="uq_posts_title"),
    )
    with op.batch_alter_table("posts") as batch_op:
        batch_op.create_index("ix_posts_author_id", ["author_id"])
`;

const FIELDS = {
  title: 'title:string:80:unique',
  status: 'status:enum:draft:live:default=live',
  author: 'author:references:users',
  body: 'body:text:optional',
  views: 'views:integer:min=0:max=1000:default=0',
  day: 'day:date:optional',
};

async function withPosts(files: Record<string, string> = {}): Promise<ViewProject> {
  const project = await ViewProject.with({ [VERSION]: MIGRATION, ...files });
  return project.makeResource('posts', { fields: Object.values(FIELDS) });
}

/** The files that the project has, without migrations, and without the form fields that no form uses any more. */
function codeOf({ files }: ViewProject): Record<string, string> {
  return Object.fromEntries(
    Object.entries(files)
      .filter(([path]) => !path.startsWith('migrations/') && path !== 'app/forms/fields.py')
      .map(([path, text]) => [path, withShortImports(text)]),
  );
}

/** An import that has fewer names than it had stays on its lines: a formatter leaves it there. */
function withShortImports(text: string): string {
  return text.replace(/ import \(\n([^)]*),\n\)/g, (_, names: string) => {
    return ` import ${names.trim().replace(/,\s+/g, ', ')}`;
  });
}

function generatedIn(project: ViewProject): Record<string, string> {
  const files = Object.entries(project.manifest('posts').generated);
  return Object.fromEntries(
    files.map(([path, lines]) => [path, withShortImports(Object.values(lines).flat().join('\n'))]),
  );
}

/** The same project with a file changed by a person. */
async function changed(
  project: ViewProject,
  path: string,
  change: (text: string) => string,
): Promise<ViewProject> {
  const files = { ...project.files, ...project.remembered };
  return ViewProject.with({ ...files, [path]: change(files[path] ?? '') });
}

/** The migration of the last change. */
function migrationIn(project: ViewProject): string {
  const [path = ''] = Object.keys(project.changes).filter((each) => each.includes('_change_'));
  return path === '' ? '' : project.read(path);
}

const MODEL = 'app/models/post.py';

/** What is typed, and the field that `make-resource` would make like this. */
const CHANGES: readonly (readonly [typed: string, as: Partial<typeof FIELDS>])[] = [
  ['title:string:200', { title: 'title:string:200:unique' }],
  ['title:text', { title: 'title:text:unique' }],
  ['title:no-unique:index', { title: 'title:string:80:index' }],
  ['title:optional', { title: 'title:string:80:unique:optional' }],
  ['title:default=New', { title: 'title:string:80:unique:default=New' }],
  [
    'status:enum:draft:review:live:old',
    { status: 'status:enum:draft:review:live:old:default=live' },
  ],
  ['status:enum:live', { status: 'status:enum:live:default=live' }],
  ['status:string:50', { status: 'status:string:50:default=live' }],
  ['status:no-default', { status: 'status:enum:draft:live' }],
  ['author:optional:nullify', { author: 'author:references:users:nullify' }],
  ['author_id:unique', { author: 'author:references:users:unique' }],
  ['body:string:100:required', { body: 'body:string:100' }],
  ['body:unlisted', { body: 'body:text:optional:unlisted' }],
  ['views:bigint', { views: 'views:bigint:min=0:max=1000:default=0' }],
  ['views:no-min:max=9', { views: 'views:integer:max=9:default=0' }],
  ['views:no-min:no-max:no-default', { views: 'views:integer' }],
  ['views:decimal:8:1', { views: 'views:decimal:8:1:min=0:max=1000:default=0' }],
  ['views:text', { views: 'views:text:default=0' }],
  ['day:datetime', { day: 'day:datetime:optional' }],
  ['day:required:default=now', { day: 'day:date:default=now' }],
];

describe('change-field', () => {
  for (const [typed, as] of CHANGES) {
    it(`makes of ${typed} the files that make-resource makes of ${Object.values(as).join('')}`, async () => {
      const project = await (await withPosts()).changeField('posts', typed);
      const made = await ViewProject.with({});
      await made.makeResource('posts', { fields: Object.values({ ...FIELDS, ...as }) });
      expect(codeOf(project)).toEqual(codeOf(made));
      expect(generatedIn(project)).toEqual(generatedIn(made));
      expect(project.manifest('posts').request).toEqual(made.manifest('posts').request);
      expect(project.warnings).toEqual([]);
    });
  }

  it('brings the classes that the form needs only now', async () => {
    const project = await (await withPosts()).changeField('posts', 'day:datetime');
    expect(project.read('app/forms/fields.py')).toContain('class UtcDateTimeField(');
  });

  it('changes several fields with one migration', async () => {
    const project = await withPosts();
    await project.changeField('posts', 'title:string:200 body:required:default=None views:bigint');
    const made = await ViewProject.with({});
    const as = {
      title: 'title:string:200:unique',
      body: 'body:text:default=None',
      views: 'views:bigint:min=0:max=1000:default=0',
    };
    await made.makeResource('posts', { fields: Object.values({ ...FIELDS, ...as }) });
    expect(codeOf(project)).toEqual(codeOf(made));
    expect(migrationIn(project)).toContain('"""Change posts.title, posts.body, posts.views');
  });

  it('changes every resource of the model, and those that refer to it', async () => {
    const project = await withPosts();
    await project.makeResource('admin.posts');
    await project.makeResource('posts.comments', { fields: ['text:text'] });
    await project.changeField('posts', 'day:datetime title:text');
    const made = await ViewProject.with({});
    const as = { day: 'day:datetime:optional', title: 'title:text:unique' };
    await made.makeResource('posts', { fields: Object.values({ ...FIELDS, ...as }) });
    await made.makeResource('admin.posts');
    await made.makeResource('posts.comments', { fields: ['text:text'] });
    expect(codeOf(project)).toEqual(codeOf(made));
  });

  it('writes a migration with its way back', async () => {
    const project = await (await withPosts()).changeField('posts', 'body:string:90:required');
    expect(migrationIn(project)).toContain(`def upgrade() -> None:
    with op.batch_alter_table("posts") as batch_op:
        batch_op.alter_column(
            "body", existing_type=sa.Text(), type_=sa.String(length=90), nullable=False
        )


def downgrade() -> None:
    with op.batch_alter_table("posts") as batch_op:
        batch_op.alter_column(
            "body", existing_type=sa.String(length=90), type_=sa.Text(), nullable=True
        )
`);
  });

  for (const typed of ['views:no-min', 'views:default=5', 'body:unlisted', 'title:default=New']) {
    it(`writes no migration for ${typed}: the database stays as it is`, async () => {
      const project = await (await withPosts()).changeField('posts', typed);
      expect(migrationIn(project)).toBe('');
      expect(project.read(MODEL)).not.toBe((await withPosts()).read(MODEL));
    });
  }

  it('says that no migration makes the column, if none does', async () => {
    const project = await withPosts({
      [VERSION]: MIGRATION.replace('"title", sa.Str', '"x", sa.Str'),
    });
    await project.changeField('posts', 'title:string:200');
    expect(project.messages.join('\n')).toContain('No migration makes posts.title');
  });

  it('writes nothing if the field is as typed', async () => {
    const project = await withPosts();
    const before = project.files;
    await project.changeField('posts', 'title:string:80:unique:required body:text');
    expect(project.files).toEqual(before);
    expect(project.messages.join('\n')).toContain(
      'Nothing to do: title and body of Post is as typed',
    );
  });

  const WRITTEN: readonly (readonly [typed: string, from: string, to: string])[] = [
    [
      'title:string:200',
      'title: Mapped[str] = mapped_column(\n        String(80),  # as printed\n        unique=True,\n    )',
      'title: Mapped[str] = mapped_column(\n        String(200),  # as printed\n        unique=True,\n    )',
    ],
    [
      'title:optional:index',
      'title: Mapped["str"] = mapped_column(sa.String(80), comment="On top", unique=True)',
      'title: Mapped["str | None"] = mapped_column(\n        sa.String(80), comment="On top", unique=True\n    )',
    ],
    [
      'title:optional:no-unique:index:default=New',
      "title: Mapped[str] = mapped_column('headline', String(80), unique=True, comment='x')",
      "title: Mapped[str | None] = mapped_column(\n        'headline', String(80), default=\"New\", index=True, comment='x'\n    )",
    ],
    [
      'views:no-max',
      'views: Mapped[int] = mapped_column(default=0, info={"min": 0, "unit": "visits", "max": 1000})',
      'views: Mapped[int] = mapped_column(default=0, info={"min": 0, "unit": "visits"})',
    ],
    [
      'views:min=1',
      'views: Mapped[int] = mapped_column(default=make_views, server_default=text("1"))',
      'views: Mapped[int] = mapped_column(\n        default=make_views, server_default=text("1"), info={"min": 1}\n    )',
    ],
    [
      'views:no-default',
      'views: Mapped[int] = mapped_column(default=make_views)',
      'views: Mapped[int]',
    ],
  ];
  for (const [typed, from, to] of WRITTEN) {
    it(`keeps what a person wrote beside ${typed}: ${from.slice(0, 60)}`, async () => {
      const name = typed.split(':')[0] ?? '';
      const statement = new RegExp(
        `${name}: Mapped\\[.*?\\](?: = mapped_column\\((?:[^()]|\\([^()]*\\))*\\))?\\n`,
      );
      const project = await changed(await withPosts(), MODEL, (text) =>
        text.replace(statement, `${from}\n`),
      );
      expect(project.read(MODEL)).toContain(from);
      await project.changeField('posts', typed, { replaceChanged: true });
      expect(project.read(MODEL)).toContain(`    ${to}\n`);
    });
  }

  it('keeps what a person wrote in an enum', async () => {
    const project = await changed(await withPosts(), MODEL, (text) =>
      text.replace(
        '    DRAFT = "draft"\n',
        '    """Where a post stands."""\n\n    UNSEEN = "draft"  # by readers\n',
      ),
    );
    await project.changeField('posts', 'status:enum:new:draft:live:old');
    expect(project.read(MODEL)).toContain(
      '    """Where a post stands."""\n\n    NEW = "new"\n    UNSEEN = "draft"  # by readers\n    LIVE = "live"\n    OLD = "old"\n',
    );
  });

  it('refuses to require records that need each other, or themselves', async () => {
    const project = await ViewProject.with();
    await project.makeResource('tasks', { fields: ['title'] });
    await project.makeResource('remarks', { fields: ['text', 'task:references:tasks'] });
    for (const field of ['remark:references:remarks', 'parent:references:tasks']) {
      await project.addField('tasks', `${field}:optional`);
    }
    const { files } = project;
    for (const [field, reason] of [
      ['remark', /^remark has to stay optional: each remark needs a task, so nobody/],
      ['parent', /^parent has to stay optional: each task would need a task, so nobody/],
    ] as const) {
      await expectAsync(project.changeField('tasks', `${field}:required`)).toBeRejectedWithError(
        reason,
      );
    }
    expect(project.files).toEqual(files);
    await project.changeField('remarks', 'task:optional');
    await project.changeField('tasks', 'remark:required');
    expect(project.read('tests/factories/task.py')).toContain('make_remark().id');
  });

  it('refuses to take away a value that code names', async () => {
    const report = 'from app.models.post import PostStatus\n\nFIRST = PostStatus.DRAFT\n';
    const project = await withPosts({ 'app/reports.py': report });
    const before = project.files;
    await expectAsync(project.changeField('posts', 'status:enum:live')).toBeRejectedWithError(
      /would break these lines, so nothing was written:\n {2}app\/reports\.py:3: FIRST = PostStatus\.DRAFT/,
    );
    expect(project.files).toEqual(before);
  });

  it('lists the lines of a person that use a field of another type', async () => {
    const report = 'from app.models import Post\n\nVIEWS = Post.views\nTITLE = Post.title\n';
    const project = await withPosts({ 'app/reports.py': report });
    await project.changeField('posts', 'views:text title:string:200');
    expect(project.messages.filter((message) => message.includes('Check these lines'))).toEqual([
      'info Check these lines:\n  app/reports.py:3: VIEWS = Post.views',
    ]);
  });

  it('leaves lines of a person in a form, and names them', async () => {
    const form = 'app/forms/post_form.py';
    const project = await changed(await withPosts(), form, (text) =>
      text.replace('Length(max=80)', 'Length(max=70)'),
    );
    const before = project.files;
    await expectAsync(project.changeField('posts', 'title:string:200')).toBeRejectedWithError(
      /app\/forms\/post_form\.py:\d+: title = StringField/,
    );
    expect(project.files).toEqual(before);
    await project.changeField('posts', 'title:string:200', { replaceChanged: true });
    expect(project.read(form)).toContain('Length(max=70)');
    expect(project.read(MODEL)).toContain('String(200)');
  });

  it('keeps the owner of guarded records on every page', async () => {
    const project = await withPosts();
    await project.makeAuth();
    await project.makeResource('posts', { guard: 'owner' });
    const controller = project.read('app/controllers/post_controller.py');
    await project.changeField('posts', 'author:cascade');
    expect(project.read(MODEL)).toContain('ForeignKey("users.id", ondelete="CASCADE")');
    expect(project.read('app/controllers/post_controller.py')).toBe(controller);
    expect(project.read('app/readers.py')).toContain('owner("author")');
  });

  it('says what nobody has asked the database for', async () => {
    const project = await (await withPosts()).changeField('posts', 'title:string:20');
    expect(project.messages.join('\n')).toMatch(
      /cannot be asked for rows that do not fit: only the scaffold command can ask it\.\nThe migration fails if there are any: posts with more than 20 characters in title\./,
    );
  });

  const REFUSED: readonly (readonly [name: string, fields: string, message: RegExp])[] = [
    [
      'posts',
      'titel:text',
      /no field "titel"\. Did you mean scaffold change:field posts title:text\?/,
    ],
    ['posts', '', /Name the fields to change/],
    ['posts', 'title', /does not say what changes/],
    ['posts', 'id:index', /id of Post has to stay as it is/],
    ['posts', 'title:integer', /title is a string, and no database makes an integer of that/],
    ['posts', 'day:boolean', /scaffold add:field posts day_2:boolean:optional\n/],
    ['posts', 'author:references:posts', /refers to users/],
    ['posts', 'views:date:no-default:no-min:no-max', /no database makes a date of that/],
    ['posts', 'views:min=5:default=3', /its default, 3, is below its min, 5/],
    ['posts', 'title:string:3:default=long', /not a valid default/],
    [
      'posts',
      'status:enum:draft',
      /^The default of Post\.status does not fit: "live" is not a valid default for an enum of draft\. Add :def/,
    ],
    ['posts', 'status:enum:draft:default=gone', /"gone" is not a valid default/],
    ['psots', 'title:text', /no model Psot\. Did you mean scaffold change:field posts\?/],
    ['posts.comments', 'post:optional', /the URLs of posts\.comments need it/],
  ];
  for (const [name, fields, message] of REFUSED) {
    it(`refuses ${name} ${fields}, and changes nothing`, async () => {
      const project = await withPosts();
      await project.makeResource('posts.comments', { fields: ['text:text'] });
      const before = project.files;
      await expectAsync(project.changeField(name, fields)).toBeRejectedWithError(message);
      expect(project.files).toEqual(before);
    });
  }
});

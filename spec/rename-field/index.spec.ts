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
        sa.Column("author_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["author_id"], ["users.id"], name="fk_posts_author_id_users"),
        sa.UniqueConstraint("title", name="uq_posts_title"),
    )
`;

const FIELDS = ['title:string:80:unique', 'status:enum:draft:live', 'author:references:users'];

async function withPosts(files: Record<string, string> = {}): Promise<ViewProject> {
  const project = await ViewProject.with({ [VERSION]: MIGRATION, ...files });
  return project.makeResource('posts', { fields: FIELDS });
}

/** The files that the project has, without migrations. */
function codeOf({ files }: ViewProject): Record<string, string> {
  return Object.fromEntries(
    Object.entries(files).filter(([path]) => !path.startsWith('migrations/')),
  );
}

describe('rename-field', () => {
  it('leaves the files that make-resource makes with the new name', async () => {
    const renamed = await (await withPosts()).renameField('posts', 'title:headline');
    const made = await ViewProject.with({});
    await made.makeResource('posts', {
      fields: FIELDS.map((field) => field.replace('title', 'headline')),
    });
    expect(codeOf(renamed)).toEqual(codeOf(made));
    expect(renamed.manifest('posts').generated).toEqual(made.manifest('posts').generated);
    expect(renamed.manifest('posts').request).toEqual(made.manifest('posts').request);
    expect(renamed.warnings).toEqual([]);
  });

  it('renames the key and the relationship of a reference', async () => {
    const renamed = await (await withPosts()).renameField('posts', 'author:writer');
    const made = await ViewProject.with({});
    await made.makeResource('posts', {
      fields: FIELDS.map((field) => field.replace('author', 'writer')),
    });
    expect(codeOf(renamed)).toEqual(codeOf(made));
  });

  it('renames a field with many records, whose table keeps its name', async () => {
    const start = async (field: string): Promise<ViewProject> => {
      const made = await (await ViewProject.with()).makeResource('labels', { fields: 'name' });
      return made.makeResource('issues', { fields: ['title', field] });
    };
    const renamed = await (await start('labels:many')).renameField('issues', 'labels:tags');
    const made = codeOf(await start('tags:many:labels'));
    const path = 'app/models/issue.py';
    const { [path]: model = '', ...others } = codeOf(renamed);
    const { [path]: _, ...wanted } = made;
    expect(others).toEqual(wanted);
    expect(model.replaceAll(/\s/g, '')).toContain(
      'tags:Mapped[list[Label]]=relationship(secondary=issues_labels,order_by="Label.id")',
    );
    expect(renamed.warnings).toEqual([]);
    await expectAsync(renamed.addField('issues', 'labels:many')).toBeRejectedWithError(
      /already has the table issues_labels/,
    );
  });

  for (const refers of ['notes:many', 'note:references:notes', 'source:references:notes']) {
    it(`renames the label of a record on the pages of those with ${refers}`, async () => {
      const start = async (label: string): Promise<ViewProject> => {
        const made = await ViewProject.with();
        await made.makeResource('notes', { fields: [label, 'body:text'] });
        await made.makeResource('links', { fields: ['name', refers] });
        return made.makeResource('remarks', { fields: ['text', 'link:references:links'] });
      };
      const renamed = await (await start('title')).renameField('notes', 'title:headline');
      expect(codeOf(renamed)).toEqual(codeOf(await start('headline')));
      expect(renamed.warnings).toEqual([]);
    });
  }

  it('renames the record on the pages of what belongs to it, where these have another folder', async () => {
    const project = await ViewProject.with({});
    await project.makeResource('projects', { fields: ['name'] });
    await project.makeResource('projects.tasks', { fields: ['title'] });
    await project.makeResource('tasks.remarks', { fields: ['body:text'] });
    const page = 'app/templates/tasks/remarks/index.html';
    expect(project.files[page]).toContain('task.title');
    await project.renameField('projects.tasks', 'title:headline');
    expect(project.files[page]).toContain('task.headline');
    expect(project.files[page]).not.toContain('task.title');
  });

  it('writes the migration behind the newest one', async () => {
    const project = await (await withPosts()).renameField('posts', 'title:headline');
    const [path = ''] = Object.keys(project.changes).filter((each) => each.includes('_rename_'));
    expect(path).toMatch(/^migrations\/versions\/\w{12}_rename_posts_title_to_headline\.py$/);
    expect(project.read(path)).toContain('down_revision = "0002"');
    expect(project.read(path)).toContain(
      'batch_op.alter_column("title", new_column_name="headline")',
    );
    expect(project.messages.join('\n')).toContain(`${path} has the change of the database.`);
  });

  it('writes no migration if none makes the column, and says so', async () => {
    const project = await ViewProject.with({});
    await project.makeResource('posts', { fields: FIELDS });
    await project.renameField('posts', 'title:headline');
    expect(Object.keys(project.changes).filter((each) => each.includes('_rename_'))).toEqual([]);
    expect(project.messages.join('\n')).toContain('No migration makes posts.title');
  });

  it('keeps the lines of a person, and renames what certainly means the field in them', async () => {
    const project = await withPosts({
      'app/reports.py': `from app.models import Post


def longest(title: str) -> list[str]:
    posts = db.session.scalars(db.select(Post).order_by(Post.title)).all()
    return [post.title for post in posts if post.title != title]
`,
    });
    const page = 'app/templates/posts/show.html';
    const restyled = project
      .read(page)
      .replace('<h1>{{ post.title }}</h1>', '<h1 class="huge">Our {{ post.title|upper }}!</h1>');
    const changed = await ViewProject.with({
      ...project.files,
      ...project.remembered,
      [page]: restyled,
    });
    await changed.renameField('posts', 'title:headline');
    expect(changed.read(page)).toContain('<h1 class="huge">Our {{ post.headline|upper }}!</h1>');
    expect(changed.read('app/reports.py')).toBe(`from app.models import Post


def longest(title: str) -> list[str]:
    posts = db.session.scalars(db.select(Post).order_by(Post.headline)).all()
    return [post.headline for post in posts if post.headline != title]
`);
  });

  it('lists lines that may mean the field, and leaves them', async () => {
    const report = 'from app.models import Post\n\n\ndef show(given):\n    return given.title\n';
    const project = await withPosts({ 'app/reports.py': report });
    await project.renameField('posts', 'title:headline');
    expect(project.read('app/reports.py')).toBe(report);
    expect(project.messages.join('\n')).toContain(
      'Check these lines:\n  app/reports.py:5: return given.title',
    );
  });

  it('renames several uses in a long line, and breaks none that was too long or must stay', async () => {
    const names = Array.from({ length: 3 }, (_, index) => `wanted_value_${index}`).join(', ');
    const long = `OTHER = (Post.title, ${names}, ${names}, Post.title)`;
    const project = await withPosts({
      'app/reports.py': `from app.models import Post

SHOWN = show(Post.title, Post.status, Post.title, Post.author_id, Post.title, Post.id)
BOTH = (Post.title, Post.status, Post.title, Post.author_id, Post.title, Post.id, 12)
SAME = (Post.title, Post.status, Post.title, Post.author_id, Post.title, Post.id)  # noqa: E501
${long}
`,
    });
    await project.renameField('posts', 'title:headline');
    const text = project.read('app/reports.py');
    expect(text).not.toContain('.title');
    expect(text).toContain('\nSHOWN = show(\n    Post.headline,');
    expect(text).toMatch(/\nSAME = \(Post\.headline, .*\) {2}# noqa: E501\n/);
    expect(text).toContain(`\n${long.replaceAll('title', 'headline')}\n`);
  });

  it('keeps the words of a heading', async () => {
    const page = 'app/templates/posts/index.html';
    const made = await withPosts();
    const reworded = made.read(page).replace('"title", "Title"', '"title", "What it is about"');
    const project = await ViewProject.with({
      ...made.files,
      ...made.remembered,
      [page]: reworded,
    });
    await project.renameField('posts', 'title:headline');
    expect(project.read(page)).toContain('heading(posts, "headline", "What it is about")');
    expect(project.read(page)).toContain('{{ post.headline }}');
  });

  it('lists no lines that cannot mean the field', async () => {
    const project = await ViewProject.with({ [VERSION]: MIGRATION });
    await project.makeResource('links', { fields: ['url:url', 'status:string'] });
    await project.renameField('links', 'url:address');
    await project.renameField('links', 'status:state');
    expect(project.messages.join('\n')).not.toContain('Check these lines');
  });

  it('refuses a change in the lines of a person, or leaves these to them', async () => {
    const page = 'app/templates/posts/index.html';
    const made = await withPosts();
    const restyled = made
      .read(page)
      .replace(/.*heading\(posts, "title".*\n/, '            <th>{{ sorted("Title") }}</th>\n');
    const project = (): Promise<ViewProject> =>
      ViewProject.with({ ...made.files, ...made.remembered, [page]: restyled });
    await expectAsync(
      (await project()).renameField('posts', 'title:headline'),
    ).toBeRejectedWithError(
      /Renaming title would break these lines, so nothing was written:\n {2}app\/templates\/posts\/index\.html:\d+: <th>/,
    );
    const forced = await (
      await project()
    ).renameField('posts', 'title:headline', { replaceChanged: true });
    expect(forced.warnings.join('\n')).toContain(
      'These lines are left to you:\n  app/templates/posts/index.html',
    );
    expect(forced.read('app/models/post.py')).toContain('headline: Mapped[str]');
  });

  const REFUSED: readonly (readonly [name: string, field: string, message: RegExp])[] = [
    [
      'posts',
      'titel:a',
      /Post has no field "titel"\. Did you mean scaffold rename:field posts title:a\?/,
    ],
    ['posts', 'title', /does not name two fields/],
    ['posts', 'title:', /does not name two fields/],
    ['posts', 'title:title', /already has that name/],
    ['posts', 'title:status', /Post already has status/],
    ['posts', 'author:id', /every model already has id/],
    ['posts', 'title:author_id', /Post already has author_id/],
    [
      'posts',
      'title:validate_status',
      /forms take validate_status for the method that checks status/,
    ],
    ['posts', 'title:class', /Python keyword/],
    ['posts', 'title:text', /Did you mean scaffold change:field posts title:text\?/],
    ['posts', 'title:string:200', /names a type, not a new name/],
    ['posts', 'title:Head-Line', /Did you mean scaffold rename:field posts title:head_line\?/],
    ['posts', `title:${'a'.repeat(64)}`, /at most 63/],
    ['posts', `author:${'a'.repeat(62)}`, /at most 63/],
    ['posts', 'id:key', /has to stay as it is/],
    ['invoices', 'title:a', /There is no model Invoice\. The models are (\w+, )*\w+ and \w+\.$/],
    ['psots', 'title:a', /There is no model Psot\. Did you mean scaffold rename:field posts\?/],
  ];
  for (const [name, field, message] of REFUSED) {
    it(`refuses ${name} ${field.slice(0, 30)}, and changes nothing`, async () => {
      const project = await withPosts();
      const before = project.files;
      await expectAsync(project.renameField(name, field)).toBeRejectedWithError(message);
      expect(project.files).toEqual(before);
    });
  }

  it('refuses a name for whose method the form would take another field', async () => {
    const project = await withPosts();
    await project.addField('posts', 'validate_headline:string:optional');
    await expectAsync(project.renameField('posts', 'title:headline')).toBeRejectedWithError(
      /"headline" cannot be a field beside "validate_headline": forms take validate_headline for the method that checks headline/,
    );
  });

  it('refuses the key of a nested resource', async () => {
    const project = await withPosts();
    await project.makeResource('posts.comments', { fields: ['text:text'] });
    await expectAsync(project.renameField('posts.comments', 'post:entry')).toBeRejectedWithError(
      /post_id of Comment has to stay as it is: the URLs of posts\.comments need it, \/posts/,
    );
  });

  it('refuses a column that other tables refer to', async () => {
    const project = await withPosts({
      'app/models/link.py':
        'class Link(db.Model):\n    post = mapped_column(ForeignKey("posts.title"))\n',
    });
    await expectAsync(project.renameField('posts', 'title:a')).toBeRejectedWithError(
      /keeps its name while foreign keys refer to it:\n {2}app\/models\/link\.py:2: post = /,
    );
  });

  it('keeps the owner of the records under any name', async () => {
    const project = await withPosts();
    await project.makeAuth();
    await project.makeResource('posts', { guard: 'owner' });
    await project.renameField('posts', 'author:writer');
    expect(project.read('app/readers.py')).toContain('owner("writer")');
    expect(project.read('app/controllers/post_controller.py')).toContain('writer_id=');
    const before = project.files;
    await project.makeResource('posts', { guard: 'owner' });
    expect(project.files).toEqual(before);
    expect(JSON.stringify(project.manifest('posts').request)).not.toContain('author');
  });

  it('keeps the records in what users download', async () => {
    const project = await (await withPosts()).makeAuth();
    const owners = ['user', 'owner', 'author', 'creator'].map((name) => `"${name}_id"`).join(', ');
    const more = ['reviewer:references:users:optional', 'owner:integer:optional'];
    await project.addField('posts', more);
    await project.renameField('posts', 'reviewer:editor');
    await project.renameField('posts', 'owner:rank');
    expect(project.read('app/export.py')).toContain(`OWNERS = {${owners}}`);
    await project.renameField('posts', 'author:writer');
    expect(project.read('app/export.py')).toContain(`OWNERS = {${owners}, "writer_id"}`);
    const { files } = project;
    await project.makeResource('posts', { guard: 'owner', owner: 'writer' });
    await project.renameField('posts', 'writer:author');
    expect(project.read('app/export.py')).toBe(files['app/export.py'] ?? '');
  });

  it('refuses several heads', async () => {
    const other = MIGRATION.replace('"0002"', '"0003"');
    const project = await withPosts({ 'migrations/versions/0003.py': other });
    await expectAsync(project.renameField('posts', 'title:a')).toBeRejectedWithError(/has 2 heads/);
  });
});

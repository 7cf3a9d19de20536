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
        sa.UniqueConstraint("title", "author_id", name="uq_posts_title"),
    )
`;

const FIELDS = ['title:string:80:unique', 'status:enum:draft:live', 'author:references:users'];
const DELETE = { deleteData: true };

async function withPosts(files: Record<string, string> = {}): Promise<ViewProject> {
  const project = await ViewProject.with({ [VERSION]: MIGRATION, ...files });
  return project.makeResource('posts', { fields: [...FIELDS, 'body:text:optional'] });
}

/** The files that the project has, without migrations, and without the form fields that any form may use. */
function codeOf({ files }: ViewProject): Record<string, string> {
  return Object.fromEntries(
    Object.entries(files).filter(
      ([path]) => !path.startsWith('migrations/') && path !== 'app/forms/fields.py',
    ),
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

describe('remove-field', () => {
  it('takes the label of records away from the pages of those with many of them', async () => {
    const start = async (...fields: string[]): Promise<ViewProject> => {
      const made = await ViewProject.with();
      await made.makeResource('notes', { fields });
      return made.makeResource('links', { fields: ['name', 'notes:many'] });
    };
    const project = await (await start('title', 'code')).removeField('notes', 'title', DELETE);
    expect(codeOf(project)).toEqual(codeOf(await start('code')));
  });

  it('takes a field with many records away, with its table', async () => {
    const start = async (fields: string[]): Promise<ViewProject> => {
      const made = await (await ViewProject.with()).makeResource('labels', { fields: 'name' });
      return made.makeResource('issues', { fields: ['title', ...fields] });
    };
    const project = await (await start(['labels:many'])).removeField('issues', 'labels', DELETE);
    const left = codeOf(project);
    const path = 'app/models/issue.py';
    const model = left[path]?.replace('from __future__ import annotations\n\n', '') ?? '';
    expect(Object.entries({ ...left, [path]: model })).toEqual(
      Object.entries(codeOf(await start([]))),
    );
    expect(project.warnings).toEqual([]);
  });

  for (const field of ['title', 'status']) {
    it(`leaves the files that make-resource makes without ${field}`, async () => {
      const project = await (await withPosts()).removeField('posts', field, DELETE);
      const made = await ViewProject.with({});
      const kept = [...FIELDS, 'body:text:optional'].filter((each) => !each.startsWith(field));
      await made.makeResource('posts', { fields: kept });
      expect(codeOf(project)).toEqual(codeOf(made));
      expect(project.manifest('posts').generated).toEqual(made.manifest('posts').generated);
      expect(project.manifest('posts').request).toEqual(made.manifest('posts').request);
      expect(project.warnings).toEqual([]);
    });
  }

  it('removes a reference with its relationship, and leaves what a model may have without one', async () => {
    const project = await (await withPosts()).removeField('posts', 'author', DELETE);
    const made = await ViewProject.with({});
    await made.makeResource('posts', { fields: [...FIELDS.slice(0, 2), 'body:text:optional'] });
    const { 'app/models/post.py': model = '', ...others } = codeOf(project);
    const { 'app/models/post.py': other = '', ...expected } = codeOf(made);
    expect(others).toEqual(expected);
    expect(model).toBe(`from __future__ import annotations\n\n${other}`);
  });

  it('lets other resources name a record by the next field', async () => {
    const project = await withPosts();
    await project.makeResource('posts.comments', { fields: ['text:text'] });
    await project.makeResource('links', { fields: ['url:url', 'post:references:posts'] });
    await project.removeField('posts', 'title', DELETE);
    const using = Object.entries(codeOf(project)).filter(([, text]) =>
      /\b(post|Post|row)\.title\b|related\("post_id"\)\)\.title/.test(text),
    );
    expect(using.map(([path]) => path)).toEqual([]);
  });

  it('writes one migration for several fields, with the keys that they share', async () => {
    const project = await (await withPosts()).removeField('posts', 'title author', DELETE);
    const [path = ''] = Object.keys(project.changes).filter((each) => each.includes('_remove_'));
    expect(path).toMatch(/_remove_posts_title_posts_author_id\.py$/);
    expect(project.read(path).match(/drop_constraint\("uq_posts_title"/g)?.length).toBe(1);
  });

  it('removes constraints of the column, and keeps the others', async () => {
    const model = 'app/models/post.py';
    const project = await changed(await withPosts(), model, (text) =>
      text.replace(
        /(__tablename__.*\n)/,
        '$1    __table_args__ = (db.UniqueConstraint("title"), db.Index("ix_body", "body"))\n',
      ),
    );
    await project.removeField('posts', 'title', DELETE);
    expect(project.read(model)).toMatch(
      /__table_args__ = \(\s*db\.Index\("ix_body", "body"\),\s*\)/,
    );
  });

  it('refuses what would break the code of a person, or leaves it to them', async () => {
    const report = 'from app.models import Post\n\nORDER = Post.title\n';
    const project = await withPosts({ 'app/reports.py': report });
    await expectAsync(project.removeField('posts', 'title', DELETE)).toBeRejectedWithError(
      /Removing title would break these lines, so nothing was written:\n {2}app\/reports\.py:3: ORDER = Post\.title/,
    );
    const forced = await withPosts({ 'app/reports.py': report });
    await forced.removeField('posts', 'title', { ...DELETE, replaceChanged: true });
    expect(forced.read('app/reports.py')).toBe(report);
    expect(forced.warnings.join('\n')).toContain('app/reports.py:3: ORDER = Post.title');
    expect(forced.read('app/models/post.py')).not.toContain('title');
  });

  it('refuses the other side of a relationship that stays', async () => {
    const project = await changed(await withPosts(), 'app/models/user.py', (text) =>
      text.replace(
        /\n$/,
        '\n    posts: Mapped[list["Post"]] = relationship(back_populates="author")\n',
      ),
    );
    await expectAsync(project.removeField('posts', 'author', DELETE)).toBeRejectedWithError(
      /app\/models\/user\.py:\d+: posts: Mapped/,
    );
  });

  it('refuses a change in the lines of a person', async () => {
    const page = 'app/templates/posts/index.html';
    const project = await changed(await withPosts(), page, (text) =>
      text
        .replace('"Body"', '"The text"')
        .replace('heading(posts, "title"', 'heading(posts, "title" '),
    );
    await expectAsync(project.removeField('posts', 'title', DELETE)).toBeRejectedWithError(
      /app\/templates\/posts\/index\.html:\d+: /,
    );
  });

  it('refuses a removal where nothing can ask the database, unless it is told to delete data', async () => {
    await expectAsync((await withPosts()).removeField('posts', 'title')).toBeRejectedWithError(
      /cannot be asked whether posts\.title holds data.*\nAdd --delete-data/,
    );
  });

  const REFUSED: readonly (readonly [name: string, fields: string, message: RegExp])[] = [
    [
      'posts',
      'titel',
      /Post has no field "titel"\. Did you mean scaffold remove:field posts title\?/,
    ],
    ['posts', '', /Name the fields to remove/],
    ['posts', 'id', /id of Post has to stay as it is/],
    ['psots', 'title', /There is no model Psot\. Did you mean scaffold remove:field posts\?/],
    ['posts.comments', 'post', /the URLs of posts\.comments need it/],
  ];
  for (const [name, fields, message] of REFUSED) {
    it(`refuses ${name} ${fields}, and changes nothing`, async () => {
      const project = await withPosts();
      await project.makeResource('posts.comments', { fields: ['text:text'] });
      const before = project.files;
      await expectAsync(project.removeField(name, fields, DELETE)).toBeRejectedWithError(message);
      expect(project.files).toEqual(before);
    });
  }

  it('refuses the owner of guarded records', async () => {
    const project = await withPosts();
    await project.makeAuth();
    await project.makeResource('posts', { guard: 'owner' });
    await expectAsync(project.removeField('posts', 'author', DELETE)).toBeRejectedWithError(
      /Removing author would leave the records without an owner/,
    );
  });
});

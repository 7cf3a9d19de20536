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
        sa.PrimaryKeyConstraint("id", name="pk_posts"),
    )
    op.create_table(
        "posts_labels",
        sa.Column("post_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["post_id"], ["posts.id"], name="fk_posts_labels_post_id_posts"),
    )
    with op.batch_alter_table("posts_labels") as batch_op:
        batch_op.create_index("ix_posts_labels_user_id", ["user_id"])
`;

const FIELDS = ['title:string:80', 'author:references:users', 'labels:many:users', 'size:bigint'];
const DELETE = { deleteData: true };

/** What a later resource adds to shared modules, and leaves there. */
const SHARED = /^(migrations\/|app\/forms\/fields\.py$|app\/guards\.py$|tests\/sign_in\.py$)/;

function codeOf({ files }: ViewProject): Record<string, string> {
  return Object.fromEntries(
    Object.entries(files)
      .filter(([path]) => !SHARED.test(path))
      .map(([path, text]) => [path, withShortLists(text)]),
  );
}

/** A list that has become shorter stays on its lines: a formatter leaves it there. */
function withShortLists(text: string): string {
  return text.replace(/ = \[\n([^\]]*),\n\]/g, (_, items: string) => {
    return ` = [${items.trim().replace(/,\s+/g, ', ')}]`;
  });
}

async function withPosts(files: Record<string, string> = {}): Promise<ViewProject> {
  const project = await ViewProject.with({ [VERSION]: MIGRATION, ...files });
  return project.makeResource('posts', { fields: FIELDS });
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

/** The manifests of resources that a project has. */
function manifestsIn({ remembered }: ViewProject): string[] {
  return Object.keys(remembered)
    .filter((path) => path.startsWith('.scaffold/resources/'))
    .map((path) => path.replace(/^.*\/(.*)\.json$/, '$1'));
}

describe('remove-resource', () => {
  it('leaves the project as it was before make-resource', async () => {
    const project = await (await withPosts()).removeResource('posts', DELETE);
    const made = await ViewProject.with({});
    expect(codeOf(project)).toEqual(codeOf(made));
    expect(manifestsIn(project)).toEqual([]);
    expect(project.warnings).toEqual([]);
  });

  for (const [name, fields] of [
    ['posts.comments', ['text:text']],
    ['links', ['url:url', 'post:references:posts']],
    ['tags', ['name:string:40:unique', 'posts:many:posts']],
  ] as [string, string[]][]) {
    it(`takes ${name} out of what belongs to others`, async () => {
      const project = await withPosts();
      const before = codeOf(project);
      const known = project.manifest('posts').generated;
      await project.makeResource(name, { fields });
      await project.removeResource(name, DELETE);
      expect(codeOf(project)).toEqual(before);
      expect(manifestsIn(project)).toEqual(['posts']);
      expect(project.manifest('posts').generated).toEqual(known);
      expect(project.warnings).toEqual([]);
    });
  }

  it('keeps a module that a person has put beside the routes, and registers nothing any more', async () => {
    const own = { 'app/routes/posts/helpers.py': 'HELP = 1\n' };
    const before = await ViewProject.with(own);
    const after = await (await withPosts(own)).removeResource('posts', DELETE);
    expect(after.files['app/routes/posts/helpers.py']).toBe('HELP = 1\n');
    expect(after.files['app/routes/posts/__init__.py']).toBe('');
    expect(after.files['app/__init__.py']).toBe(before.files['app/__init__.py'] ?? '');
  });

  it('takes a relationship away that names the class in quotes', async () => {
    const project = await ViewProject.with({});
    await project.makeResource('posts', { fields: ['title'] });
    const before = codeOf(project);
    await project.makeResource('posts.comments', { fields: ['text:text'] });
    expect(project.read('app/models/post.py')).toContain('Mapped[list["Comment"]]');
    await project.removeResource('posts.comments', DELETE);
    expect(codeOf(project)).toEqual(before);
  });

  it('keeps a further field for other forms, whoever brought it', async () => {
    const project = await ViewProject.with();
    await project.makeResource('prices', { fields: 'price:decimal:10:2' });
    for (const name of ['lists', 'tags']) {
      await project.makeResource(name, { fields: 'size:integer' });
    }
    await project.removeResource('lists', DELETE);
    expect(project.read('app/forms/fields.py')).toContain('class Bits:');
  });

  it('takes away a namespace that holds nothing else', async () => {
    const project = await withPosts();
    const before = codeOf(project);
    await project.makeResource('admin.notes', { fields: ['text:text'] });
    await project.makeResource('admin.tasks', { fields: ['text:text'] });
    await project.removeResource('admin.notes', DELETE);
    expect(project.read('app/routes/admin/__init__.py')).toContain('tasks_bp');
    await project.removeResource('admin.tasks', DELETE);
    expect(codeOf(project)).toEqual(before);
    expect(manifestsIn(project)).toEqual(['posts']);
  });

  it('takes away a guarded resource with its readers', async () => {
    const project = await ViewProject.with({});
    await project.makeAuth();
    const before = codeOf(project);
    await project.makeResource('notes', { fields: ['text:text'], guard: 'owner' });
    await project.removeResource('notes', DELETE);
    expect(codeOf(project)).toEqual(before);
  });

  it('removes a model that has no pages', async () => {
    const project = await ViewProject.with({});
    const before = codeOf(project);
    await project.makeModel('Tag', 'name');
    await project.removeResource('tags', DELETE);
    expect(codeOf(project)).toEqual(before);
    expect(manifestsIn(project)).toEqual([]);
  });

  it('keeps the model, the form and the factory for another resource of the model, which knows them from then on', async () => {
    const project = await withPosts();
    await project.makeResource('admin.posts');
    const shared = ['app/models/post.py', 'app/forms/post_form.py', 'tests/factories/post.py'];
    const known = shared.map((path) => project.manifest('posts').generated[path]);
    const texts = shared.map((path) => project.read(path));
    await project.removeResource('posts');
    expect(shared.map((path) => project.read(path))).toEqual(texts);
    expect(shared.map((path) => project.manifest('admin.posts').generated[path])).toEqual(known);
    expect(manifestsIn(project).sort()).toEqual(['admin', 'admin.posts']);
    expect(Object.keys(project.changes).filter((path) => path.includes('_remove_'))).toEqual([]);
    await project.removeResource('admin.posts', DELETE);
    expect(codeOf(project)).toEqual(codeOf(await ViewProject.with({})));
  });

  it('writes a migration for its tables, with the way back', async () => {
    const project = await (await withPosts()).removeResource('posts', DELETE);
    const [path = ''] = Object.keys(project.changes).filter((each) => each.includes('_remove_'));
    expect(project.read(path)).toContain(`def upgrade() -> None:
    with op.batch_alter_table("posts_labels") as batch_op:
        batch_op.drop_index("ix_posts_labels_user_id")

    op.drop_table("posts_labels")

    op.drop_table("posts")


def downgrade() -> None:
    op.create_table(
        "posts",
`);
  });

  const CHANGED: Readonly<Record<string, (text: string) => string>> = {
    'app/controllers/post_controller.py': (text) =>
      `${text}\n    def mine(self):\n        return 1\n`,
    'app/templates/posts/show.html': (text) => text.replace('<h1', '<h1 class="mine"'),
    'tests/test_posts.py': (text) => `${text}\n\ndef test_mine() -> None:\n    assert True\n`,
  };
  for (const [path, change] of Object.entries(CHANGED)) {
    it(`asks before it removes ${path}, which a person has changed`, async () => {
      const project = await changed(await withPosts(), path, change);
      const before = project.files;
      await expectAsync(project.removeResource('posts', DELETE)).toBeRejectedWithError(
        `These are no longer as they were generated, so nothing was removed:\n  ${path}\nAdd --force to remove them all the same.`,
      );
      expect(project.files).toEqual(before);
      await project.removeResource('posts', { ...DELETE, replaceChanged: true });
      expect(Object.keys(project.files)).not.toContain(path);
      expect(project.warnings).toEqual([
        `warn These were changed by hand, and are gone:\n  ${path}`,
      ]);
    });
  }

  const REFERENCES: readonly (readonly [path: string, text: string, line: RegExp])[] = [
    [
      'app/reports.py',
      'from app.models import Post\n\nORDER = Post.title\n',
      /app\/reports\.py:1: imports Post from app\.models/,
    ],
    [
      'app/templates/mains/mine.html',
      '<p>\n<a href="{{ url_for(\'posts.index\') }}">Posts</a>\n',
      /app\/templates\/mains\/mine\.html:2: uses the endpoint posts\.index/,
    ],
    [
      'app/models/mine.py',
      'from app.extensions import db\n\n\nclass Mine(db.Model):\n    post_id = db.Column(db.ForeignKey("posts.id"))\n',
      /app\/models\/mine\.py:5: refers to the table posts/,
    ],
  ];
  for (const [path, text, line] of REFERENCES) {
    it(`names what refers to it: ${path}`, async () => {
      const project = await withPosts({ [path]: text });
      const before = project.files;
      await expectAsync(project.removeResource('posts', DELETE)).toBeRejectedWithError(line);
      expect(project.files).toEqual(before);
      await project.removeResource('posts', { ...DELETE, replaceChanged: true });
      expect(project.read(path)).toBe(text);
      expect(project.warnings.join('\n')).toMatch(line);
    });
  }

  it('refuses one that other models refer to', async () => {
    const project = await withPosts();
    await project.makeResource('links', { fields: ['url:url', 'post:references:posts'] });
    await expectAsync(project.removeResource('posts', DELETE)).toBeRejectedWithError(
      /app\/models\/link\.py:\d+: refers to the table posts/,
    );
  });

  it('deletes no data where nothing can ask the database, unless it is told to', async () => {
    await expectAsync((await withPosts()).removeResource('posts')).toBeRejectedWithError(
      /cannot be asked whether posts_labels and posts hold data.*\nAdd --delete-data/,
    );
  });

  it('names what there is of a resource without a manifest', async () => {
    const project = await withPosts();
    const files = Object.entries({ ...project.files, ...project.remembered });
    const other = await ViewProject.with(
      Object.fromEntries(files.filter(([path]) => path !== '.scaffold/resources/posts.json')),
    );
    await expectAsync(other.removeResource('posts', DELETE)).toBeRejectedWithError(
      /posts\.json is missing, so scaffold cannot tell what of posts is yours[^]*\n {2}app\/models\/post\.py\n[^]*app\/templates\/posts\/show\.html/,
    );
  });

  const REFUSED: readonly (readonly [name: string, message: RegExp])[] = [
    ['psots', /There is no resource "psots"\. Did you mean scaffold remove:resource posts\?/],
    [
      'posts',
      /posts\.comments is below posts\. First run:\n {2}scaffold remove:resource posts\.comments/,
    ],
    ['mains', /mains holds single pages/],
  ];
  for (const [name, message] of REFUSED) {
    it(`refuses ${name}, and changes nothing`, async () => {
      const project = await withPosts();
      await project.makeResource('posts.comments', { fields: ['text:text'] });
      await project.make('about', 'rc');
      const before = project.files;
      await expectAsync(project.removeResource(name, DELETE)).toBeRejectedWithError(message);
      expect(project.files).toEqual(before);
    });
  }
});

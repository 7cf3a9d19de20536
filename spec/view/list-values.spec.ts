import { type PersonsFiles, ViewProject } from '../support/view-project';

const CONTROLLER = 'app/controllers/post_controller.py';
const PAGE = 'app/templates/posts/index.html';

/** The project with a list of posts, which have these columns. */
async function listWith(
  columns: readonly string[],
  files: PersonsFiles = {},
): Promise<ViewProject> {
  const made = await (await ViewProject.with()).make('posts.index', 'rm');
  const path = 'app/models/post.py';
  const model = made.read(path).replace(/^( {4})created_at/m, `    ${columns.join('\n    ')}\n$&`);
  const project = await ViewProject.with({ ...made.changes, [path]: model, ...files });
  return project.make('posts.index', 'c', { replaceTemplate: true });
}

/** The headings of a page, as it calls them. */
function headings(page: string): string[] {
  return [...page.matchAll(/heading\(\w+, "\w+", "(.*?)"/g)].map(([, label = '']) => label);
}

describe('A list of records', () => {
  it('is searched, sorted and filtered by its columns', async () => {
    const project = await listWith([
      'title: Mapped[str] = mapped_column(db.String(120))',
      'slug: Mapped[str]',
      'body: Mapped[str] = mapped_column(db.Text)',
      'mood: Mapped[str] = mapped_column(db.Enum("good", "bad"))',
      'is_public: Mapped[bool]',
      'user_id: Mapped[int | None] = mapped_column(db.ForeignKey("users.id"))',
    ]);
    expect(project.read(CONTROLLER)).toContain('from app.models import Post, User\n');
    expect(project.read(CONTROLLER)).toContain(`        posts = RecordList(
            db.select(Post).order_by(Post.id.desc()),
            search=[Post.title, Post.slug],
            sort=[
                Post.title,
                Post.slug,
                Post.mood,
                Post.is_public,
                Post.user_id,
                Post.created_at,
            ],
            filters=[Post.mood, Post.is_public, Post.user_id],
            labels={Post.user_id: User.name},
        )
`);
  });

  it('shows the label and the five shortest of the other columns, in their order', async () => {
    const project = await listWith([
      'starts_at: Mapped[datetime]',
      'price: Mapped[float | None]',
      'title: Mapped[str]',
      'long: Mapped[str] = mapped_column(db.String(80))',
      'body: Mapped[str] = mapped_column(db.Text)',
      'country: Mapped[str] = mapped_column(db.String(2))',
      'user_id: Mapped[int] = mapped_column(db.ForeignKey("users.id"))',
      'is_public: Mapped[bool]',
      'views: Mapped[int]',
    ]);
    const page = project.read(PAGE);
    expect(headings(page)).toEqual(['Title', 'Price', 'Country', 'User', 'Is public', 'Views']);
    expect(page).toContain('{{ heading(posts, "price", "Price", "number") }}');
    expect(page).toContain(
      '<td role="cell" data-label="Price" class="number">{{ post.price | display }}</td>',
    );
    expect(page).toContain(
      '<td role="cell" data-label="User">{{ (post | related("user_id")).name | display }}</td>',
    );
  });

  it('leaves out what the model keeps out of lists', async () => {
    const project = await listWith([
      'title: Mapped[str]',
      'views: Mapped[int] = mapped_column(info={"unlisted": True})',
      'size: Mapped[int]',
    ]);
    expect(headings(project.read(PAGE))).toEqual(['Title', 'Size', 'Created at']);
    expect(project.read(CONTROLLER)).not.toContain('Post.views');
  });

  it('links to an address, of which it shows the beginning', async () => {
    const project = await listWith([
      'name: Mapped[str]',
      'url: Mapped[str | None] = mapped_column(db.String(2048))',
    ]);
    expect(project.read(PAGE)).toContain(
      '<td role="cell" data-label="URL">{{ post.url | link(most=40) }}</td>',
    );
  });

  it('shows what a relationship leads to, or nothing', async () => {
    const project = await listWith([
      'author_id: Mapped[int | None] = mapped_column(db.ForeignKey("users.id"))',
      'author: Mapped["User | None"] = db.relationship()',
    ]);
    expect(project.read(PAGE)).toContain('{{ (post | related("author_id")).name | display }}');
  });

  it('shows dates in their short form, and values of few as badges', async () => {
    const project = await listWith([
      'title: Mapped[str]',
      'due: Mapped[date]',
      'done: Mapped[bool | None]',
      'kind: Mapped[bool] = mapped_column(YesOrNo)',
    ]);
    const page = project.read(PAGE);
    expect(page).toContain('{{ post.due | moment(short=true) }}');
    expect(page).toContain('{{ post.done | badge }}');
    expect(page).not.toContain('post.kind | badge');
  });

  it('shows records whose label is a text as a conversation', async () => {
    const project = await listWith([
      'text: Mapped[str] = mapped_column(db.Text)',
      'author_id: Mapped[int] = mapped_column(db.ForeignKey("users.id"))',
      'done: Mapped[bool]',
    ]);
    const page = project.read(PAGE);
    expect(page).not.toContain('<table');
    expect(page).toContain('{% from "macros/lists.html" import pages, search %}');
    expect(page).toContain('<strong>{{ (post | related("author_id")).name | display }}</strong>');
    expect(page).toContain('{{ post.created_at | moment }}');
    expect(page).toContain('<div class="text" dir="auto">{{ post.text | display }}</div>');
    expect([...page.matchAll(/<dt>(.*)<\/dt>/g)].map(([, name]) => name)).toEqual(['Done']);
  });

  it('leaves out secrets, long texts, keys, and values that no list can show', async () => {
    const project = await listWith([
      'notes: Mapped[str] = mapped_column(db.Text)',
      'title: Mapped[str]',
      'api_token: Mapped[str]',
      'number: Mapped[UUID]',
      'data: Mapped[dict]',
    ]);
    expect(headings(project.read(PAGE))).toEqual(['Title', 'Created at']);
    expect(project.read(CONTROLLER)).not.toMatch(
      /api_token|data|notes|number|Post\.id\b(?!\.desc)/,
    );
  });

  it('has the number of a record that nothing names', async () => {
    const project = await listWith([]);
    expect(headings(project.read(PAGE))).toEqual(['Post', 'Created at']);
    expect(project.read(CONTROLLER)).toContain('sort=[Post.id, Post.created_at]');
    expect(project.read(CONTROLLER)).not.toMatch(/search=|filters=|labels=/);
  });

  it('has no filter for a key without a model, nor for values of a type that is not known', async () => {
    const project = await listWith([
      'gone_id: Mapped[int] = mapped_column(db.ForeignKey("nowhere.id"))',
      'is_new: Mapped[bool] = mapped_column(YesOrNo)',
      'is_old: Mapped[bool] = mapped_column(db.CheckConstraint("is_old"))',
    ]);
    expect(project.read(CONTROLLER)).toContain('filters=[Post.is_old]');
    expect(project.read(PAGE)).toContain('{{ post.gone_id | display }}');
  });

  it('imports a model that refers to itself once', async () => {
    const project = await listWith([
      'name: Mapped[str]',
      'parent_id: Mapped[int | None] = mapped_column(db.ForeignKey("posts.id"))',
    ]);
    expect(project.read(CONTROLLER)).toContain('from app.models import Post\n');
    expect(project.read(CONTROLLER)).toContain('labels={Post.parent_id: Post.name}');
  });

  it('is not sorted or filtered by what all of its records belong to', async () => {
    const made = await (await ViewProject.with()).make('recipes.comments.index', 'rcm');
    const controller = made.read('app/controllers/recipe_comment_controller.py');
    expect(controller).toContain('sort=[Comment.id, Comment.created_at]');
    expect(controller).not.toMatch(/filters=|labels=/);
  });

  for (const missing of ['app/lists.py', 'app/templates/macros/lists.html']) {
    it(`is plain in a project without ${missing}`, async () => {
      const project = await listWith(['title: Mapped[str]'], { [missing]: null });
      expect(project.read(CONTROLLER)).toContain(
        '        posts = db.paginate(db.select(Post).order_by(Post.id.desc()), per_page=20)\n',
      );
      expect(project.read(PAGE)).not.toContain('lists.html');
      expect(project.read(PAGE)).toContain(
        '<span>Page {{ posts.page }} of {{ posts.pages }}</span>',
      );
    });
  }

  it('is known however its module imports the database', async () => {
    const lists = (await ViewProject.with()).read('app/lists.py');
    const changed = lists.replace('extensions import db', 'extensions import (csrf,\n    db)');
    expect(changed).not.toBe(lists);
    const project = await listWith(['title: Mapped[str]'], { 'app/lists.py': changed });
    expect(project.read(CONTROLLER)).toContain('RecordList(');
  });

  it('says how a method searches and sorts by the columns that the model has now', async () => {
    const made = await (await ViewProject.with()).make('posts.index', 'rcm');
    expect(made.messages.join()).not.toContain('to search');
    const path = 'app/models/post.py';
    const columns =
      '    title: Mapped[str]\n    user_id: Mapped[int] = mapped_column(db.ForeignKey("users.id"))\n';
    const model = made.read(path).replace(/^ {4}created_at/m, `${columns}$&`);
    const project = await ViewProject.with({ ...made.changes, [path]: model });
    await project.make('posts.index', '', { replaceTemplate: true });
    expect(project.messages).toContain(
      `info Next: to search, sort and filter by what the page shows, change ${CONTROLLER}:11 to:
    from app.models import User
    posts = RecordList(
        db.select(Post).order_by(Post.id.desc()),
        search=[Post.title],
        sort=[Post.title, Post.user_id, Post.created_at],
        filters=[Post.user_id],
        labels={Post.user_id: User.name},
    )`,
    );
  });

  it('is plain for a method that makes no such list', async () => {
    const method = `from flask import render_template

from app.lists import RecordList


class PostController:
    def other(self):
        return RecordList()

    def index(self):
        return render_template("posts/index.html", posts=[])
`;
    const project = await listWith(['title: Mapped[str]'], { [CONTROLLER]: method });
    expect(project.read(PAGE)).toContain('{% for post in posts %}');
    expect(project.read(PAGE)).not.toContain('lists.html');
  });
});

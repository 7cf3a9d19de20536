import { ViewProject } from '../support/view-project';

/** The page that shows a post with these columns. */
async function pageWith(...columns: readonly string[]): Promise<string> {
  const made = await (await ViewProject.with()).make('posts.index', 'rcm');
  const path = 'app/models/post.py';
  const model = made.read(path).replace(/^( {4})created_at/m, `    ${columns.join('\n    ')}\n$&`);
  const project = await ViewProject.with({ ...made.changes, [path]: model });
  await project.make('posts.show', 'rc');
  return project.read('app/templates/posts/show.html');
}

describe('The page of a record', () => {
  it('shows the row that a foreign key refers to, with a link to its page', async () => {
    expect(await pageWith('editor_id: Mapped[int] = mapped_column(db.ForeignKey("users.id"))'))
      .toContain(`      {% set row = post | related("editor_id") %}
      {% if row %}
        <div>
          <dt>Editor</dt>
          <dd>
            {% if "users.show" is endpoint("user_id") %}
              <a class="link" href="{{ url_for('users.show', user_id=row.id) }}">{{ row.name }}</a>
            {% else %}
              {{ row.name }}
            {% endif %}
          </dd>
        </div>
      {% endif %}
`);
  });

  it('shows the number of a row that has no text, and of one that has no model', async () => {
    const page = await pageWith(
      'parent_id: Mapped[int | None] = mapped_column(db.ForeignKey("posts.id"))',
      'gone_id: Mapped[int] = mapped_column(db.ForeignKey("nowhere.id"))',
    );
    expect(page).toContain('post_id=row.id) }}">{{ row.id }}</a>');
    expect(page).toContain('<dd>{{ post.gone_id | display }}</dd>');
  });

  it('shows the row of a model whose class has a name that none is given', async () => {
    const warning =
      'class Warning(db.Model):\n    __tablename__ = "warnings"\n    id: Mapped[int] = mapped_column(primary_key=True)\n';
    const made = await (await ViewProject.with()).make('posts.index', 'rcm');
    const path = 'app/models/post.py';
    const model = `${made.read(path)}    warning_id: Mapped[int] = mapped_column(db.ForeignKey("warnings.id"))\n`;
    const files = { ...made.changes, [path]: model, 'app/models/warning.py': warning };
    const project = await (await ViewProject.with(files)).make('posts.show', 'rc');
    expect(project.read('app/templates/posts/show.html')).toContain(
      "url_for('warnings.show', warning_id=row.id)",
    );
  });

  it('shows one of some values in words', async () => {
    const page = await pageWith('mood = db.Column(db.Enum("so_so", "fine"))');
    expect(page).toContain('<dd>{{ post.mood | badge }}</dd>');
  });

  it('calls a column by its whole name, but what a key refers to without its `id`', async () => {
    const page = await pageWith(
      'tax_id: Mapped[str]',
      'editor_id: Mapped[int] = mapped_column(db.ForeignKey("users.id"))',
      'title: Mapped[str]',
    );
    expect(page).toContain('<dt>Tax ID</dt>');
    expect(page).toContain('<dt>Editor</dt>');
  });

  it('links to an address, but to no text that may be one', async () => {
    const page = await pageWith(
      'site: Mapped[str] = mapped_column(db.String(200), info={"format": "url"})',
      'logo_url: Mapped[str | None] = mapped_column(db.String(2048))',
      'source: Mapped[str | None]',
      'title: Mapped[str]',
    );
    expect(page).toContain('<dd>{{ post.site | link }}</dd>');
    expect(page).toContain('<dd>{{ post.logo_url | link }}</dd>');
    expect(page).toContain('<dd>{{ post.source | display }}</dd>');
  });

  it('cuts a long text in its title with one character, and shows it whole', async () => {
    const page = await pageWith('title: Mapped[str] = mapped_column(db.Text)');
    expect(page).toContain(
      '{% block title %}{{ post.title | truncate(80, end="…") }}{% endblock %}',
    );
    expect(page).toContain('<h1>Post</h1>');
    expect(page).toContain('<div class="text" dir="auto">{{ post.title | display }}</div>');
  });

  it('shows texts first and times last, and a text that may be empty if there is one', async () => {
    const page = await pageWith(
      'notes: Mapped[str | None] = mapped_column(db.Text)',
      'title: Mapped[str]',
      'body: Mapped[str] = mapped_column(db.Text)',
      'done: Mapped[bool]',
    );
    expect(page).toContain(`    <div class="texts">
      {% if post.notes %}
        <h2>Notes</h2>
        <div class="text" dir="auto">{{ post.notes | display }}</div>
      {% endif %}
      <h2>Body</h2>
      <div class="text" dir="auto">{{ post.body | display }}</div>
    </div>
    <dl class="facts">
      <div>
        <dt>Done</dt>
        <dd>{{ post.done | badge }}</dd>
      </div>
      <div class="time">
        <dt>Created at</dt>
        <dd>{{ post.created_at | moment }}</dd>
      </div>
`);
  });

  it('shows no secret, whatever its type, and a number that is none', async () => {
    const page = await pageWith(
      'password_hash: Mapped[bytes]',
      'api_token: Mapped[str]',
      'max_tokens: Mapped[int]',
    );
    expect(page).not.toMatch(/password|api_token/);
    expect(page).toContain('post.max_tokens | display');
  });
});

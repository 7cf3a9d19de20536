import { PythonSource } from '../../src/python/source';
import { shownValues } from '../../src/uses/shown-values';

const MODEL = {
  className: 'Post',
  path: 'app/models.py',
  table: 'posts',
  record: 'post',
  form: 'PostForm',
  schemas: [],
  factory: 'make_post',
  folders: ['posts'],
  relations: new Map(),
  attributes: ['title'],
};

async function shown(
  code: string,
  templates: Readonly<Record<string, string>>,
): Promise<Record<string, object>> {
  const text = `from app.models import Post\nfrom app.forms import PostForm, UserForm\n\n\n${code}`;
  const source = await PythonSource.parse('app/views.py', text);
  const values = shownValues([source], new Map(Object.entries(templates)), MODEL);
  return Object.fromEntries([...values].map(([name, each]) => [name, Object.fromEntries(each)]));
}

describe('What templates are given', () => {
  it('is what the code that shows them certainly has', async () => {
    const code = `def edit(id):
    post = Post.query.get_or_404(id)
    form = PostForm(obj=post)
    page = Post.query.paginate()
    return render_template("edit.html", form=form, post=post, posts=page.items, user=g.user)
`;
    expect(await shown(code, { 'edit.html': '{{ form.title }}', 'other.html': '' })).toEqual({
      'edit.html': { form: 'form', post: 'record', posts: 'list', user: undefined },
    });
  });

  it('is uncertain where two places differ, or where the page has another value of the name', async () => {
    const code = `def one():
    return render_template("a.html", form=PostForm(), entry=PostForm(), post=Post())


def two():
    return render_template("a.html", form=UserForm(), entry=PostForm())
`;
    const page =
      '{% set post = other %}{% macro field(entry) %}{{ entry.title }}{% endmacro %}{% for a, b in c %}{% endfor %}';
    expect(await shown(code, { 'a.html': page })).toEqual({
      'a.html': {
        form: undefined,
        entry: undefined,
        post: undefined,
        a: undefined,
        b: undefined,
        in: undefined,
        c: undefined,
      },
    });
  });

  it('reaches loops, and what a page includes', async () => {
    const code = `def index():
    return render_template("index.html", posts=Post.query.all(), users=User.query.all())
`;
    const index = `{% for post in posts %}{% include "_post.html" %}{% endfor %}
{% for entry in posts.items %}{% endfor %}{% for user in users %}{% endfor %}`;
    const { '_post.html': included, 'index.html': page } = await shown(code, {
      'index.html': index,
      '_post.html': '{{ post.title }}{% include "_post.html" %}',
    });
    expect(page).toEqual({
      posts: 'list',
      users: undefined,
      post: 'record',
      entry: 'record',
      user: undefined,
    });
    expect(included).toEqual(page);
  });
});

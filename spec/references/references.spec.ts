import { join } from 'node:path';
import { DiskFiles } from '../../src/cli/engine/disk-files';
import { obstacleText } from '../../src/references/obstacle';
import { keepUsedImports, referencesTo } from '../../src/references/references';
import { writeFiles } from '../support/write-files';

const ROUTES = `from flask import Blueprint
from app.controllers import PostController

bp = Blueprint("posts", __name__)


@bp.get("/posts")
def index():
    return PostController().index()
`;

/** What a run made, and what it changed: now and before. */
const MADE: Readonly<Record<string, string>> = {
  'app/models/post.py': 'class Post(db.Model):\n    __tablename__ = "posts"\n',
  'app/routes/posts/__init__.py':
    'from app.routes.posts.notes.routes import bp as notes_bp\nfrom app.routes.posts.routes import bp\n\n' +
    'bp.register_blueprint(notes_bp)\n',
  'app/routes/posts/routes.py': ROUTES,
  'app/routes/posts/notes/routes.py': ROUTES.replaceAll('posts', 'notes'),
  'app/templates/posts/index.html': '<p>Posts</p>\n',
};
const CHANGED: Readonly<Record<string, readonly [now: string, before: string]>> = {
  'app/models/__init__.py': ['from app.models.post import Post\n', '\n'],
  'app/controllers/user_controller.py': [
    'from flask import flash\n\n\nclass UserController:\n    def index(self):\n        pass\n\n    def show(self):\n        flash("")\n',
    'class UserController:\n    def index(self):\n        pass\n',
  ],
};

describe('What refers to the code of a run', () => {
  /** The references of a project with these files beside those of the run. */
  async function settled(
    others: Readonly<Record<string, string>>,
    changed = CHANGED,
  ): Promise<{ found: string[]; files: Record<string, string | undefined> }> {
    const now = Object.entries(changed).map(([path, [text]]) => [path, text] as const);
    const root = writeFiles({
      'app/__init__.py': '',
      'app/links.py': 'def first_url(*endpoints):\n    pass\n',
      ...MADE,
      ...Object.fromEntries(now),
      ...others,
    });
    const changes = [
      ...Object.entries(MADE).map(([path, text]) => ({ path, now: text, content: undefined })),
      ...Object.entries(changed).map(([path, [text, content]]) => ({ path, now: text, content })),
    ].map(({ path, now: text, content }) => ({
      path,
      now: Buffer.from(text),
      content: content === undefined ? undefined : Buffer.from(content),
      isMerged: true,
    }));
    const kept = await keepUsedImports(changes);
    const found = await referencesTo(kept, new DiskFiles(root));
    expect(found.every(({ yields }) => yields)).toBeTrue();
    const texts = kept.changes.map(({ path, content }) => [path, content?.toString()] as const);
    return { found: found.map(obstacleText), files: Object.fromEntries(texts) };
  }

  async function references(...given: Parameters<typeof settled>): Promise<string[]> {
    return (await settled(...given)).found;
  }

  it('is nothing in what goes itself', async () => {
    expect(await references({})).toEqual([]);
  });

  const PYTHON: Readonly<Record<string, string>> = {
    'from app.models.post import Post': 'imports app.models.post',
    'import app.models.post as post': 'imports app.models.post',
    'from app.models import Post': 'imports Post from app.models',
    'from app.models import post': 'imports post from app.models',
    'from app.models import User, Post as P': 'imports Post from app.models',
    'def f():\n    from .models import Post': 'imports Post from app.models',
    'import app.models\n\nx = app.models.Post': 'uses app.models.Post',
    'from app import models\n\nx = models.Post': 'uses models.Post',
    'from app.routes import posts': 'imports posts from app.routes',
    'x = url_for("posts.index")': 'uses the endpoint posts.index',
    'LINKS = [Link("Posts", "posts.index")]': 'uses the endpoint posts.index',
    "x = url_for('posts.notes.index')": 'uses the endpoint posts.notes.index',
    'x = render_template("posts/index.html")': 'uses the template posts/index.html',
    'x = ForeignKey("posts.id")': 'refers to the table posts',
    'x = db.ForeignKey("public.posts.id")': 'refers to the table posts',
    'x = ForeignKeyConstraint(["a"], ["posts.id"])': 'refers to the table posts',
    'x = relationship("Post")': 'refers to Post',
    'from app.controllers.user_controller import UserController\n\nUserController().show()':
      'uses UserController().show',
  };
  for (const [code, reason] of Object.entries(PYTHON)) {
    it(`is ${code.replaceAll('\n', ' ')}`, async () => {
      const lines = code.split('\n');
      const line = lines.findLastIndex((each) => each.trim() !== '') + 1;
      expect(await references({ 'app/mine.py': `${code}\n` })).toEqual([
        `app/mine.py:${line}: ${reason}`,
      ]);
    });
  }

  it('is a column that goes', async () => {
    const model = (columns: string): string =>
      `class Post(db.Model):\n    __tablename__ = "posts"\n\n${columns}`;
    const kept = '    title: Mapped[str] = mapped_column(String(80))\n    day: Mapped[date]\n';
    const added = '    note: Mapped[str] = mapped_column(String(80))\n';
    const found = await references(
      {
        'app/mine.py':
          'from app.models.article import Post\n\nx = Post.note, Post.title, Post.on\n',
        'app/templates/posts/mine.html': '<p>\n{{ post.note }} {{ post.title }} {{ post.day }}\n',
      },
      {
        ...CHANGED,
        'app/models/article.py': [
          model(`${kept}${added}    on: Mapped[date]\n`),
          model(kept.replace('[date]', '[datetime] = mapped_column(UtcDateTime)')),
        ],
      },
    );
    expect(found).toEqual([
      'app/mine.py:3: uses Post.note',
      'app/mine.py:3: uses Post.on',
      'app/templates/posts/mine.html:2: uses Post.note',
    ]);
  });

  const HARMLESS: readonly string[] = [
    'from app.models import User',
    'from other.models import Post',
    'Post = posts = "posts"',
    'x = first_url("posts.index", "notes.index")',
    'x = is_endpoint("posts.index")',
    'x = "see posts.index and posts/index.html"',
    'x = "posts.id"  # ForeignKey',
    'show()\nOther().show()',
    '# from app.models import Post',
  ];
  for (const code of HARMLESS) {
    it(`is not ${code.replaceAll('\n', ' ')}`, async () => {
      expect(await references({ 'app/mine.py': `${code}\n` })).toEqual([]);
    });
  }

  const TEMPLATES: Readonly<Record<string, string>> = {
    '{{ url_for("posts.index") }}': 'uses the endpoint posts.index',
    '<a href="{{ url_for(\'posts.index\', page=1) }}">': 'uses the endpoint posts.index',
    '{% extends "posts/index.html" %}': 'uses the template posts/index.html',
    "{%- include ['x.html', 'posts/index.html'] -%}": 'uses the template posts/index.html',
    '{% from "posts/index.html" import x %}': 'uses the template posts/index.html',
  };
  for (const [code, reason] of Object.entries(TEMPLATES)) {
    it(`is ${code} in a template`, async () => {
      const found = await references({ 'app/templates/mine.html': `<p>\n${code}\n` });
      expect(found).toEqual([`app/templates/mine.html:2: ${reason}`]);
    });
  }

  const HARMLESS_IN_TEMPLATES: readonly string[] = [
    '<a id="posts.index">posts.index</a>',
    '{# {{ url_for("posts.index") }} #}',
    '{{ first_url("posts.index") }}',
    '{% if "posts.index" is endpoint %}{{ url_for("posts.index") }}{% endif %}',
    '{{ url_for("posts.indexes") }}',
  ];
  for (const code of HARMLESS_IN_TEMPLATES) {
    it(`is not ${code} in a template`, async () => {
      expect(await references({ 'app/templates/mine.html': code })).toEqual([]);
    });
  }

  it('is a test with a fixture that goes', async () => {
    const path = 'tests/test_posts.py';
    const fixture = 'import pytest\n\n\n@pytest.fixture\ndef post_id():\n    return 1\n\n\n';
    const mine = 'def test_own(client, post_id):\n    pass\n\n\ndef other(post_id):\n    pass\n';
    const found = await references({}, { [path]: [fixture + mine, mine] });
    expect(found).toEqual([`${path}:1: uses post_id`]);
    const wrapper = fixture.replace('post_id()', 'post_id(post_id)');
    expect(await references({}, { [path]: [wrapper + mine, mine] })).toEqual([]);
  });

  it('is what uses a function that goes, in its file', async () => {
    const mine = 'x = helper()\n';
    const found = await references(
      {},
      { 'app/mine.py': [`def helper():\n    pass\n\n\n${mine}`, mine] },
    );
    expect(found).toEqual(['app/mine.py:1: uses helper']);
  });

  const BOUND: readonly string[] = [
    'def f(post_id):\n    return post_id',
    'def f():\n    post_id = other()\n    return post_id',
    'def f():\n    post_id, a = other()\n    return post_id',
    'def f():\n    with other() as post_id:\n        return post_id',
    'def f():\n    for post_id in other():\n        print(post_id)',
    'x = [post_id for post_id in other()]',
    'x = lambda post_id=1: post_id',
    'x = y.post_id + f(post_id=1)',
  ];
  for (const code of BOUND) {
    it(`is not a name that stands for something else: ${code.replaceAll('\n', ' ')}`, async () => {
      const fixture = 'def post_id():\n    return 1\n\n\n';
      const changed = { 'app/mine.py': [`${fixture}${code}\n`, `${code}\n`] as const };
      expect(await references({}, changed)).toEqual([]);
    });
  }

  it('is not an import that others have come to use, which stays', async () => {
    const path = 'app/forms.py';
    const run = 'class PostForm(Form):\n    title = Field([Length(max=1)])\n\n\n';
    const mine = 'class TagForm(Form):\n    name = Field([Length(max=1)])\n';
    const now = `import os\nfrom form import Field, Form, Length, Regexp\n\n\n${run}${mine}`;
    const next = `from form import Field, Form\n\n\n${mine}`;
    const { found, files } = await settled({}, { ...CHANGED, [path]: [now, next] });
    expect(found).toEqual([]);
    expect(files[path]).toBe(next.replace('Form\n', 'Form, Length\n'));
  });

  it('is an import of what goes', async () => {
    const mine = 'x = Post\n';
    const path = 'app/mine.py';
    const now = `from app.models.post import Post\n\n${mine}`;
    expect(await references({}, { ...CHANGED, [path]: [now, mine] })).toEqual([
      `${path}:1: uses Post`,
    ]);
  });

  it('may be anything in a file that is not Python', async () => {
    const found = await references({ 'app/mine.py': 'from app.models import Post\nprint x\n' });
    expect(found).toEqual([
      'app/mine.py:2: not valid Python, so scaffold cannot tell what it refers to',
    ]);
  });

  it('is not searched in the environment, packages, data and migrations', async () => {
    const code = 'from app.models import Post\n';
    const folders = ['env', 'node_modules', 'instance', 'migrations/versions', '.hidden'];
    const files = folders.map((folder) => [join(folder, 'x.py'), code] as const);
    const all = Object.fromEntries([...files, ['env/pyvenv.cfg', '']]);
    expect(await references(all)).toEqual([]);
  });
});

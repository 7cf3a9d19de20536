import { Tree } from '@angular-devkit/schematics';
import { addModel } from '../../src/rules/model';
import { makeParts } from './make-parts';

const INIT = 'from app.models.user import User\n\n__all__ = ["User"]\n';

const PROJECT = {
  'app/__init__.py': '',
  'app/extensions.py': 'db = SQLAlchemy(model_class=Base)\n',
  'app/models/__init__.py': INIT,
};

const RECIPE = `class Recipe(db.Model):
    __tablename__ = "recipes"

    id = db.Column(db.Integer, primary_key=True)
    name = db.Column(db.String(20))  # shown

    def __str__(self):
        return self.name
`;

type Files = Readonly<Record<string, string>>;

/** The files that are made or changed for a view with its model, and what was said. */
async function make(
  name: string,
  files: Files = {},
  options: { model?: string } = {},
): Promise<{ changed: Files; said: string[] }> {
  const before: Files = { ...PROJECT, ...files };
  const tree = Tree.empty();
  for (const [path, text] of Object.entries(before)) {
    tree.create(path, text);
  }
  const said = await makeParts(tree, { name, generateModel: true, ...options }, [addModel]);
  const changed: Record<string, string> = {};
  tree.visit((path) => {
    const text = tree.readText(path);
    if (before[path.slice(1)] !== text) {
      changed[path.slice(1)] = text;
    }
  });
  return { changed, said };
}

describe('addModel', () => {
  it('makes the model, and registers it', async () => {
    const { changed, said } = await make('posts.index');
    expect(changed).toEqual({
      'app/models/post.py': `from datetime import datetime

from sqlalchemy import func
from sqlalchemy.orm import Mapped, mapped_column

from app.extensions import db
from app.models.types import UtcDateTime, utc_now


class Post(db.Model):
    __tablename__ = "posts"

    id: Mapped[int] = mapped_column(primary_key=True)
    created_at: Mapped[datetime] = mapped_column(
        UtcDateTime, default=utc_now, server_default=func.current_timestamp()
    )
    updated_at: Mapped[datetime] = mapped_column(
        UtcDateTime,
        default=utc_now,
        onupdate=utc_now,
        server_default=func.current_timestamp(),
    )
`,
      'app/models/__init__.py':
        'from app.models.post import Post\nfrom app.models.user import User\n\n__all__ = ["Post", "User"]\n',
    });
    expect(said).toEqual([]);
  });

  it('names it as a person does', async () => {
    const { changed } = await make('posts.index', {}, { model: 'BlogEntry' });
    expect(Object.keys(changed)).toContain('app/models/blog_entry.py');
  });

  it('takes `db` from where the project makes it', async () => {
    const { changed } = await make('posts.index', {
      'app/extensions.py': '',
      'app/__init__.py': 'db = SQLAlchemy()\n',
    });
    expect(changed['app/models/post.py']).toContain('\nfrom app import db\n');
  });

  const there: [string, Files][] = [
    ['in its file', { 'app/models/post.py': 'class Post(db.Model):\n    pass\n' }],
    ['in another file', { 'app/models/blog.py': 'class Post(db.Model):\n    pass\n' }],
    ['in the package itself', { 'app/models/__init__.py': 'class Post(db.Model):\n    pass\n' }],
    [
      'elsewhere, by another name',
      {
        'app/models/__init__.py': 'from ..blog import Entry as Post\n',
        'app/blog.py': 'class Entry(db.Model):\n    pass\n',
      },
    ],
  ];
  for (const [where, files] of there) {
    it(`leaves a model as it is that exists ${where}, and warns`, async () => {
      const { changed, said } = await make('posts.index', files);
      const file = Object.entries(files).find(([, text]) => text.startsWith('class '))?.[0] ?? '';
      expect(said).toEqual([`warn: The model Post already exists in ${file}. It stays as it is.`]);
      expect(Object.keys(changed).filter((path) => path !== 'app/models/__init__.py')).toEqual([]);
    });
  }

  it('registers a model that exists and is not registered', async () => {
    const { changed } = await make('posts.index', {
      'app/models/blog.py': 'class Post(db.Model):\n    pass\n',
    });
    expect(changed).toEqual({
      'app/models/__init__.py':
        'from app.models.blog import Post\nfrom app.models.user import User\n\n__all__ = ["Post", "User"]\n',
    });
  });

  it('changes nothing the second time', async () => {
    const { changed } = await make('recipes.comments.index');
    expect((await make('recipes.comments.index', changed)).changed).toEqual({});
  });

  it('makes the parent, too, and relates the two', async () => {
    const { changed, said } = await make('recipes.comments.index');
    expect(said).toEqual(['info: Also made the model Recipe in app/models/recipe.py.']);
    expect(changed['app/models/comment.py']).toContain(`
if TYPE_CHECKING:
    from app.models.recipe import Recipe
`);
    expect(changed['app/models/comment.py']).toContain(`
    recipe_id: Mapped[int] = mapped_column(
        ForeignKey("recipes.id", ondelete="CASCADE"), index=True
    )
`);
    expect(changed['app/models/comment.py']).toContain(`

    recipe: Mapped[Recipe] = relationship(back_populates="comments")
`);
    expect(changed['app/models/recipe.py']).toContain(`

    comments: Mapped[list["Comment"]] = relationship(
        back_populates="recipe", cascade="all, delete-orphan", passive_deletes=True
    )
`);
  });

  it('relates each to the one above, however deep', async () => {
    const { changed } = await make('recipes.comments.replies.index');
    expect(changed['app/models/comment.py']).toContain('replies: Mapped[list[Reply]]');
    expect(changed['app/models/reply.py']).toContain('ForeignKey("comments.id"');
    expect(changed['app/models/reply.py']).not.toContain('recipe');
  });

  it('registers a child in the file that defines its parent, and changes nothing the second time', async () => {
    const init = RECIPE.replace('class', 'from app.extensions import db\n\n\nclass');
    const { changed } = await make('recipes.comments.index', { 'app/models/__init__.py': init });
    const text = changed['app/models/__init__.py'];
    expect(text).toContain('from app.models.comment import Comment\n');
    expect(text).toContain('    comments = db.relationship(');
    expect((await make('recipes.comments.index', changed)).changed).toEqual({});
  });

  it('registers a model behind the `db` that its file makes: the model imports it from there', async () => {
    const init = 'from flask_sqlalchemy import SQLAlchemy\n\ndb = SQLAlchemy()\n';
    const files = { 'app/extensions.py': '', 'app/models/__init__.py': init };
    const { changed } = await make('posts.index', files);
    const text = changed['app/models/__init__.py'];
    expect(text).toBe(`${init}from app.models.post import Post  # noqa: E402, F401\n`);
    expect((await make('posts.index', { ...files, ...changed })).changed).toEqual({});
  });

  it("writes into a parent in the file's own manner", async () => {
    const { changed } = await make('recipes.comments.index', { 'app/models/recipe.py': RECIPE });
    expect(changed['app/models/recipe.py']).toBe(
      RECIPE.replace(
        '  # shown\n',
        `  # shown

    comments = db.relationship(
        "Comment",
        back_populates="recipe",
        cascade="all, delete-orphan",
        passive_deletes=True,
    )
`,
      ),
    );
  });

  it('calls the children otherwise where the parent has something of their name', async () => {
    const text = RECIPE.replace('name =', 'comments =');
    const { changed } = await make('recipes.comments.index', { 'app/models/recipe.py': text });
    expect(changed['app/models/recipe.py']).toContain('    comment_list = db.relationship(');
    expect(changed['app/models/comment.py']).toContain('back_populates="comment_list"');
  });

  it("uses the parent's table", async () => {
    const text = RECIPE.replace('"recipes"', '"dishes"');
    const { changed } = await make('recipes.comments.index', { 'app/models/recipe.py': text });
    expect(changed['app/models/comment.py']).toContain('ForeignKey("dishes.id", ');
  });

  it('leaves a child that has no key of its parent', async () => {
    const { changed } = await make('recipes.comments.index', {
      'app/models/recipe.py': RECIPE,
      'app/models/comment.py': 'class Comment(db.Model):\n    body: Mapped[str]\n',
    });
    expect(Object.keys(changed)).toEqual(['app/models/__init__.py']);
  });

  it('refuses a project without a database', async () => {
    const tree = Tree.empty();
    tree.create('app/__init__.py', '');
    await expectAsync(
      makeParts(tree, { name: 'posts.index', generateModel: true }, [addModel]),
    ).toBeRejectedWithError(/has no database .* `scaffold new NAME --db`\.$/);
  });

  it('says where models go if a file has a database and there is no place for them', async () => {
    const tree = Tree.empty();
    tree.create('app/__init__.py', '');
    tree.create('app/core/data.py', 'db = SQLAlchemy()\n');
    await expectAsync(
      makeParts(tree, { name: 'posts.index', generateModel: true }, [addModel]),
    ).toBeRejectedWithError(
      /^app\/models\/__init__\.py is missing, and models go there\. .* in app\/core\/data\.py\./,
    );
  });

  it('takes db from any file of the package that makes it', async () => {
    const tree = Tree.empty();
    tree.create('app/__init__.py', '');
    tree.create('app/models/__init__.py', '');
    tree.create('app/about.py', 'HELP = """\ndb = SQLAlchemy()\n"""\n');
    tree.create('app/core/data.py', 'db = SQLAlchemy()\n');
    await makeParts(tree, { name: 'posts.index', generateModel: true }, [addModel]);
    expect(tree.readText('app/models/post.py')).toContain('from app.core.data import db\n');
  });

  it('refuses to put a package beside the module that has all models', async () => {
    const tree = Tree.empty();
    tree.create('app/__init__.py', '');
    tree.create('app/models.py', 'class User(db.Model):\n    name: Mapped[str]\n');
    await expectAsync(
      makeParts(tree, { name: 'posts.index', generateModel: true }, [addModel]),
    ).toBeRejectedWithError(/app\/models\.py holds the models .* add the class Post there/);
    await makeParts(tree, { name: 'users.index', generateModel: true }, [addModel]);
    expect(tree.exists('app/models/__init__.py')).toBeFalse();
  });

  const noModels = {
    'an enum': 'import enum\n\n\nclass Status(enum.Enum):\n    DRAFT = 1\n',
    'a class without bases': 'class Status:\n    title = ""\n',
    "another library's":
      'from pydantic import BaseModel\n\n\nclass Status(BaseModel):\n    id: int\n',
  };
  for (const [what, text] of Object.entries(noModels)) {
    it(`takes for no model what is none, and refuses its name: ${what}`, async () => {
      for (const file of ['app/models/status.py', 'app/models/post.py']) {
        await expectAsync(make('statuses.index', { [file]: text })).toBeRejectedWithError(
          new RegExp(`${file} defines Status, which is not a model.*--model NAME`),
        );
      }
    });
  }

  const models: Record<string, Files> = {
    'a base of the project': {
      'app/models/base.py': 'class Base(db.Model):\n    __abstract__ = True\n',
      'app/models/post.py': 'from .base import Base\n\n\nclass Post(Base):\n    pass\n',
    },
    'the name of its table': {
      'app/models/post.py':
        'from lib import Base\n\n\nclass Post(Base):\n    __tablename__ = "posts"\n',
    },
    'the name of its table, from a mixin': {
      'app/models/base.py':
        'class Named:\n    @declared_attr\n    def __tablename__(cls):\n        return "x"\n',
      'app/models/post.py': 'from .base import Named\n\n\nclass Post(Named, Base):\n    pass\n',
    },
    'a table': { 'app/models/post.py': 'class Post(Base):\n    __table__ = posts\n' },
  };
  for (const [what, files] of Object.entries(models)) {
    it(`takes for a model what has ${what}`, async () => {
      const { said } = await make('posts.index', files);
      expect(said.join()).toContain('The model Post already exists in app/models/post.py');
    });
  }

  it('refuses a file of its name that defines something else', async () => {
    await expectAsync(
      make('posts.index', { 'app/models/post.py': 'POST = 1\n' }),
    ).toBeRejectedWithError(/app\/models\/post\.py does not define Post/);
  });
});

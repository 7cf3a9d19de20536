import { SchematicsException } from '@angular-devkit/schematics';
import { UsageError } from '../../src/errors';
import { ViewProject } from '../support/view-project';

const POST = 'app/models/post.py';

/** The lines of a model between its key and its times, then those below them. */
async function bodyOf(fields: string | readonly string[]): Promise<[string, string]> {
  const text = (await (await ViewProject.with()).makeModel('posts', fields)).read(POST);
  const [, body = '', relations = ''] =
    /primary_key=True\)\n(.*?) {4}created_at.*?onupdate=utc_now,\n.*? {4}\)\n(.*)$/s.exec(text) ??
    [];
  const clean = (lines: string): string => lines.replace(/^ {4}/gm, '').trim();
  return [clean(body), clean(relations)];
}

const HEAD = `from __future__ import annotations

from datetime import date as date_
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING

from sqlalchemy import Enum, ForeignKey, func
from sqlalchemy.orm import Mapped, mapped_column, relationship

from app.extensions import db
from app.models.types import UtcDateTime, utc_now

if TYPE_CHECKING:
    from app.models.user import User


class PostStatus(StrEnum):
    DRAFT = "draft"
    OPEN = "open"


class Post(db.Model):
    __tablename__ = "posts"`;

const ENUM = `status: Mapped[PostStatus] = mapped_column(
    Enum(
        PostStatus,
        native_enum=False,
        length=50,
        values_callable=lambda members: [member.value for member in members],
    ),
    default=PostStatus.IN_REVIEW,
)`;

const JSON_COLUMN = `data: Mapped[Any | None] = mapped_column(
    JSON(none_as_null=True).with_variant(JSONB(none_as_null=True), "postgresql")
)`;

const COLUMNS: Record<string, string> = {
  title: 'title: Mapped[str] = mapped_column(String(255))',
  'title:string:120:unique': 'title: Mapped[str] = mapped_column(String(120), unique=True)',
  'slug:string:80:index:unique': 'slug: Mapped[str] = mapped_column(String(80), unique=True)',
  'slug:string:80:index': 'slug: Mapped[str] = mapped_column(String(80), index=True)',
  'body:text:optional': 'body: Mapped[str | None] = mapped_column(Text)',
  'views:integer:default=0': 'views: Mapped[int] = mapped_column(default=0)',
  'size:bigint': 'size: Mapped[int] = mapped_column(BigInteger)',
  'weight:float': 'weight: Mapped[float]',
  'price:decimal': 'price: Mapped[Decimal] = mapped_column(Numeric(10, 2))',
  'done:boolean': 'done: Mapped[bool] = mapped_column(default=False)',
  'done:boolean:default=yes': 'done: Mapped[bool] = mapped_column(default=True)',
  'done:boolean:optional': 'done: Mapped[bool | None]',
  'on:date': 'on: Mapped[date]',
  'date:date:default=2026-11-22':
    'date: Mapped[date_] = mapped_column(default=date_(2026, 11, 22))',
  'at:time:default=now': 'at: Mapped[time] = mapped_column(default=lambda: utc_now().time())',
  'starts:datetime': 'starts: Mapped[datetime] = mapped_column(UtcDateTime)',
  'status:enum:draft:in-review:default=in-review': ENUM,
  'email:email': 'email: Mapped[str] = mapped_column(String(254))',
  'contact:email': 'contact: Mapped[str] = mapped_column(String(254), info={"format": "email"})',
  'photo_url:url': 'photo_url: Mapped[str] = mapped_column(String(2048))',
  'site:url': 'site: Mapped[str] = mapped_column(String(2048), info={"format": "url"})',
  'key:uuid': 'key: Mapped[UUID] = mapped_column(default=uuid4)',
  'data:json:optional': JSON_COLUMN,
  'pin:string:4:secret:optional':
    'pin: Mapped[str | None] = mapped_column(String(4), info={"hidden": True})',
};

const RELATIONS: Record<string, string> = {
  'author:references:users': `author_id: Mapped[int] = mapped_column(
    ForeignKey("users.id", ondelete="RESTRICT"), index=True
)

author: Mapped[User] = relationship()`,
  'author:references:User:unique:cascade': `author_id: Mapped[int] = mapped_column(
    ForeignKey("users.id", ondelete="CASCADE"), unique=True
)

author: Mapped[User] = relationship()`,
  'author:references:users editor:references:users:nullify': `author_id: Mapped[int] = mapped_column(
    ForeignKey("users.id", ondelete="RESTRICT"), index=True
)
editor_id: Mapped[int | None] = mapped_column(
    ForeignKey("users.id", ondelete="SET NULL"), index=True
)

author: Mapped[User] = relationship(foreign_keys=[author_id])
editor: Mapped[User | None] = relationship(foreign_keys=[editor_id])`,
  'parent:references:posts:optional': `parent_id: Mapped[int | None] = mapped_column(
    ForeignKey("posts.id", ondelete="RESTRICT"), index=True
)

parent: Mapped[Post | None] = relationship(remote_side=[id])`,
};

/** A table between posts and users, and the relationship by it. */
const MANY = `posts_readers = Table(
    "posts_readers",
    db.metadata,
    Column("post_id", ForeignKey("posts.id", ondelete="CASCADE"), primary_key=True),
    Column(
        "user_id",
        ForeignKey("users.id", ondelete="CASCADE"),
        primary_key=True,
        index=True,
    ),
)
`;

describe('A field with many records', () => {
  it('is a table between both models, and a relationship beside keys to the same one', async () => {
    const fields = ['author:references:users', 'readers:many:users:required'];
    const text = (await (await ViewProject.with()).makeModel('posts', fields)).read(POST);
    expect(text).toContain(MANY);
    expect(text).toContain('author: Mapped[User] = relationship()');
    expect(text).toContain(`readers: Mapped[list[User]] = relationship(
        secondary=posts_readers, order_by="User.id", info={"required": True}
    )`);
  });

  it('has a table that stands as far from an enumeration as a formatter wants', async () => {
    const fields = ['status:enum:draft:open', 'readers:many:users'];
    const text = (await (await ViewProject.with()).makeModel('posts', fields)).read(POST);
    expect(text).toContain(`    OPEN = "open"\n\n\n${MANY}\n\nclass Post(`);
  });

  it('names the field that was probably meant, if there is no such model', async () => {
    const project = await ViewProject.with();
    for (const [typed, meant] of [
      ['readers:many:usres', 'Did you mean readers:many:users?'],
      ['readers:many:usres:required', 'Did you mean readers:many:users:required?'],
      ['labels:many', 'Make it first: scaffold make:model Label.'],
    ] as const) {
      await expectAsync(project.makeModel('posts', typed))
        .withContext(typed)
        .toBeRejectedWithError(UsageError, new RegExp(` ${meant.replace('?', '\\?')}$`));
    }
  });

  it('does not lead to its own model, for which a resource does', async () => {
    const project = await ViewProject.with();
    await expectAsync(project.makeModel('posts', 'others:many:posts')).toBeRejectedWithError(
      UsageError,
      /to itself\. Make a resource for the link instead:\n {2}scaffold make:resource post_links /,
    );
  });
});

describe('make-model', () => {
  for (const [field, lines] of Object.entries(COLUMNS)) {
    it(`makes a column of ${field}`, async () => {
      expect(await bodyOf(field)).toEqual([lines, '']);
    });
  }

  for (const [fields, lines] of Object.entries(RELATIONS)) {
    it(`makes a column and a relationship of ${fields}`, async () => {
      expect((await bodyOf(fields)).join('\n\n')).toBe(lines);
    });
  }

  it('makes a file that imports what it uses, for annotations only if it can', async () => {
    const project = await ViewProject.with();
    await project.makeModel('Post', 'status:enum:draft:open date:date author:references:users');
    expect(Object.keys(project.changes).sort()).toEqual(['app/models/__init__.py', POST]);
    expect(project.read(POST).split('\n\n    id: ')[0]).toBe(HEAD);
    expect(project.messages).toEqual([jasmine.stringMatching(/^info The database needs a migra/)]);
  });

  for (const [name, file, changes] of [
    ['Post', POST, 2],
    ['post', POST, 2],
    ['posts', POST, 2],
    ['ShoppingList', 'app/models/shopping_list.py', 2],
    ['recipes.comments', 'app/models/comment.py', 3],
    ['admin/pages', 'app/models/page.py', 2],
  ] as const) {
    it(`names the model after ${name}`, async () => {
      const project = await (await ViewProject.with()).makeModel(name, 'title');
      expect(project.read(file)).toContain('    title: Mapped[str] = ');
      expect(Object.keys(project.changes).length).toBe(changes);
    });
  }

  it('names the model as a person does', async () => {
    const project = await (await ViewProject.with()).makeModel('data', 'title', { model: 'Data' });
    expect(project.read('app/models/data.py')).toContain('class Data(db.Model):');
  });

  it('makes a key and times without fields, as make-view does, and says what is next', async () => {
    const [one, other] = [await ViewProject.with(), await ViewProject.with()];
    await one.makeModel('recipes.comments');
    await other.make('recipes.comments.index', 'm');
    expect(one.read('app/models/comment.py')).toBe(other.read('app/models/comment.py'));
    expect(one.messages.slice(-2)).toEqual([
      'info Next: add columns to Comment in app/models/comment.py.',
      jasmine.stringMatching('flask db migrate -m "Create recipes and comments"'),
    ]);
  });

  it('tells the relationships of a child that refers to its parent twice apart', async () => {
    const project = await ViewProject.with();
    await project.makeModel('recipes.comments', 'origin:references:recipes:optional');
    expect(project.read('app/models/comment.py')).toMatch(
      /recipe: Mapped\[Recipe\] = relationship\(\n {8}back_populates="comments", foreign_keys=\[recipe_id\]\n {4}\)\n {4}origin: Mapped\[Recipe \| None\] = relationship\(foreign_keys=\[origin_id\]\)/,
    );
    expect(project.read('app/models/recipe.py')).toContain('foreign_keys="Comment.recipe_id"');
  });

  it('has the key type of the model that a field refers to', async () => {
    const country =
      'class Country(db.Model):\n    __tablename__ = "lands"\n    code: Mapped[UUID] = mapped_column("c", primary_key=True)\n';
    for (const name of ['countries', 'lands', 'Country']) {
      const project = await ViewProject.with({ 'app/models/country.py': country });
      await project.makeModel('posts', `home:references:${name}`);
      expect(project.read(POST)).toContain(
        'home_id: Mapped[UUID] = mapped_column(\n        ForeignKey("lands.c", ondelete="RESTRICT"), index=True',
      );
    }
  });

  it('changes nothing the second time', async () => {
    const fields = [
      ...Object.keys(COLUMNS).map((field, index) => field.replace(/^\w+/, `f${index}`)),
      'author:references:users',
      'editor:references:users:nullify',
      'parent:references:posts:optional',
    ];
    const project = await (await ViewProject.with()).makeModel('posts', fields);
    const { files } = project;
    await project.makeModel('Post', fields);
    await project.makeModel('Post', fields.slice(3));
    await project.makeModel('Post');
    expect(project.files).toEqual(files);
    expect(project.messages.slice(1)).toEqual(
      Array(3).fill('info Nothing to do: the model Post already exists in app/models/post.py.'),
    );
  });

  const different: [string, RegExp][] = [
    [
      'title body:text:optional author:references:users',
      /^Post already exists in app\/models\/post\.py, without body and author_id\. Did you mean scaffold add:field posts body:text:optional author:references:users:optional\?$/,
    ],
    [
      'title:string:20',
      /its title differs from title:string:20\. Did you mean scaffold change:field Post title:string:20\?/,
    ],
    ['title:optional', /its title differs from title:string:optional\./],
    ['state:enum:open', /its state differs/],
    ['owner:references:users:cascade', /its owner_id differs/],
  ];
  for (const [fields, message] of different) {
    it(`refuses ${fields} for a model that is different`, async () => {
      const project = await ViewProject.with();
      await project.makeModel('posts', 'title state:enum:open:done owner:references:users');
      await expectAsync(project.makeModel('posts', fields)).toBeRejectedWithError(
        SchematicsException,
        message,
      );
    });
  }

  const refused: [string, string, RegExp][] = [
    [
      'posts',
      'author:references',
      /refers to Author, which is not a model\. The models are User\. Did you mean author:references:users\?$/,
    ],
    [
      'posts',
      'milestone:references',
      /The models are User\. Make it first: scaffold make:model Milestone\. /,
    ],
    ['posts', 'user:references:milestones', /Make it first: scaffold make:model Milestone\. /],
    ['posts', 'who:references:usres:optional', /Did you mean who:references:users:optional\?$/],
    [
      'posts',
      'parent:references:posts',
      /the first post has no other to refer to\. Did you mean parent:references:posts:optional\?$/,
    ],
    ['recipes.comments', 'recipe:references', /Comment already belongs to Recipe/],
    ['posts', 'title:strng', /Did you mean title:string\?/],
    [
      '1posts',
      '',
      /"1posts" cannot name a model: "1posts" does not start with a letter\. Did you mean posts\?$/,
    ],
    ['mains', '', /"mains" cannot name a model/],
  ];
  for (const [name, fields, message] of refused) {
    it(`refuses ${name} with ${fields}, and says why`, async () => {
      const project = await ViewProject.with();
      await expectAsync(project.makeModel(name, fields)).toBeRejectedWithError(UsageError, message);
    });
  }

  it('refuses a reference to a model with a key of several columns', async () => {
    const seat =
      'class Seat(db.Model):\n    row: Mapped[int] = mapped_column(primary_key=True)\n    number: Mapped[int] = mapped_column(primary_key=True)\n';
    const project = await ViewProject.with({ 'app/models/seat.py': seat });
    await expectAsync(project.makeModel('tickets', 'seat:references')).toBeRejectedWithError(
      UsageError,
      /cannot refer to Seat: its key is row and number together\.$/,
    );
  });

  it('needs a database', async () => {
    const project = await ViewProject.with({}, false);
    await expectAsync(project.makeModel('posts', 'title')).toBeRejectedWithError(
      SchematicsException,
      /This application has no database .* Make an application with `scaffold new NAME --db`/,
    );
  });
});

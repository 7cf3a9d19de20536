import { join } from 'node:path';
import type { MakeResourceOptions } from '../../src/make-resource/options';
import { expectFolder } from '../support/expected';
import { ViewProject } from '../support/view-project';

const POST = `from datetime import datetime
from decimal import Decimal

from sqlalchemy import ForeignKey, Numeric, String, Text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from app.extensions import db
from app.models.types import UtcDateTime, utc_now
from app.models.user import User


class Post(db.Model):
    __tablename__ = "posts"

    id: Mapped[int] = mapped_column(primary_key=True)
    title: Mapped[str] = mapped_column(String(120))
    body: Mapped[str | None] = mapped_column(Text)
    price: Mapped[Decimal] = mapped_column(Numeric(10, 2))
    author_id: Mapped[int] = mapped_column(ForeignKey("users.id"), index=True)
    editor_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"), index=True)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now)

    author: Mapped[User] = relationship(foreign_keys=[author_id])
    editor: Mapped[User | None] = relationship(foreign_keys=[editor_id])
`;

const COMMENT = `from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from app.extensions import db


class Comment(db.Model):
    __tablename__ = "comments"

    id: Mapped[int] = mapped_column(primary_key=True)
    text: Mapped[str] = mapped_column(String(500))
    post_id: Mapped[int] = mapped_column(ForeignKey("posts.id"))
`;

const MODELS = `from app.models.comment import Comment
from app.models.post import Post
from app.models.user import User

__all__ = ["Comment", "Post", "User"]
`;

const FILES = {
  'app/models/__init__.py': MODELS,
  'app/models/comment.py': COMMENT,
  'app/models/post.py': POST,
};

/** The folders beside this file, each with what these resources leave changed. */
const CASES: Readonly<
  Record<string, readonly (readonly [name: string, options?: Partial<MakeResourceOptions>])[]>
> = {
  model: [['posts']],
  nested: [['posts'], ['posts.comments']],
  only: [['posts', { only: 'show,index' }]],
  fields: [
    [
      'tasks',
      {
        fields: [
          'title:string:120',
          'done:boolean',
          'due:date:optional',
          'status:enum:open:closed:default=open',
          'owner:references:users',
          'parent:references:tasks:optional',
        ],
      },
    ],
  ],
  namespace: [['admin.posts', { namespace: true, route: '/back-office/posts' }]],
};

describe('make-resource leaves exactly these files', () => {
  for (const [title, resources] of Object.entries(CASES)) {
    it(`for ${title}`, async () => {
      const project = await ViewProject.with(FILES);
      for (const [name, options] of resources) {
        await project.makeResource(name, options);
      }
      const open = jasmine.stringContaining('Everybody can open /back-office/posts.');
      expect(project.warnings).toEqual(title === 'namespace' ? [open] : []);
      const made = Object.entries(project.changes).filter(([path]) => !(path in FILES));
      expectFolder(join(__dirname, 'golden', title), Object.fromEntries(made));
    });
  }
});

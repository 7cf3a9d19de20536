import { join } from 'node:path';
import { ACTION_NAMES } from '../../src/naming/actions';
import { expectFolder } from '../support/expected';
import { ViewProject } from '../support/view-project';

const POST = `from datetime import datetime
from decimal import Decimal
from enum import StrEnum

from sqlalchemy import ForeignKey, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from app.extensions import db
from app.models.types import UtcDateTime, utc_now


class Status(StrEnum):
    DRAFT = "draft"
    PUBLISHED = "published"


class Post(db.Model):
    __tablename__ = "posts"

    id: Mapped[int] = mapped_column(primary_key=True)
    title: Mapped[str | None] = mapped_column(String(120))
    body: Mapped[str] = mapped_column(Text)
    status: Mapped[Status] = mapped_column(default=Status.DRAFT)
    price: Mapped[Decimal | None]
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    api_token: Mapped[str | None] = mapped_column(String(40))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now)
`;

const MODELS = `from app.models.post import Post
from app.models.user import User

__all__ = ["Post", "User"]
`;

/** The folders beside this file, each with what these views leave changed. */
const CASES: Readonly<Record<string, readonly (readonly [name: string, flags: string])[]>> = {
  page: [
    ['about', 'rc'],
    ['mains.contact_us', 'rc'],
  ],
  index: [['posts.index', 'rcm']],
  columns: ACTION_NAMES.map((action) => [`posts.${action}`, 'rc']),
  nested: [
    ['recipes.comments.replies.index', 'rcm'],
    ['recipes.comments.replies.show', 'rc'],
    ['recipes.comments.replies.store', 'rc'],
    ['recipes.comments.replies.delete', 'rc'],
    ['recipes.comments.index', 'rc'],
    ['recipes.comments.edit', 'rc'],
    ['recipes.comments.update', 'rc'],
  ],
};

describe('make-view leaves exactly these files', () => {
  for (const [title, views] of Object.entries(CASES)) {
    it(`for ${title}`, async () => {
      const files = { 'app/models/post.py': POST, 'app/models/__init__.py': MODELS };
      const project = await ViewProject.with(title === 'columns' ? files : {});
      for (const [name, flags] of views) {
        await project.make(name, flags);
      }
      const left = jasmine.stringContaining('post_form.py has no field for api_token');
      expect(project.warnings).toEqual(title === 'columns' ? [left] : []);
      expectFolder(join(__dirname, 'golden', title), pages(project.changes));
    });
  }
});

/** Models and forms have specs of their own. */
function pages(files: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(files).filter(([path]) => !/^app\/(models|forms)\//.test(path)),
  );
}

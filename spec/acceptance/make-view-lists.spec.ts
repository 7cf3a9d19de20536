import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { linkedCopy } from '../support/copies';
import { PYTHON } from '../support/flask';
import { createDatabase, findPostgres } from '../support/postgres';
import { SCAFFOLD, succeed } from '../support/run';
import { suiteNeeds } from '../support/suite-needs';

/** One key with a relationship, one without, and one to the same model. */
const POST = `from enum import StrEnum

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column, relationship

from app.extensions import db
from app.models.user import User


class Status(StrEnum):
    DRAFT = "draft"
    IN_REVIEW = "in_review"


class Post(db.Model):
    __tablename__ = "posts"

    id: Mapped[int] = mapped_column(primary_key=True)
    title: Mapped[str] = mapped_column(String(120))
    status: Mapped[Status] = mapped_column(default=Status.DRAFT)
    is_public: Mapped[bool] = mapped_column(default=False)
    author_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    author: Mapped[User] = relationship(foreign_keys="Post.author_id")
    editor_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"))
    parent_id: Mapped[int | None] = mapped_column(ForeignKey("posts.id"))
`;

/** Adds posts in two steps, and prints what the list shows and how many queries it takes after each. */
const DRIVE = `
import json
import re
from sqlalchemy import event
from run import app
from app.extensions import db
from app.models import Post, User
from app.models.post import Status

client = app.test_client()
queries = []

def titles(url):
    del queries[:]
    answer = client.get(url)
    found = re.findall(r'rowheader" scope="row">\\s*(.*?)\\s*</th>', answer.text)
    return {"status": answer.status_code, "titles": found, "queries": len(queries)}

with app.app_context():
    db.create_all()
    event.listen(db.engine, "before_cursor_execute", lambda *_: queries.append(1))
    users = [User(name=f"User {n:02}", email=f"{n}@example.com") for n in range(20)]
    db.session.add_all(users)
    db.session.flush()
    for n, user in enumerate(users):
        if n == 3:
            db.session.commit()
            few = titles("/posts")
        status = Status.IN_REVIEW if n % 5 == 0 else Status.DRAFT
        post = Post(title=f"Post {n:02}", status=status, author_id=user.id, is_public=n % 2 == 0)
        if n:
            post.editor_id, post.parent_id = users[n - 1].id, parent.id
        db.session.add(post)
        db.session.flush()
        parent = post
    db.session.commit()
    ids = [user.id for user in users]

many = titles("/posts")
found = {url: titles(url)["titles"] for url in [
    "/posts?status=in_review",
    "/posts?status=in_review&is_public=True&sort=-title",
    f"/posts?editor_id={ids[7]}",
    "/posts?q=post+1&sort=title&is_public=False",
    "/posts?sort=-author_id&status=in_review",
    "/posts?sort=parent_id&status=in_review",
]}
print(json.dumps({"few": few, "many": many, "found": list(found.values())}))
`;

interface Seen {
  few: { status: number; titles: string[]; queries: number };
  many: { status: number; titles: string[]; queries: number };
  found: string[][];
}

for (const database of ['SQLite', 'PostgreSQL'] as const) {
  describe(`A list of records that refer to others, on ${database},`, () => {
    let seen: Seen;

    const needed = database === 'PostgreSQL' ? findPostgres('initdb') : database;
    suiteNeeds(database, needed, async () => {
      const root = await linkedCopy(true);
      await succeed(process.execPath, [SCAFFOLD, 'make:view', 'posts.show', '-m'], { cwd: root });
      writeFileSync(join(root, 'app/models/post.py'), POST);
      await succeed(process.execPath, [SCAFFOLD, 'make:view', 'posts.index', '-rc'], { cwd: root });
      const isSqlite = database === 'SQLite';
      seen = await drive(root, {
        DATABASE_URL: isSqlite ? 'sqlite:///posts.db' : await createDatabase(),
      });
    });

    it('takes as many queries for many records as for few', () => {
      expect([seen.few.status, seen.few.titles.length]).toEqual([200, 3]);
      expect([seen.many.status, seen.many.titles.length]).toEqual([200, 20]);
      expect(seen.many.queries).toBe(seen.few.queries);
    });

    it('is filtered and sorted by what the records refer to', () => {
      expect(seen.found).toEqual([
        ['Post 15', 'Post 10', 'Post 05', 'Post 00'],
        ['Post 10', 'Post 00'],
        ['Post 08'],
        ['Post 11', 'Post 13', 'Post 15', 'Post 17', 'Post 19'],
        ['Post 15', 'Post 10', 'Post 05', 'Post 00'],
        ['Post 05', 'Post 10', 'Post 15', 'Post 00'],
      ]);
    });
  });
}

async function drive(root: string, env: NodeJS.ProcessEnv): Promise<Seen> {
  const options = { cwd: root, env: { ...process.env, ...env } };
  return JSON.parse(await succeed(PYTHON, ['-c', DRIVE], options)) as Seen;
}

import { Tree } from '@angular-devkit/schematics';
import { addControllerMethods } from '../../src/rules/controller-method';
import { adviseMissingKey } from '../../src/rules/missing-key';
import { makeParts } from './make-parts';

const USER = `class User(db.Model):
    __tablename__ = "users"

    id: Mapped[int] = mapped_column(primary_key=True)
`;

const POST = `class Post(db.Model):
    __tablename__ = "posts"

    id: Mapped[int] = mapped_column(primary_key=True)
`;

const AUTHOR = '    author_id: Mapped[int] = mapped_column(ForeignKey("users.id"))\n';

/** What is said of a view of the posts of a user. */
function said(
  post: string,
  user = USER,
  options: object = { generateController: true },
): Promise<string[]> {
  const tree = Tree.empty();
  tree.create('app/__init__.py', '');
  tree.create('app/models/__init__.py', '');
  tree.create('app/models/user.py', user);
  tree.create('app/models/post.py', post);
  const view = { name: 'users.posts.index', ...options };
  return makeParts(tree, view, [(own) => addControllerMethods([own])], adviseMissingKey);
}

describe('adviseMissingKey', () => {
  for (const flag of ['generateController', 'generateModel']) {
    it(`gives the lines to add to a child without the key, with ${flag}`, async () => {
      expect(await said(POST, USER, { [flag]: true })).toEqual([
        `warn: The model Post has no user_id, so its pages show the records of every user. Add to Post in app/models/post.py:
    user_id: Mapped[int] = mapped_column(
        ForeignKey("users.id", ondelete="CASCADE"), index=True
    )
    user: Mapped["User"] = relationship(back_populates="posts")
and to User in app/models/user.py:
    posts: Mapped[list["Post"]] = relationship(
        back_populates="user", cascade="all, delete-orphan", passive_deletes=True
    )`,
      ]);
    });
  }

  it('gives the columns and the constraint for a key of several columns', async () => {
    const user = USER.replace('id:', 'org: Mapped[str] = mapped_column(primary_key=True)\n    id:');
    expect(await said(POST, user)).toEqual([
      `warn: The key of User is org and id together. Post lacks these columns, so its pages show the records of every user. Add the columns user_org and user_id to Post in app/models/post.py, and:
    __table_args__ = (
        ForeignKeyConstraint(
            ["user_org", "user_id"], ["users.org", "users.id"], ondelete="CASCADE"
        ),
    )`,
    ]);
  });

  it('gives them in the manner of each file', async () => {
    const user = 'class User(db.Model):\n    id = db.Column(db.Integer, primary_key=True)\n';
    const [advice] = await said(POST, user);
    expect(advice).toContain('ForeignKey("user.id", ondelete="CASCADE"), index=True');
    expect(advice).toContain('    user: Mapped["User"] = relationship(');
    expect(advice).toContain('    posts = db.relationship(');
  });

  it('says nothing of a child that has it, nor of a template alone', async () => {
    expect(await said(POST + AUTHOR.replace('author', 'user'))).toEqual([]);
    expect(await said(POST, USER, {})).toEqual([]);
  });

  it('names the key that each relationship goes by where there is another one between the two', async () => {
    const author = '    author: Mapped["User"] = relationship(back_populates="posts")\n';
    const posts = '    posts: Mapped[list["Post"]] = relationship(back_populates="author")\n';
    expect(await said(POST + AUTHOR + author, USER + posts)).toEqual([
      `warn: The model Post has no user_id, so its pages show the records of every user. Rename author_id, if it means the same. Otherwise add to Post in app/models/post.py:
    user_id: Mapped[int] = mapped_column(
        ForeignKey("users.id", ondelete="CASCADE"), index=True
    )
    user: Mapped["User"] = relationship(
        back_populates="post_list", foreign_keys="Post.user_id"
    )
and to User in app/models/user.py:
    post_list: Mapped[list["Post"]] = relationship(
        back_populates="user",
        foreign_keys="Post.user_id",
        cascade="all, delete-orphan",
        passive_deletes=True,
    )
and foreign_keys="Post.author_id" to Post.author and User.posts.`,
    ]);
  });

  it('knows a key that leads the other way', async () => {
    const best =
      '    best_id: Mapped[int] = mapped_column(ForeignKey("posts.id"))\n' +
      '    best: Mapped["Post"] = relationship()\n';
    const [advice] = await said(POST, USER + best);
    expect(advice).toContain('user. Add to Post');
    expect(advice).toContain('    user: Mapped["User"] = relationship(');
    expect(advice).toMatch(/\nand foreign_keys="User\.best_id" to User\.best\.$/);
  });

  it('gives the key alone where the name of the relationship is taken, and knows keys by their class', async () => {
    const key = AUTHOR.replace('"users.id"', 'User.id');
    const user = '    user: Mapped["User"] = relationship(foreign_keys=author_id, lazy="joined")\n';
    const [advice] = await said(POST + key + user);
    expect(advice).toMatch(/Rename author_id[^]*user_id: Mapped\[int\][^]*\n {4}\)$/);
  });
});

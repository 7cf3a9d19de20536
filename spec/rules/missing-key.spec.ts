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
    it(`names the command that adds the key to a child without it, with ${flag}`, async () => {
      expect(await said(POST, USER, { [flag]: true })).toEqual([
        `warn: The model Post has no user_id, so its pages show the records of every user. Add it:
  scaffold add:field users.posts user:references:users:optional:cascade`,
      ]);
    });
  }

  it('names the columns for a key of several columns', async () => {
    const user = USER.replace('id:', 'org: Mapped[str] = mapped_column(primary_key=True)\n    id:');
    expect(await said(POST, user)).toEqual([
      'warn: The key of User is org and id together. Post lacks user_org and user_id, so its pages show the records of every ' +
        'user. Add the columns to Post in app/models/post.py, with a ForeignKeyConstraint.',
    ]);
  });

  it('names the resource of each child in its namespace', async () => {
    const tree = Tree.empty();
    tree.create('app/__init__.py', '');
    tree.create('app/models/__init__.py', '');
    tree.create('app/models/user.py', USER);
    tree.create('app/models/post.py', POST);
    const view = { name: 'admin.users.posts.index', generateController: true };
    const [advice] = await makeParts(
      tree,
      view,
      [(own) => addControllerMethods([own])],
      adviseMissingKey,
    );
    expect(advice).toContain('scaffold add:field admin.users.posts user:references:users:');
  });

  it('says nothing of a child that has it, nor of a template alone', async () => {
    expect(await said(POST + AUTHOR.replace('author', 'user'))).toEqual([]);
    expect(await said(POST, USER, {})).toEqual([]);
  });

  it('asks about another key of the same model, by its table and by its class', async () => {
    for (const key of ['"users.id"', 'User.id']) {
      expect(await said(POST + AUTHOR.replace('"users.id"', key))).toEqual([
        `warn: The model Post has no user_id, so its pages show the records of every user. If author_id means the same, rename it:
  scaffold rename:field users.posts author:user
Otherwise add the key:
  scaffold add:field users.posts user:references:users:optional:cascade`,
      ]);
    }
  });
});

import { linkedCopy } from './copies';
import { flask, flaskSucceeds, PYTHON } from './flask';
import { createDatabase } from './postgres';
import { runPythonTool } from './python-tools';
import { type Ended, scaffold, succeed } from './run';
import { treeOf } from './tree-of';

const FIELDS = [
  ...[
    'title:string:80:unique',
    'status:enum:draft:live:default=live',
    'price:decimal:10:2:default=0',
  ],
  ...['author:references:users', 'parent:references:posts:optional', 'slug:optional:index'],
];

const MAKE = `
from run import app
from app.extensions import db
from app.models import Comment, Post, User
with app.app_context():
    ada = User(name="Ada", email="ada@a.co")
    one = Post(title="One", author=ada, slug="one")
    db.session.add_all([one, Post(title="Two", author=ada, parent=one, price="2.50")])
    db.session.add(Comment(post=one, body="Good"))
    db.session.commit()
`;

/** An application with posts and comments whose tables have rows. */
export class PostsWithRows {
  private constructor(
    readonly root: string,
    private readonly env: NodeJS.ProcessEnv,
    private readonly database: string,
  ) {}

  static async on(database: string): Promise<PostsWithRows> {
    const root = await linkedCopy(true);
    let env: NodeJS.ProcessEnv = { ...process.env };
    if (database === 'PostgreSQL') {
      env = { ...env, DATABASE_URL: await createDatabase() };
      await flaskSucceeds(root, ['db', 'upgrade'], env);
    }
    const posts = new PostsWithRows(root, env, database);
    await posts.run('make:resource', 'posts', ...FIELDS, '--migrate');
    await posts.run('make:resource', 'posts.comments', 'body:text', '--migrate');
    await posts.python(MAKE);
    return posts;
  }

  run(...words: string[]): Promise<Ended> {
    return scaffold(words, { cwd: this.root, env: this.env });
  }

  python(program: string): Promise<string> {
    return succeed(PYTHON, ['-c', program], { cwd: this.root, env: this.env });
  }

  /** The rows of the posts; their values in a fixed order, whatever the columns are called. */
  rows(columns = '*'): Promise<string> {
    return this.python(`
from run import app
from app.extensions import db
from sqlalchemy import text
with app.app_context():
    print(*(sorted(map(str, row)) for row in db.session.execute(text("SELECT ${columns} FROM posts ORDER BY id"))), sep="\\n")
`);
  }

  /** Expects the database to match the models. */
  async matches(): Promise<void> {
    const { code, stdout, stderr } = await flask(this.root, ['db', 'check'], this.env);
    expect(stdout + stderr).toContain('No new upgrade operations detected.');
    expect(code).toBe(0);
  }

  /** The tests run on SQLite, and the code is the same, whichever database the application has: once is enough. */
  private get isChecked(): boolean {
    return this.database === 'SQLite';
  }

  async passesTests(): Promise<void> {
    if (this.isChecked) {
      await succeed(PYTHON, ['-m', 'pytest', '-q', '-p', 'no:cacheprovider'], { cwd: this.root });
    }
  }

  /** Expects ruff and mypy to find nothing. */
  async isClean(): Promise<void> {
    if (!this.isChecked) {
      return;
    }
    for (const [name, ...args] of [
      ['ruff', 'check', '--no-cache', '.'],
      ['ruff', 'format', '--no-cache', '--check', '.'],
      ['mypy', '--python-executable', PYTHON, '.'],
    ] as const) {
      const ended = await runPythonTool(name, args, this.root);
      expect(ended.code).withContext(ended.stdout).toBe(0);
    }
  }

  /** The files of the project. Connecting may change those of SQLite. */
  get files(): Record<string, string> {
    return Object.fromEntries(
      Object.entries(treeOf(this.root)).filter(
        ([path]) => !/^(venv|node_modules|instance|\.scaffold\/history)\//.test(path),
      ),
    );
  }
}

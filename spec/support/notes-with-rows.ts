import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { DATA_APPLICATIONS, FIELDS } from '../existing/data-applications';
import { madeApplication } from './application';
import { createDatabase } from './postgres';
import { type Ended, run, SCAFFOLD, succeed } from './run';
import { treeOf } from './tree-of';
import { writeFiles } from './write-files';

const [MAPPED] = Object.values(DATA_APPLICATIONS);

const MAKE = `
from blog import create_app, db
from blog.models import Note, User
with create_app().app_context():
    ada = db.session.scalar(db.select(User)) or User(username="Ada")
    one = Note(title="One", author=ada, editor=ada, status="published", price="2.50", done=True)
    db.session.add_all([one, Note(title="Two", author=ada, status="draft", body="It’s", done=False)])
    db.session.commit()
`;

const ROWS = `
from blog import create_app, db
from sqlalchemy import text
with create_app().app_context():
    for row in db.session.execute(text("SELECT * FROM note ORDER BY id")):
        print(sorted(map(str, row)))
`;

/** The keys of the table, by their columns: the names that the database chose are its own. */
const KEYS = `
from blog import create_app, db
from sqlalchemy import inspect
with create_app().app_context():
    keys = inspect(db.engine)
    print(sorted(str(each["column_names"]) for each in keys.get_unique_constraints("note")))
    print(sorted(f'{each["constrained_columns"]} {each["referred_table"]}' for each in keys.get_foreign_keys("note")))
    print(sorted(str(each["column_names"]) for each in keys.get_indexes("note")))
`;

/** Sends a form with these values to create a note, and shows the answer and the list. */
const CREATE = `
import sys
from blog import create_app
app = create_app()
app.config["WTF_CSRF_ENABLED"] = False
client = app.test_client()
values = dict(pair.split("=") for pair in sys.argv[1:])
print(client.post("/notes/create", data=values).status_code)
for path in ["/notes", "/notes/1", "/notes/1/edit"]:
    answer = client.get(path)
    assert answer.status_code == 200, (path, answer.status_code)
    print(answer.text)
`;

/** The status of each page. */
const STATUS = `
import sys
from blog import create_app
client = create_app().test_client()
print(*(client.get(path).status_code for path in sys.argv[1:]))
`;

/** The folders that do not count as files of the project. */
const OTHERS = /^(\.venv|\.scaffold\/history|instance)\b|__pycache__/;

/** An application with Flask-Migrate that \`new\` did not make, and a table with rows. */
export class NotesWithRows {
  /** The code before the notes were made. */
  before: Record<string, string> = {};

  private constructor(
    readonly root: string,
    private readonly env: NodeJS.ProcessEnv,
  ) {}

  static async on(database: string): Promise<NotesWithRows> {
    const files = MAPPED?.files ?? {};
    const url = database === 'PostgreSQL' ? await createDatabase() : 'sqlite:///notes.db';
    const root = writeFiles({
      ...files,
      '.flaskenv': 'FLASK_APP=blog\n',
      'blog/__init__.py': (files['blog/__init__.py'] ?? '')
        .replace('\n\ndb =', '\nimport os\n\nfrom flask_migrate import Migrate\n\ndb =')
        .replace("'sqlite://'", "os.environ['DATABASE_URL']")
        .replace('    db.init_app(app)\n', '    db.init_app(app)\n    Migrate(app, db)\n'),
    });
    symlinkSync(join(await madeApplication(true), 'venv'), join(root, '.venv'));
    const notes = new NotesWithRows(root, { ...process.env, DATABASE_URL: url });
    await notes.python('-m', 'flask', 'db', 'init');
    await notes.python('-m', 'flask', 'db', 'migrate');
    await notes.python('-m', 'flask', 'db', 'upgrade');
    notes.before = notes.code;
    const made = await notes.run('make:resource', 'notes', ...FIELDS, '--migrate');
    expect([made.code, made.stderr]).withContext(made.stdout).toEqual([0, '']);
    await notes.fill();
    return notes;
  }

  /** Makes two rows. */
  async fill(): Promise<void> {
    await this.python('-c', MAKE);
  }

  run(...words: string[]): Promise<Ended> {
    return run(SCAFFOLD, words, { cwd: this.root, env: this.env });
  }

  python(...args: string[]): Promise<string> {
    return succeed(join(this.root, '.venv/bin/python'), args, { cwd: this.root, env: this.env });
  }

  /** The rows of the notes; their values in a fixed order, whatever the columns are called. */
  rows(): Promise<string> {
    return this.python('-c', ROWS);
  }

  keys(): Promise<string> {
    return this.python('-c', KEYS);
  }

  create(values: Readonly<Record<string, string>>): Promise<string> {
    const words = Object.entries(values).map(([name, value]) => `${name}=${value}`);
    return this.python('-c', CREATE, ...words);
  }

  async statusOf(...paths: string[]): Promise<string> {
    return (await this.python('-c', STATUS, ...paths)).trim();
  }

  /** Expects the database to match the models. */
  async matches(): Promise<void> {
    const { code, stdout, stderr } = await run(
      join(this.root, '.venv/bin/python'),
      ['-m', 'flask', 'db', 'check'],
      { cwd: this.root, env: this.env },
    );
    expect(stdout + stderr).toContain('No new upgrade operations detected.');
    expect(code).toBe(0);
  }

  /** The files of the application itself. */
  get code(): Record<string, string> {
    return Object.fromEntries(
      Object.entries(this.files).filter(([path]) => path.startsWith('blog/')),
    );
  }

  /** The files of the project, without its environment and its database. */
  get files(): Record<string, string> {
    return Object.fromEntries(
      Object.entries(treeOf(this.root)).filter(([path]) => !OTHERS.test(path)),
    );
  }
}

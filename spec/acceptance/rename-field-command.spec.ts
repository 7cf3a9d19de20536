import { linkedCopy } from '../support/copies';
import { flask, flaskSucceeds, PYTHON } from '../support/flask';
import { createDatabase } from '../support/postgres';
import { runPythonTool } from '../support/python-tools';
import { type Ended, scaffold, succeed } from '../support/run';
import { DATABASES, needOf } from '../support/served-resources';
import { suiteNeeds } from '../support/suite-needs';
import { treeOf } from '../support/tree-of';

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
from app.models import Post, User
with app.app_context():
    ada = User(name="Ada", email="ada@a.co")
    one = Post(title="One", author=ada, slug="one")
    db.session.add_all([one, Post(title="Two", author=ada, parent=one, price="2.50")])
    db.session.commit()
`;

const ROWS = `
from run import app
from app.extensions import db
from sqlalchemy import text
with app.app_context():
    print(*(sorted(map(str, row)) for row in db.session.execute(text("SELECT * FROM posts ORDER BY id"))), sep="\\n")
`;

for (const database of DATABASES) {
  describe(`scaffold rename:field --migrate on ${database}`, () => {
    let root: string;
    let env: NodeJS.ProcessEnv;

    suiteNeeds(...needOf(database), async () => {
      root = await linkedCopy(true);
      env = { ...process.env };
      if (database === 'PostgreSQL') {
        env = { ...env, DATABASE_URL: await createDatabase() };
        await flaskSucceeds(root, ['db', 'upgrade'], env);
      }
      await run('make:resource', 'posts', ...FIELDS, '--migrate');
      await run('make:resource', 'posts.comments', 'body:text', '--migrate');
      await python(MAKE);
    });

    it('keeps every value, matches the models, passes the tests, and goes byte for byte', async () => {
      const [rows, before] = [await python(ROWS), filesOf()];
      const renamed = ['title:headline', 'author:writer', 'parent:origin'];
      for (const field of renamed) {
        const { code, stdout, stderr } = await run('rename:field', 'posts', field, '--migrate');
        expect([code, stderr]).toEqual([0, '']);
        expect(stdout).toContain('The migration is applied: migrations/versions/');
      }
      expect(await python(ROWS)).toBe(rows);
      await matches();
      await succeed(PYTHON, ['-m', 'pytest', '-q', '-p', 'no:cacheprovider'], { cwd: root, env });
      if (database === 'SQLite') {
        await isClean();
      }
      for (const field of renamed.toReversed()) {
        const { code, stdout } = await run('undo', '--migrate');
        expect([code, stdout]).toEqual([
          0,
          jasmine.stringContaining(`rename:field posts ${field}`),
        ]);
      }
      expect(filesOf()).toEqual(before);
      expect(await python(ROWS)).toBe(rows);
      await matches();
    });

    it('writes nothing while the database lacks a migration', async () => {
      await run('add:field', 'posts', 'note:optional');
      await run('rename:field', 'posts', 'price:cost');
      const before = filesOf();
      const { code, stderr } = await run('rename:field', 'posts', 'title:label', '--migrate');
      expect([code, stderr]).toEqual([1, jasmine.stringMatching(/The database lacks migrations/)]);
      expect(filesOf()).toEqual(before);
      expect((await run('undo')).code).toBe(0);
      expect((await run('undo')).code).toBe(0);
    });

    it('shows with --dry-run what it would do', async () => {
      const before = filesOf();
      const { code, stdout } = await run('rename:field', 'posts', 'title:label', '--dry-run');
      expect(code).toBe(0);
      expect(stdout).toContain('+    label: Mapped[str]');
      expect(stdout).toContain('new_column_name="label"');
      expect(filesOf()).toEqual(before);
    });

    async function matches(): Promise<void> {
      const { code, stdout, stderr } = await flask(root, ['db', 'check'], env);
      expect(stdout + stderr).toContain('No new upgrade operations detected.');
      expect(code).toBe(0);
    }

    async function isClean(): Promise<void> {
      for (const [name, ...args] of [
        ['ruff', 'check', '--no-cache', '.'],
        ['ruff', 'format', '--no-cache', '--check', '.'],
      ] as const) {
        const ended = await runPythonTool(name, args, root);
        expect(ended.code).withContext(ended.stdout).toBe(0);
      }
    }

    function run(...words: string[]): Promise<Ended> {
      return scaffold(words, { cwd: root, env });
    }

    function python(program: string): Promise<string> {
      return succeed(PYTHON, ['-c', program], { cwd: root, env });
    }

    /** Connecting may change the files of SQLite. */
    function filesOf(): Record<string, string> {
      return Object.fromEntries(
        Object.entries(treeOf(root)).filter(
          ([path]) =>
            !/^(venv|node_modules|instance|\.scaffold\/history|\.mypy_cache)\//.test(path),
        ),
      );
    }
  });
}

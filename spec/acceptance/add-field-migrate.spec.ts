import { linkedCopy } from '../support/copies';
import { flask, flaskSucceeds, PYTHON } from '../support/flask';
import { createDatabase } from '../support/postgres';
import { runPythonTool } from '../support/python-tools';
import { type Ended, scaffold, succeed } from '../support/run';
import { DATABASES, needOf } from '../support/served-resources';
import { suiteNeeds } from '../support/suite-needs';
import { treeOf } from '../support/tree-of';

/** Each type of field that a table with rows can get, with a default and without one. */
const FIELDS = [
  ...['subtitle:string:80:optional', 'slug:string:40:unique:optional', 'note:text:default=it’s'],
  ...['views:integer:default=-5', 'size:bigint:default=4294967296', 'weight:float:default=1.5'],
  ...[
    'price:decimal:20:10:default=1234567890.0000000001',
    'done:boolean',
    'hot:boolean:default=on',
  ],
  ...['due:date:default=2026-11-22', 'made:date:default=now', 'opens:time:default=09:30'],
  ...[
    'starts:datetime:default=2026-11-22T09:30',
    'seen:datetime:default=now',
    'email:email:optional',
  ],
  ...['status:enum:draft:in-review:default=in-review', 'site:url:default=https://a.co'],
  ...['key:uuid:optional', 'data:json:default={"a": [true]}', 'pin:string:4:secret:default=x'],
  ...[
    'editor:references:users:optional',
    'parent:references:posts:optional',
    'maybe:boolean:optional',
  ],
];

const PROGRAM = `
import sys
from run import app
from app.extensions import db
from app.models import Post, User

with app.app_context():
    if sys.argv[1] == "make":
        user = User(name="Ada", email="ada@a.co")
        db.session.add_all([Post(title=each, author=user) for each in ["One", "Two", "One"]])
        db.session.commit()
    elif sys.argv[1] == "change":
        db.session.scalars(db.select(Post)).first().note = "Mine"
        db.session.commit()
    else:
        left = ("id", "title", "author_id", "created_at", "updated_at", "made", "seen")
        names = [column.key for column in Post.__table__.c if column.key not in left]
        rows = {str([getattr(post, name) for name in names]) for post in db.session.scalars(db.select(Post))}
        print("\\\\n".join(rows))
`;

const ROW =
  "[None, None, 'it’s', -5, 4294967296, 1.5, Decimal('1234567890.0000000001'), False, True, " +
  'datetime.date(2026, 11, 22), datetime.time(9, 30), ' +
  'datetime.datetime(2026, 11, 22, 9, 30, tzinfo=datetime.timezone.utc), None, ' +
  "<PostStatus.IN_REVIEW: 'in-review'>, 'https://a.co', None, {'a': [True]}, 'x', None, None, None]";

for (const database of DATABASES) {
  describe(`scaffold add:field --migrate on ${database}, with every type of field,`, () => {
    let root: string;
    let env: NodeJS.ProcessEnv;
    let before: Record<string, string>;
    let added: Ended;

    suiteNeeds(...needOf(database), async () => {
      root = await linkedCopy(true);
      env = { ...process.env };
      if (database === 'PostgreSQL') {
        env = { ...env, DATABASE_URL: await createDatabase() };
        await flaskSucceeds(root, ['db', 'upgrade'], env);
      }
      await run('make:resource', 'posts', 'title', 'author:references:users', '--migrate');
      await python('make');
      before = filesOf();
      added = await run('add:field', 'posts', ...FIELDS, '--migrate');
    });

    it('fills the rows, passes its tests and checks, and goes byte for byte', async () => {
      expect([added.code, added.stderr]).toEqual([0, '']);
      expect(added.stdout).not.toContain('Earlier changes');
      expect((await python('read')).trim()).toBe(expectedRow());
      const { code, stdout, stderr } = await flask(root, ['db', 'check'], env);
      expect(code).toBe(0);
      expect(stdout + stderr).toContain('No new upgrade operations detected.');
      if (database === 'SQLite') {
        await passes();
        expect((await run('undo', '--migrate')).code).toBe(0);
      } else {
        await python('change');
        const refused = await run('undo', '--migrate');
        expect([refused.code, refused.stderr]).toEqual([
          1,
          jasmine.stringMatching(/would delete the data in posts\.note\. Add --force/),
        ]);
        expect((await run('undo', '--migrate', '--force')).code).toBe(0);
      }
      expect(filesOf()).toEqual(before);
      expect((await flask(root, ['db', 'check'], env)).code).toBe(0);
    });

    it('finds rows that repeat others in a constraint before it writes anything', async () => {
      const files = filesOf();
      for (const [words, phrase] of [
        [
          ['--unique=title+author'],
          'has 2 rows of posts with the same title and author as another',
        ],
        [['place:integer:default=0', '--unique=author+place'], 'has 3 rows of posts with the same'],
        [
          ['a:default=x', 'b:default=x', '--unique=a+b'],
          'has 3 rows of posts with the same a and b',
        ],
      ] as const) {
        const refused = await run('add:field', 'posts', ...words, '--migrate');
        expect([refused.code, refused.stderr]).toEqual([1, jasmine.stringContaining(phrase)]);
      }
      expect(filesOf()).toEqual(files);
      const optional = ['place:integer:optional', '--unique=title+place'];
      expect((await run('add:field', 'posts', ...optional, '--migrate')).code).toBe(0);
      await isClean();
      expect((await run('undo', '--migrate')).code).toBe(0);
    });

    async function passes(): Promise<void> {
      const tests = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', 'tests/test_posts.py'];
      await succeed(PYTHON, tests, { cwd: root, env });
      await isClean();
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

    /** SQLite keeps decimals as floats. */
    function expectedRow(): string {
      return database === 'SQLite' ? ROW.replace('.0000000001', '.0000000000') : ROW;
    }

    function run(...words: string[]): Promise<Ended> {
      return scaffold(words, { cwd: root, env });
    }

    function python(word: string): Promise<string> {
      return succeed(PYTHON, ['-c', PROGRAM, word], { cwd: root, env });
    }

    /** Connecting may change the files of SQLite. */
    function filesOf(): Record<string, string> {
      const tree = Object.entries(treeOf(root));
      return Object.fromEntries(
        tree.filter(([path]) => !/^(venv|node_modules|instance|\.scaffold)\//.test(path)),
      );
    }
  });
}

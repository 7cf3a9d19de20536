import { join } from 'node:path';
import { linkedCopy } from '../support/copies';
import { flaskSucceeds, PYTHON } from '../support/flask';
import { createDatabase, findPostgres } from '../support/postgres';
import { runPythonTool } from '../support/python-tools';
import { type Ended, scaffold, succeed } from '../support/run';
import { suiteNeeds } from '../support/suite-needs';

/** Each type, required and optional, with defaults, unique. */
const TYPES = [
  ...['string', 'string:120:unique', 'text', 'integer', 'integer:unique', 'bigint', 'float'],
  ...['decimal', 'decimal:12:4', 'boolean', 'date', 'time', 'datetime', 'datetime:unique', 'email'],
  ...['url', 'uuid', 'json', 'enum:draft:in-review', 'string:index', 'uuid:unique', 'email:unique'],
];

const DEFAULTS = [
  ...['string:default=a:b', 'text:default=', 'integer:default=-5', 'bigint:default=4294967296'],
  ...['float:default=1.5', 'decimal:default=9.50', 'boolean:default=yes', 'date:default=now'],
  ...['date:default=2026-11-22', 'time:default=now', 'time:default=09:30', 'datetime:default=now'],
  ...['datetime:default=2026-11-22T09:30', 'email:default=a@b.co', 'url:default=https://a.co'],
  ...['json:default={"a": [true, null]}', 'json:default=[]', 'enum:a:b:default=b'],
  ...['string:secret:default=x'],
];

const FIELDS = [
  ...TYPES.flatMap((type, index) => [`r${index}:${type}`, `o${index}:${type}:optional`]),
  ...DEFAULTS.map((type, index) => `d${index}:${type}`),
  'author:references:users',
  'editor:references:users:nullify',
  'category:references:cascade:unique:optional',
  'parent:references:posts:optional',
  'date:date:optional',
  'time:time:default=10:00',
  `${'x'.repeat(63)}:string:unique:optional`,
];

/** Makes two records of what is required, reads one back, and tries one that lacks a value. */
const RECORD = `
import uuid
from datetime import UTC, date, datetime, time
from decimal import Decimal
from run import app
from app.extensions import db
from app.models import Post, User

VALUES = {
    "String": "x", "Text": "x", "Integer": 2**31 - 1, "BigInteger": 2**62, "Float": 1.5, "Double": 1.5,
    "Numeric": Decimal("1.5"), "Boolean": True, "Date": date(2026, 1, 2), "Time": time(1, 2),
    "UtcDateTime": datetime(2026, 1, 2, tzinfo=UTC), "JSON": {"a": "é"}, "Enum": None,
}

def values(columns, index):
    found = {}
    for column in columns:
        name = type(column.type).__name__
        if name == "Enum":
            found[column.name] = column.type.enum_class("in-review")
        elif name == "Uuid":
            found[column.name] = uuid.UUID(int=index)
        elif column.unique:
            found[column.name] = {"String": str(index), "Integer": index}.get(name) or datetime(index, 1, 2, tzinfo=UTC)
        else:
            found[column.name] = VALUES[name]
    return found

with app.app_context():
    needed = [c for c in Post.__table__.c if c.name[0] == "r" and not c.nullable]
    ada = User(name="Ada", email="ada@a.co")
    parent = Post(author=ada, **values(needed, 2001))
    post = Post(author=ada, editor=None, parent=parent, **values(needed, 2002))
    db.session.add(post)
    db.session.commit()
    key = post.id
    db.session.expunge_all()
    read = db.session.get(Post, key)
    assert (read.author.name, read.editor, read.parent.parent) == ("Ada", None, None)
    for name, value in values(needed, 2002).items():
        assert getattr(read, name) == value, name
    names = [c.name for c in Post.__table__.c if c.name[0] == "d" and c.name not in ("date", "d7", "d9", "d11")]
    print({name: getattr(read, name) for name in names})
    print(db.session.execute(db.text("select r18 from posts")).scalars().all())
    db.session.add(Post(author=read.author, **{**values(needed, 2003), "r17": None}))
    try:
        db.session.commit()
    except Exception as error:
        print(type(error).__name__)
`;

const READ = `{'d0': 'a:b', 'd1': '', 'd2': -5, 'd3': 4294967296, 'd4': 1.5, 'd5': Decimal('9.50'), 'd6': True, 'd8': datetime.date(2026, 11, 22), 'd10': datetime.time(9, 30), 'd12': datetime.datetime(2026, 11, 22, 9, 30, tzinfo=datetime.timezone.utc), 'd13': 'a@b.co', 'd14': 'https://a.co', 'd15': {'a': [True, None]}, 'd16': [], 'd17': <PostD17.B: 'b'>, 'd18': 'x'}
['in-review', 'in-review']
IntegrityError
`;

describe('scaffold make:model --migrate, with every type of field,', () => {
  let root: string;
  const made: Ended[] = [];

  beforeAll(async () => {
    root = await linkedCopy(true);
    for (const words of [
      ['categories', 'name', 'parent:references:categories:optional'],
      ['posts', ...FIELDS],
    ]) {
      made.push(await scaffold(['make:model', ...words, '--migrate'], { cwd: root }));
    }
    const actions = ['index', 'show', 'create', 'store', 'edit', 'update', 'destroy'];
    const views = actions.map((action) => `posts.${action}`);
    made.push(await scaffold(['make:view', ...views, '-rc'], { cwd: root }));
  }, 300_000);

  it('applies a migration for each, and leaves a form with all that a person fills in', () => {
    expect(made.map(({ code, stderr }) => [code, stderr])).toEqual([
      [0, ''],
      [0, ''],
      [0, ''],
    ]);
    expect(made[1]?.stdout).toContain('The migration is applied: create posts.');
  });

  it('passes ruff and mypy', async () => {
    for (const [name, ...args] of [
      ['ruff', 'check', '--no-cache', '.'],
      ['ruff', 'format', '--no-cache', '--check', '.'],
      ['mypy', '--python-executable', join(root, PYTHON), 'app'],
    ] as const) {
      const ended = await runPythonTool(name, args, root);
      expect(ended.code).withContext(ended.stdout).toBe(0);
    }
  });

  describe('on SQLite,', () => {
    itWorks({});
  });

  describe('on PostgreSQL,', () => {
    const env: NodeJS.ProcessEnv = {};

    suiteNeeds('PostgreSQL', findPostgres('initdb'), async () => {
      env['DATABASE_URL'] = await createDatabase();
    });

    itWorks(env);
  });

  function itWorks(env: NodeJS.ProcessEnv): void {
    it('goes down and up again, matches the models, and stores records', async () => {
      await flaskSucceeds(root, ['db', 'upgrade'], env);
      await flaskSucceeds(root, ['db', 'check'], env);
      await flaskSucceeds(root, ['db', 'downgrade', '0001'], env);
      await flaskSucceeds(root, ['db', 'upgrade'], env);
      await flaskSucceeds(root, ['db', 'check'], env);
      const options = { cwd: root, env: { ...process.env, ...env } };
      expect(await succeed(PYTHON, ['-c', RECORD], options)).toBe(READ);
    });
  }
});

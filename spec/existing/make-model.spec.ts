import { DATA_APPLICATIONS } from './data-applications';
import { runSchematic } from './run-schematic';

const [MAPPED, PACKAGE, FEATURES] = Object.values(DATA_APPLICATIONS);

const ALL = [
  'name:string:60:unique:index',
  'body:text:optional',
  'views:integer:default=0',
  'size:bigint',
  'price:decimal:8:3',
  'weight:float:optional',
  'done:boolean',
  'on:date:default=now',
  'at:datetime:default=now',
  'opens:time:default=09:30',
  'status:enum:draft:published:default=draft',
  'owner:references:users:cascade',
  'parent:references:things:optional',
  'key:uuid',
  'data:json:optional',
  'code:string:secret:optional',
];

describe('make-model in an application that new did not make', () => {
  it('writes a model above the code of its file that may use it', async () => {
    const { files } = await runSchematic(
      {
        'app.py':
          'from flask import Flask\nfrom flask_sqlalchemy import SQLAlchemy\n\napp = Flask(__name__)\ndb = SQLAlchemy(app)\n\n\n' +
          'class User(db.Model):\n    id = db.Column(db.Integer, primary_key=True)\n\n\n' +
          'with app.app_context():\n    db.create_all()\n',
      },
      'make-model',
      { name: 'Note', fields: ['text:text'] },
    );
    expect(files['app.py']).toMatch(
      /class User[^]+class Note[^]+nullable=False\)\n\n\nwith app\.app_context/,
    );
  });

  it('writes each type of a column as db.Column', async () => {
    const { files } = await runSchematic(PACKAGE?.files ?? {}, 'make-model', {
      name: 'Thing',
      fields: ALL,
    });
    expect(files['app/models/thing.py']).toBe(`from datetime import datetime, time, timezone
from uuid import uuid4

from .. import db


class Thing(db.Model):
    __tablename__ = 'things'

    id = db.Column(db.Integer, primary_key=True)
    name = db.Column(db.String(60), nullable=False, unique=True)
    body = db.Column(db.Text)
    views = db.Column(db.Integer, default=0, nullable=False)
    size = db.Column(db.BigInteger, nullable=False)
    price = db.Column(db.Numeric(8, 3), nullable=False)
    weight = db.Column(db.Float)
    done = db.Column(db.Boolean, default=False, nullable=False)
    on = db.Column(
        db.Date, default=lambda: datetime.now(timezone.utc).date(), nullable=False
    )
    at = db.Column(
        db.DateTime, default=lambda: datetime.now(timezone.utc), nullable=False
    )
    opens = db.Column(db.Time, default=time(9, 30), nullable=False)
    status = db.Column(
        db.Enum('draft', 'published', native_enum=False, length=50),
        default='draft',
        nullable=False,
    )
    owner_id = db.Column(
        db.ForeignKey('users.id', ondelete='CASCADE'), nullable=False, index=True
    )
    parent_id = db.Column(db.ForeignKey('things.id'), index=True)
    key = db.Column(db.Uuid, default=uuid4, nullable=False)
    data = db.Column(db.JSON)
    code = db.Column(db.String(255), info={'hidden': True})

    owner = db.relationship('User')
    parent = db.relationship('Thing', remote_side='Thing.id')
`);
  });

  it('writes each type of a column as mapped_column, with the names of the file', async () => {
    const { files } = await runSchematic(MAPPED?.files ?? {}, 'make-model', {
      name: 'Thing',
      fields: ALL.map((field) => field.replace('things', 'thing')),
    });
    const model = files['blog/models.py']?.replace(/^[^]*\nclass Thing/, 'class Thing');
    expect(model).toContain(`    views: so.Mapped[int] = so.mapped_column(default=0)
    size: so.Mapped[int] = so.mapped_column(sa.BigInteger)
    price: so.Mapped[Decimal] = so.mapped_column(sa.Numeric(8, 3))
    weight: so.Mapped[Optional[float]]
    done: so.Mapped[bool] = so.mapped_column(default=False)
`);
    expect(model).toContain(`
    owner: so.Mapped[User] = so.relationship()
    parent: so.Mapped[Optional['Thing']] = so.relationship(remote_side='Thing.id')
`);
  });

  it('writes columns and relationships that people like to call so', async () => {
    const { files } = await runSchematic(MAPPED?.files ?? {}, 'make-model', {
      name: 'Day',
      fields: ['date:date', 'author:references:users', 'editor:references:users'],
    });
    expect(files['blog/models.py']).toContain('    date: so.Mapped[date_]\n');
    expect(files['blog/models.py']).toContain('import date as date_');
    expect(files['blog/models.py']).toContain(
      '    author: so.Mapped[User] = so.relationship(foreign_keys=[author_id])\n',
    );
  });

  it('says that no module imports the model of a feature', async () => {
    const { files, said } = await runSchematic(FEATURES?.files ?? {}, 'make-model', {
      name: 'Tag',
      fields: ['name'],
    });
    expect(files['shop/tags/__init__.py']).toBe('');
    expect(files['shop/tags/models.py']).toContain('class Tag(PkModel):\n');
    expect(said[0]).toMatch(/^warn No module imports shop\/tags\/models\.py yet, /);
  });

  for (const [tool, files, advice] of [
    [
      'Flask-Migrate',
      { 'blog/x.py': 'migrate = Migrate(db)\n', 'migrations/env.py': '' },
      'info The database needs a migration:\n  flask db migrate -m "Create tags"\n  flask db upgrade',
    ],
    [
      'Flask-Migrate without a folder for them',
      { 'blog/x.py': 'migrate = Migrate(db)\n' },
      'info The database needs a migration:\n  flask db init\n  flask db migrate -m "Create tags"\n  flask db upgrade',
    ],
    [
      'Flask-Migrate by Flask-Script',
      {
        'blog/x.py': 'migrate = Migrate(app, db, directory="db/scripts")\n',
        'manage.py': 'manager.add_command("db", MigrateCommand)\n',
      },
      'info The database needs a migration:\n  python manage.py db migrate -m "Create tags"\n  python manage.py db upgrade',
    ],
    [
      'Alembic',
      { 'alembic.ini': 'script_location = alembic\n' },
      'info The database needs a migration:\n  alembic revision --autogenerate -m "Create tags"\n  alembic upgrade head',
    ],
  ] as const) {
    it(`names the commands of ${tool}`, async () => {
      const all = { ...MAPPED?.files, ...files };
      const { said } = await runSchematic(all, 'make-model', { name: 'Tag', fields: ['name'] });
      expect(said).toEqual([advice]);
    });
  }

  it('changes nothing if the model exists', async () => {
    const { files, said } = await runSchematic(MAPPED?.files ?? {}, 'make-model', { name: 'User' });
    expect(files).toEqual({ ...MAPPED?.files });
    expect(said).toEqual(['info Nothing to do: the model User already exists in blog/models.py.']);
  });

  it('refuses a table that another model has', async () => {
    const users = PACKAGE?.files['app/models/user.py'] ?? '';
    const files = { ...PACKAGE?.files, 'app/models/user.py': users.replace("'users'", "'tags'") };
    await expectAsync(
      runSchematic(files, 'make-model', { name: 'Tag', fields: ['name'] }),
    ).toBeRejectedWithError(
      'app/models/user.py: User already has the table tags. Name another model with --model NAME.',
    );
  });

  it('refuses a type that the required SQLAlchemy lacks', async () => {
    const files = { ...MAPPED?.files, 'requirements.txt': 'SQLAlchemy==1.4.0\n' };
    const run = runSchematic(files, 'make-model', { name: 'Tag', fields: ['key:uuid'] });
    await expectAsync(run).toBeRejectedWithError(
      'key:uuid needs SQLAlchemy 2, and this project requires an older version.',
    );
  });
});

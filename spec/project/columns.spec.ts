import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Tree } from '@angular-devkit/schematics';
import { DEFAULT_LAYOUT } from '../../src/layout';
import { modelOfClass } from '../../src/naming/class-names';
import type { Column } from '../../src/project/column-type';
import { columnsOf } from '../../src/project/columns';
import type { Project } from '../../src/project/project';
import type { Node } from '../../src/python/node';
import { PythonSource } from '../../src/python/source';
import { projectIn } from '../support/project-in';

const HEAD = `
import datetime as dt
import enum
from decimal import Decimal
from typing import Annotated, Literal, Optional
from sqlalchemy import Enum as EnumType, ForeignKey, Numeric, String, func
from app.kinds import Kind
from app.models.mixins import Stamped

MAX = 30
Name = Annotated[str, mapped_column(String(MAX), unique=True)]

class Status(str, enum.Enum):
    DRAFT = "draft"

`;

const FILES = {
  'app/kinds.py': 'from enum import IntEnum\nclass Kind(IntEnum):\n    ONE = 1\n',
  'app/models/mixins.py': `
from app.models.types import UtcDateTime
class Stamped:
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now)
    @declared_attr
    def owner_id(cls) -> Mapped[int | None]:
        return mapped_column(ForeignKey("users.id"))
`,
};

/** The columns of \`Post\` in a file of this name. */
async function columns(
  text: string,
  file = 'app/models/post.py',
  base = '',
): Promise<readonly Column[]> {
  const tree = Tree.empty();
  const packages = { 'app/__init__.py': '', 'app/models/__init__.py': '' };
  const files = { ...packages, 'app/base.py': base, ...FILES, [file]: text };
  for (const [path, content] of Object.entries(files)) {
    tree.create(path, content);
  }
  return (await columnsOf(projectIn(tree), modelOfClass('Post', DEFAULT_LAYOUT))) ?? [];
}

/** What each column says, without what is not set. */
function said({ name, ...column }: Column): [string, object] {
  const set = Object.entries(column).filter(([, value]) => value !== undefined && value !== false);
  return [name, Object.fromEntries(set)];
}

const COLUMNS: Record<string, object> = {
  // `Mapped[…]`
  'a: Mapped[str]': { kind: 'string' },
  'a: Mapped[str | None]': { kind: 'string', isNullable: true, isOptional: true },
  'a: Mapped["str | None"]': { kind: 'string', isNullable: true, isOptional: true },
  'a: Mapped[Optional[dt.date]]  # when': { kind: 'date', isNullable: true, isOptional: true },
  'a: orm.Mapped[int] = orm.mapped_column(nullable=True)': {
    kind: 'integer',
    bits: 32,
    isNullable: true,
    isOptional: true,
  },
  'a: Mapped[int] = mapped_column(primary_key=True)': {
    kind: 'integer',
    bits: 32,
    isPrimaryKey: true,
  },
  'a: Mapped[str] = mapped_column("b", String(120), unique=True, index=True)': {
    kind: 'string',
    storedAs: 'b',
    length: 120,
    isUnique: true,
    isIndexed: true,
  },
  'a: Mapped[Name]': { kind: 'string', length: 30, isUnique: true },
  'a: Mapped[str] = mapped_column(String(length=MAX), default="it\'s")': {
    kind: 'string',
    length: 30,
    default: '"it\'s"',
  },
  'a: Mapped[str] = deferred(mapped_column(Text))': { kind: 'text' },
  'a: Mapped[\n        bool\n    ] = (  # long\n        mapped_column(default=False)\n    )': {
    kind: 'boolean',
    default: 'False',
  },
  'a: Mapped[int] = mapped_column(default=-1)': { kind: 'integer', bits: 32, default: '-1' },
  'a: Mapped[Decimal] = mapped_column(Numeric(10, 2), default=Decimal("0.5"))': {
    kind: 'decimal',
    precision: 10,
    scale: 2,
    default: '0.5',
  },
  'a: Mapped[Decimal] = mapped_column(default=Decimal(-5))': { kind: 'decimal', default: '-5' },
  'a: Mapped[Decimal]': { kind: 'decimal' },
  'a: Mapped[Status] = mapped_column(default=Status.DRAFT)': {
    kind: 'enum',
    enumClass: { module: 'app.models.post', name: 'Status', local: 'Status' },
    values: ['draft'],
    default: 'Status.DRAFT',
  },
  'a: Mapped[Kind | None]': {
    kind: 'enum',
    enumClass: { module: 'app.kinds', name: 'Kind', local: 'Kind' },
    isNullable: true,
    isOptional: true,
  },
  'a: Mapped[Status] = mapped_column(EnumType(Status, native_enum=False))': {
    kind: 'enum',
    enumClass: { module: 'app.models.post', name: 'Status', local: 'Status' },
    values: ['draft'],
  },
  'a: Mapped[Literal["one", "two"]]': { kind: 'enum', values: ['one', 'two'] },
  'a: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now, onupdate=utc_now)': {
    kind: 'datetime',
    isAware: true,
    isAutomatic: true,
    default: 'utc_now',
  },
  'a: Mapped[time] = mapped_column(default=lambda: utc_now().time())': {
    kind: 'time',
    default: 'lambda: utc_now().time()',
  },
  'a: Mapped[dt.date] = mapped_column(default=date_(2026, 11, 22))': {
    kind: 'date',
    default: 'date(2026, 11, 22)',
  },
  'a: Mapped[str] = mapped_column(String(2048), info={"format": "url", "hidden": True})': {
    kind: 'string',
    length: 2048,
    format: 'url',
    isSecret: true,
  },
  'a: Mapped[int] = mapped_column(info={"unlisted": True, "min": -1, "max": 5})': {
    kind: 'integer',
    bits: 32,
    isUnlisted: true,
    min: '-1',
    max: '5',
  },
  'a: Mapped[Decimal] = mapped_column(Numeric(4, 2), info={"min": Decimal("0.5"), "max": LIMIT})': {
    kind: 'decimal',
    precision: 4,
    scale: 2,
    min: '0.5',
  },
  'a: Mapped[datetime] = mapped_column(server_default=func.now())': {
    kind: 'datetime',
    hasComputedDefault: true,
  },
  'a: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))': {
    kind: 'foreign key',
    references: 'users.id',
    onDelete: 'CASCADE',
  },
  'a: Mapped[int] = mapped_column(ForeignKey(User.id))': {
    kind: 'foreign key',
    references: 'User.id',
  },
  'a: Mapped[int] = mapped_column(Computed("b + 1"))': {
    kind: 'integer',
    bits: 32,
    isAutomatic: true,
  },
  'a: Mapped[dict] = mapped_column(JSON)': { kind: 'json' },
  'a: Mapped[Any | None] = mapped_column(JSON().with_variant(JSONB, "postgresql"), default=dict)': {
    kind: 'json',
    isNullable: true,
    isOptional: true,
    default: 'dict',
  },
  'a: Mapped[Any] = mapped_column(JSON, default=lambda: {"a": [1]})': {
    kind: 'json',
    default: 'lambda: {"a": [1]}',
  },
  'a: Mapped[Any] = mapped_column(JSON, default=lambda: made())': {
    kind: 'json',
    hasComputedDefault: true,
  },
  'a: Mapped[Money]': { kind: 'unknown' },
  'a: Mapped[str] = mapped_column(Email(120))': { kind: 'string', hasOwnType: true },
  // `db.Column(…)`
  'a = db.Column(db.Integer)': { kind: 'integer', bits: 32, isNullable: true },
  'a = db.Column(db.SmallInteger, nullable=False)': { kind: 'integer', bits: 16 },
  'a = db.Column(db.BigInteger().with_variant(db.Integer, "sqlite"))': {
    kind: 'integer',
    bits: 64,
    isNullable: true,
  },
  'a = db.Column("b", db.String(20), nullable=False, server_default="x")': {
    kind: 'string',
    storedAs: 'b',
    length: 20,
    default: '"x"',
    serverDefault: 'x',
  },
  'a = Column(type_=Boolean, nullable=False, server_default=sa.true())': {
    kind: 'boolean',
    default: 'True',
  },
  'a = db.Column(db.DateTime(timezone=True))': {
    kind: 'datetime',
    isAware: true,
    isNullable: true,
  },
  'a = db.Column(db.Enum("one", "two", name="kind"), default="two", nullable=False)': {
    kind: 'enum',
    values: ['one', 'two'],
    default: '"two"',
  },
  'a = db.Column(db.Float, default=0.5, nullable=False)': { kind: 'float', default: '0.5' },
  'a = db.Column(db.Time)': { kind: 'time', isNullable: true },
  'a = db.Column(db.Numeric(8))': { kind: 'decimal', precision: 8, scale: 0, isNullable: true },
  'a = db.Column(db.ForeignKey("users.id"), nullable=False)': {
    kind: 'foreign key',
    references: 'users.id',
  },
  'a = db.Column(db.String(36), default=lambda: str(uuid4()))': {
    kind: 'string',
    length: 36,
    isNullable: true,
    hasComputedDefault: true,
  },
};

/** A module whose posts have many labels. */
const MANY = `class Post(db.Model):
    __tablename__ = "posts"
    labels: Mapped[list[Label]] = relationship(secondary=posts_labels, info={"required": True})
    others: Mapped[list[Other]] = relationship()

posts_labels = Table(
    "posts_labels",
    db.metadata,
    Column("post_id", ForeignKey("posts.id"), primary_key=True),
    Column("label_id", ForeignKey("labels.id"), primary_key=True),
)
`;

describe('columnsOf', () => {
  for (const [line, expected] of Object.entries(COLUMNS)) {
    it(`reads ${line}`, async () => {
      const found = await columns(`${HEAD}class Post(db.Model):\n    ${line}\n`);
      expect(found.map(said)).toEqual([['a', expected]]);
    });
  }

  it('reads a relationship to many records by a table of the same file', async () => {
    const found = await columns(MANY);
    expect(
      found.map(({ isFilled, kind, name, references }) => [name, kind, references, isFilled]),
    ).toEqual([['labels', 'many', 'labels.id', true]]);
  });

  it('reads the unique constraints of a table: the last column that is no key knows the others', async () => {
    const found = await columns(`class Post(db.Model):
    __table_args__ = (
        UniqueConstraint("slug"), UniqueConstraint("number", "author_id"), {"comment": "x"}
    )
    slug: Mapped[str]
    number: Mapped[int]
    author_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
`);
    expect(found.map(({ isUnique, uniqueWith }) => [isUnique, uniqueWith])).toEqual([
      [false, []],
      [false, ['author_id']],
      [false, undefined],
    ]);
  });

  for (const line of [
    '__tablename__ = "posts"',
    'user: Mapped[User] = relationship(back_populates="posts")',
    'user = db.relationship("User")',
    'total: Mapped[int] = column_property(price * 2)',
    'LIMIT = 3',
    'limit: int = 3',
    '@hybrid_property\n    def total(self) -> int:\n        return 1',
    '# title = db.Column(db.String)',
  ]) {
    it(`takes this for no column: ${line}`, async () => {
      expect(await columns(`class Post(db.Model):\n    ${line}\n    pass\n`)).toEqual([]);
    });
  }

  it('reads bases and mixins of this file and others, each column once', async () => {
    const found = await columns(`
from app.models.mixins import Stamped
class Named(db.Model):
    __abstract__ = True
    id = db.Column(db.Integer, primary_key=True)
    name = db.Column(db.String(10))
class Post(Stamped, Named):
    name = db.Column(db.Text)
    body = db.Column(db.Text)
`);
    expect(found.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
      'id integer',
      'name text',
      'created_at datetime',
      'owner_id foreign key',
      'body text',
    ]);
  });

  const circles: Record<string, [text: string, base: string, found: string[]]> = {
    'has the name of what it extends': [
      'from app.base import Post\nclass Post(Post, db.Model):\n    b: Mapped[int]\n',
      'class Post:\n    a: Mapped[int]\n',
      ['a', 'b'],
    ],
    'extends itself': ['class Post(Post, db.Model):\n    b: Mapped[int]\n', '', ['b']],
    'imports itself': [
      'from app.models.post import Post\nclass Post(Post, db.Model):\n    b: Mapped[int]\n',
      '',
      ['b'],
    ],
    'extends what extends it': [
      'from app.base import Base\nclass Post(Base, db.Model):\n    b: Mapped[int]\n',
      'from app.models.post import Post\nclass Base(Post):\n    a: Mapped[int]\n',
      ['b', 'a'],
    ],
  };
  for (const [title, [text, base, found]] of Object.entries(circles)) {
    it(`reads a class that ${title}`, async () => {
      const names = (await columns(text, 'app/models/post.py', base)).map(({ name }) => name);
      expect(names.toSorted()).toEqual(found.toSorted());
    });
  }

  for (const head of ['class Kind(Kind)', 'class Kind(Other)']) {
    it(`takes a class that leads to itself for no enum: ${head}`, async () => {
      const text = `${head}:\n    ONE = 1\nclass Other(Kind):\n    pass\n`;
      const post = 'from app.base import Kind\nclass Post(db.Model):\n    a: Mapped[Kind]\n';
      const [column] = await columns(post, 'app/models/post.py', text);
      expect(column?.kind).toBe('unknown');
    });
  }

  it('reads a type that is called after itself', async () => {
    const text = 'Kind = Annotated[Kind, 1]\nclass Post(db.Model):\n    a: Mapped[Kind]\n';
    const [column] = await columns(text);
    expect(column?.kind).toBe('unknown');
  });

  it('reads an enum in the class itself', async () => {
    const [column] = await columns(`
class Post(db.Model):
    class State(enum.Enum):
        ON = 1
    state: Mapped[State] = mapped_column(default=State.ON)
`);
    expect(column?.enumClass?.name).toBe('Post.State');
    expect(column?.default).toBe('Post.State.ON');
  });

  it('finds a model in a file of another name', async () => {
    const text = 'class Post(db.Model):\n    a: Mapped[int]\n';
    expect(await columns(text, 'app/models/blog.py')).toHaveSize(1);
  });

  it('finds a model where it is registered from', async () => {
    const tree = Tree.empty();
    tree.create('app/__init__.py', '');
    tree.create('app/models/__init__.py', 'from app.blog import Entry as Post\n');
    tree.create('app/blog/__init__.py', 'from .tables import *\n');
    tree.create('app/blog/tables.py', 'class Entry(db.Model):\n    a: Mapped[int]\n');
    const found = await columnsOf(projectIn(tree), modelOfClass('Post', DEFAULT_LAYOUT));
    expect(found?.map(({ name }) => name)).toEqual(['a']);
  });

  it('finds no model where there is none', async () => {
    const tree = Tree.empty();
    tree.create('app/__init__.py', '');
    expect(await columnsOf(projectIn(tree), modelOfClass('Post', DEFAULT_LAYOUT))).toBeUndefined();
  });

  describe('of a model that extends a class of another file', () => {
    const MIXIN = 'app/models/mixins.py';
    const POST =
      'from app.models.mixins import Stamped\nclass Post(Stamped, db.Model):\n    a: Mapped[int]\n';

    function project(mixin: string): Project {
      const tree = Tree.empty();
      const files = { 'app/__init__.py': '', 'app/models/post.py': POST, [MIXIN]: mixin };
      Object.entries(files).forEach(([path, text]) => {
        tree.create(path, text);
      });
      return projectIn(tree);
    }

    async function namesIn(found: Project): Promise<readonly string[] | undefined> {
      const model = await columnsOf(found, modelOfClass('Post', DEFAULT_LAYOUT));
      return model?.map(({ name }) => name);
    }

    it('are those of that file as it is staged now', async () => {
      const found = project('class Stamped:\n    b: Mapped[int]\n');
      expect(await namesIn(found)).toEqual(['b', 'a']);
      found.stage(MIXIN, 'class Stamped:\n    c: Mapped[int]\n');
      expect(await namesIn(found)).toEqual(['c', 'a']);
    });

    it('are read again after a failure', async () => {
      const found = project('class Stamped(:\n');
      await expectAsync(namesIn(found)).toBeRejectedWithError(/mixins.py:1: not valid Python/);
      found.stage(MIXIN, 'class Stamped:\n    b: Mapped[int]\n');
      expect(await namesIn(found)).toEqual(['b', 'a']);
    });

    it('keep no syntax tree once the project is gone', async () => {
      const trees: WeakRef<Node>[] = [];
      const treeOf = Reflect.get<PythonSource, 'treeOf'>(PythonSource.prototype, 'treeOf');
      PythonSource.prototype.treeOf = function (this: PythonSource, code: string) {
        const tree = treeOf.call(this, code);
        trees.push(new WeakRef(tree));
        return tree;
      };
      try {
        await namesIn(project('class Stamped:\n    b: Mapped[Optional["str"]]\n'));
      } finally {
        PythonSource.prototype.treeOf = treeOf;
      }
      await collectGarbage();
      expect(trees.length).toBeGreaterThan(0);
      expect(trees.filter((tree) => tree.deref())).toEqual([]);
    });
  });
});

async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  // What a job has asked of a weak reference stays until its end.
  await setImmediate();
  (runInNewContext('gc') as () => void)();
}

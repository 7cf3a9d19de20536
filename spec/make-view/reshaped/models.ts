import { type Cases, INDEX, lines, MODELS, POST, type Reshaped } from './case';

const VIEWS: Reshaped['views'] = [
  ['posts.index', 'rcm'],
  ['posts.comments.index', 'rcm'],
];

const URLS = [INDEX, 'GET /posts/<int:post_id>/comments posts.comments.index'];

const KEPT = ['The model Post already exists'];

const MODEL = [
  'class Post(db.Model):',
  '    """A post.',
  '',
  '      comments = not these',
  '    """',
  '',
  "    __tablename__ = 'articles'",
  '    # the key',
  '    id = db.Column(db.Integer, primary_key=True)',
  '    title = db.Column(db.String(80), nullable=False)  # short',
  '',
  '    def __repr__(self):',
  "        return f'<Post {self.id}>'",
];

const USER = ['class User(db.Model):', '    id = db.Column(db.Integer, primary_key=True)'];

const DB = 'from app.extensions import db';

const SQLALCHEMY = 'from flask_sqlalchemy import SQLAlchemy';

const OTHER_MODULE = 'app/models/blog.py';

const APP = lines(
  '"""My application."""',
  'from flask import Flask',
  SQLALCHEMY,
  'from flask_wtf import CSRFProtect',
  '',
  'db = SQLAlchemy()',
  'csrf = CSRFProtect()',
  '',
  '',
  'def create_app(environment=None):',
  '    from config import settings',
  '',
  '    from app import formats, links, navigation',
  '    from app.routes.mains import bp as mains_bp',
  '',
  '    app = Flask(__name__)',
  '    app.config.from_object(settings(environment))',
  '    for extension in (db, csrf, formats, links, navigation):',
  '        extension.init_app(app)',
  '    app.register_blueprint(mains_bp)',
  '    return app',
);

function kept(files: Reshaped['files'], shows?: Reshaped['shows']): Reshaped {
  return { files, views: VIEWS, urls: URLS, warnings: KEPT, ...(shows ? { shows } : {}) };
}

function registered(text: string): Reshaped {
  const user = 'from app.models import user  # noqa: F401\n';
  return {
    files: { [MODELS]: text, 'app/commands.py': `${user}\n\ndef init_app(app):\n    pass\n` },
    views: [
      ['posts.index', 'rcm'],
      ['articles.index', 'rcm'],
    ],
    urls: [INDEX, 'GET /articles articles.index'],
  };
}

/** Models, what registers them, and the database. */
export const MODEL_CASES: Cases = {
  'a model in a style of its own, with its table’s name': kept(
    {
      [POST]: lines(DB, '', '', ...MODEL),
      [MODELS]: lines('from .user import User', 'from .post import Post'),
    },
    { 'app/models/comment.py': 'ForeignKey("articles.id", ondelete="CASCADE")' },
  ),
  'a model that is not registered': kept({ [POST]: lines(DB, '', '', ...MODEL) }),
  'several models in a module': kept(
    {
      [OTHER_MODULE]: lines(
        DB,
        '',
        '',
        'class Tag(db.Model):',
        '    id = db.Column(db.Integer, primary_key=True)',
        '',
        '',
        ...MODEL,
        '',
        '',
        '# the end',
      ).replaceAll('\n', '\r\n'),
      [MODELS]: lines(
        'from .blog import Post, Tag',
        'from .user import User',
        '',
        "__all__ = ('Post', 'Tag', 'User')",
      ),
    },
    { [OTHER_MODULE]: "    comments = db.relationship(\r\n        'Comment'" },
  ),
  'modules that are imported whole': kept({
    [POST]: lines(DB, '', '', ...MODEL),
    [MODELS]: lines('import app.models.post', 'from . import user', '', 'User = user.User'),
  }),
  'one module instead of a package': {
    files: {
      'app/models.py': lines(DB, '', '', ...MODEL, '', '', ...USER),
      [MODELS]: null,
      'app/models/user.py': null,
      'app/models/types.py': null,
      'app/commands.py': lines('def init_app(app):', '    pass'),
    },
    views: [
      ['posts.index', 'rcm'],
      ['posts.edit', 'rc'],
    ],
    urls: [INDEX, 'GET /posts/<int:post_id>/edit posts.edit'],
    warnings: KEPT,
    shows: { 'app/controllers/post_controller.py': 'from app.models import Post\n' },
  },
  'models in the package’s file itself': kept(
    {
      [MODELS]: lines(DB, '', '', ...MODEL, '', '', ...USER),
      'app/models/user.py': null,
    },
    {
      'app/controllers/post_controller.py': 'from app.models import Post\n',
      'app/models/comment.py': '    from app.models import Post\n',
    },
  ),
  'the database in the package’s file': kept(
    {
      [MODELS]: lines(SQLALCHEMY, '', 'db = SQLAlchemy()', '', '', ...MODEL),
      'app/models/user.py': null,
      'app/commands.py': lines('def init_app(app):', '    pass'),
      'app/extensions.py': lines(
        ...['from flask_migrate import Migrate', 'from flask_wtf import CSRFProtect'],
        ...['from app.models import db', '', 'migrate = Migrate()', 'csrf = CSRFProtect()'],
      ),
    },
    { 'app/models/comment.py': '\nfrom app.models import db\n' },
  ),
  'a module of the package that registers nothing': {
    files: {
      [OTHER_MODULE]: lines(DB, '', '', ...MODEL),
    },
    views: [['posts.index', 'rc']],
    urls: [INDEX],
    shows: { 'app/controllers/post_controller.py': 'from app.models.blog import Post\n' },
  },
  'a star': kept({
    [POST]: lines(DB, '', '', ...MODEL),
    [MODELS]: lines('from .post import *  # noqa: F403', 'from .user import User  # noqa: F401'),
  }),
  'a model on one line': kept(
    {
      'app/models/mixins.py': lines(
        DB,
        '',
        '',
        'class Keyed:',
        '    id = db.Column(db.Integer, primary_key=True)',
      ),
      [POST]: [
        'from app.extensions import db',
        'from .mixins import Keyed',
        'class Post(Keyed, db.Model): pass  # soon',
      ].join('\n'),
    },
    { [POST]: 'class Post(Keyed, db.Model): pass; comments' },
  ),
  'a child that has its own key': {
    ...kept({
      [POST]: lines(DB, '', '', ...MODEL),
      'app/models/comment.py': lines(
        'import sqlalchemy as sa',
        'import sqlalchemy.orm as orm',
        '',
        'from . import post  # noqa: F401',
        'from app import extensions',
        '',
        '',
        'class Comment(extensions.db.Model):',
        '  id: orm.Mapped[int] = orm.mapped_column(primary_key=True)',
        "  post_id: orm.Mapped[int] = orm.mapped_column(sa.ForeignKey('articles.id'))",
      ),
    }),
    warnings: [...KEPT, 'The model Comment already exists'],
  },
  'the database in app/__init__.py': {
    ...kept({
      'app/__init__.py': APP,
      'app/extensions.py': null,
      'app/commands.py': null,
      'app/database_errors.py': null,
      'app/models/user.py': lines(
        'from app import db',
        '',
        '',
        'class User(db.Model):',
        '    id = db.Column(db.Integer, primary_key=True)',
      ),
      'app/forms/base.py': null,
    }),
    warnings: [],
    shows: {
      [POST]: 'from app import db\n',
      'app/controllers/post_controller.py': 'from app import db\n',
    },
  },
  'nothing in the package’s file': registered(''),
  'a docstring in the package’s file': registered('"""The models."""\n'),
  '__all__ as a list, unsorted': registered(
    lines('from .user import User', '', "__all__ = ['User', 'A_First']", '', 'A_First = 1'),
  ),
  '__all__ as a tuple without brackets': registered(
    lines('from .user import User', '', "__all__ = 'User', 'ANSWER'", 'ANSWER = 1'),
  ),
  '__all__ that grows': registered(
    lines('from .user import User', '', '__all__ = []', "__all__ += ['User']  # more"),
  ),
  '__all__ that is extended': registered(
    lines('from .user import User', '', '__all__ = []', "__all__.extend(['User'])"),
  ),
  'no __all__': registered(
    lines('# All models.', 'from app.models.user import User  # noqa: F401'),
  ),
};

import { type Cases, INDEX, lines, type Reshaped } from './case';

const VIEWS: Reshaped['views'] = [
  ['posts.index', 'rc'],
  ['about', 'rc'],
  ['posts.comments.index', 'rc'],
];

const URLS = [INDEX, 'GET /about mains.about', 'GET /posts/comments posts.comments.index'];

const IMPORTS = [
  'from flask import Flask',
  '',
  'from app import formats, links, navigation',
  'from app.extensions import csrf, db',
  'from app.routes.mains import bp as mains_bp',
  'from config import settings',
  '',
];

const MADE = [
  '    app = Flask(__name__)',
  '    app.config.from_object(settings(environment))',
  '    for extension in (db, csrf, formats, links, navigation):',
  '        extension.init_app(app)',
];

/** A blueprint without pages. */
const POSTS = {
  'app/routes/posts/__init__.py': lines('from .routes import bp  # noqa: F401'),
  'app/routes/posts/routes.py': lines(
    'from flask import Blueprint',
    '',
    'bp = Blueprint("posts", __name__)',
  ),
};

function factory(text: string, others: Reshaped['files'] = {}): Reshaped {
  return { files: { 'app/__init__.py': text, ...others }, views: VIEWS, urls: URLS };
}

/** Applications that get their blueprints in other ways. */
export const FACTORY_CASES: Cases = {
  'a helper, with tabs': factory(
    lines(
      ...IMPORTS,
      '',
      'def register_blueprints(app):',
      '    """All of them: app.register_blueprint(…)."""',
      '    app.register_blueprint(mains_bp)  # the start page',
      '',
      '',
      'def create_app(environment=None):',
      ...MADE,
      '    register_blueprints(app)',
      '    return app',
    ).replace(/^( {4})+/gm, (blanks) => '\t'.repeat(blanks.length / 4)),
  ),
  'a module that the package does not import': factory(lines('# A blog.'), {
    'app/factory.py': lines(
      ...IMPORTS,
      '',
      'def create_app(environment=None):',
      ...MADE,
      '    app.register_blueprint(mains_bp)',
      '    return app',
    ),
  }),
  'a helper in another file': factory(
    lines(
      ...IMPORTS.filter((line) => !line.includes('mains_bp')),
      'from .routes import init_app',
      '',
      'def create_app(environment=None):',
      ...MADE,
      '    init_app(app)',
      '    return app',
    ),
    {
      'app/routes/__init__.py': lines(
        'def init_app(app):',
        '    from .mains import bp as mains_bp',
        '',
        '    app.register_blueprint(mains_bp)',
      ),
    },
  ),
  'a loop over a list, with CRLF and a byte order mark': factory(
    '\uFEFF' +
      lines(
        ...IMPORTS,
        'BLUEPRINTS = [',
        '    mains_bp,  # the start page',
        ']',
        '',
        '',
        'def create_app(environment=None):',
        ...MADE,
        '    for blueprint in BLUEPRINTS:',
        '        app.register_blueprint(blueprint)',
        '    return app',
      ).replaceAll('\n', '\r\n'),
  ),
  'a loop over names in a line': factory(
    lines(
      ...IMPORTS,
      '',
      'def create_app(environment=None):',
      ...MADE,
      '    for blueprint in (mains_bp,): app.register_blueprint(blueprint)',
      '    return app',
    ),
  ),
  'a loop over a list of another file, which has one of them already': factory(
    lines(
      ...IMPORTS.filter((line) => !line.includes('mains_bp')),
      'from app.routes import BLUEPRINTS',
      '',
      'def create_app(environment=None):',
      ...MADE,
      '    for blueprint in BLUEPRINTS:',
      '        app.register_blueprint(blueprint)',
      '    return app',
    ),
    {
      ...POSTS,
      'app/routes/__init__.py': lines(
        'from .mains import bp as mains_bp',
        'from .posts import bp as posts_bp',
        '',
        'BLUEPRINTS = (mains_bp, posts_bp)',
      ),
    },
  ),
  'a search for all blueprints': factory(
    lines(
      'from importlib import import_module',
      'from pkgutil import iter_modules',
      '',
      ...IMPORTS.filter((line) => !line.includes('mains_bp')),
      'from app import routes',
      '',
      'def create_app(environment=None):',
      ...MADE,
      '    for module in iter_modules(routes.__path__, "app.routes."):',
      '        app.register_blueprint(import_module(module.name).bp)',
      '    return app',
    ),
  ),
  'the names of modules, with that of the page': factory(
    lines(
      'from importlib import import_module',
      '',
      ...IMPORTS.filter((line) => !line.includes('mains_bp')),
      '',
      'def create_app(environment=None):',
      ...MADE,
      '    for name in ["mains", "posts"]:',
      '        app.register_blueprint(import_module(f"app.routes.{name}").bp)',
      '    return app',
    ),
    POSTS,
  ),
  'the names of other modules': factory(
    lines(
      'from importlib import import_module',
      '',
      ...IMPORTS.filter((line) => !line.includes('mains_bp')),
      'MODULES = ("app.routes.mains",)',
      '',
      'def create_app(environment=None):',
      ...MADE,
      '    for name in MODULES:',
      '        app.register_blueprint(import_module(name).bp)',
      '    return app',
    ),
  ),
  'an early return, and a function in it': factory(
    lines(
      ...IMPORTS,
      '',
      'def create_app(environment=None):',
      ...MADE,
      '    app.register_blueprint(mains_bp)',
      '    if environment == "bare":',
      '        return app',
      '',
      '    @app.context_processor',
      '    def names():',
      '        return {}',
      '',
      '    # handed out',
      '    return app',
    ).replace(/\n$/, ''),
  ),
  'a factory in another file, under another name': factory(
    lines('from .factory import make_app as create_app', '', "__all__ = ('create_app',)"),
    {
      'app/factory.py': lines(
        ...IMPORTS,
        '',
        'def make_app(environment=None):',
        ...MADE.map((line) => line.replace('__name__', '"app"')),
        '    app.register_blueprint(mains_bp)',
        '    return app',
      )
        .replaceAll(/\bapp\b(?=\.(register|config)| =|\)$)/gm, 'site')
        .replace('return app', 'return site'),
    },
  ),
};

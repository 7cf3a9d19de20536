import type { LayoutKey } from '../../src/layout/finding';
import { readLayout } from '../../src/layout/read-layout';
import { projectFiles } from '../support/project-files';

const FACTORY = 'def create_app():\n    app = Flask(__name__)\n    return app\n';
const PAGE = '{% extends "base.html" %}\n{% block content %}{% endblock %}\n';

type Contents = Readonly<Record<string, string>>;
type Expected = Readonly<Partial<Record<LayoutKey, string | boolean | undefined>>>;

async function find(contents: Contents, keys: readonly string[]): Promise<Record<string, unknown>> {
  const read = await readLayout(projectFiles(contents));
  return Object.fromEntries(keys.map((key) => [key, read?.layout[key as LayoutKey].value]));
}

/** A blueprint with a route in a file of its own. */
function views(name: string, more = ''): string {
  return `${name} = Blueprint("${name}", __name__${more})\n\n\n@${name}.route("/${name}")\ndef index():\n    return ""\n`;
}

describe('readLayout', () => {
  const cases: Record<string, [Contents, Expected]> = {
    'an application in one file': [
      { 'app.py': 'app = Flask(__name__)\n\n\n@app.route("/")\ndef home():\n    return ""\n' },
      { package: '.', factory: 'app', templates: undefined },
    ],
    'a package that Flask is given by its name': [
      { 'application.py': 'application = Flask("web")\n', 'web/__init__.py': '' },
      { package: 'web', factory: 'application' },
    ],
    'a subclass, and a factory below its package': [
      {
        'web/__init__.py': '',
        'web/core/__init__.py': '',
        'web/core/flask.py': 'class Web(Flask):\n    pass\n',
        'web/core/start.py': 'def make():\n    return Web(__name__)\n',
      },
      { package: 'web', factory: 'web.core.start' },
    ],
    'a package below a folder, with templates elsewhere': [
      {
        'project/__init__.py': '',
        'project/server/__init__.py':
          'app = Flask(\n    __name__,\n    template_folder="../client/templates",\n)\n',
        'project/client/templates/base.html': '<title>{% block title %}{% endblock %}</title>',
        'project/client/templates/about.html': PAGE,
      },
      {
        package: 'project/server',
        templates: 'project/client/templates',
        layout: 'base.html',
        content_block: 'content',
        title: 'title',
      },
    ],
    'blueprints that register themselves': [
      {
        'web/app.py': FACTORY,
        ...Object.fromEntries(
          ['user', 'shop', 'blog'].map((name) => [
            `web/${name}/views.py`,
            `${views(`${name}s`)}\n\ndef load(app):\n    app.register_blueprint(${name}s)\n`,
          ]),
        ),
      },
      { registration: 'web.{name}.views', routes: 'web/{name}/views.py', blueprint: '{name}' },
    ],
    'one blueprint with a module for each subject': [
      {
        'web/app.py': FACTORY,
        'web/main/__init__.py': 'main = Blueprint("main", __name__)\n',
        'web/main/forms.py': 'class A(FlaskForm):\n    pass\n',
        ...Object.fromEntries(
          ['a', 'b', 'c', 'd', 'e'].map((name) => [
            `web/main/views/${name}.py`,
            `@main.route("/${name}")\ndef ${name}():\n    return ""\n`,
          ]),
        ),
      },
      { routes: 'web/main/views/{name}.py', blueprint: 'main', forms: 'web/main/forms.py' },
    ],
    'no start page in blueprints that are registered with a prefix': [
      {
        'web/app.py':
          'def create_app():\n    app = Flask(__name__)\n' +
          '    app.register_blueprint(admin, url_prefix="/admin")\n' +
          '    app.register_blueprint(posts_bp, url_prefix=PREFIX)\n',
        'web/admin/__init__.py':
          'admin = Blueprint("admin", __name__)\nadmin.register_blueprint(users, url_prefix="/users")\n',
        'web/admin/users.py': views('users').replace('("/users")', '("/")'),
        'web/posts.py': views('posts').replace('("/posts")', '("/")'),
      },
      { pages: undefined },
    ],
    'the start page in a blueprint that is registered at the root': [
      {
        'web/app.py':
          'def create_app():\n    app = Flask(__name__)\n    app.register_blueprint(site, url_prefix="/")\n',
        'web/site.py': views('site').replace('("/site")', '("/")'),
      },
      { pages: 'site' },
    ],
    'templates of blueprints': [
      {
        'web/app.py': FACTORY,
        'web/templates/base.html': '',
        'web/page/views.py': views('page', ', template_folder="templates"'),
        'web/page/templates/page/home.html': PAGE,
      },
      { templates: 'web/{name}/templates', layout: 'base.html' },
    ],
    'templates of a theme': [
      {
        'web/app.py': FACTORY,
        'web/templates/mail.html': 'x',
        'web/themes/plain/templates/about.html': PAGE,
      },
      { templates: 'web/themes/plain/templates', layout: 'base.html' },
    ],
    'a title in an included template, which no page can fill': [
      {
        'web/app.py': FACTORY,
        'web/templates/base.html': '{% include "parts/head.html" %}',
        'web/templates/parts/head.html': '<title>{% block title %}{% endblock %}</title>',
        'web/templates/about.html': PAGE,
      },
      { title: undefined, content_block: 'content' },
    ],
    'a title that the layout of the layout has': [
      {
        'web/app.py': FACTORY,
        'web/templates/base.html': '{% extends "site.html" %}',
        'web/templates/site.html':
          '<title>{% block page_title %}{% endblock %}</title>{% block footer %}{% endblock %}',
        'web/templates/about.html': PAGE,
        'web/templates/other.html': PAGE,
      },
      { title: 'page_title', layout: 'base.html' },
    ],
    'models of an abstract heir, by a name of its own': [
      {
        'web/app.py': FACTORY,
        'web/database.py':
          'Model = db.Model\n\n\nclass PkModel(Model):\n    __abstract__ = True\n    id = Column(Integer)\n',
        'web/user/views.py': views('user'),
        'web/user/models.py': 'class User(UserMixin, PkModel):\n    name = Column(String)\n',
        'web/user/forms.py': 'class UserForm(FlaskForm):\n    pass\n',
      },
      {
        models: 'web/{name}/models.py',
        base: 'PkModel',
        columns: 'column',
        forms: 'web/{name}/forms.py',
      },
    ],
    'models of SQLAlchemy alone': [
      {
        'web/app.py': FACTORY,
        'web/ub.py':
          'Base = declarative_base()\n\n\nclass User(Base):\n    id = Column(Integer)\n\n\nclass Book(Base):\n    id = Column(Integer)\n',
        'web/db.py': 'class Shelf(Base):\n    id = Column(Integer)\n',
      },
      { db: undefined, models: 'web/ub.py', base: 'Base' },
    ],
    'what an older Flask and an older SQLAlchemy allow': [
      {
        'web/app.py': FACTORY,
        'web/models.py': 'class User(db.Model):\n    id: Mapped[int] = mapped_column()\n',
        'web/views.py': views('site').replace('.route', '.get'),
        'requirements/base.txt': 'Flask==1.1.4\nSQLAlchemy<2\nFlask-Login==3.0\n',
      },
      { decorator: 'route', columns: 'column' },
    ],
    'the sign-in that views import, or that defines it': [
      {
        'web/app.py': FACTORY,
        'web/auth.py': 'def login_required(view):\n    return view\n',
      },
      { auth: 'web.auth' },
    ],
    'Flask-Login, before any view needs it': [
      { 'web/app.py': `from flask_login import LoginManager\n${FACTORY}` },
      { auth: 'flask_login' },
    ],
    'Alembic, and tests beside the code': [
      {
        'web/app.py': FACTORY,
        'web/app_test.py': 'import unittest\n',
        'alembic.ini': '[alembic]\nscript_location = db/\n',
      },
      { migrations: 'alembic:db', tests: 'unittest:web' },
    ],
    'Flask-Migrate': [
      {
        'web/app.py': `migrate = Migrate()\n${FACTORY}`,
        'migrations/env.py': '',
        'tests.py': 'import unittest\n',
      },
      { migrations: 'flask-migrate:migrations', tests: 'unittest:tests.py' },
    ],
    controllers: [
      {
        'app/__init__.py': FACTORY,
        'app/controllers/main_controller.py': 'class MainController:\n    pass\n',
      },
      { views: 'class' },
    ],
  };
  for (const [what, [contents, expected]] of Object.entries(cases)) {
    it(`finds ${what}`, async () => {
      expect(await find(contents, Object.keys(expected))).toEqual(expected);
    });
  }

  it('says where each part was found', async () => {
    const files = projectFiles({
      'web/app.py': `"""Web."""\n\n${FACTORY}`,
      'web/templates/a.html': `\n${PAGE}`,
      'web/templates/b.html': PAGE,
    });
    const layout = (await readLayout(files))?.layout;
    expect(layout?.factory.from).toBe('web/app.py:4');
    expect(layout?.layout.from).toBe('web/templates/a.html:2 and 1 more');
    expect(layout?.db.from).toBe('no SQLAlchemy() of Flask-SQLAlchemy');
  });

  it('finds nothing where no application is made', async () => {
    const contents = {
      'a.py': '# app = Flask(__name__)\n',
      'b.py': 'TEXT = "\\\napp = Flask(__name__)"\n',
      'tests/test_a.py': FACTORY,
    };
    expect(await readLayout(projectFiles(contents))).toBeUndefined();
  });

  const disguises = {
    'a comment with three quotes': `# Not a """\n\n${FACTORY}\n\n# """\n`,
    'a string with three quotes': `QUOTES = '"""'\n\n${FACTORY}\nOTHERS = '"""'\n`,
    'a mistake': `${FACTORY}\n\ndef later(:\n    pass\n`,
  };
  for (const [what, text] of Object.entries(disguises)) {
    it(`finds an application beside ${what}`, async () => {
      const files = { 'web/__init__.py': FACTORY, 'admin/__init__.py': text };
      const read = await readLayout(projectFiles(files));
      expect(read?.application.folder).toBe('web');
      expect(read?.others.map(({ folder }) => folder)).toEqual(['admin']);
    });
  }

  it('takes no comment for code', async () => {
    const routes = `# x = Blueprint("x", __name__)\n# app.register_blueprint(x)\n${views('posts')}`;
    const files = projectFiles({ 'web/app.py': FACTORY, 'web/posts.py': routes });
    const layout = (await readLayout(files))?.layout;
    expect(layout?.blueprint.value).toBe('{name}');
    expect(layout?.registration.value).toBeUndefined();
  });
});

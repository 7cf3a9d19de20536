import { join } from 'node:path';
import { madeApplication, pythonOf } from '../support/application';
import { succeed } from '../support/run';
import { writeFiles } from '../support/write-files';
import { APPLICATIONS } from './applications';
import { type Ran, runSchematic } from './run-schematic';

const [FIRST] = Object.values(APPLICATIONS);

type Files = Readonly<Record<string, string>>;

/** Makes views in an application, one after the other: the files that it then has, and what was said. */
async function make(
  files: Files,
  ...views: readonly (readonly [name: string, options?: object])[]
): Promise<Ran> {
  let after: Ran = { files, remembered: {}, said: [] };
  for (const [name, options] of views) {
    const ran = await runSchematic(after.files, 'make-view', {
      name,
      generateRoute: true,
      ...options,
    });
    after = { ...ran, said: [...after.said, ...ran.said] };
  }
  return after;
}

describe('make-view in an application that new did not make', () => {
  for (const [kind, { files, made, single }] of Object.entries(APPLICATIONS)) {
    it(`makes a page as its authors would: ${kind}`, async () => {
      const after = await make(files, ['reports.index'], ['about']);
      for (const [path, piece] of [...Object.entries(made), ...Object.entries(single)]) {
        expect(after.files[path]).withContext(path).toContain(piece);
      }
      expect(after.said.map((line) => line.replace(/→ {2}\w+/, '→  *'))).toEqual([
        'info GET /reports  →  *.index',
        'info GET /about  →  *.about',
      ]);
    });

    it(`changes nothing the second time: ${kind}`, async () => {
      const once = await make(files, ['reports.index'], ['about']);
      const twice = await make(once.files, ['reports.index'], ['about']);
      expect(twice.files).toEqual(once.files);
      expect(twice.said).toEqual([
        'info Nothing to do: reports.index already exists.',
        'info Nothing to do: about already exists.',
      ]);
    });
  }

  it('makes pages that have the names of actions', async () => {
    const { said } = await make(FIRST?.files ?? {}, ['store'], ['mains.update'], ['delete']);
    expect(said.map((line) => line.replace(/→ {2}\w+/, '→  *'))).toEqual([
      'info GET /store  →  *.store',
      'info GET /update  →  *.update',
      'info GET /delete  →  *.delete',
    ]);
  });

  it('leaves applications that serve what they served, and the pages', async () => {
    const words: string[] = [];
    for (const { files, module } of Object.values(APPLICATIONS)) {
      const after = await make(files, ['reports.index'], ['about']);
      words.push(writeFiles(after.files), module.replace(/:.*/, ''));
    }
    const python = pythonOf(await madeApplication(true));
    const output = await succeed(python, [join(__dirname, 'serve.py'), ...words]);
    expect(JSON.parse(output)).toEqual(
      Object.keys(APPLICATIONS).map(() => ['200 False', '200 True', '200 True']),
    );
  });

  it('adds to a blueprint that exists, below its prefix', async () => {
    const { files } = APPLICATIONS['flat modules, registered by their modules'] ?? { files: {} };
    const after = await make(files, ['auth.password'], ['blog.show']);
    expect(after.files['flat/auth.py']).toContain('@bp.route("/password")\ndef password():\n');
    expect(after.files['flat/blog.py']).toContain(
      '@bp.route("/blog/<int:blog_id>")\ndef show(blog_id):\n',
    );
    expect(after.said[0]).toBe('info GET /auth/password  →  auth.password');
  });

  it('adds to a blueprint in another, below the prefix of both', async () => {
    const made = (name: string, more = ''): string =>
      `from flask import Blueprint${more}\n\n${name} = Blueprint("${name}", __name__)\n`;
    const after = await make(
      {
        'web/__init__.py':
          'from flask import Flask\nfrom .admin import admin\n\n\ndef create_app():\n    app = Flask(__name__)\n    app.register_blueprint(admin, url_prefix="/admin")\n    return app\n',
        'web/admin/__init__.py': `${made('admin')}\nfrom .users import users\n\nadmin.register_blueprint(users, url_prefix="/users")\n`,
        'web/admin/users.py': `${made('users', ', render_template')}\n\n@users.route("/")\ndef index():\n    return render_template("a.html")\n`,
        'web/templates/a.html': '{% extends "b.html" %}{% block content %}{% endblock %}',
      },
      ['users.recent'],
      ['users.all', { route: '/admin/users/all' }],
    );
    expect(after.files['web/admin/users.py']).toContain('@users.route("/recent")\ndef recent():\n');
    expect(after.said).toEqual([
      'info GET /admin/users/recent  →  admin.users.recent',
      'info GET /admin/users/all  →  admin.users.all',
    ]);
  });

  it('registers no blueprint that a loop over modules finds', async () => {
    const main =
      'from flask import Blueprint, render_template\n\nbp = Blueprint("main", __name__)\n\n\n' +
      '@bp.route("/")\ndef home():\n    return render_template("index.html")\n';
    const { files, said } = await runSchematic(
      {
        'shop/__init__.py': `from importlib import import_module
from pkgutil import iter_modules

from flask import Flask

from shop import views


def create_app():
    app = Flask(__name__)
    for module in iter_modules(views.__path__):
        app.register_blueprint(import_module(f"shop.views.{module.name}").bp)
    return app
`,
        'shop/views/__init__.py': '',
        'shop/views/main.py': main,
        'shop/templates/base.html':
          '{% block title %}{% endblock %}{% block content %}{% endblock %}',
        'shop/templates/index.html':
          '{% extends "base.html" %}{% block title %}A{% endblock %}{% block content %}{% endblock %}',
      },
      'make-view',
      { name: 'notes.index', generateRoute: true },
    );
    expect(files['shop/views/notes.py']).toContain('@bp.route("/notes")');
    expect(files['shop/__init__.py']).not.toContain('notes');
    expect(said).toContain(
      'info shop/__init__.py:12 already registers shop.views.notes in a loop.',
    );
  });

  it('adds a view above the registration of its blueprint in the same file', async () => {
    const after = await make(
      {
        'app.py':
          'from flask import Blueprint, Flask, render_template\n\napp = Flask(__name__)\nmain = Blueprint("main", __name__)\n\n\n' +
          '@main.route("/")\ndef index():\n    return render_template("index.html")\n\n\napp.register_blueprint(main)\n',
        'templates/index.html': '{% extends "base.html" %}{% block content %}{% endblock %}',
      },
      ['about'],
    );
    expect(after.files['app.py']).toMatch(/render_template\("about\.html"\)\n\n\napp\.register/);
  });

  it('adds to a blueprint of that name, wherever it is', async () => {
    const files = {
      ...FIRST?.files,
      'blog/__init__.py': (FIRST?.files['blog/__init__.py'] ?? '').replace(
        '    return app',
        '    from blog.account import bp as account_bp\n    app.register_blueprint(account_bp)\n\n    return app',
      ),
      'blog/account.py': 'from flask import Blueprint\n\nbp = Blueprint("reports", __name__)\n',
    };
    const after = await make(files, ['reports.index']);
    expect(after.files['blog/account.py']).toContain('@bp.route("/reports")\ndef index():\n');
    expect(after.files['blog/__init__.py']).toBe(files['blog/__init__.py']);
    expect(Object.keys(after.files).some((path) => path.startsWith('blog/reports/'))).toBe(false);
  });

  it('extends what most pages of the same file extend', async () => {
    const files: Files = APPLICATIONS['flat modules, registered by their modules']?.files ?? {};
    const child = (layout: string, block: string): string =>
      `{% extends "${layout}" %}{% block ${block} %}{% endblock %}`;
    const texts = ['terms', 'press', 'jobs'];
    const all = {
      ...files,
      'flat/blog.py': `${files['flat/blog.py'] ?? ''}${texts.map((name) => `\n\n@bp.route("/${name}")\ndef ${name}():\n    return render_template("${name}.html")\n`).join('')}`,
      'flat/templates/text.html':
        '<title>{% block heading %}{% endblock %}</title>{% block words %}{% endblock %}',
      ...Object.fromEntries(
        texts.map((name) => [`flat/templates/${name}.html`, child('text.html', 'words')]),
      ),
      ...Object.fromEntries(
        ['a', 'b', 'c', 'd', 'e'].map((name) => [
          `flat/templates/auth/${name}.html`,
          child('base.html', 'content'),
        ]),
      ),
    };
    const after = await make(all, ['about'], ['auth.password'], ['reports.index']);
    expect(after.files['flat/templates/blog/about.html']).toBe(
      '{% extends "text.html" %}\n\n{% block heading %}About{% endblock %}\n\n{% block words %}\n<h1>About</h1>\n{% endblock %}\n',
    );
    for (const page of ['auth/password.html', 'reports/index.html']) {
      expect(after.files[`flat/templates/${page}`]).toContain('{% extends "base.html" %}');
    }
    const set = await make({ ...all, 'scaffold.toml': 'layout = "base.html"\n' }, ['about']);
    expect(set.files['flat/templates/blog/about.html']).toContain('{% extends "base.html" %}');
  });

  it('makes a template alone without -r', async () => {
    const { files, said } = await make(FIRST?.files ?? {}, ['about', { generateRoute: false }]);
    expect(files['blog/templates/about.html']).toContain('<h1>About</h1>');
    expect(said).toEqual([
      'info blog/templates/about.html has no URL yet. Run again with -r to add one.',
    ]);
  });

  it('keeps a template that exists, unless it is to be replaced', async () => {
    const files = { ...FIRST?.files, 'blog/templates/about.html': 'mine' };
    const kept = await make(files, ['about']);
    expect(kept.files['blog/templates/about.html']).toBe('mine');
    expect(kept.said[0]).toBe('warn blog/templates/about.html already exists. It stays as it is.');
    const replaced = await make(files, ['about', { replaceTemplate: true }]);
    expect(replaced.files['blog/templates/about.html']).toContain('<h1>About</h1>');
  });

  const refused: Record<string, [files: Files, name: string, options: object, RegExp]> = {
    'an application in one file, without blueprints': [
      {
        'app.py': 'from flask import Flask\n\napp = Flask("app")\n',
        'templates/index.html': '{% extends "base.html" %}{% block content %}{% endblock %}',
        ...Object.fromEntries(Object.keys(FIRST?.files ?? {}).map((path) => [path, ''])),
      },
      'reports.index',
      {},
      /^The application in app has no blueprints, and scaffold adds views to blueprints\./,
    ],
    'an application in one file, beside another with blueprints': [
      {
        'single.py': 'from flask import Flask\n\napp = Flask(__name__)\n',
        'templates/index.html': '{% extends "base.html" %}{% block content %}{% endblock %}',
        'scaffold.toml': 'factory = "single"\n',
      },
      'about',
      {},
      /^The application in single has no blueprints/,
    ],
    'a URL that is taken, whatever serves it': [
      {},
      'news',
      { route: '/index' },
      /^blog\/main\/routes\.py:6: index already serves GET \/index\./,
    ],
    "the URL of Flask's own static files": [
      {},
      'news',
      { route: '/static/<path:name>' },
      /^Flask itself serves GET \/static\/<path:name> for the files in static\/\./,
    ],
    'a blueprint of that name elsewhere, which the application does not register': [
      { 'blog/account.py': 'from flask import Blueprint\n\nbp = Blueprint("reports", __name__)\n' },
      'reports.index',
      {},
      /^blog\/account\.py:3: the application does not register the blueprint reports\. Register it, or put/,
    ],
    'a module that a new package would shadow': [
      { 'blog/reports.py': '' },
      'reports.index',
      {},
      /^blog\/reports\.py already exists and makes no blueprint called reports\./,
    ],
    'a new blueprint where the only one has a file of its own': [
      {
        'blog/__init__.py':
          'from flask import Flask\nfrom .views import site\n\napp = Flask(__name__)\napp.register_blueprint(site)\n',
        'blog/views.py':
          'from flask import Blueprint, render_template\n\nsite = Blueprint("site", __name__)\n\n\n@site.route("/")\ndef index():\n    return render_template("index.html")\n',
        'blog/main/__init__.py': '',
        'blog/main/routes.py': '',
        'blog/errors/__init__.py': '',
        'blog/errors/handlers.py': '',
      },
      'reports.index',
      {},
      /^scaffold did not find out where a new blueprint goes: blog\/views\.py:6\. .* by routes = "blog\/\{name\}\.py"; or add/,
    ],
    'a model': [
      {},
      'posts.index',
      { generateModel: true },
      /^scaffold makes models with Flask-SQLAlchemy, which this application does not use\./,
    ],
    'an action without a page': [
      {},
      'posts.store',
      {},
      /^posts\.store saves or deletes a record, and this application has no model Post\./,
    ],
    'a controller': [
      {},
      'posts.index',
      { controller: 'Pages' },
      /^This application has no controllers: a view is a function of its blueprint\./,
    ],
    'folders in folders': [
      {},
      'admin.users.index',
      {},
      /^admin\.users\.index is in a folder of a folder, .* Write users instead of admin\.users, with --route \/admin\/users for its URL\.$/,
    ],
    'an application without a layout': [
      { 'blog/templates/index.html': 'Home' },
      'about',
      {},
      /^This application has no pages that extend a layout \(no template extends another one\)/,
    ],
    'a layout that is set and missing': [
      { 'scaffold.toml': 'layout = "site.html"\n' },
      'about',
      {},
      /^scaffold\.toml:1: blog\/templates has no template site\.html\./,
    ],
    'pages of a function of its own': [
      { 'blog/main/routes.py': '@bp.route("/")\ndef index():\n    return show("index.html")\n' },
      'about',
      {},
      /^This application does not show its pages by render_template/,
    ],
  };
  for (const [what, [files, name, options, message]] of Object.entries(refused)) {
    it(`refuses ${what}`, async () => {
      const made = make({ ...FIRST?.files, ...files }, [name, options]);
      await expectAsync(made).toBeRejectedWithError(message);
    });
  }

  it('makes the first page of an API, once a person has followed what it says', async () => {
    const api = {
      'api/__init__.py':
        'from flask import Flask\nfrom api.notes import bp\n\napp = Flask(__name__)\napp.register_blueprint(bp)\n',
      'api/notes.py':
        'from flask import Blueprint, jsonify\n\nbp = Blueprint("notes", __name__)\n\n\n@bp.route("/")\ndef index():\n    return jsonify([])\n',
    };
    const said = await make(api, ['reports.index']).then(fail, String);
    const [page = '', settings = ''] = [...String(said).matchAll(/^(?: {4}.*\n?)+/gm)].map(
      ([block]) => block.replace(/^ {4}/gm, ''),
    );
    const path = /such as (\S+):/.exec(String(said))?.[1] ?? '';
    const files = { ...api, [path]: page, 'pyproject.toml': settings };
    const after = await make(files, ['reports.index']);
    expect(after.said).toEqual(['info GET /reports  →  reports.index']);
    expect(after.files['api/templates/reports/index.html']).toBe(
      '{% extends "base.html" %}\n\n{% block title %}Reports{% endblock %}\n\n{% block content %}\n<h1>Reports</h1>\n{% endblock %}\n',
    );
    expect(after.files['api/reports.py']).toContain('import Blueprint, render_template\n');
  });

  const shown = (own: string): Files => ({
    ...FIRST?.files,
    'blog/pages.py': `from flask import render_template\n\n\ndef ${own}:\n    return render_template(template)\n`,
    'blog/main/routes.py':
      'from blog.main import bp\nfrom ..pages import render_page\n\n\n@bp.route("/")\ndef index():\n    return render_page("index.html")\n',
  });

  it('shows a page by a function of the application', async () => {
    const made = await make(shown('render_page(template, **values)'), ['reports.index'], ['about']);
    expect(made.files['blog/reports/routes.py']).toMatch(
      /^from (blog|\.\.)\.?pages import render_page\n/m,
    );
    expect(made.files['blog/main/routes.py']).toContain(
      'def about():\n    return render_page("about.html", title="About")\n',
    );
  });

  it('shows it by render_template if that function takes no values', async () => {
    const { files } = await make(shown('render_page(template)'), ['reports.index']);
    expect(files['blog/reports/routes.py']).toContain(
      'return render_template("reports/index.html"',
    );
  });

  it('writes a URL with a quote as Python', async () => {
    const { files } = await make(FIRST?.files ?? {}, ['about', { route: "/it's" }]);
    expect(files['blog/main/routes.py']).toContain(`@bp.route("/it's")`);
  });

  it('refuses a new blueprint where all views belong to one', async () => {
    const routes = ['a', 'b', 'c', 'd', 'e'].map((name) => [
      `web/main/views/${name}.py`,
      `@main.route("/${name}")\ndef ${name}():\n    return ""\n`,
    ]);
    const files = {
      'web/app.py': 'app = Flask(__name__)\n',
      'web/main/__init__.py':
        'main = Blueprint("main", __name__)\njson = Blueprint("json", __name__)\n',
      'web/templates/a.html': '{% extends "b.html" %}{% block content %}{% endblock %}',
      ...(Object.fromEntries(routes) as Files),
    };
    await expectAsync(make(files, ['reports.index'])).toBeRejectedWithError(
      'web/main/__init__.py:1: the views of this application belong to the blueprint main. ' +
        'Put the view there: `scaffold make:view reports -r`.',
    );
  });
});

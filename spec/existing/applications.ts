/** A small application of one convention. */
export interface SmallApplication {
  /** The module with `app`, for the specs that run it. */
  readonly module: string;
  readonly files: Readonly<Record<string, string>>;
  /** A piece of each file that a page in a new blueprint, `reports.index`, leaves. */
  readonly made: Readonly<Record<string, string>>;
  /** The same of a single page, `about`. */
  readonly single: Readonly<Record<string, string>>;
}

const LAYOUT =
  '<!doctype html>\n<title>{% block title %}{% endblock %}</title>\n{% block content %}{% endblock %}\n';
const PAGE =
  '{% extends "base.html" %}\n\n{% block title %}Home{% endblock %}\n\n{% block content %}Home{% endblock %}\n';

/** Applications that people have, made small: none of them was made by `new`. */
export const APPLICATIONS: Readonly<Record<string, SmallApplication>> = {
  'blueprints in __init__, routes beside them, a title variable': {
    module: 'blog:create_app()',
    files: {
      'blog/__init__.py': `from flask import Flask


def create_app():
    app = Flask(__name__)

    from blog.errors import bp as errors_bp
    app.register_blueprint(errors_bp)

    from blog.main import bp as main_bp
    app.register_blueprint(main_bp)

    return app


from blog import models
`,
      'blog/models.py': '',
      'blog/errors/__init__.py':
        "from flask import Blueprint\n\nbp = Blueprint('errors', __name__)\n\nfrom blog.errors import handlers\n",
      'blog/errors/handlers.py':
        "from blog.errors import bp\n\n\n@bp.app_errorhandler(404)\ndef missing(error):\n    return 'missing', 404\n",
      'blog/main/__init__.py':
        "from flask import Blueprint\n\nbp = Blueprint('main', __name__)\n\nfrom blog.main import routes\n",
      'blog/main/routes.py':
        "from flask import render_template\nfrom blog.main import bp\n\n\n@bp.route('/')\n@bp.route('/index')\ndef index():\n    return render_template('index.html', title='Home')\n",
      'blog/templates/base.html': LAYOUT.replace(
        '{% block title %}{% endblock %}',
        '{{ title }} - Blog',
      ),
      'blog/templates/index.html':
        '{% extends "base.html" %}\n\n{% block content %}Home{% endblock %}\n',
    },
    made: {
      'blog/__init__.py':
        '    from blog.reports import bp as reports_bp\n    app.register_blueprint(reports_bp)\n',
      'blog/reports/__init__.py':
        "bp = Blueprint('reports', __name__)\n\nfrom blog.reports import routes\n",
      'blog/reports/routes.py':
        "from blog.reports import bp\n\n\n@bp.route('/reports')\ndef index():\n    return render_template('reports/index.html', title='Reports')\n",
      'blog/templates/reports/index.html':
        '{% extends "base.html" %}\n\n{% block content %}\n<h1>Reports</h1>\n{% endblock %}\n',
    },
    single: {
      'blog/main/routes.py':
        "@bp.route('/about')\ndef about():\n    return render_template('about.html', title='About')\n",
    },
  },
  'relative imports, variables with the name of the blueprint': {
    module: 'app:create_app()',
    files: {
      'app/__init__.py': `from flask import Flask


def create_app():
    app = Flask(__name__)

    from .main import main as main_blueprint
    app.register_blueprint(main_blueprint)

    return app
`,
      'app/main/__init__.py':
        "from flask import Blueprint\n\nmain = Blueprint('main', __name__)\n\nfrom . import views\n",
      'app/main/views.py':
        "from flask import render_template\nfrom . import main\n\n\n@main.route('/')\ndef index():\n    return render_template('index.html')\n",
      'app/templates/base.html': LAYOUT,
      'app/templates/index.html': PAGE,
    },
    made: {
      'app/__init__.py':
        'reports as reports_blueprint\n    app.register_blueprint(reports_blueprint)\n',
      'app/reports/__init__.py':
        "reports = Blueprint('reports', __name__)\n\nfrom . import views\n",
      'app/reports/views.py': "from . import reports\n\n\n@reports.route('/reports')\n",
    },
    single: { 'app/main/views.py': "@main.route('/about')\ndef about():\n" },
  },
  'flat modules, registered by their modules': {
    module: 'flat:create_app()',
    files: {
      'flat/__init__.py': `from flask import Flask


def create_app():
    app = Flask(__name__)
    from flat import auth, blog

    app.register_blueprint(auth.bp)
    app.register_blueprint(blog.bp)
    return app
`,
      'flat/auth.py':
        'from flask import Blueprint, render_template\n\nbp = Blueprint("auth", __name__, url_prefix="/auth")\n\n\n@bp.route("/login")\ndef login():\n    return render_template("blog/index.html")\n',
      'flat/blog.py':
        'from flask import Blueprint, render_template\n\nbp = Blueprint("blog", __name__)\n\n\n@bp.route("/")\ndef index() -> str:\n    return render_template("blog/index.html")\n',
      'flat/templates/base.html': LAYOUT,
      'flat/templates/blog/index.html': PAGE,
    },
    made: {
      'flat/__init__.py': '    app.register_blueprint(reports_bp)\n',
      'flat/reports.py': 'bp = Blueprint("reports", __name__)\n\n\n@bp.route("/reports")\n',
    },
    single: {
      'flat/blog.py':
        '@bp.route("/about")\ndef about():\n    return render_template("blog/about.html")\n',
      'flat/templates/blog/about.html': '{% block title %}About{% endblock %}\n',
    },
  },
  'views and templates by feature, typed, below src': {
    module: 'hello.app:create_app()',
    files: {
      'src/hello/__init__.py': '',
      'src/hello/app.py': `from flask import Flask

from hello.page.views import page
from hello.up.views import up


def create_app() -> Flask:
    app = Flask(__name__)
    app.register_blueprint(up)
    app.register_blueprint(page)
    return app
`,
      'src/hello/page/__init__.py': '',
      'src/hello/page/views.py':
        'from flask import Blueprint, render_template\n\npage = Blueprint("page", __name__, template_folder="templates")\n\n\n@page.get("/")\ndef home() -> str:\n    return render_template("page/home.html")\n',
      'src/hello/page/templates/page/home.html': PAGE.replace('base.html', 'layouts/index.html'),
      'src/hello/up/__init__.py': '',
      'src/hello/up/views.py':
        'from flask import Blueprint\n\nup = Blueprint("up", __name__, template_folder="templates", url_prefix="/up")\n\n\n@up.get("/")\ndef index() -> str:\n    return ""\n',
      'src/hello/templates/layouts/index.html': LAYOUT,
    },
    made: {
      'src/hello/app.py':
        'from hello.page.views import page\nfrom hello.reports.views import reports\nfrom hello.up.views import up\n',
      'src/hello/reports/views.py':
        'reports = Blueprint("reports", __name__, template_folder="templates")\n\n\n@reports.get("/reports")\ndef index() -> str:\n',
      'src/hello/reports/templates/reports/index.html': '{% extends "layouts/index.html" %}\n',
    },
    single: {
      'src/hello/page/views.py': '@page.get("/about")\ndef about() -> str:\n',
      'src/hello/page/templates/page/about.html': '<h1>About</h1>',
    },
  },
};

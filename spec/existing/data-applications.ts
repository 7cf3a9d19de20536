/** A small application with a database, of one convention. */
export interface DataApplication {
  /** The module with `create_app` and the one with `db`. */
  readonly modules: readonly [application: string, database: string];
  readonly files: Readonly<Record<string, string>>;
  /** A piece of each file that the resource `notes` leaves. */
  readonly made: Readonly<Record<string, string>>;
}

const LAYOUT = `<!doctype html>
<title>TITLE</title>
{% for message in get_flashed_messages() %}<p>{{ message }}</p>{% endfor %}
{% block content %}{% endblock %}
`;
const HEAD = LAYOUT.replace('TITLE', '{% block title %}{% endblock %}');
const PAGE =
  '{% extends "base.html" %}{% block title %}A{% endblock %}{% block content %}Home{% endblock %}\n';

/** The fields of the resource that specs make in them. */
export const FIELDS = [
  'title:string:120:unique',
  'body:text:optional',
  'author:references:users',
  'editor:references:users:optional',
  'status:enum:draft:published:default=draft',
  'price:decimal:optional',
  'done:boolean',
  'on:date:optional',
  'site:url:optional',
  'readers:many:users',
];

/** Applications with a database, made small: none of them was made by `new`. */
export const DATA_APPLICATIONS: Readonly<Record<string, DataApplication>> = {
  'one module of mapped models, forms by feature, a macro for forms': {
    modules: ['blog', 'blog'],
    files: {
      'requirements.txt': 'Flask==3.1.0\nFlask-SQLAlchemy==3.1.1\nFlask-WTF==1.2.1\n',
      'blog/__init__.py': `from flask import Flask
from flask_sqlalchemy import SQLAlchemy

db = SQLAlchemy()


def create_app():
    app = Flask(__name__)
    app.config.update(SECRET_KEY='x', SQLALCHEMY_DATABASE_URI='sqlite://')
    db.init_app(app)

    from blog.main import bp as main_bp
    app.register_blueprint(main_bp)

    return app


from blog import models
`,
      'blog/models.py': `from typing import Optional
import sqlalchemy as sa
import sqlalchemy.orm as so
from blog import db


class User(db.Model):
    id: so.Mapped[int] = so.mapped_column(primary_key=True)
    username: so.Mapped[str] = so.mapped_column(sa.String(64), unique=True)
    about: so.Mapped[Optional[str]] = so.mapped_column(sa.String(64))

    def __repr__(self):
        return '<User {}>'.format(self.username)
`,
      'blog/main/__init__.py':
        "from flask import Blueprint\n\nbp = Blueprint('main', __name__)\n\nfrom blog.main import routes\n",
      'blog/main/forms.py':
        "from flask_wtf import FlaskForm\nfrom wtforms import StringField\n\n\nclass SearchForm(FlaskForm):\n    q = StringField('Search')\n",
      'blog/main/routes.py':
        "from flask import render_template\nimport sqlalchemy as sa\nfrom blog import db\nfrom blog.main import bp\nfrom blog.main.forms import SearchForm\nfrom blog.models import User\n\n\n@bp.route('/')\ndef index():\n    users = db.session.scalars(sa.select(User))\n    return render_template('index.html', form=SearchForm(), users=users, title='Home')\n",
      'blog/templates/base.html': LAYOUT.replace('TITLE', '{{ title }} - Blog'),
      'blog/templates/forms.html':
        '{% macro quick_form(form) %}<form method="post">{% for field in form %}{{ field }}{% for error in field.errors %}{{ error }}{% endfor %}{% endfor %}</form>{% endmacro %}\n',
      'blog/templates/index.html':
        '{% extends "base.html" %}\n{% import "forms.html" as wtf %}\n\n{% block content %}{{ wtf.quick_form(form) }}{% endblock %}\n',
    },
    made: {
      'blog/models.py': `class Note(db.Model):
    id: so.Mapped[int] = so.mapped_column(primary_key=True)
    title: so.Mapped[str] = so.mapped_column(sa.String(120), unique=True)
    body: so.Mapped[Optional[str]] = so.mapped_column(sa.Text)
    author_id: so.Mapped[int] = so.mapped_column(sa.ForeignKey('user.id'), index=True)
`,
      'blog/notes/forms.py': "    submit = SubmitField('Save')\n",
      'blog/notes/routes.py': `@bp.route('/notes')
def index():
    page = min(request.args.get('page', 1, type=int), 10**9)
    notes = db.paginate(
        db.select(Note).order_by(Note.id.desc()), page=page, per_page=20
    )
    return render_template('notes/index.html', notes=notes, title='Notes')
`,
      'blog/templates/notes/create.html':
        '{% import "forms.html" as wtf %}\n\n{% block content %}\n<h1>New note</h1>\n{{ wtf.quick_form(form) }}\n',
    },
  },
  'a package of models, relative imports, queries by the model': {
    modules: ['app', 'app'],
    files: {
      'app/__init__.py': `from flask import Flask
from flask_sqlalchemy import SQLAlchemy

db = SQLAlchemy()


def create_app():
    app = Flask(__name__)
    app.config.update(SECRET_KEY='x', SQLALCHEMY_DATABASE_URI='sqlite://')
    db.init_app(app)

    from .main import main as main_blueprint
    app.register_blueprint(main_blueprint)

    return app
`,
      'app/models/__init__.py': 'from .user import *  # noqa\nfrom .role import *  # noqa\n',
      'app/models/user.py': `from .. import db


class User(db.Model):
    __tablename__ = 'users'
    id = db.Column(db.Integer, primary_key=True)
    username = db.Column(db.String(64), unique=True)
`,
      'app/models/role.py': `from .. import db


class Role(db.Model):
    __tablename__ = 'roles'
    id = db.Column(db.Integer, primary_key=True)
`,
      'app/main/__init__.py':
        "from flask import Blueprint\n\nmain = Blueprint('main', __name__)\n\nfrom . import views\n",
      'app/main/forms.py': 'from flask_wtf import FlaskForm\nfrom ..models import User\n',
      'app/main/views.py':
        "from flask import render_template\nfrom . import main\nfrom ..models import User\n\n\n@main.route('/')\ndef index():\n    return render_template('index.html', users=User.query.all())\n",
      'app/templates/base.html': HEAD,
      'app/templates/index.html': PAGE,
    },
    made: {
      'app/models/note.py': `from .. import db

notes_readers = db.Table(
    'notes_readers',
    db.Column(
        'note_id', db.ForeignKey('notes.id', ondelete='CASCADE'), primary_key=True
    ),
    db.Column(
        'user_id',
        db.ForeignKey('users.id', ondelete='CASCADE'),
        primary_key=True,
        index=True,
    ),
)


class Note(db.Model):
    __tablename__ = 'notes'

    id = db.Column(db.Integer, primary_key=True)
    title = db.Column(db.String(120), nullable=False, unique=True)
`,
      'app/models/__init__.py': 'from .note import Note\n',
      'app/notes/views.py': `@notes.route('/notes')
def index():
    page = min(request.args.get('page', 1, type=int), 10**9)
    note_list = Note.query.order_by(Note.id.desc()).paginate(page=page, per_page=20)
`,
      'app/notes/forms.py':
        '        "Site",\n        filters=[lambda value: value or None],\n        validators=[Optional(), URL(), Length(max=2048)],\n',
    },
  },
  'modules by feature, a base of its own, a form in the layout': {
    modules: ['shop.app', 'shop.extensions'],
    files: {
      'shop/__init__.py': '',
      'shop/extensions.py':
        'from flask_sqlalchemy import SQLAlchemy\nfrom flask_wtf.csrf import CSRFProtect\n\ndb = SQLAlchemy()\ncsrf = CSRFProtect()\n',
      'shop/database.py': `from shop.extensions import db


class PkModel(db.Model):
    __abstract__ = True
    id = db.Column(db.Integer, primary_key=True)
`,
      'shop/app.py': `from flask import Flask

from shop import public, user
from shop.extensions import csrf, db


def create_app():
    app = Flask(__name__.split(".")[0])
    app.config.update(SECRET_KEY="x", SQLALCHEMY_DATABASE_URI="sqlite://")
    db.init_app(app)
    csrf.init_app(app)
    register_blueprints(app)
    return app


def register_blueprints(app):
    app.register_blueprint(public.views.blueprint)
    app.register_blueprint(user.views.blueprint)
`,
      'shop/user/__init__.py': 'from . import views\n',
      'shop/user/models.py': `from shop.database import PkModel
from shop.extensions import db


class User(PkModel):
    __tablename__ = "users"
    username = db.Column(db.String(80), nullable=False)
`,
      'shop/user/forms.py':
        'from flask_wtf import FlaskForm\nfrom wtforms import StringField\n\n\nclass LoginForm(FlaskForm):\n    username = StringField("Name")\n',
      'shop/user/views.py':
        'from flask import Blueprint, flash, redirect, render_template\n\nfrom shop.user.models import User\n\nblueprint = Blueprint("user", __name__, url_prefix="/users")\n\n\n@blueprint.route("/")\ndef members() -> str:\n    flash("Hello", "success")\n    return render_template("index.html", users=User.query.all())\n',
      'shop/public/__init__.py': 'from . import views\n',
      'shop/public/views.py':
        'from flask import Blueprint, render_template\n\nblueprint = Blueprint("public", __name__)\n\n\n@blueprint.route("/")\ndef home() -> str:\n    return render_template("index.html")\n',
      'shop/templates/base.html': `${HEAD}{% if form %}{{ form.username() }}{% endif %}\n`,
      'shop/templates/index.html': PAGE,
    },
    made: {
      'shop/notes/models.py':
        'class Note(PkModel):\n    __tablename__ = "notes"\n\n    title = db.Column(db.String(120), nullable=False, unique=True)\n',
      'shop/notes/views.py':
        '@blueprint.route("/notes/<int:note_id>")\ndef show(note_id: int) -> str:\n    note = Note.query.get_or_404(note_id)\n    return render_template("notes/show.html", note=note, note_form=FlaskForm())\n',
      'shop/app.py': 'from shop.notes.views import blueprint as notes_bp\n',
      'shop/notes/forms.py': '    def validate_title(self, field: Any) -> None:\n',
    },
  },
};

/** The files of the first of them with Flask-Migrate, and a database that lasts. */
export function migratedFiles(): Record<string, string> {
  const { files = {} } = Object.values(DATA_APPLICATIONS)[0] ?? {};
  const init = files['blog/__init__.py'] ?? '';
  return {
    ...files,
    '.flaskenv': 'FLASK_APP=blog\n',
    'blog/__init__.py': init
      .replace('\n\ndb =', '\nfrom flask_migrate import Migrate\n\ndb =')
      .replace('sqlite://', 'sqlite:///notes.db')
      .replace('    db.init_app(app)\n', '    db.init_app(app)\n    Migrate(app, db)\n'),
  };
}

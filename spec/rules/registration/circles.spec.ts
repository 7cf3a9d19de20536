import { runSchematic } from '../../existing/run-schematic';

const BASE = '<title>{% block title %}{% endblock %}</title>{% block content %}{% endblock %}';
const PAGE =
  '{% extends "base.html" %}{% block title %}A{% endblock %}{% block content %}{% endblock %}';

const DATABASE = 'db = SQLAlchemy(app)\n';

/** An application that registers its blueprints while its module is loaded, before or after it makes `db`. */
function applicationWith(before: string, after: string): Record<string, string> {
  return {
    'requirements.txt': 'Flask\nFlask-SQLAlchemy\nFlask-WTF\n',
    'shop/__init__.py': `from flask import Flask
from flask_sqlalchemy import SQLAlchemy

app = Flask(__name__)
${before}
from shop.main import main
app.register_blueprint(main)
${after}
from shop import models
`,
    'shop/main.py':
      'from flask import Blueprint, render_template\n\nmain = Blueprint("main", __name__)\n\n\n@main.route("/")\ndef home():\n    return render_template("index.html")\n',
    'shop/models.py':
      'from shop import db\n\n\nclass User(db.Model):\n    id = db.Column(db.Integer, primary_key=True)\n',
    'shop/templates/base.html': BASE,
    'shop/templates/index.html': PAGE,
  };
}

describe('imports in a circle', () => {
  const resource = { name: 'notes', fields: ['title'], only: 'index' };

  it('are refused for a new blueprint that is registered before db is made', async () => {
    await expectAsync(
      runSchematic(applicationWith('', DATABASE), 'make-resource', resource),
    ).toBeRejectedWithError(
      'shop/__init__.py:8: db is defined below the import of blueprints, so shop.notes could not import it. ' +
        'Move it above them, and run this command again.',
    );
  });

  it('are refused for a blueprint that exists', async () => {
    const files: Record<string, string> = {
      ...applicationWith('', DATABASE),
      'shop/users.py':
        'from flask import Blueprint\n\nusers = Blueprint("users", __name__)\n\n\n@users.route("/a")\ndef a():\n    return ""\n',
    };
    files['shop/__init__.py'] = (files['shop/__init__.py'] ?? '').replace(
      'from shop.main import main\n',
      'from shop.main import main\nfrom shop.users import users\napp.register_blueprint(users)\n',
    );
    const view = { name: 'users.index', generateRoute: true };
    await expectAsync(runSchematic(files, 'make-view', view)).toBeRejectedWithError(
      /^shop\/__init__\.py:10: db is defined below the import of blueprints, so shop\.users could/,
    );
  });

  const PROGRAM = {
    'requirements.txt': 'Flask\nFlask-SQLAlchemy\nFlask-WTF\n',
    'scaffold.toml': 'routes = "{name}.py"\n',
    'app.py': `from flask import Blueprint, Flask, render_template
from flask_sqlalchemy import SQLAlchemy

app = Flask(__name__)
db = SQLAlchemy(app)
main = Blueprint("main", __name__)


class User(db.Model):
    id = db.Column(db.Integer, primary_key=True)


@main.route("/")
def home():
    return render_template("index.html")


app.register_blueprint(main)

if __name__ == "__main__":
    app.run()
`,
    'templates/base.html': BASE,
    'templates/index.html': PAGE,
  };

  it('are refused in a file that is run as a program, unless another file has them already', async () => {
    await expectAsync(runSchematic(PROGRAM, 'make-resource', resource)).toBeRejectedWithError(
      'app.py:20: this file is run as a program, and notes would load it a second time, as app. Move these lines to a ' +
        'file of their own, such as run.py, that imports the application, and run this command again.',
    );
    const known = { ...PROGRAM, 'jobs.py': 'from app import db\n' };
    const { files } = await runSchematic(known, 'make-resource', resource);
    expect(files['notes.py']).toMatch(/^from app import .*\bdb$/m);
  });

  it('do not arise if db is made first, or if the page has no data', async () => {
    const { said } = await runSchematic(applicationWith(DATABASE, ''), 'make-resource', resource);
    expect(said[0]).toBe('info GET /notes  →  notes.index');
    const page = { name: 'reports.index', generateRoute: true };
    const made = await runSchematic(applicationWith('', DATABASE), 'make-view', page);
    expect(made.said).toEqual(['info GET /reports  →  reports.index']);
  });
});

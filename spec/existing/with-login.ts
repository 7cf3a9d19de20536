import { APPLICATIONS } from './applications';
import type { Ran } from './run-schematic';

const [FIRST] = Object.values(APPLICATIONS);

/** The routes of its pages. */
export const MAIN = 'blog/main/routes.py';

/** A blog with Flask-Login, which guards a page. */
export const LOGIN: Readonly<Record<string, string>> = {
  ...FIRST?.files,
  [MAIN]: `from flask import render_template
from flask_login import login_required
from blog.main import bp


@bp.route('/')
def index():
    return render_template('index.html', title='Home')


@bp.route('/profile')
@login_required
def profile():
    return render_template('index.html', title='Profile')
`,
  'blog/extensions.py': 'from flask_sqlalchemy import SQLAlchemy\n\ndb = SQLAlchemy()\n',
  'blog/models.py': `from blog.extensions import db


class Note(db.Model):
    id = db.Column(db.Integer, primary_key=True)
    title = db.Column(db.String(50), nullable=False)
`,
  'requirements.txt':
    'Flask==3.1.0\nFlask-SQLAlchemy==3.1.1\nFlask-WTF==1.2.2\nFlask-Login==0.6.3\n',
};

/** A module with a decorator for admins. */
export const ADMINS =
  'from flask_login import login_required\n\n\ndef admin_required(view):\n    return login_required(view)\n';

/** The functions of a file with what guards them: `index`, `create @login_required`. */
export function guardsIn({ files }: Pick<Ran, 'files'>, path: string): string[] {
  const functions = (files[path] ?? '').matchAll(/^@bp\.route.*\n(?:@(\w+)\n)?def (\w+)/gm);
  return [...functions].map(([, guard, name]) => (guard ? `${name} @${guard}` : String(name)));
}

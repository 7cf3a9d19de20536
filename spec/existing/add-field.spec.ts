import { DATA_APPLICATIONS } from './data-applications';
import { type Ran, runSchematic } from './run-schematic';

/** Fields of a resource, and others that come later; one pair for each application. */
const PARTS: readonly (readonly [first: readonly string[], later: readonly string[]])[] = [
  [
    ['title:string:120:unique', 'author:references:users'],
    ['body:text:optional', 'editor:references:users:optional', 'on:date:optional'],
  ],
  [
    ['body:text:optional'],
    [
      'title:string:120:unique:optional',
      'status:enum:draft:published:default=draft',
      'site:url:optional',
    ],
  ],
  [['done:boolean'], ['author:references:users:optional', 'views:integer:default=0']],
];

const FILES: Readonly<Record<string, string>> = {
  'requirements.txt': 'Flask\nFlask-SQLAlchemy\nFlask-WTF\n',
  'shop/__init__.py': `from flask import Flask
from flask_sqlalchemy import SQLAlchemy

db = SQLAlchemy()
app = Flask(__name__)
db.init_app(app)

from shop import views
from shop.notes import bp

app.register_blueprint(bp)
`,
  'shop/views.py':
    "from flask import render_template\nfrom shop import app\n\n\n@app.route('/')\ndef index():\n    return render_template('index.html')\n",
  'shop/models.py': `from shop import db


class Note(db.Model):
    id = db.Column(db.Integer, primary_key=True)
    title = db.Column(db.String(120))  # short

    def __repr__(self):
        return self.title
`,
  'shop/notes.py': `from flask import Blueprint, render_template
from shop import db
from shop.forms import NoteForm
from shop.models import Note

bp = Blueprint('notes', __name__)


@bp.route('/notes/<int:note_id>/edit', methods=['GET', 'POST'])
def edit(note_id):
    note = db.get_or_404(Note, note_id)
    form = NoteForm(obj=note)
    if form.validate_on_submit():
        form.populate_obj(note)
        db.session.commit()
    return render_template('notes/edit.html', form=form)
`,
  'shop/forms.py': `from flask_wtf import FlaskForm
from wtforms import StringField, SubmitField


class NoteForm(FlaskForm):
    title = StringField('Title')
    save = SubmitField()
`,
  'shop/templates/base.html': '{% block content %}{% endblock %}\n',
  'shop/templates/index.html': '{% extends "base.html" %}{% block content %}{% endblock %}\n',
  'shop/templates/notes/edit.html':
    '{% extends "base.html" %}\n{% block content %}\n<form>{{ form.title }}</form>\n{% endblock %}\n',
};

function add(
  fields: readonly string[],
  files: Readonly<Record<string, string>> = {},
  options: object = {},
): Promise<Ran> {
  return runSchematic({ ...FILES, ...files }, 'add-field', { name: 'notes', fields, ...options });
}

describe('add-field in an application that new did not make', () => {
  for (const [index, [kind, { files }]] of Object.entries(DATA_APPLICATIONS).entries()) {
    it(`leaves what make-resource would with all fields: ${kind}`, async () => {
      const [first, later] = PARTS[index] ?? [[], []];
      const all = { name: 'notes', fields: [...first, ...later] };
      const whole = await runSchematic(files, 'make-resource', all);
      const part = await runSchematic(files, 'make-resource', { name: 'notes', fields: first });
      const grown = await runSchematic(part.files, 'add-field', { name: 'Note', fields: later });
      for (const [path, text] of Object.entries(whole.files)) {
        expect(grown.files[path]).withContext(path).toBe(text);
      }
      expect(grown.said.join()).toContain('db.create_all() does not change tables that exist.');
      const again = await runSchematic(grown.files, 'add-field', { name: 'notes', fields: later });
      expect(again.files).toEqual(grown.files);
      expect(again.said.join()).toContain('info Nothing to do: Note already has');
    });
  }

  for (const [index, [kind, { files }]] of Object.entries(DATA_APPLICATIONS).entries()) {
    it(`has the form check constraints on several fields, as make-resource would: ${kind}`, async () => {
      const fields = (PARTS[index]?.[0] ?? []).concat('number:integer', 'size:decimal:6:2');
      const options = { name: 'notes', fields };
      const part = await runSchematic(files, 'make-resource', options);
      const unique = ['number+size'];
      const whole = await runSchematic(files, 'make-resource', { ...options, unique });
      const grown = await runSchematic(part.files, 'add-field', { name: 'notes', unique });
      expect(grown.files).toEqual(whole.files);
      const [, form] =
        Object.entries(grown.files).find(([, text]) => /class NoteForm/.test(text)) ?? [];
      expect(form).toContain('filter_by(number=self.number.data, size=field.data)');
      const again = await runSchematic(grown.files, 'add-field', { name: 'notes', unique });
      expect(again.files).toEqual(grown.files);
    });
  }

  it('names a constraint that the form of a person checks already, or lacks a field of', async () => {
    const constrained = (form: string): Promise<Ran> =>
      runSchematic(
        {
          ...FILES,
          'shop/models.py':
            FILES['shop/models.py']?.replace('  # short', '\n    number = db.Column(db.Integer)') ??
            '',
          'shop/forms.py': form,
        },
        'add-field',
        { name: 'notes', unique: ['title+number'] },
      );
    const own = `${FILES['shop/forms.py']}    number = IntegerField()

    def validate_number(self, field):
        pass
`;
    const checked = await constrained(own);
    expect(checked.files['shop/forms.py']).toBe(own);
    expect(checked.said[0]).toMatch(
      /^warn shop\/forms\.py:5: NoteForm was changed where __init__ and validate_number would go, so the form stays as it is\. Add by hand:\n.*filter_by\(title=self\.title\.data/s,
    );
    const lacking = await constrained(FILES['shop/forms.py'] ?? '');
    expect(lacking.files['shop/forms.py']).toBe(FILES['shop/forms.py']);
  });

  it('takes no comment for a relationship, and no text for a field', async () => {
    const files: Record<string, string> = {
      'shop/models.py': (FILES['shop/models.py'] ?? '')
        .replace('  # short', '  # not relationship("User")')
        .concat('\n\nclass User(db.Model):\n    id = db.Column(db.Integer, primary_key=True)\n'),
    };
    const { files: made } = await runSchematic({ ...FILES, ...files }, 'add-field', {
      name: 'notes',
      fields: ['author:references:users:optional'],
    });
    expect(made['shop/models.py']).toContain('author = db.relationship("User")');
    const [{ files: data } = { files: {} }] = Object.values(DATA_APPLICATIONS);
    const first = { name: 'notes', fields: ['title:string:120'] };
    const { files: posts } = await runSchematic(data, 'make-resource', first);
    const path = Object.keys(posts).find((each) => each.endsWith('notes/show.html')) ?? '';
    const commented = { ...posts, [path]: `{# note.body #}\n${posts[path]}` };
    const grown = await runSchematic(commented, 'add-field', {
      name: 'notes',
      fields: ['body:text:optional'],
    });
    expect(grown.files[path]).toContain('<dt>Body</dt>');
  });

  it('says what a page lacks that lists fields where others have a macro', async () => {
    const page =
      '{% extends "base.html" %}{% import "bootstrap/wtf.html" as wtf %}{% block content %}{{ wtf.quick_form(form) }}{% endblock %}\n';
    const { files, said } = await add(['rank:integer:optional'], {
      'shop/templates/login.html': page,
    });
    expect(files['shop/forms.py']).toContain('rank = IntegerField(');
    expect(files['shop/templates/notes/edit.html']).toBe(FILES['shop/templates/notes/edit.html']);
    expect(said.join('\n')).toContain(
      'info shop/templates/notes/edit.html shows its fields one by one. Add:\n  {{ form.rank.label }} {{ form.rank }}',
    );
    const whole = { 'shop/templates/login.html': page, 'shop/templates/notes/edit.html': page };
    expect((await add(['rank:integer:optional'], whole)).said.join()).not.toContain('one by one');
  });

  it('adds a column above relationships, and takes those by a table of their own for no other key', async () => {
    const [{ files } = { files: {} }] = Object.values(DATA_APPLICATIONS);
    const made = await runSchematic(files, 'make-resource', {
      name: 'notes',
      fields: ['title', 'readers:many:users'],
    });
    const grown = await runSchematic(made.files, 'add-field', {
      name: 'notes',
      fields: ['author:references:users:optional', 'watchers:many:users'],
    });
    expect(grown.files['blog/models.py']).toContain(`
    title: so.Mapped[str] = so.mapped_column(sa.String(255))
    author_id: so.Mapped[Optional[int]] = so.mapped_column(
        sa.ForeignKey('user.id'), index=True
    )

    readers: so.Mapped[list[User]] = so.relationship(
        secondary=note_readers, order_by='User.id', lazy='selectin'
    )
    author: so.Mapped[Optional[User]] = so.relationship()
    watchers: so.Mapped[list[User]] = so.relationship(
        secondary=note_watchers, order_by='User.id', lazy='selectin'
    )
`);
  });

  it('fills a list up to six columns, and takes none out', async () => {
    const [{ files } = { files: {} }] = Object.values(DATA_APPLICATIONS);
    const first = ['title:string:120', 'author:references:users', 'long:string:80'];
    let grown = await runSchematic(files, 'make-resource', { name: 'notes', fields: first });
    const path = Object.keys(grown.files).find((each) => each.endsWith('notes/index.html')) ?? '';
    const headings = (): string[] =>
      [...(grown.files[path] ?? '').matchAll(/<th scope="col">(\w+)/g)].map(
        ([, name = '']) => name,
      );
    expect(headings()).toEqual(['Title', 'Author', 'Long']);
    for (const fields of [['a', 'b', 'c', 'd'], ['e']]) {
      const later = fields.map((name) => `${name}:boolean`);
      grown = await runSchematic(grown.files, 'add-field', { name: 'notes', fields: later });
      expect(headings()).toEqual(['Title', 'Author', 'Long', 'A', 'B', 'C']);
    }
    expect(grown.said.join()).not.toContain('by hand');
  });

  it('adds to the model and the form that a person wrote, and names what stays', async () => {
    const { files, said } = await add(['body:text:optional', 'data:json:optional']);
    expect(files['shop/models.py']).toContain(
      '    title = db.Column(db.String(120))  # short\n    body = db.Column(db.Text)\n    data = db.Column(db.JSON)\n\n    def',
    );
    expect(files['shop/forms.py']).toContain(
      "    title = StringField('Title')\n    body = TextAreaField(\n        'Body', filters=[lambda value: value or None], validators=[Optional()]\n    )\n    save = SubmitField()\n",
    );
    expect(said[0]).toBe(
      'warn shop/forms.py has no field for data. Add one, or let the model set the value.',
    );
    expect(said[1]).toMatch(
      /^warn shop\/templates\/notes\/edit\.html:\d+ was changed where body and data would go/,
    );
  });

  const styles: Record<string, [column: string, imports: string, line: string]> = {
    'names of SQLAlchemy': [
      'Column(Integer, primary_key=True)',
      'from sqlalchemy import Column, Integer\n',
      '    size = Column(Integer, default=0, nullable=False)\n    done = Column(Boolean, default=False, nullable=False)\n',
    ],
    'a module of SQLAlchemy': [
      'sa.Column(sa.Integer, primary_key=True)',
      'import sqlalchemy as sa\n',
      '    size = sa.Column(sa.Integer, default=0, nullable=False)\n',
    ],
    'names of its own': [
      'Column(db.Integer, primary_key=True)',
      'from shop.database import Column\n',
      'from shop.database import Column\nfrom shop import db\n\n\nclass Note(db.Model):\n    id = Column(db.Integer, primary_key=True)\n    size = Column(db.Integer, default=0, nullable=False)\n',
    ],
    'mapped columns of the database': [
      'db.mapped_column(db.Integer, primary_key=True)',
      '',
      '    size: db.Mapped[int] = db.mapped_column(default=0)\n',
    ],
  };
  for (const [kind, [column, imports, line]] of Object.entries(styles)) {
    it(`writes columns as the class does: ${kind}`, async () => {
      const model = `${imports}from shop import db\n\n\nclass Note(db.Model):\n    id = ${column}\n`;
      const { files } = await add(['size:integer:default=0', 'done:boolean'], {
        'shop/database.py': 'from shop import db\n\nColumn = db.Column\n',
        'shop/models.py': model,
      });
      expect(files['shop/models.py']).toContain(line);
    });
  }

  it('leaves a form whose fields a view saves one by one', async () => {
    const view = FILES['shop/notes.py']?.replace(
      'form.populate_obj(note)',
      'note.title = form.title.data',
    );
    const { files, said } = await add(['body:text:optional'], { 'shop/notes.py': view ?? '' });
    expect(files['shop/forms.py']).toBe(FILES['shop/forms.py']);
    expect(said[0]).toMatch(
      /^warn shop\/notes\.py:10: edit saves the fields of NoteForm one by one, so the form stays as it is\. Add by hand:\n.*TextAreaField\(/s,
    );
    expect(said).toHaveSize(2);
  });

  it('leaves a form that has an __init__ of its own where it needs one', async () => {
    const form = `${FILES['shop/forms.py']}\n    def __init__(self):\n        super().__init__()\n`;
    const { files, said } = await add(['code:string:9:unique:optional'], { 'shop/forms.py': form });
    expect(files['shop/forms.py']).toBe(form);
    expect(said[0]).toMatch(
      /^warn shop\/forms\.py:5: NoteForm was changed where code would go, so the form stays as it is\. Add by hand:\n.*def validate_code/s,
    );
  });

  it('only names a model whose module imports this one', async () => {
    const { files } = await add(['owner:references:owners:optional'], {
      'shop/models.py':
        'from shop import db\nfrom sqlalchemy.orm import Mapped, mapped_column\n\n\nclass Note(db.Model):\n    id: Mapped[int] = mapped_column(primary_key=True)\n',
      'shop/owners.py':
        'from shop import db\nfrom shop.models import Note\nfrom sqlalchemy.orm import Mapped, mapped_column\n\n\nclass Owner(db.Model):\n    id: Mapped[int] = mapped_column(primary_key=True)\n',
    });
    expect(files['shop/models.py']).toContain(
      'if TYPE_CHECKING:\n    from shop.owners import Owner',
    );
    expect(files['shop/models.py']).toContain('owner: Mapped["Owner | None"] = relationship()');
  });

  const refused: Record<string, [options: object, files: Record<string, string>, message: RegExp]> =
    {
      'a model that is missing': [
        { name: 'songs', unique: ['body+title'] },
        {},
        /^There is no model Song yet\. Did you mean scaffold make:resource songs body:text:optional --unique=body\+title\?/,
      ],
      'a model that is missing, whatever its table would need': [
        { name: 'songs', fields: 'body:text' },
        {},
        /^There is no model Song yet\./,
      ],
      'a view': [
        { name: 'notes.index' },
        {},
        /^"notes\.index" cannot name a resource: index is an action\. Did you mean add:field notes\?$/,
      ],
      'a folder in a folder': [
        { name: 'admin.notes' },
        {},
        /^admin\.notes has folders, and views here have one\. Did you mean add:field notes\?$/,
      ],
      'a name that the model has': [
        { fields: ['title:text:optional'] },
        {},
        /^Note already exists in shop\/models\.py, and its title differs from title:text:optional\./,
      ],
      'a name that the form uses for something else': [
        {},
        { 'shop/forms.py': `from typing import Optional\n${FILES['shop/forms.py']}` },
        /^shop\/forms\.py already uses the name Optional for something other than wtforms\.validators\.Optional/,
      ],
      'a second way to a model by a key that a function makes': [
        { fields: ['owner:references:users:optional'] },
        {
          'shop/models.py':
            `${FILES['shop/models.py']}\n\nclass User(db.Model):\n    id = db.Column(db.Integer, primary_key=True)\n`.replace(
              '# short',
              "\n    user_id = key('user')\n    user = db.relationship('User')",
            ),
        },
        /^shop\/models\.py:4: Note is related to User by a key that scaffold cannot read\. Add owner by hand,/,
      ],
      'a controller': [{ controller: 'NoteController' }, {}, /Leave out --controller\.$/],
    };
  for (const [what, [options, files, message]] of Object.entries(refused)) {
    it(`refuses ${what}`, async () => {
      await expectAsync(add(['body:text:optional'], files, options)).toBeRejectedWithError(message);
    });
  }
});

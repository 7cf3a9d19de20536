import { DATA_APPLICATIONS, FIELDS } from './data-applications';
import { type Ran, runSchematic } from './run-schematic';

/** A migration that makes the table of notes. */
const MIGRATION = `import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade():
    op.create_table(
        "note",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("title", sa.String(length=120), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("title"),
    )
`;

/** Makes the notes of an application, and runs a schematic about them. */
async function grown(
  files: Readonly<Record<string, string>>,
  schematic: string,
  options: object,
  fields: readonly string[] = FIELDS,
): Promise<Ran> {
  const made = await runSchematic(files, 'make-resource', { name: 'notes', fields });
  const all = { ...made.files, ...made.remembered };
  return runSchematic(all, schematic, { name: 'notes', ...options });
}

/** The files without what a removal leaves as it is: the lines of an import, and the key that a relationship names. */
function comparable(files: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => [
      path,
      text
        .replace(
          /^(from \S+ import )\(([^)]*)\)/gm,
          (_, start: string, names: string) =>
            start + names.trim().replace(/,$/, '').replace(/\s+/g, ' '),
        )
        .replace(/(?:, )?foreign_keys=\[\w+\]/g, ''),
    ]),
  );
}

function filesOf(kind: number): Readonly<Record<string, string>> {
  return Object.values(DATA_APPLICATIONS)[kind]?.files ?? {};
}

describe('A field in an application that new did not make', () => {
  it('is found on the pages that a person made, through the form and the record that they are given', async () => {
    const [templates, views] = ['blog/templates', 'blog/main/routes.py'];
    const own = {
      ...filesOf(0),
      [`${templates}/own.html`]: `{% extends "base.html" %}{% block content %}{{ form.title() }}
{{ render_field(form.title) }}{% for error in form.title.errors %}{{ error }}{% endfor %}
{% include "_own.html" %}{% endblock %}
`,
      [`${templates}/_own.html`]: '{{ entry.title }}\n',
      [`${templates}/other.html`]: '{{ form.title() }}\n',
    };
    const made = await runSchematic(own, 'make-resource', { name: 'notes', fields: ['title'] });
    const before = {
      ...made.files,
      ...made.remembered,
      [views]: `${made.files[views]}

@bp.route('/own')
def own():
    from blog.models import Note
    from blog.notes.forms import NoteForm
    return render_template('own.html', form=NoteForm(), entry=db.session.get(Note, 1))


@bp.route('/other')
def other():
    return render_template('other.html', form=SearchForm())
`,
    };
    const { files } = await runSchematic(before, 'rename-field', {
      name: 'notes',
      field: 'title:headline',
    });
    for (const page of ['own.html', '_own.html', 'other.html'].map(
      (each) => `${templates}/${each}`,
    )) {
      const all = before[page]?.replaceAll('.title', '.headline');
      expect(files[page]).toBe(page.endsWith('other.html') ? before[page] : all);
    }
    await expectAsync(
      runSchematic(before, 'remove-field', { name: 'notes', fields: ['title'], deleteData: true }),
    ).toBeRejectedWithError(/\/own\.html:1: .*\n.*own\.html:2: .*\n.*_own\.html:1: /);
  });

  it('is renamed below src/, too', async () => {
    const below = Object.fromEntries(
      Object.entries(filesOf(0)).map(([path, text]) => [
        path.includes('/') ? `src/${path}` : path,
        text,
      ]),
    );
    const renamed = await grown(below, 'rename-field', { field: 'title:headline' }, ['title']);
    const made = await runSchematic(below, 'make-resource', {
      name: 'notes',
      fields: ['headline'],
    });
    expect(renamed.files).toEqual(made.files);
    expect(renamed.remembered).toEqual(made.remembered);
  });

  for (const [kind, { files }] of Object.entries(DATA_APPLICATIONS)) {
    it(`is renamed to what make-resource makes of the new name: ${kind}`, async () => {
      const names = {
        ...{ title: 'headline', author: 'writer', editor: 'proofreader' },
        ...{ status: 'state', price: 'cost', done: 'ready', site: 'home_url' },
      };
      for (const [from, to] of Object.entries(names)) {
        const renamed = await grown(files, 'rename-field', { field: `${from}:${to}` });
        const own = new RegExp(`^${from}\\b`);
        const fields = FIELDS.map((field) => field.replace(own, to));
        const made = await runSchematic(files, 'make-resource', { name: 'notes', fields });
        expect(renamed.files).withContext(from).toEqual(made.files);
        expect(renamed.remembered).withContext(from).toEqual(made.remembered);
        expect(renamed.said.join('\n')).not.toContain('warning');
      }
    });

    it(`is changed to what make-resource makes of it: ${kind}`, async () => {
      const changes: Readonly<Record<string, string>> = {
        'title:string:200': 'title:string:200:unique',
        'title:no-unique': 'title:string:120',
        'title:text': 'title:text:unique',
        'body:required': 'body:text',
        'editor:required': 'editor:references:users',
        'author:optional': 'author:references:users:optional',
        'status:enum:draft:published:archived':
          'status:enum:draft:published:archived:default=draft',
        'price:decimal:12:3': 'price:decimal:12:3:optional',
        'price:required:default=1': 'price:decimal:default=1',
        'done:default=true': 'done:boolean:default=true',
        'site:unique': 'site:url:unique:optional',
      };
      for (const [typed, field] of Object.entries(changes)) {
        const changed = await grown(files, 'change-field', { fields: [typed] });
        const own = new RegExp(`^${field.replace(/:.*/, '')}\\b`);
        const fields = FIELDS.map((each) => (own.test(each) ? field : each));
        const made = await runSchematic(files, 'make-resource', { name: 'notes', fields });
        expect(comparable(changed.files)).withContext(typed).toEqual(comparable(made.files));
        expect(changed.said.join('\n')).withContext(typed).not.toContain('warning');
      }
    });

    it(`is removed as if it had never been made: ${kind}`, async () => {
      for (const name of ['title', 'author', 'editor', 'status', 'price', 'done', 'on', 'site']) {
        const removed = await grown(files, 'remove-field', { fields: [name], deleteData: true });
        const own = new RegExp(`^${name}\\b`);
        const fields = FIELDS.filter((field) => !own.test(field));
        const made = await runSchematic(files, 'make-resource', { name: 'notes', fields });
        expect(comparable(removed.files)).withContext(name).toEqual(comparable(made.files));
        expect(removed.said.join('\n')).not.toContain('warning');
      }
    });
  }

  /** A file of a person, and a page that it shows. */
  const PERSONS = {
    'blog/main/routes.py': `${filesOf(0)['blog/main/routes.py'] ?? ''}

@bp.route('/newest')
def newest():
    note = db.session.scalars(sa.select(Note).order_by(Note.title)).first()
    heading = 'By title'
    return render_template('newest.html', note=note, title=heading)
`.replace('import User', 'import Note, User'),
    'blog/templates/newest.html':
      '<h1>{{ note.title }}</h1>\n<p>{{ title }}</p>\n{{ first.title }}\n',
  };

  it('is renamed in code of a person that certainly means it, and other lines are listed', async () => {
    const renamed = await grown({ ...filesOf(0), ...PERSONS }, 'rename-field', {
      field: 'title:headline',
    });
    expect(renamed.files['blog/main/routes.py']).toBe(
      PERSONS['blog/main/routes.py'].replace('Note.title', 'Note.headline'),
    );
    expect(renamed.files['blog/templates/newest.html']).toBe(
      PERSONS['blog/templates/newest.html'].replace('note.title', 'note.headline'),
    );
    expect(renamed.said).toContain(
      'info Check these lines:\n  blog/templates/newest.html:3: {{ first.title }}',
    );
  });

  it('is not removed while code of a person uses it', async () => {
    const removed = grown({ ...filesOf(0), ...PERSONS }, 'remove-field', {
      fields: ['title'],
      deleteData: true,
    });
    await expectAsync(removed).toBeRejectedWithError(
      /Removing title would break these lines, so nothing was written:\n {2}blog\/main\/routes\.py:\d+: note = .*Note\.title/,
    );
  });

  it('of a form and pages of a person is renamed where it is certainly meant, and labels stay', async () => {
    const own = {
      'shop/requirements.txt': 'Flask\n',
      'shop/notes/forms.py': `from flask_wtf import FlaskForm
from wtforms import StringField


class NoteForm(FlaskForm):
    title = StringField('The title')  # short
`,
      'shop/notes/models.py': `from shop.database import PkModel
from shop.extensions import db


class Note(PkModel):
    __tablename__ = "notes"
    title = db.Column(db.String(80), index=True)

    def __repr__(self):
        return self.title
`,
    };
    const files = { ...filesOf(2), ...own };
    const { files: after, said } = await runSchematic(files, 'rename-field', {
      name: 'notes',
      field: 'title:headline',
    });
    for (const [path, text] of Object.entries(own)) {
      expect(after[path]).toBe(
        text.replace('title =', 'headline =').replace('.title', '.headline'),
      );
    }
    expect(said.join()).not.toContain('warning');
  });

  const OPTIONS: readonly (readonly [from: string, typed: string, to: string])[] = [
    [
      "sa.Enum('a', 'b', name='x'), default='a'",
      'enum:a:b:c',
      "sa.Enum('a', 'b', 'c', name='x', native_enum=False, length=50), default='a'",
    ],
    [
      "sa.Enum('a', 'b'), default='a', comment='x'",
      'string:40',
      "sa.String(40), default='a', comment='x'",
    ],
    [
      "sa.Enum('a', 'b'), server_default='a'",
      'index',
      "sa.Enum('a', 'b'), server_default='a', index=True",
    ],
    [
      'sa.Enum(Mood), default=Mood.good',
      'enum:good:bad:none',
      'sa.Enum(Mood, native_enum=False, length=50), default=Mood.good',
    ],
    [
      'sa.Enum(Mood), default=Mood.good, index=True',
      'default=bad',
      'sa.Enum(Mood), default=Mood.bad, index=True',
    ],
    ['sa.Enum(Mood), default=Mood.good', 'string:40', "sa.String(40), default='good'"],
    [
      "sa.String(length=20, collation='C'), onupdate='b'",
      'string:40',
      "sa.String(40, collation='C'), onupdate='b'",
    ],
    ['type_=sa.String(20), unique=True', 'string:40:no-unique', 'type_=sa.String(40)'],
    [
      'sa.Numeric(8, 2, asdecimal=False), default=1.5',
      'decimal:9:2',
      'sa.Numeric(9, 2, asdecimal=False), default=1.5',
    ],
    ["sa.String(20), insert_default='a'", 'default=b', "sa.String(20), insert_default='b'"],
  ];
  for (const style of ['db.Column(', 'mapped_column(']) {
    it(`keeps the options of its column that nobody asked to change: ${style}…)`, async () => {
      const written = (options: readonly string[]): string =>
        options.map((each, number) => `    f${number} = ${style}${each})\n`).join('');
      const model = `import enum
import sqlalchemy as sa
from sqlalchemy.orm import mapped_column
from blog import db


class Mood(enum.Enum):
    good = 'good'
    bad = 'bad'


class Entry(db.Model):
    id = ${style}sa.Integer, primary_key=True)
${written(OPTIONS.map(([from]) => from))}`;
      const files = {
        ...filesOf(0),
        'blog/models.py': `${model}\n\nclass User(db.Model):\n    id = ${style}sa.Integer, primary_key=True)\n`,
      };
      const fields = OPTIONS.map(([, typed], number) => `f${number}:${typed}`);
      const ran = await runSchematic(files, 'change-field', { name: 'entries', fields });
      const [start = ''] = ran.files['blog/models.py']?.split('\n\n\nclass User') ?? [];
      const joined = start.replace(
        /\(\n\s+([^()]*(?:\([^()]*\)[^()]*)*?),?\n\s+\)/g,
        (_, inside: string) => `(${inside.replace(/\n\s+/g, ' ')})`,
      );
      expect(`${joined}\n`).toBe(
        model
          .replace("'bad'\n", "'bad'\n    NONE = 'none'\n")
          .replace(written(OPTIONS.map(([from]) => from)), written(OPTIONS.map(([, , to]) => to))),
      );
    });
  }

  it('has its migration behind the newest one, beside the folder of the modules', async () => {
    const files = Object.fromEntries(
      Object.entries(filesOf(0)).map(([path, text]) => [
        path.replace(/^blog\//, 'src/blog/'),
        path === 'blog/__init__.py'
          ? text
              .replace('\n\ndb =', '\nfrom flask_migrate import Migrate\n\ndb =')
              .replace('    db.init_app(app)\n', '    db.init_app(app)\n    Migrate(app, db)\n')
          : text,
      ]),
    );
    const all = { ...files, 'migrations/versions/0001.py': MIGRATION };
    const { files: after, said } = await grown(all, 'rename-field', { field: 'title:headline' }, [
      'title:string:120:unique',
    ]);
    const [path = ''] = Object.keys(after).filter((each) => /versions\/(?!0001)/.test(each));
    expect(path).toMatch(/^migrations\/versions\/\w{12}_rename_note_title_to_headline\.py$/);
    expect(after[path]).toContain('down_revision = "0001"');
    expect(after[path]).toContain('alter_column("title", new_column_name="headline")');
    expect(said.join()).toContain('To apply it:\n  flask db upgrade');
  });

  it('has its migration where Alembic alone keeps them, which no manifest has', async () => {
    const files = {
      ...filesOf(0),
      'alembic.ini': '[alembic]\nscript_location = alembic\n',
      'alembic/versions/0001.py': MIGRATION,
    };
    const options = { field: 'title:headline' };
    const fields = ['title:string:120:unique'];
    const renamed = await grown(files, 'rename-field', options, fields);
    const made = Object.keys(renamed.files).filter((path) => path.includes('_rename_note_title'));
    expect(made).toEqual([jasmine.stringMatching(/^alembic\/versions\//)]);
    expect(Object.values(renamed.remembered).join()).not.toContain('versions');
    expect(renamed.said.join()).toContain('To apply it:\n  alembic upgrade head');
  });

  it('whose name is wrong is refused', async () => {
    const refused: Readonly<Record<string, RegExp>> = {
      'titel:headline': /Did you mean scaffold rename:field notes title:headline\?/,
      'title:body': /Note already has body\. Choose another name\./,
      'title:class': /"class" cannot be a field/,
      'id:number': /id of Note has to stay as it is/,
    };
    for (const [field, message] of Object.entries(refused)) {
      await expectAsync(grown(filesOf(1), 'rename-field', { field })).toBeRejectedWithError(
        message,
      );
    }
  });
});

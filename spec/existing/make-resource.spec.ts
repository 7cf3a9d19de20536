import { join } from 'node:path';
import { madeApplication, pythonOf } from '../support/application';
import { succeed } from '../support/run';
import { writeFiles } from '../support/write-files';
import { DATA_APPLICATIONS, FIELDS } from './data-applications';
import { type Ran, runSchematic } from './run-schematic';

const [MAPPED, PACKAGE] = Object.values(DATA_APPLICATIONS);

describe('make-resource in an application that new did not make', () => {
  const made = new Map<string, Ran>();

  beforeAll(async () => {
    for (const [kind, { files }] of Object.entries(DATA_APPLICATIONS)) {
      made.set(kind, await runSchematic(files, 'make-resource', { name: 'notes', fields: FIELDS }));
    }
  });

  for (const [kind, application] of Object.entries(DATA_APPLICATIONS)) {
    it(`writes what its authors would: ${kind}`, () => {
      const after = made.get(kind);
      for (const [path, piece] of Object.entries(application.made)) {
        expect(after?.files[path]).withContext(path).toContain(piece);
      }
      expect(after?.said).toEqual([
        'info GET /notes  →  notes.index',
        'info The database needs the table of Note: db.create_all() makes it.',
      ]);
    });

    it(`serves lists and forms: ${kind}`, async () => {
      const root = writeFiles(made.get(kind)?.files ?? {});
      const python = pythonOf(await madeApplication(true));
      const words = [join(__dirname, 'drive.py'), root, ...application.modules];
      expect(JSON.parse(await succeed(python, words))).toEqual([
        [200, null, 'There are no notes yet.', '/notes/create'],
        [422, null, 'This field is required.'],
        [302, '/notes/1'],
        [200, null, '<h1>First</h1>', 'ada', '1.50', 'has been created'],
        [422, null, 'This title is already taken.'],
        [422, null, 'Number must be between'],
        [200, null, 'Page 2 of 2', '>First</a>'],
        [404, null],
        [422, null, 'is already taken.'],
        [302, '/notes/1'],
        [200, null, '<h1>Changed</h1>', '2026-11-22'],
        [404, null],
        [404, null],
        [400, null],
        [302, '/notes'],
        [404, null],
        [302, '/notes/2'],
        [404, null],
        [200, null],
        [302, '/notes/3'],
        [200, null, 'bob, cyd'],
        [200, null, '<option selected value="2">bob'],
        [422, null, 'valid choice'],
        [422, null, 'valid choice', 'Invalid choice'],
        [422, null, 'valid choice'],
        [422, null, 'Please try again.'],
        [200, null, 'bob', 'cyd'],
        [302, '/notes/3'],
        [200, null],
      ]);
    });

    it(`changes nothing the second time: ${kind}`, async () => {
      const once = made.get(kind)?.files ?? {};
      const twice = await runSchematic(once, 'make-resource', { name: 'notes' });
      expect(twice.files).toEqual(once);
      expect(twice.said).toEqual(['info Nothing to do: notes already exists.']);
    });
  }

  it('uses the columns of a model that exists', async () => {
    const { files, said } = await runSchematic(MAPPED?.files ?? {}, 'make-resource', {
      name: 'users',
      only: 'index,create',
    });
    expect(files['blog/models.py']).toBe(MAPPED?.files['blog/models.py']);
    expect(files['blog/users/forms.py']).toContain(
      "    username = StringField('Username', validators=[DataRequired(), Length(max=64)])\n",
    );
    expect(files['blog/users/routes.py']).toContain("redirect(url_for('users.index'))");
    expect(said).toEqual(['info GET /users  →  users.index']);
  });

  it('lists records by one view, and links to those that exist', async () => {
    const views = { generateRoute: true, generateModel: true };
    const list = await runSchematic(PACKAGE?.files ?? {}, 'make-view', {
      name: 'posts.index',
      ...views,
    });
    expect(list.files['app/templates/posts/index.html']).not.toContain('posts.create');
    const form = await runSchematic(list.files, 'make-view', { name: 'posts.store', ...views });
    expect(form.files['app/templates/posts/create.html']).toContain("url_for('posts.index')");
    expect(form.said).toEqual([
      'warn The model Post already exists in app/models/post.py. It stays as it is.',
      'info app/posts/forms.py has no fields, because Post has no columns to fill in. Add columns to app/models/post.py, and ' +
        'fields for them to the form.',
      'info app/templates/posts/index.html does not link to posts.create yet.',
      'info GET /posts/create  →  posts.create',
    ]);
  });

  it('shows a value as people read it, and nothing for none', async () => {
    const fields = [
      'title',
      'on:time',
      'seen:datetime:optional',
      'done:boolean',
      'ok:boolean:optional',
    ];
    const { files } = await runSchematic(MAPPED?.files ?? {}, 'make-resource', {
      name: 'tasks',
      fields,
    });
    const [, page = ''] =
      Object.entries(files).find(([path]) => path.endsWith('tasks/show.html')) ?? [];
    for (const value of [
      '{{ task.on.strftime("%H:%M") }}',
      '{{ task.seen.strftime("%Y-%m-%d %H:%M") if task.seen is not none }}',
      '{{ "Yes" if task.done else "No" }}',
      '{{ ("Yes" if task.ok else "No") if task.ok is not none }}',
    ]) {
      expect(page).toContain(value);
    }
  });

  it('leaves blueprints that serve more pages, however they are registered', async () => {
    const once = made.get('modules by feature, a base of its own, a form in the layout');
    const view = { name: 'about', generateRoute: true };
    const { files, said } = await runSchematic(once?.files ?? {}, 'make-view', view);
    expect(files['shop/public/views.py']).toContain('@blueprint.route("/about")\n');
    expect(said).toEqual(['info GET /about  →  public.about']);
  });

  it('links to an address, unless it is what the record is called', async () => {
    const pageOf = async (...fields: string[]): Promise<string> => {
      const options = { name: 'posts', fields };
      const { files } = await runSchematic(MAPPED?.files ?? {}, 'make-resource', options);
      return Object.entries(files).find(([path]) => path.endsWith('posts/show.html'))?.[1] ?? '';
    };
    const page = await pageOf('name', 'site:url', 'logo:url:optional');
    for (const url of ['post.site', 'post.logo']) {
      expect(page).toContain(
        `{% if (${url} or "").lower().startswith(("http://", "https://")) %}<a href="{{ ${url} }}" rel="nofollow noopener noreferrer">{{ ${url} }}</a>{% else %}`,
      );
    }
    expect(await pageOf('site:url')).toContain('<h1>{{ post.site }}</h1>');
  });

  it('checks e-mail addresses with what the project requires, and says if it cannot', async () => {
    const options = { name: 'posts', fields: ['title', 'contact:email'] };
    const { files, said } = await runSchematic(MAPPED?.files ?? {}, 'make-resource', options);
    expect(files['blog/posts/forms.py']).not.toContain('Email()');
    expect(said.join('\n')).toMatch(
      /warn PostForm takes any text as contact\. .*`pip install email-validator`.* blog\/posts\/forms\.py\./,
    );
    const able = { ...MAPPED?.files, 'requirements.txt': 'Flask-WTF\nemail-validator\n' };
    const checked = await runSchematic(able, 'make-resource', options);
    expect(checked.files['blog/posts/forms.py']).toContain(
      'validators=[DataRequired(), Email(), Length(max=254)]',
    );
    expect(checked.said.join('\n')).not.toContain('any text');
  });

  it('takes the decimals that the column keeps, and no others', async () => {
    const fields = ['price:decimal:8:2', 'rate:decimal:4:0:optional', 'code:decimal:3:3:unique'];
    const options = { name: 'offers', fields: [...fields, 'cut:decimal:4:1:default=0.5'] };
    const { files } = await runSchematic(MAPPED?.files ?? {}, 'make-resource', options);
    const root = writeFiles(files);
    const python = pythonOf(await madeApplication(true));
    const program = `
from blog import create_app, db
from blog.offers.forms import OfferForm

app = create_app()
usual = {"price": "1", "rate": "", "code": "0.1", "cut": "1"}
with app.test_request_context():
    print(repr(OfferForm(meta={"csrf": False}).cut.data))
    db.create_all()
for name, texts in {
    "price": "999999.99 -999999.99 1.50 1.500 0 1000000 999999.999 1.234 NaN 1e30 1e999999999 x",
    "rate": "9999 -9999 1.0 1.5 10000",
    "code": "0.999 -0.999 0.5 1 0.9991",
    "cut": "999.9 0.05",
}.items():
    for text in texts.split():
        with app.test_request_context(method="POST", data={**usual, name: text}):
            form = OfferForm(meta={"csrf": False})
            print(name, text, form.validate(), *form[name].errors)
`;
    expect((await succeed(python, ['-c', program], { cwd: root })).trim().split('\n')).toEqual([
      "Decimal('0.5')",
      'price 999999.99 True',
      'price -999999.99 True',
      'price 1.50 True',
      'price 1.500 True',
      'price 0 True',
      'price 1000000 False Number must be between -999999.99 and 999999.99.',
      'price 999999.999 False Number must be between -999999.99 and 999999.99.',
      'price 1.234 False This must have at most 2 decimals.',
      'price NaN False Number must be between -999999.99 and 999999.99.',
      'price 1e30 False Number must be between -999999.99 and 999999.99.',
      'price 1e999999999 False Number must be between -999999.99 and 999999.99.',
      'price x False Not a valid decimal value. Number must be between -999999.99 and 999999.99.',
      'rate 9999 True',
      'rate -9999 True',
      'rate 1.0 True',
      'rate 1.5 False This must have at most 0 decimals.',
      'rate 10000 False Number must be between -9999 and 9999.',
      'code 0.999 True',
      'code -0.999 True',
      'code 0.5 True',
      'code 1 False Number must be between -0.999 and 0.999.',
      'code 0.9991 False Number must be between -0.999 and 0.999.',
      'cut 999.9 True',
      'cut 0.05 False This must have at most 1 decimals.',
    ]);
  });

  it('offers no choice as WTForms 2 understands it', async () => {
    const files = { ...MAPPED?.files, 'requirements.txt': 'Flask-WTF==0.14.2\nWTForms==2.2.1\n' };
    const fields = ['author:references:users:optional', 'size:enum:s:m:optional'];
    const made = await runSchematic(files, 'make-resource', { name: 'posts', fields });
    const form = made.files['blog/posts/forms.py'];
    expect(form).toContain("lambda value: int(value) if value not in (None, 'None') else None");
    expect(form).toContain("choices=[(None, ''), ('s', 'S'), ('m', 'M')]");
    expect(form).toMatch(/author_id\.choices = \[\s*\(None, ''\),/);
  });

  const model = '\n\nclass Post(db.Model):\n    id = db.Column(db.Integer, primary_key=True)\n';
  const refused: Record<
    string,
    [files: Readonly<Record<string, string>>, options: object, message: RegExp]
  > = {
    'forms without Flask-WTF': [
      { 'requirements.txt': 'Flask\n', 'blog/main/forms.py': '' },
      {},
      /^posts\.show needs Flask-WTF, which this project does not require\. Run `pip install Flask-WTF`/,
    ],
    'fields that the model lacks': [
      { 'blog/models.py': `from blog import db${model}` },
      { fields: ['title'] },
      /^Post already exists in blog\/models\.py, without title\. Did you mean scaffold add:field posts title:string:optional\?$/,
    ],
    'a key of several columns': [
      {
        'blog/models.py': `from blog import db${model}    other = db.Column(db.Integer, primary_key=True)\n`,
      },
      { fields: [] },
      /^blog\/models\.py: Post has the key id and other\. It makes pages for models with a key of one column\.$/,
    ],
    'a model that needs arguments': [
      {
        'blog/models.py': `from blog import db${model}\n    def __init__(self, title):\n        self.title = title\n`,
      },
      { fields: [], only: 'create' },
      /^blog\/models\.py:6: Post\(\) needs title, so scaffold cannot make one from a form\./,
    ],
    'a form of another purpose': [
      {
        'blog/models.py': `from blog import db${model}`,
        'blog/posts/forms.py':
          'from flask_wtf import FlaskForm\n\n\nclass PostForm(FlaskForm):\n    words = StringField("Words")\n',
      },
      { fields: [], only: 'create' },
      /^blog\/posts\/forms\.py:4: PostForm already exists and is not a form for Post: it has words\./,
    ],
    'a form without the key that people type': [
      {
        'blog/models.py':
          'from blog import db\n\n\nclass Post(db.Model):\n    code = db.Column(db.String(8), primary_key=True)\n    title = db.Column(db.String(80))\n',
        'blog/posts/forms.py':
          'from flask_wtf import FlaskForm\n\n\nclass PostForm(FlaskForm):\n    title = StringField("Title")\n',
      },
      { fields: [], only: 'create' },
      /^blog\/posts\/forms\.py:4: PostForm already exists and is not a form for Post: it lacks code\./,
    ],
    'a model that is missing': [
      {},
      { fields: [] },
      /^There is no model Post yet\. Name its fields:\n {2}scaffold make:resource posts /,
    ],
    'an application without Flask-SQLAlchemy': [
      { 'blog/__init__.py': 'from flask import Flask\n\napp = Flask(__name__)\n' },
      {},
      /^scaffold makes models with Flask-SQLAlchemy, which this application does not use\./,
    ],
    'a name that its file uses for something else': [
      {
        'blog/models.py': `${MAPPED?.files['blog/models.py'] ?? ''}\n\nimport decimal as Decimal\n`,
      },
      { fields: ['price:decimal'] },
      /^blog\/models\.py already uses the name Decimal for something other than decimal\.Decimal/,
    ],
  };
  for (const [what, [files, options, message]] of Object.entries(refused)) {
    it(`refuses ${what}`, async () => {
      const all = { ...MAPPED?.files, ...files };
      const run = runSchematic(all, 'make-resource', {
        name: 'posts',
        fields: ['title'],
        ...options,
      });
      await expectAsync(run).toBeRejectedWithError(message);
    });
  }
});

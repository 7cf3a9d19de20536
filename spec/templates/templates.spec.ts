import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SourceError } from '../../src/python/source';
import type { TemplateValues } from '../../src/templates/code-values';
import { Templates, withoutKnownConditions } from '../../src/templates/templates';

const REPO = join(__dirname, '../..');

const FILES = join(REPO, 'src/make-view/files');

const PAGE: TemplateValues = {
  template: 'blog/about.html',
  folder: 'blog',
  controller: { className: 'BlogController', module: 'app.controllers' },
  method: 'about',
  signature: 'self, year: int',
  endpoints: 'blog',
  targets: '',
  handed: ', year=year',
};

const DATA = {
  ...PAGE,
  database: 'app.extensions',
  model: {
    ...{ className: 'Post', module: 'app.models', key: 'id' },
    ...{ record: 'post', records: 'posts', phrase: 'post', pluralPhrase: 'posts' },
  },
  form: { className: 'PostForm', module: 'app.forms' },
  unsavedStatus: 'form.http_status',
  answersInUse: true,
  answersCsv: true,
  list: undefined,
  models: [{ className: 'Post', module: 'app.models' }],
  lookups: [
    {
      className: 'Blog',
      record: 'blog',
      isRefused: false,
      mayChange: undefined,
      query: '',
      isKept: false,
      key: 'blog_id',
      conditions: '',
    },
    {
      className: 'Post',
      record: 'post',
      isRefused: false,
      mayChange: undefined,
      query: 'db.select(Post)',
      isKept: true,
      key: undefined,
      conditions: 'slug=slug',
    },
  ],
  conditions: '',
  given: '',
  without: '',
  owner: undefined,
  recordUrl: 'first_url("posts.show", "posts.index", post_id=post.id)',
  listUrl: 'first_url("posts.index")',
};

describe('Templates', () => {
  let templates: Templates;

  beforeAll(async () => {
    templates = await Templates.load();
  });

  it('writes values, and nothing of its own', () => {
    const text = templates.render('controllers/page.py', PAGE);
    expect(text).toContain(
      [
        'class BlogController:',
        '    def about(self, year: int) -> str:',
        '        return render_template("blog/about.html", year=year)',
      ].join('\n'),
    );
  });

  it('leaves no line where a template has nothing but code', () => {
    const text = templates.render('forms/form.py', {
      form: {
        className: 'PostForm',
        module: 'app.forms.post_form',
        file: 'app/forms/post_form.py',
      },
      fields: [
        { name: 'title', field: 'StringField', arguments: '', imports: [] },
        { name: 'body', field: 'TextAreaField', arguments: '', imports: [] },
      ],
      imports: [],
      dates: 'date, datetime, time',
    });
    expect(text).toMatch(
      /\n\n\nclass PostForm\(ModelForm\):\n {4}title = StringField\(\)\n {4}body = TextAreaField\(\)\n$/,
    );
  });

  it('inserts another template with the same values', () => {
    expect(templates.render('controllers/show.py', DATA)).toContain(
      [
        '    def about(self, year: int) -> ResponseReturnValue:',
        '        db.get_or_404(Blog, blog_id)',
        '        post = db.one_or_404(db.select(Post).filter_by(slug=slug))',
        '        return render_template("blog/show.html", year=year)',
        '',
      ].join('\n'),
    );
  });

  it('refuses to make a module that is not Python', () => {
    const values = { ...PAGE, method: 'not a name' };
    const make = (): unknown => templates.module('controllers/page.py', 'app/x.py', values);
    expect(make).toThrowMatching((error) => error instanceof SourceError);
  });

  const listed = readFileSync(join(REPO, 'docs/templates.md'), 'utf8');
  const files = readdirSync(FILES, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => name.endsWith('.template'))) {
    it(`are all in the docs: ${file}`, () => {
      expect(listed).toContain(file.slice(0, -'.template'.length));
    });
  }
});

describe('withoutKnownConditions', () => {
  const pages: Readonly<Record<string, readonly (readonly [before: string, after: string])[]>> = {
    'keeps what always holds, two spaces further out': [
      [
        '<p>\n  {% if true %}\n    <b>\n      x\n    </b>\n  {% endif %}\n</p>',
        '<p>\n  <b>\n    x\n  </b>\n</p>',
      ],
      ['{% if true %}\n  a\n{% else %}\n  b\n{% endif %}', 'a'],
    ],
    'leaves out what never holds': [
      ['{% if false %}\n  a\n{% else %}\n  b\n{% endif %}', 'b'],
      [
        'a\n{% if false %}\n  {% for x in y %}\n    b\n  {% else %}\n    c\n  {% endfor %}\n{% endif %}',
        'a',
      ],
    ],
    'resolves one within another': [
      [
        '{% if true %}\n  {% if false %}\n    a\n  {% else %}\n    b\n  {% endif %}\n{% else %}\n  c\n{% endif %}',
        'b',
      ],
      [
        '{% if a %}\n  {% if true %}\n    b\n  {% endif %}\n{% else %}\n  c\n{% endif %}',
        '{% if a %}\n  b\n{% else %}\n  c\n{% endif %}',
      ],
    ],
    'leaves what Jinja decides': [
      [
        '{% for a in b %}\n  {% if a %}\n    c\n  {% elif d %}\n    e\n  {% endif %}\n{% else %}\n  f\n{% endfor %}',
        '{% for a in b %}\n  {% if a %}\n    c\n  {% elif d %}\n    e\n  {% endif %}\n{% else %}\n  f\n{% endfor %}',
      ],
      [
        '{% if true %}\n  {% for a in b %}\n    c\n  {% else %}\n    d\n  {% endfor %}\n{% endif %}',
        '{% for a in b %}\n  c\n{% else %}\n  d\n{% endfor %}',
      ],
    ],
  };
  for (const [title, cases] of Object.entries(pages)) {
    it(title, () => {
      for (const [before, after] of cases) {
        expect(withoutKnownConditions(before)).toBe(after);
      }
    });
  }
});

import { Tree } from '@angular-devkit/schematics';
import { addForm } from '../../src/rules/form';
import { addModel } from '../../src/rules/model';
import { makeParts } from './make-parts';

const POST = `from datetime import date, datetime
from decimal import Decimal
from enum import Enum

class Status(Enum):
    DRAFT = "draft"

class Post(db.Model):
    __tablename__ = "posts"

    id: Mapped[int] = mapped_column(primary_key=True)
    title: Mapped[str] = mapped_column(String(120), unique=True)
    body: Mapped[str] = mapped_column(Text)
    views: Mapped[int] = mapped_column(default=0)
    priority: Mapped[int] = mapped_column(info={"min": 1, "max": 5})
    weight: Mapped[Decimal] = mapped_column(Numeric(4, 2), info={"min": Decimal("0.5")})
    price: Mapped[Decimal | None] = mapped_column(Numeric(10, 2))
    featured: Mapped[bool] = mapped_column(default=True)
    published_on: Mapped[date | None]
    embargo: Mapped[datetime | None] = mapped_column(UtcDateTime)
    status: Mapped[Status] = mapped_column(EnumType(Status), default=Status.DRAFT)
    blog_id: Mapped[int] = mapped_column(ForeignKey("blogs.id"))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now)
    updated_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now, onupdate=utc_now)
`;

const FORM = `from decimal import Decimal

from wtforms import (
    BooleanField,
    DateField,
    DecimalField,
    IntegerField,
    StringField,
    TextAreaField,
)
from wtforms.validators import (
    DataRequired,
    InputRequired,
    Length,
    NumberRange,
    Optional,
)

from app.forms.base import ModelForm, strip
from app.forms.choices import ChoiceField
from app.forms.fields import Bits, Digits, RowField, UtcDateTimeField
from app.models.blog import Blog
from app.models.post import Status


class PostForm(ModelForm):
    title = StringField(filters=[strip], validators=[DataRequired(), Length(max=120)])
    body = TextAreaField(filters=[strip], validators=[DataRequired()])
    views = IntegerField(default=0, validators=[InputRequired(), Bits(32)])
    priority = IntegerField(
        validators=[InputRequired(), Bits(32), NumberRange(min=1, max=5)]
    )
    weight = DecimalField(
        validators=[InputRequired(), Digits(4, 2), NumberRange(min=Decimal("0.5"))]
    )
    price = DecimalField(validators=[Optional(), Digits(10, 2)])
    featured = BooleanField(default=True)
    published_on = DateField("Published on", validators=[Optional()])
    embargo = UtcDateTimeField("Embargo (UTC)", validators=[Optional()])
    status = ChoiceField(
        values=Status, default=Status.DRAFT, validators=[InputRequired()]
    )
    blog_id = RowField(
        "Blog", key=Blog.id, label=Blog.title, validators=[InputRequired()]
    )
`;

const BLOG = `class Blog(db.Model):
    __tablename__ = "blogs"
    id: Mapped[int] = mapped_column(primary_key=True)
    code: Mapped[str]
    title: Mapped[str]
`;

const PROJECT = {
  'app/__init__.py': '',
  'app/forms/__init__.py': '',
  'app/models/__init__.py': 'from app.models.post import Post\n\n__all__ = ["Post"]\n',
  'app/models/post.py': POST,
  'app/models/blog.py': BLOG,
};

interface Made {
  tree: Tree;
  said: string[];
  form: string;
}

async function make(
  name: string,
  files: Readonly<Record<string, string>> = {},
  isMade = false,
): Promise<Made> {
  const tree = Tree.empty();
  for (const [path, text] of Object.entries({ ...PROJECT, ...files })) {
    tree.create(path, text);
  }
  const options = { name, generateController: true, generateModel: isMade };
  const said = await makeParts(tree, options, [addModel, (view) => addForm([view])]);
  const form = tree.exists('app/forms/post_form.py') ? tree.readText('app/forms/post_form.py') : '';
  return { tree, said, form };
}

function postWith(line: string): Record<string, string> {
  return { 'app/models/post.py': `class Post(db.Model):\n    ${line}\n` };
}

describe('addForm', () => {
  for (const action of ['create', 'store', 'edit', 'update']) {
    it(`makes the form of the model's columns for ${action}, and registers it`, async () => {
      const { form, said, tree } = await make(`posts.${action}`);
      expect(form).toBe(FORM);
      expect(said).toEqual([]);
      expect(tree.readText('app/forms/__init__.py')).toBe(
        'from app.forms.post_form import PostForm\n\n__all__ = ["PostForm"]\n',
      );
    });
  }

  for (const view of ['posts.index', 'posts.show', 'posts.destroy', 'posts.archive', 'about']) {
    it(`makes none for ${view}`, async () => {
      expect((await make(view)).form).toBe('');
    });
  }

  it('makes none where there is no model', async () => {
    const { tree } = await make('news.create');
    expect(tree.readText('app/forms/__init__.py')).toBe('');
  });

  it('leaves out the key of the parent in the URL', async () => {
    const { form } = await make('blogs.posts.create');
    expect(form).toContain('title = ');
    expect(form).not.toContain('blog_id');
  });

  it('makes a form of a button alone for a model that is made with it, and says so', async () => {
    const { said, tree } = await make('teams.create', {}, true);
    expect(tree.readText('app/forms/team_form.py')).toBe(
      'from app.forms.base import ModelForm\n\n\nclass TeamForm(ModelForm):\n    pass\n',
    );
    expect(said).toEqual([
      'info: app/forms/team_form.py has no fields, because Team has no columns to fill in. ' +
        'Add columns to app/models/team.py, and fields for them to the form.',
    ]);
  });

  it('leaves a form as it is, and says what it has no field for', async () => {
    const form = `from wtforms import StringField

class PostForm(ModelForm):
    title = StringField()
`;
    const lines =
      'title = db.Column(db.Text)\n    views = db.Column(db.Integer)\n    name: Mapped[str]';
    const made = await make('posts.create', {
      ...postWith(lines),
      'app/forms/post_form.py': form,
    });
    expect(made.form).toBe(form);
    expect(made.said).toEqual([
      `warn: app/forms/post_form.py stays as it is: PostForm has no field for views and name. Add to it:
    from wtforms import IntegerField
    from wtforms.validators import DataRequired, Optional

    from app.forms.base import strip
    from app.forms.fields import Bits

    views = IntegerField(validators=[Optional(), Bits(32)])
    name = StringField(filters=[strip], validators=[DataRequired()])`,
    ]);
  });

  it('names a field whose column is gone: nothing saves what is typed into it', async () => {
    const form =
      'class PostForm(ModelForm):\n    title = StringField()\n    headline = StringField()\n    width = 3\n';
    const made = await make('posts.create', {
      ...postWith('title: Mapped[str]'),
      'app/forms/post_form.py': form,
    });
    expect(made.form).toBe(form);
    expect(made.said).toEqual([
      'warn: app/forms/post_form.py:3: PostForm.headline is not saved, because Post has no column headline. Rename or remove the field.',
    ]);
  });

  it('finds a form that the project keeps elsewhere', async () => {
    const { form, said } = await make('posts.create', {
      ...postWith('title: Mapped[str]'),
      'app/forms/__init__.py': 'from app.forms.all import PostForm\n',
      'app/forms/all.py': 'class PostForm(ModelForm):\n    title = StringField()\n',
    });
    expect(form).toBe('');
    expect(said).toEqual([]);
  });

  it('changes nothing the second time', async () => {
    const { tree } = await make('posts.create');
    const [form, init] = ['app/forms/post_form.py', 'app/forms/__init__.py'];
    const again = await make('posts.edit', {
      [form]: tree.readText(form),
      [init]: tree.readText(init),
    });
    expect(again.tree.readText(form)).toBe(tree.readText(form));
    expect(again.tree.readText(init)).toBe(tree.readText(init));
    expect(again.said).toEqual([]);
  });

  for (const [line, field] of [
    ['a: Mapped[str]', 'a = StringField(filters=[strip], validators=[DataRequired()])'],
    [
      'a: Mapped[str | None] = mapped_column(index=True)',
      'a = StringField(filters=[strip], validators=[Length(max=600)])',
    ],
    [
      'a: Mapped[str] = mapped_column(default="")',
      'a = StringField(filters=[str.strip], default="")',
    ],
    [
      'work_email: Mapped[str] = mapped_column(String(254))',
      'work_email = EmailField(\n        "Work email", filters=[strip], validators=[DataRequired(), Length(max=254)]\n    )',
    ],
    ['url: Mapped[str]', 'url = StringField("URL", filters=[strip], validators=[DataRequired()])'],
    ['a = db.Column(db.SmallInteger)', 'a = IntegerField(validators=[Optional(), Bits(16)])'],
    [
      'a: Mapped[Decimal] = mapped_column(Numeric(8, 2), default=Decimal("0.5"))',
      'a = DecimalField(default=Decimal("0.5"), validators=[InputRequired(), Digits(8, 2)])',
    ],
    [
      'a: Mapped[Decimal] = mapped_column(Numeric(8, 4))',
      'a = DecimalField(places=None, validators=[InputRequired(), Digits(8, 4)])',
    ],
    [
      'max_tokens = db.Column(db.Integer)',
      'max_tokens = IntegerField("Max tokens", validators=[Optional(), Bits(32)])',
    ],
    ['a = db.Column(db.Float)', 'a = FloatField(validators=[Optional(), finite])'],
    ['a = db.Column(db.DateTime)', 'a = DateTimeLocalField(validators=[Optional()])'],
    ['a = db.Column(db.Enum("x", "y"))', 'a = ChoiceField(values=["x", "y"])'],
  ] as const) {
    it(`makes of ${line}: ${field}`, async () => {
      const { form } = await make('posts.create', postWith(line));
      expect(form).toContain(`\n    ${field}\n`);
    });
  }

  for (const [line, field, ...classes] of [
    [
      'a: Mapped[Any] = mapped_column(JSON)',
      'a = JsonField(validators=[InputRequired()])',
      'JsonField',
    ],
    ['a: Mapped[bool | None]', 'a = AnswerField()', 'AnswerField'],
    [
      'a: Mapped[Decimal | None]',
      'a = NumberField(validators=[Optional(), Digits(25, 10)])',
      ...['Digits', 'NumberField'],
    ],
    ['a: Mapped[int | None]', 'a = IntegerField(validators=[Optional(), Bits(32)])', 'Bits'],
    [
      'a: Mapped[str] = mapped_column(String(9), info={"format": "url"})',
      'a = UrlField(filters=[strip], validators=[DataRequired(), Length(max=9)])',
      'UrlField',
    ],
  ] as const) {
    it(`makes the module of further fields with the classes of ${field} alone, once`, async () => {
      const path = 'app/forms/fields.py';
      const { form, tree } = await make('posts.create', postWith(line));
      expect(form).toContain(`\n    ${field}\n`);
      expect(form).toContain(`\nfrom app.forms.fields import ${classes.join(', ')}\n`);
      const text = tree.readText(path);
      expect([...(text.match(/^(class )?\w+(?=[(:]| =)/gm) ?? [])]).toEqual(
        classes.map((name) => `class ${name}`),
      );
      const again = await make('posts.create', { ...postWith(line), [path]: `${text}# mine\n` });
      expect(again.form).toBe(form);
      expect(again.tree.readText(path)).toBe(`${text}# mine\n`);
    });
  }

  it('adds a further field to the module as a person has changed it', async () => {
    const path = 'app/forms/fields.py';
    const mine =
      'from wtforms import StringField  # mine\n\n\nclass UrlField(StringField):\n    pass\n\n\nLIMIT = 3  # mine\n';
    const lines =
      'a: Mapped[bool | None]\n    b: Mapped[str] = mapped_column(String(9), info={"format": "url"})';
    const { tree } = await make('posts.create', { ...postWith(lines), [path]: mine });
    const text = tree.readText(path);
    expect(text.match(/^class \w+/gm)).toEqual(['class UrlField', 'class AnswerField']);
    expect(text).toContain('class UrlField(StringField):\n    pass\n\n\nclass AnswerField');
    expect(text).toContain('\nLIMIT = 3  # mine\n');
    expect(text).toContain('\nfrom app.forms.choices import ChoiceField\n');
    expect(text).not.toContain('json');
  });

  it('takes a field that a person imports instead', async () => {
    const path = 'app/forms/fields.py';
    const mine = 'from app.answers import AnswerField\n\n__all__ = ["AnswerField"]\n';
    const { form, tree } = await make('posts.create', {
      ...postWith('a: Mapped[bool | None]'),
      [path]: mine,
    });
    expect(form).toContain('    a = AnswerField()\n');
    expect(tree.readText(path)).toBe(mine);
  });

  it('says nothing of a secret that the model names', async () => {
    const { form, said } = await make(
      'posts.create',
      postWith('title: Mapped[str]\n    a: Mapped[str] = mapped_column(info={"hidden": True})'),
    );
    expect(form).not.toContain('a = ');
    expect(said).toEqual([]);
  });

  for (const line of [
    'errors: Mapped[str]',
    'names_of: Mapped[str]',
    '_hidden: Mapped[str]',
    'password_hash: Mapped[str] = mapped_column(String(255))',
    'token: Mapped[str] = mapped_column(default=make_token)',
    'published_on: Mapped[date] = mapped_column(default=lambda: date.today())',
    'opened_at = db.Column(db.DateTime, server_default=db.func.now())',
    'key = db.Column(db.ForeignKey(Unknown.id))',
  ]) {
    it(`leaves this out, and says so: ${line}`, async () => {
      const { form, said } = await make('posts.create', postWith(line));
      expect(form).toContain('    pass\n');
      expect(said).toEqual([jasmine.stringMatching(/^warn: .* has no field for \w+\. /)]);
    });
  }

  it('advises no field for what a user may do', async () => {
    for (const name of ['is_admin', 'role']) {
      const { form, said } = await make('posts.create', postWith(`${name}: Mapped[str]`));
      expect(form).toContain('    pass\n');
      expect(said).toEqual([
        `warn: app/forms/post_form.py leaves out ${name}, which no form should set.`,
      ]);
    }
  });

  it('tells the rows of a foreign key apart by no secret', async () => {
    const blog = BLOG.replace('code: Mapped[str]', 'api_key: Mapped[str]').replace('title', 'text');
    const { form } = await make('posts.create', { 'app/models/blog.py': blog });
    expect(form).toContain('key=Blog.id, label=Blog.text');
  });

  it('says nothing of what nobody fills in', async () => {
    const { form, said } = await make(
      'posts.create',
      postWith(
        'title: Mapped[str]\n    changed: Mapped[datetime] = mapped_column(default=now, onupdate=now)\n' +
          '    created_at: Mapped[datetime] = mapped_column(default=now)',
      ),
    );
    expect(form).not.toMatch(/changed|created_at/);
    expect(said).toEqual([]);
  });

  it('leaves out a column that WTForms would call for another one, and says so', async () => {
    const files = postWith('title: Mapped[str]\n    validate_title: Mapped[str]');
    const { form, said } = await make('posts.create', files);
    expect(form).toContain('title = StringField(');
    expect(form).not.toContain('validate_title');
    expect(said.join()).toContain('validate_title');
  });

  it('speaks of what it left out only once', async () => {
    const files = postWith('errors: Mapped[str]');
    const { form } = await make('posts.create', files);
    const again = await make('posts.store', { ...files, 'app/forms/post_form.py': form });
    expect(again.said).toEqual([]);
  });

  it('adds the form to a file of its name that defines something else', async () => {
    const { form } = await make('posts.create', {
      ...postWith('title: Mapped[str]'),
      'app/forms/post_form.py': 'A = 1\n',
    });
    expect(form).toMatch(/\nA = 1\n\n\nclass PostForm\(ModelForm\):\n {4}title = StringField\(/);
  });

  it('refuses a file of its name that uses a name of the form for something else', async () => {
    const run = make('posts.create', {
      ...postWith('title: Mapped[str]'),
      'app/forms/post_form.py': 'StringField = 1\n',
    });
    await expectAsync(run).toBeRejectedWithError(/post_form\.py already uses the name StringField/);
  });
});

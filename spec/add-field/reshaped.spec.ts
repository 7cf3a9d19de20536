import { SchematicsException } from '@angular-devkit/schematics';
import { UsageError } from '../../src/errors';
import type { Manifest } from '../../src/manifest/format';
import { ViewProject } from '../support/view-project';

const MANIFEST = '.scaffold/resources/posts.json';
const MODEL = 'app/models/post.py';
const FORM = 'app/forms/post_form.py';
const CONTROLLER = 'app/controllers/post_controller.py';
const LIST = 'app/templates/posts/index.html';
const PAGE = 'app/templates/posts/show.html';
const TESTS = 'tests/test_posts.py';
const FACTORY = 'tests/factories/post.py';

let generated: Promise<Record<string, string>> | undefined;

/** The files of an application with posts, as generated. */
function files(): Promise<Record<string, string>> {
  generated ??= (async () => {
    const project = await ViewProject.with();
    const fields = ['title:string:120', 'body:text:optional', 'author:references:users'];
    return (await project.makeResource('posts', { fields })).files;
  })();
  return generated;
}

/** The application after a person has changed files of it. */
async function reshaped(
  changes: Readonly<Record<string, ((text: string) => string) | null>>,
): Promise<ViewProject> {
  const all: Record<string, string | null> = { ...(await files()) };
  for (const [path, change] of Object.entries(changes)) {
    const before = all[path] ?? '';
    const after = change === null ? null : change(before);
    expect(after).withContext(path).not.toBe(before);
    all[path] = after;
  }
  return ViewProject.with(all);
}

function replacing(what: string | RegExp, by: string): (text: string) => string {
  return (text) => text.replace(what, by);
}

describe('add-field, in a resource that a person has reshaped,', () => {
  it('keeps other markup, own methods and own tests', async () => {
    const project = await reshaped({
      [LIST]: replacing('<div class="records">', '<p>Mine</p>\n    <div class="records mine">'),
      [PAGE]: replacing(/ {4}<div class="texts">[^]*?\n {4}<\/div>\n/, ''),
      [CONTROLLER]: (text) =>
        `${text}\n    def mine(self) -> str:\n        return "mine"\n`.replace(
          '        return render_template("posts/index.html"',
          '        mine = 1\n$&',
        ),
      [FORM]: (text) => `${text}\n    def mine(self) -> int:\n        return 1\n`,
      [TESTS]: (text) => `${text}\n\ndef test_mine() -> None:\n    assert 1\n`,
      [FACTORY]: replacing('        "title"', '        "body": "Mine",\n        "title"'),
    });
    await project.addField('posts', 'price:decimal:default=0');
    expect(project.warnings).toEqual([]);
    expect(project.read(LIST)).toContain('<p>Mine</p>\n    <div class="records mine">');
    expect(project.read(LIST)).toContain('{{ heading(posts, "price", "Price", "number") }}');
    expect(project.read(PAGE)).toMatch(/<dt>Author[^]*<dt>Price[^]*<dt>Created at/);
    expect(project.read(PAGE)).not.toContain('post.body');
    expect(project.read(CONTROLLER)).toContain('Post.price');
    expect(project.read(CONTROLLER)).toContain('        mine = 1\n');
    expect(project.read(FORM)).toMatch(/ {4}price = DecimalField\([^]*\n\n {4}def mine/);
    expect(project.read(TESTS)).toContain('"price": "7.50",');
    expect(project.read(TESTS)).toContain('def test_mine() -> None:');
    expect(project.read(FACTORY)).toContain('"body": "Mine",');
  });

  it('leaves a file alone where both changed the same lines, and gives the lines', async () => {
    const list = '<ul>{% for post in posts %}<li>{{ post.title }}</li>{% endfor %}</ul>\n';
    const project = await reshaped({
      [LIST]: () => list,
      [CONTROLLER]: replacing('sort=[', 'sort=[Post.id, '),
      [PAGE]: replacing(/ {2}<dl[^]*<\/dl>\n/, '  <p>{{ post.body }}</p>\n'),
    });
    await project.addField('posts', 'price:decimal:default=0');
    expect(project.read(LIST)).toBe(list);
    expect(project.read(CONTROLLER)).not.toContain('price');
    expect(project.read(PAGE)).not.toContain('price');
    expect(project.read(FORM)).toContain('price = DecimalField');
    const warnings = project.warnings.join('\n');
    expect(warnings).toMatch(
      /app\/templates\/posts\/show\.html:\d+ was changed where price would go/,
    );
    expect(warnings).toMatch(/by hand:\n {6}<div>\n {8}<dt>Price<\/dt>\n.*\n {6}<\/div>$/m);
    expect(warnings).toMatch(
      /post_controller\.py:\d+ was changed where price would go.*by hand:\n *sort=\[Post\.title, .*Post\.price/,
    );
    expect(warnings).toContain('{{ heading(posts, "price", "Price", "number") }}');
  });

  it('has the manifest keep what a method is to be where a person changed that', async () => {
    const fields = ['title:string:120', 'body:text:optional'];
    const added = 'price:decimal:default=0';
    const made = await (await ViewProject.with()).makeResource('posts', { fields });
    const code = made.read(CONTROLLER);
    const whole = { ...made.files, ...made.remembered };
    const changed = { ...whole, [CONTROLLER]: code.replace('sort=[', 'sort=[Post.id, ') };
    // In a file of a person, the manifest knows methods, not the file.
    const manifest = JSON.parse(whole[MANIFEST] ?? '') as Manifest;
    const index = /^ {4}def index[^]*?(?=\n\n {4}def )/m.exec(code)?.[0].split('\n') ?? [];
    const generated = { ...manifest.generated, [CONTROLLER]: { 'PostController.index': index } };
    const member = { ...changed, [MANIFEST]: JSON.stringify({ ...manifest, generated }) };
    const all = await (
      await ViewProject.with()
    ).makeResource('posts', { fields: [...fields, added] });
    for (const files of [changed, member]) {
      const project = await ViewProject.with(files);
      await project.addField('posts', added);
      expect(project.warnings.join()).toContain('post_controller.py:');
      const kept = project.manifest('posts').generated[CONTROLLER];
      const lines = Array.isArray(kept) ? kept : Object.values(kept ?? {}).flat();
      expect(lines.filter((line: string) => line.includes('Post.price')).length).toBe(1);
      if (files === changed) {
        expect(kept).toEqual(all.manifest('posts').generated[CONTROLLER]);
      }
    }
  });

  it('takes no comment and no other text for a field', async () => {
    const project = await reshaped({
      [LIST]: (text) => `{# post.price #}\n${text}`,
      [PAGE]: (text) => `${text}<p>post.price and {{ "post.price" }}</p>\n`,
      [CONTROLLER]: replacing('    def index(', '    # Post.price\n    def index('),
      [TESTS]: (text) => `# "price": 1\n${text}\nMINE = '"price": 1'\n`,
    });
    const list = project.read(CONTROLLER);
    const own = list.replace(/(def index\(self\) -> [^:]*:\n)/, '$1        # Post.price\n');
    const commented = await ViewProject.with({ ...project.files, [CONTROLLER]: own });
    await commented.addField('posts', 'price:decimal:default=0');
    expect(commented.warnings).toEqual([]);
    expect(commented.read(LIST)).toContain('{{ heading(posts, "price", "Price", "number") }}');
    expect(commented.read(PAGE)).toContain('<dt>Price</dt>');
    expect(commented.read(CONTROLLER)).toMatch(/sort=\[[^\]]*Post\.price/);
    expect(commented.read(TESTS)).toContain('"price": "7.50",');
  });

  it('changes nothing the second time, also after changes to what it wrote', async () => {
    const project = await reshaped({ [TESTS]: null });
    await project.addField('posts', 'price:decimal:default=0');
    const page = project.read(PAGE).replace('{{ post.price | display }}', '{{ post.price }} €');
    const again = await ViewProject.with({ ...project.files, [PAGE]: page });
    await again.addField('posts', 'price:decimal:default=0');
    expect(again.changes).toEqual({});
    expect(again.messages).toEqual(['info Nothing to do: Post already has price.']);
  });

  it('carries a column that a person has added by hand', async () => {
    const column = '    price: Mapped[int] = mapped_column(default=0)\n';
    const project = await reshaped({ [MODEL]: replacing(/(?= {4}created_at)/, column) });
    await project.addField('posts', 'price:integer:default=0');
    expect(project.changes[MODEL]).toBeUndefined();
    expect(project.read(FORM)).toContain('price = IntegerField');
    expect(project.read(PAGE)).toContain('{{ post.price | display }}');
  });

  it('keeps line breaks, quotes and indentation of files', async () => {
    const crlf = replacing(/\n/g, '\r\n');
    const mine = (text: string): string => crlf(text.replaceAll('"', "'").replaceAll("'''", '"""'));
    const project = await reshaped({
      [LIST]: crlf,
      [PAGE]: crlf,
      [TESTS]: crlf,
      [FACTORY]: mine,
      [FORM]: mine,
      [CONTROLLER]: (text) =>
        text.replace(/^( {4})+/gm, (blanks) => '\t'.repeat(blanks.length / 4)),
    });
    await project.addField('posts', ['price:decimal:default=0', 'email:email:optional']);
    expect(project.warnings).toEqual([]);
    for (const path of [LIST, PAGE, TESTS, FORM]) {
      expect(project.changes[path]?.replaceAll('\r\n', '')).withContext(path).not.toContain('\n');
    }
  });

  it('finds the model among others, and puts columns behind its last', async () => {
    const models = `from app.extensions import db


class Zebra:
    pass


class Post(db.Model):
    """A post."""

    created_at = db.Column(db.DateTime)
    id = db.Column(db.Integer, primary_key=True)
    title = db.Column(db.String(80))  # short

    def shout(self):
        return self.title.upper()


class Author(db.Model):
    id = db.Column(db.Integer, primary_key=True)
    posts = db.relationship("Post")
`;
    const project = await ViewProject.with({
      'app/models/blog.py': models,
      'app/models/__init__.py': 'from app.models.blog import Author, Post\n',
    });
    await project.addField('posts', ['status:enum:open:done:default=open', 'note:text:optional']);
    const [, columns = '', rest = ''] = /title.*?# short\n(.*?)\n\n(.*)$/s.exec(
      project.read('app/models/blog.py'),
    ) ?? ['', '', ''];
    expect(columns).toMatch(
      /^ {4}status = db\.Column\(\n {8}db\.Enum\("open", "done", [^]*\n {4}note = db\.Column\(db\.Text\)$/,
    );
    expect(rest).toBe(models.slice(models.indexOf('    def shout')));
    expect(project.read('app/models/blog.py')).toMatch(
      /^from app\.extensions import db\n\n\nclass Zebra:\n {4}pass\n/,
    );
  });

  it('tells relationships apart that a further key makes ambiguous', async () => {
    const user = (await files())['app/models/user.py'] ?? '';
    const project = await reshaped({
      [MODEL]: replacing('from __future__ import annotations\n\n', ''),
      'app/models/user.py': () => `${user}\n    posts = db.relationship("Post", viewonly=True)\n`,
    });
    await project.addField('posts', 'editor:references:users:optional');
    const model = project.read(MODEL);
    expect(model).toContain('author: Mapped[User] = relationship(foreign_keys=[author_id])');
    expect(model).toMatch(
      /editor: Mapped\["User \| None"\] = relationship\(foreign_keys=\[editor_id\]\)/,
    );
    expect(project.read('app/models/user.py')).toContain(
      'posts = db.relationship("Post", viewonly=True, foreign_keys="Post.author_id")',
    );
  });

  it('changes only the model of a model that was made alone', async () => {
    const project = await (await ViewProject.with()).makeModel('Tag', 'name');
    const { files: before } = project;
    await project.addField('Tag', 'colour:string:20:optional');
    const changed = Object.entries(project.files).filter(([path, text]) => before[path] !== text);
    expect(changed.map(([path]) => path)).toEqual(['app/models/tag.py']);
    expect(project.messages.at(-1)).toContain('flask db migrate -m "Add colour to tags"');
  });

  it('carries a column to what make-view made', async () => {
    const project = await (await ViewProject.with()).make('posts.index', 'rcm');
    await project.make('posts.show', 'rc');
    await project.make('posts.create', 'rc');
    await project.addField('Post', 'title:string:120:optional');
    expect(project.read(LIST)).toContain('{{ heading(posts, "title", "Title") }}');
    expect(project.read(FORM)).toContain('title = StringField');
    expect(project.read(CONTROLLER)).toContain('Post.title');
  });

  for (const [name, options, page] of [
    ['recipes.comments', {}, 'app/templates/recipes/comments/show.html'],
    ['admin.notes', {}, 'app/templates/admin/notes/show.html'],
    ['articles', { model: 'Story' }, 'app/templates/articles/show.html'],
    ['posts', { controller: 'BlogController' }, PAGE],
  ] as const) {
    it(`finds ${name} ${JSON.stringify(options)}`, async () => {
      const fields = ['text:string:80'];
      const project = await (await ViewProject.with()).makeResource(name, { ...options, fields });
      const whole = await (
        await ViewProject.with()
      ).makeResource(name, { ...options, fields: [...fields, 'price:integer:default=0'] });
      await project.addField(name, 'price:integer:default=0', options);
      expect(project.files).toEqual(whole.files);
      expect(project.read(page)).toContain('Price');
    });
  }

  it('fills a list up to six columns, and takes none out', async () => {
    const project = await ViewProject.with(await files());
    const shown = (): string[] =>
      [...project.read(LIST).matchAll(/heading\(posts, "(\w+)"/g)].map(([, name = '']) => name);
    const sorted = (): string[] => {
      const [, sort = ''] = /sort=\[([^\]]*)\]/.exec(project.read(CONTROLLER)) ?? [];
      return [...sort.matchAll(/Post\.(\w+)/g)].map(([, name = '']) => name);
    };
    expect(shown()).toEqual(['title', 'author_id', 'created_at']);
    const long = ['a', 'b', 'd'].map((name) => `${name}:string:40:optional`);
    await project.addField('posts', [...long.slice(0, 2), 'c:boolean', ...long.slice(2)]);
    const full = ['title', 'author_id', 'a', 'b', 'c', 'created_at'];
    expect(shown()).toEqual(full);
    expect(sorted()).toEqual(full);
    for (const field of ['e:boolean', 'f:enum:x:y:default=x']) {
      await project.addField('posts', field);
      expect(shown()).withContext(field).toEqual(full);
      expect(sorted()).withContext(field).toEqual(full);
    }
    expect(project.read(CONTROLLER)).toContain('filters=[Post.author_id, Post.c, Post.e, Post.f]');
    expect(project.warnings).toEqual([]);
    await project.make('posts.index', 'rc', { replaceTemplate: true });
    expect(shown()).withContext('made again').toEqual(full);
  });

  it('takes nothing out of a full list for a column that says better which record a row is', async () => {
    const fields = ['code', 'a', 'b', 'c', 'd'].map((name) => `${name}:string:30`);
    const project = await (await ViewProject.with()).makeResource('posts', { fields });
    await project.addField('posts', 'title:string:30:default=none');
    const columns = project.read(LIST).match(/(?<=heading\(posts, ")\w+/g);
    expect(columns).toEqual(['title', 'code', 'a', 'b', 'c', 'd', 'created_at']);
  });

  it('keeps what a list sorts by whose page a person wrote', async () => {
    const fields = ['title', 'a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}:string:30`);
    const made = await (await ViewProject.with()).makeResource('posts', { fields });
    const page = '<ul>{% for post in posts %}<li>{{ post.title }}</li>{% endfor %}</ul>\n';
    const project = await ViewProject.with({ ...made.files, [LIST]: page });
    const [sort = ''] = /sort=\[[^\]]*\]/.exec(made.read(CONTROLLER)) ?? [];
    expect(sort).toContain('Post.d');
    await project.addField('posts', 'short:boolean');
    expect(project.read(CONTROLLER)).toContain(sort);
    expect(project.read(LIST)).toBe(page);
  });

  it('refuses names that the model uses for something else', async () => {
    const method = '\n    def price(self) -> int:\n        return 1\n';
    const project = await reshaped({ [MODEL]: (text) => text + method });
    await expectAsync(project.addField('posts', 'price:integer:optional')).toBeRejectedWithError(
      SchematicsException,
      /^app\/models\/post\.py:\d+: Post already has price, so "price:integer:optional" needs another name\.$/,
    );
    const dates = await (await ViewProject.with()).makeModel('Day', 'on:date');
    await expectAsync(dates.addField('Day', 'date:date:optional')).toBeRejectedWithError(
      SchematicsException,
      /Day uses date of its file/,
    );
  });

  it('looks for the model before it asks what the table would need', async () => {
    const project = await ViewProject.with();
    await expectAsync(project.addField('songs', ['body:text'])).toBeRejectedWithError(
      UsageError,
      /^There is no model Song yet\./,
    );
  });

  it('refuses an application without a database', async () => {
    const project = await ViewProject.with({}, false);
    await expectAsync(project.addField('posts', 'title:text:optional')).toBeRejectedWithError(
      SchematicsException,
      /scaffold new NAME --db/,
    );
    await expectAsync(project.addField('posts', [])).toBeRejectedWithError(UsageError);
  });
});

import { readdirSync } from 'node:fs';
import { TAKEN } from '../../src/naming/python-words';
import { AUTH } from '../support/own-auth';
import { type PersonsFiles, ViewProject } from '../support/view-project';

const MODELS = 'app/models/__init__.py';
const USERS = 'tests/factories/user.py';

/** A model with these lines below its key. */
function modelOf(name: string, ...lines: readonly string[]): PersonsFiles {
  const variable = name.toLowerCase();
  const names = [name, 'User'].sort();
  return {
    [`app/models/${variable}.py`]: `import enum

from app.extensions import db


class Mood(enum.Enum):
    GOOD = 1


class ${name}(db.Model):
    __tablename__ = "${variable}s"

    id = db.Column(db.Integer, primary_key=True)
${lines.map((line) => `    ${line}\n`).join('')}`,
    [MODELS]: names
      .map((each) => `from app.models.${each.toLowerCase()} import ${each}\n`)
      .join(''),
  };
}

/** The tests, or another file, that a resource of this model gets. */
async function made(
  lines: readonly string[],
  path = 'tests/test_posts.py',
  files: PersonsFiles = {},
): Promise<string> {
  const project = await ViewProject.with({ ...modelOf('Post', ...lines), ...files });
  return (await project.makeResource('posts')).read(path);
}

describe('The tests of a resource', () => {
  it('are made with the factories that they need', async () => {
    const project = await ViewProject.with({
      ...modelOf('Post', 'user_id = db.Column(db.ForeignKey("users.id"), nullable=False)'),
      [USERS]: null,
      'tests/factories/__init__.py': null,
    });
    await project.makeResource('posts');
    expect(project.read(USERS)).toContain('def make_user(**values: Any) -> User:');
    expect(project.read('tests/factories/post.py')).toContain(
      '"user_id": values.get("user_id") or make_user().id,',
    );
  });

  it('use no variable that hides what their factory calls', async () => {
    const project = await ViewProject.with(
      modelOf('Date', 'on = db.Column(db.Date, nullable=False)'),
    );
    await project.makeResource('dates');
    expect(project.read('tests/factories/date.py')).toContain(
      '    date_ = Date(**defaults | values)',
    );
  });

  it('give each record another value of what is unique, also where it has a default', async () => {
    const line = 'slug = db.Column(db.String(80), nullable=False, unique=True, default="none")';
    expect(await made([line], 'tests/factories/post.py')).toContain('"slug": f"Slug {number}",');
  });

  it('search for texts that no name of an application or a field is', async () => {
    const project = await (
      await ViewProject.with()
    ).makeResource('notes', { fields: 'text code:string:9' });
    const tests = project.read('tests/test_notes.py');
    expect(tests).toContain('query_string={"q": "first one"}');
    expect(tests).toContain('assert "Second one" not in page.text');
    const short = await (
      await ViewProject.with()
    ).makeResource('notes', { fields: 'code:string:9' });
    expect(short.read('tests/test_notes.py')).toContain('assert "Second" not in page.text');
  });

  it('use the factory of a model whose name the class does not tell', async () => {
    const project = await (await ViewProject.with()).makeResource('a_b_tests', { fields: 'name' });
    await project.makeResource('a_b_tests.level_2_items', { fields: 'name' });
    expect(project.read('app/models/level_2_item.py')).toContain('"level_2_items"');
    expect(project.read('tests/factories/level2_item.py')).toContain(
      'from tests.factories.ab_test import make_ab_test',
    );
  });

  it('ask no stranger to sign in where everybody may do all that there is', async () => {
    const project = await ViewProject.with(AUTH);
    await project.makeResource('cats', {
      fields: 'name',
      only: 'index,show',
      guard: 'users-write',
    });
    await project.makeResource('cats.toys', {
      fields: 'name',
      only: 'index',
      guard: 'users-write',
    });
    for (const path of ['tests/test_cats.py', 'tests/test_cats_toys.py']) {
      expect(project.read(path)).toContain('def test_everybody_reads(');
      expect(project.read(path)).not.toContain('for method, url in');
    }
  });

  it('keep what a person wrote, and warn', async () => {
    const files = {
      'tests/test_users.py': 'def test_users() -> None: ...\n',
      [USERS]: 'def user() -> None: ...\n',
    };
    const project = await (await ViewProject.with(files)).makeResource('users');
    expect(project.read('tests/test_users.py')).toBe(files['tests/test_users.py']);
    expect(project.read(USERS)).toBe(files[USERS]);
    expect(project.warnings).toEqual([
      `warn ${USERS} has no function make_user, which the tests call. Add it.`,
      'warn tests/test_users.py already exists. It stays as it is.',
    ]);
  });

  it('grow with the actions of their resource', async () => {
    const tests = 'tests/test_users.py';
    const part = await (await ViewProject.with()).makeResource('users', { only: 'index,show' });
    expect(part.read(tests)).not.toContain('client.post(');
    await part.makeResource('users', { only: 'create,store' });
    await part.makeResource('users');
    expect(part.warnings).toEqual([]);
    const whole = await (await ViewProject.with()).makeResource('users');
    expect(part.read(tests)).toBe(whole.read(tests));
  });

  it('keep what a person changed when their resource grows', async () => {
    const tests = 'tests/test_users.py';
    const project = await (await ViewProject.with()).makeResource('users', { only: 'index' });
    const own = '\n\ndef test_own() -> None: ...\n';
    const changed = await ViewProject.with({
      ...project.files,
      ...project.remembered,
      [tests]: project.read(tests) + own,
    });
    await changed.makeResource('users');
    expect(changed.read(tests)).toContain(own);
    expect(changed.read(tests)).toContain('client.post(');
    expect(changed.warnings).toEqual([]);
  });

  for (const [text, isMerged] of [
    ['def test_own() -> None: ...\n', true],
    ['def test_own(:\n', false],
  ] as const) {
    const what = isMerged ? 'come beside those' : 'stay with a note beside what is no Python';
    it(`of further actions ${what} that a person wrote`, async () => {
      const tests = 'tests/test_users.py';
      const project = await (await ViewProject.with()).makeResource('users', { only: 'index' });
      const changed = await ViewProject.with({
        ...project.files,
        ...project.remembered,
        [tests]: text,
      });
      await changed.makeResource('users');
      const lines = changed.read(tests);
      expect(lines).toContain(text);
      expect(lines.includes('def test_page(')).toBe(isMerged);
      expect(lines.includes('def test_list(')).toBe(false);
      expect(changed.warnings).toEqual(
        isMerged
          ? []
          : [
              'warn tests/test_users.py:1 was changed where tests of further actions would go, so that stays. ' +
                'To see them, move the file away and run this again.',
            ],
      );
    });
  }

  it('are left out in a project without tests, and the report says so', async () => {
    const all = Object.keys((await ViewProject.with()).files);
    const none = all.filter((path) => path.startsWith('tests/')).map((path) => [path, null]);
    const project = await ViewProject.with(Object.fromEntries(none) as PersonsFiles);
    await project.makeResource('users');
    expect(Object.keys(project.changes).filter((path) => path.startsWith('tests/'))).toEqual([]);
    expect(project.messages).toContain(
      'info tests/test_users.py was not made, because this project has no tests.',
    );
  });

  it('are called after the namespace, too', async () => {
    const project = await ViewProject.with();
    await project.makeResource('admin.users', { namespace: true });
    expect(project.read('tests/test_admin_users.py')).toContain('client.get("/admin/users")');
  });

  it('have a file of their own beside the tests that `new` and `make:auth` make', async () => {
    const files = ['new', 'make-auth'].flatMap((schematic) =>
      readdirSync(`src/${schematic}/files`, { encoding: 'utf8', recursive: true }),
    );
    const modules = files.flatMap((path) => /tests\/test_(\w+)\.py/.exec(path)?.[1] ?? []);
    expect([...TAKEN.testModules].sort()).toEqual([...new Set(modules)].sort());
    const model = modelOf('App', 'title = db.Column(db.String(80), nullable=False)');
    const project = await (await ViewProject.with(model)).makeResource('app');
    expect(project.read('tests/test_app_.py')).toContain('client.get("/app")');
  });

  it('find a record without text by its key', async () => {
    const tests = await made(['size = db.Column(db.Integer, nullable=False)']);
    expect(tests).toContain('assert f"Post {post_id}" in page.text');
    expect(tests).toContain('data=data | {"size": ""}');
    expect(tests).not.toContain('def test_search');
  });

  it('refuse what cannot be parsed if no field is required', async () => {
    const tests = await made(['size = db.Column(db.Integer)']);
    expect(tests).toContain('data=data | {"size": "wrong"}');
  });

  it('refuse the numbers just beyond the bounds of a column', async () => {
    const tests = await made(['size = db.Column(db.Integer, info={"min": 1, "max": 5})']);
    expect(tests).toContain('        ("size", "0"),\n        ("size", "6"),\n');
  });

  it('find a field for many records on a form while there are none to choose', async () => {
    const project = await (await ViewProject.with()).makeResource('tags', { fields: 'name' });
    await project.makeResource('posts', { fields: 'tags:many' });
    expect(project.read('tests/test_posts.py')).toContain(`assert 'id="tags"' in page.text`);
  });

  it('send an empty form for a model without fields', async () => {
    const tests = await made([]);
    expect(tests).toContain('client.post("/posts/create", follow_redirects=True)');
    expect(tests).not.toContain('def data');
  });

  it('do not create a record for which the form lacks a value', async () => {
    const tests = await made(['mood = db.Column(db.Enum(Mood), nullable=False)']);
    expect(tests).not.toContain('def test_create');
    expect(tests).toContain('def test_delete');
    const factory = await made(
      ['mood = db.Column(db.Enum(Mood), nullable=False)'],
      'tests/factories/post.py',
    );
    expect(factory).toContain('"mood": next(iter(Mood)),');
    expect(factory).toContain('from app.models.post import Mood, Post\n');
  });

  it('do not search a list whose filter names all records', async () => {
    const lines = [
      'title = db.Column(db.String(80), nullable=False)',
      'parent_id = db.Column(db.ForeignKey("posts.id"))',
    ];
    const tests = await made(lines);
    expect(tests).toContain('def test_list');
    expect(tests).not.toContain('def test_search');
    expect(await made(lines, 'tests/factories/post.py')).not.toContain('parent_id');
  });

  it('name the columns of which no value is known', async () => {
    const project = await ViewProject.with(
      modelOf('Post', 'place = db.Column(Point, nullable=False)'),
    );
    await project.makeResource('posts');
    expect(project.warnings.join('\n')).toContain(
      'tests/factories/post.py has no value for place. Add one.',
    );
  });
});

describe('The tests of a resource that a person has added to', () => {
  it('get each guard, beside the test of the person', async () => {
    const path = 'tests/test_posts.py';
    const mine =
      '\n\ndef test_mine(app: Flask) -> None:\n    with app.app_context():\n        assert True\n';
    const made = await (
      await ViewProject.with(AUTH)
    ).makeResource('posts', { fields: 'title:string:120' });
    const files = { ...made.files, ...made.remembered, [path]: made.read(path) + mine };
    const own = await ViewProject.with(files);
    for (const guard of ['users', 'none', 'owner-write', 'admin', 'owner', 'users'] as const) {
      await made.makeResource('posts', { guard });
      await own.makeResource('posts', { guard });
      expect(own.read(path)).withContext(guard).toContain(mine);
      expect(own.read(path).replace(mine, '')).withContext(guard).toBe(made.read(path));
    }
  });
});

describe('The tests of a resource in an application with its own sign-in', () => {
  it('stay as they are if a guard is added, and a warning says what to do', async () => {
    const path = 'tests/test_posts.py';
    const own = { 'app/auth.py': String(AUTH['app/auth.py']).replace('ask_to_', 'send_to_') };
    for (const name of ['posts', 'posts.edit']) {
      const project = await (
        await ViewProject.with(own)
      ).makeResource('posts', { fields: 'title' });
      const before = project.read(path);
      await (name === 'posts'
        ? project.makeResource(name, { guard: 'users' })
        : project.make(name, '', { guard: 'users' }));
      expect(project.read(path)).toBe(before);
      expect(project.warnings).toEqual([
        `warn ${path} is not changed: tests sign in as \`make:auth\` does, and this application has its own sign-in. ` +
          'Tests of pages with the guard fail until you have them sign in first.',
      ]);
    }
  });
});

describe('The tests of records that refer to each other', () => {
  it('send no record that would bring a further one of their own', async () => {
    const project = await ViewProject.with();
    await project.makeResource('remarks', { fields: ['text'] });
    await project.makeResource('tasks', { fields: ['title', 'remark:references:remarks'] });
    await project.addField('remarks', 'task:references:tasks:optional');
    expect(project.read('tests/factories/remark.py')).not.toContain('make_task');
    expect(project.read('tests/test_remarks.py')).not.toContain('"task_id"');
    expect(project.read('tests/test_tasks.py')).toContain('"remark_id": make_remark().id');
  });
});

import { isWhole } from '../../src/manifest/format';
import { changed, older, type OlderTexts } from '../support/older';
import { ViewProject } from '../support/view-project';

const RECORDS = 'app/records.py';
const SETTINGS = 'config/default.py';
const ACCOUNT = 'app/templates/auth/account.html';
const MANIFEST = '.scaffold/application.json';

const ROUTES = 'app/routes/auth/routes.py';
const CONTROLLER = 'app/controllers/auth_controller.py';
const HEALTH = 'app/health.py';
const PAGE = 'app/templates/mains/index.html';

/** A page that sign-in no longer has. */
const FORMER_PAGE: OlderTexts = {
  [ROUTES]: [['@bp.post("/sign-out")', `${ownPage('former', '/former')}@bp.post("/sign-out")`]],
  [CONTROLLER]: [
    [
      '    def sign_out(',
      '    def former(self) -> str:\n        return "former"\n\n    def sign_out(',
    ],
  ],
};

const OWN_METHOD = '    def points(self) -> str:\n        return "12 points"\n\n';

const METHOD_USED = `


def own() -> str:
    from app.controllers.auth_controller import AuthController

    return AuthController().former()


def `;

function ownPage(name: string, path: string): string {
  return `@bp.get("${path}")\ndef ${name}() -> ResponseReturnValue:\n    return AuthController().${name}()\n\n\n`;
}

const OLDER: OlderTexts = {
  [RECORDS]: [['from app.extensions import db\n', 'from app.extensions import db\n\nOLD = 1\n']],
  [SETTINGS]: [['SQLITE = ', 'FORMER = 1\nSQLITE = ']],
};

/** A project whose manifest of the application has another file. */
async function withFormer(path: string, text: string, now = text): Promise<ViewProject> {
  const project = await older(await ViewProject.with());
  const manifest = project.manifest();
  const generated = { ...manifest.generated, [path]: text.split('\n') };
  const files = { ...project.files, ...project.remembered, [path]: now };
  return ViewProject.with({ ...files, [MANIFEST]: JSON.stringify({ ...manifest, generated }) });
}

describe('upgrade app and auth', () => {
  it('replaces what is as generated, and keeps what a person wrote beside that', async () => {
    const own: OlderTexts = {
      [RECORDS]: [['def ', 'def mine() -> int:\n    return 1\n\n\ndef ']],
      [SETTINGS]: [['class Config:\n', 'class Config:\n    MINE = 1\n']],
      [ACCOUNT]: [['{% block content %}', '{% block content %}\n  <p>Mine</p>']],
    };
    const made = await (await ViewProject.with()).makeAuth();
    const texts = { ...OLDER, [ACCOUNT]: [['<h1>', '<h1 class="old">']] } as const;
    const before = await changed(await older(made, texts), own);
    const project = await before.upgrade({ names: 'app auth' });
    expect(project.files).toEqual((await changed(made, own)).files);
    expect(project.remembered).toEqual(made.remembered);
    expect(project.warnings).toEqual([]);
  });

  it('brings the package of the API to today with the resources that it registers', async () => {
    const INIT = 'app/api/__init__.py';
    const made = await (await ViewProject.with()).makeResource('posts', { fields: ['title'] });
    await made.makeApi('posts');
    await made.makeResource('posts.comments', { fields: ['text'] });
    await made.makeApi('posts.comments');
    const texts: OlderTexts = { [INIT]: [['"""The JSON API:', '"""Serves JSON:']] };
    const own: OlderTexts = { [INIT]: [['bp = Blueprint', 'MINE = 1\nbp = Blueprint']] };
    const project = await (await changed(await older(made, texts), own)).upgrade({ names: 'app' });
    expect(project.files).toEqual((await changed(made, own)).files);
    expect(project.manifest().generated).toEqual(made.manifest().generated);
    expect(project.warnings).toEqual([]);
  });

  it('brings the files that resources share', async () => {
    const [FURTHER, GUARDS] = ['app/forms/fields.py', 'app/guards.py'];
    const made = await (await ViewProject.with()).makeAuth();
    await made.makeResource('posts', { fields: ['views:integer'], guard: 'owner' });
    await made.makeResource('lists', { fields: ['at:datetime', 'post:references:posts'] });
    const texts: OlderTexts = {
      [FURTHER]: [['class Bits:', 'class Bits:\n    old = True\n']],
      [GUARDS]: [['from app import auth\n', 'from app import auth\n\nOLD = 1\n']],
    };
    const own: OlderTexts = { [FURTHER]: [['class Bits:', 'MINE = 1\n\n\nclass Bits:']] };
    const before = await changed(await older(made, texts), own);
    const project = await before.upgrade({ names: 'app' });
    expect(project.warnings).toEqual([]);
    expect(project.files).toEqual((await changed(made, own)).files);
    expect(project.manifest()).toEqual(made.manifest());
  });

  it('brings whatever commands make of the application', async () => {
    const made = await (await ViewProject.with()).makeAuth();
    await made.makeResource('posts', { fields: ['views:integer'], guard: 'owner' });
    await made.makeResource('lists', { fields: ['at:datetime', 'post:references:posts'] });
    await made.makeApi('posts');
    const texts: Record<string, [now: string, older: string][]> = {};
    for (const [path, lines] of Object.entries(made.manifest().generated)) {
      const first = isWhole(lines) ? lines[0] : undefined;
      if (/(?<!__init__)\.py$/.test(path) && first) {
        texts[path] = [[first, `${first}\n# Old\n`]];
      }
    }
    const project = await (await older(made, texts)).upgrade({ names: 'app' });
    expect(project.warnings).toEqual([]);
    expect(project.files).toEqual(made.files);
  });

  it('makes what is new, but no part that sign-in was made without', async () => {
    const made = await (await ViewProject.with()).makeAuth({ without: 'events' });
    const { [RECORDS]: gone, ...generated } = made.manifest().generated;
    const manifest = { ...made.manifest(), templates: '', generated };
    const { [RECORDS]: text, ...files } = made.files;
    const kept = { ...made.remembered, [MANIFEST]: JSON.stringify(manifest) };
    const project = await ViewProject.with({ ...files, ...kept, [RECORDS]: null });
    await project.upgrade();
    expect(project.read(RECORDS)).toBe(text ?? '');
    expect(project.files).toEqual(made.files);
  });

  it('brings the parts that an older sign-in lacks, with a migration that ends its sessions', async () => {
    const made = await (await ViewProject.with()).makeAuth();
    const older = await (await ViewProject.with()).makeAuth({ without: 'fresh,leaving' });
    const { request, ...manifest } = older.manifest();
    const options = { ...request.options, without: '' };
    const kept = { ...manifest, templates: '', request: { ...request, options } };
    const project = await ViewProject.with({
      ...older.files,
      ...older.remembered,
      [MANIFEST]: JSON.stringify(kept),
    });
    await project.upgrade({ names: 'auth' });
    expect(project.warnings).toEqual([]);
    const isMigration = (path: string): boolean => path.startsWith('migrations/versions/');
    const without = (files: Readonly<Record<string, string>>): unknown =>
      Object.fromEntries(Object.entries(files).filter(([path]) => !isMigration(path)));
    expect(without(project.files)).toEqual(without(made.files));
    const [migration = '', ...others] = Object.keys(project.changes).filter(isMigration);
    expect(others).toEqual([]);
    const calls = project.read(migration).match(/\b(?:op|batch_op)\.\w+\(.*/g) ?? [];
    expect(calls.map((call) => call.replace(/^batch_op\./, ''))).toEqual([
      'op.execute(sa.table("user_sessions").delete())',
      'op.batch_alter_table("users") as batch_op:',
      'add_column(sa.Column("disabled_at", sa.DateTime(timezone=True)))',
      'add_column(sa.Column("leaves_at", sa.DateTime(timezone=True)))',
      'op.batch_alter_table("user_sessions") as batch_op:',
      'add_column(sa.Column("fresh_at", sa.DateTime(timezone=True)))',
      'op.execute(',
      'op.batch_alter_table("user_sessions") as batch_op:',
      'alter_column(',
      'op.batch_alter_table("user_sessions") as batch_op:',
      'drop_column("fresh_at")',
      'op.batch_alter_table("users") as batch_op:',
      'drop_column("leaves_at")',
      'drop_column("disabled_at")',
    ]);
  });

  it('leaves both as they are if one has a conflict', async () => {
    const made = await (await ViewProject.with()).makeAuth();
    const texts: OlderTexts = { ...OLDER, [ACCOUNT]: [['<h1>', '<h1 class="old">']] };
    const before = await changed(await older(made, texts), {
      [ACCOUNT]: [['<h1 class="old">', '<h1 class="mine">']],
    });
    const { files } = before;
    const project = await before.upgrade({ names: 'app' });
    expect(project.files).toEqual(files);
    expect(project.warnings.join('\n')).toMatch(
      /app stays as it is, too[^]*auth stays as it is, because/,
    );
  });

  for (const [path, was, mine] of [
    [ROUTES, 'def account(', 'def mine('],
    ['app/models/user.py', 'class User(', 'class Mine('],
  ] as const) {
    it(`marks both versions of ${path}, and upgrades what needs it as if the new one were kept`, async () => {
      const made = await (await ViewProject.with()).makeAuth();
      await made.makeResource('posts', { fields: ['title'], guard: 'owner' });
      const before = await changed(await older(made, { [path]: [[was, `${was}older_`]] }), {
        [path]: [[`${was}older_`, mine]],
      });
      const project = await before.upgrade({ markers: true });
      const { [path]: marked = '', ...others } = project.files;
      expect(marked).toMatch(/<<<<<<< yours\n[^]*>>>>>>> generated now\n/);
      const { [path]: _, ...expected } = made.files;
      expect(others).toEqual(expected);
      const line = marked.split('\n').indexOf('<<<<<<< yours') + 1;
      expect(project.warnings).toEqual([
        jasmine.stringMatching(`Python does not run with them:\n  ${path}:${line}$`),
      ]);
    });
  }

  it('deletes what is no longer made, unless it was changed or other code names it', async () => {
    const gone = await (await withFormer('app/former.py', 'A = 1\n')).upgrade();
    expect(Object.keys(gone.files)).not.toContain('app/former.py');
    const test = 'def test_former() -> None:\n    assert 1\n';
    const formatted = await withFormer('tests/test_former.py', test, test.replace('1\n', '(1)\n'));
    expect(Object.keys((await formatted.upgrade()).files)).not.toContain('tests/test_former.py');
    const own = await withFormer('app/former.py', 'A = 1\n', 'A = 2\n');
    expect((await own.upgrade()).read('app/former.py')).toBe('A = 2\n');
    expect(own.messages.join('\n')).toContain('app/former.py is no longer made. It stays');
    const used = await changed(await withFormer('app/former.py', 'A = 1\n'), {
      'run.py': [['from app import', 'from app.former import A\nfrom app import']],
    });
    expect((await used.upgrade()).read('app/former.py')).toBe('A = 1\n');
  });

  it('lists what is not as it would be made, if there is no manifest, and makes what is missing', async () => {
    const made = await ViewProject.with();
    const project = await ViewProject.with({
      [MANIFEST]: null,
      'app/logs.py': null,
      [SETTINGS]: made.read(SETTINGS).replace('class', 'MINE = 1\n\n\nclass'),
    });
    await project.upgrade();
    expect(project.read('app/logs.py')).toBe(made.read('app/logs.py'));
    expect(project.read(SETTINGS)).toContain('MINE = 1');
    expect(project.warnings.length).toBe(1);
    expect(project.warnings[0]).toMatch(
      /what they were made from is unknown[^]*config\/default\.py/,
    );
  });

  it('leaves the application as it is if code that stays would break', async () => {
    const before = await changed(await older(await ViewProject.with(), OLDER), {
      'app/health.py': [['from flask', 'from app.records import OLD\nfrom flask']],
    });
    const { files } = before;
    const project = await before.upgrade();
    expect(project.files).toEqual(files);
    expect(project.warnings.join('\n')).toContain('app/health.py:6: imports OLD from app.records');
  });

  it('knows that calls still work if a function has further parameters with defaults before those by name', async () => {
    const EMAILS = 'app/emails.py';
    const now = 'is_meant: bool = True, /, **values';
    const made = await (await ViewProject.with()).makeAuth();
    const before = await older(made, { [EMAILS]: [[now, '**values']] });
    const project = await before.upgrade({ names: 'auth' });
    expect(project.warnings).toEqual([]);
    expect(project.read(EMAILS)).toContain(now);
  });

  for (const [what, own, found] of [
    [
      'an endpoint',
      { [PAGE]: [['<h1', `<a href="{{ url_for('auth.former') }}">Former</a>\n    <h1`]] },
      `${PAGE}:\\d+: uses the endpoint auth.former`,
    ],
    [
      'a method',
      { [HEALTH]: [['\n\n\ndef ', METHOD_USED]] },
      `${HEALTH}:\\d+: uses AuthController\\(\\)\\.former`,
    ],
  ] as const) {
    it(`leaves sign-in as it is if a person uses ${what} that goes`, async () => {
      const made = await (await ViewProject.with()).makeAuth();
      const before = await changed(await older(made, FORMER_PAGE), own);
      const { files } = before;
      const project = await before.upgrade({ names: 'auth' });
      expect(project.files).toEqual(files);
      expect(project.warnings.join('\n')).toMatch(found);
      expect(project.warnings.join('\n')).not.toContain('--markers');
    });
  }

  it('keeps pages of a person in the blueprint of sign-in', async () => {
    const own: OlderTexts = {
      [ROUTES]: [
        ['@bp.post("/sign-out")', `${ownPage('points', '/account/points')}@bp.post("/sign-out")`],
      ],
      [CONTROLLER]: [['    def sign_out(', `${OWN_METHOD}    def sign_out(`]],
    };
    const made = await (await ViewProject.with()).makeAuth();
    const before = await changed(await older(made, FORMER_PAGE), own);
    const project = await before.upgrade({ names: 'auth' });
    expect(project.files).toEqual((await changed(made, own)).files);
    expect(project.warnings).toEqual([]);
  });

  for (const [what, name, path, found] of [
    ['name', 'export', '/account/data', `${ROUTES}:\\d+: @bp.get\\("/account/data"\\)`],
    ['URL', 'data', '/account/export', `${ROUTES}:\\d+: data already serves /account/export`],
  ] as const) {
    it(`leaves sign-in as it is if a page of a person has the ${what} of a new one`, async () => {
      const without = await (await ViewProject.with()).makeAuth({ without: 'leaving' });
      const { request, ...manifest } = without.manifest();
      const options = { ...request.options, without: '' };
      const kept = { ...manifest, templates: '', request: { ...request, options } };
      const before = await ViewProject.with({
        ...without.files,
        ...without.remembered,
        [MANIFEST]: JSON.stringify(kept),
        [ROUTES]: `${without.read(ROUTES)}\n\n${ownPage(name, path).trimEnd()}\n`,
      });
      const { files } = before;
      const project = await before.upgrade({ names: 'auth' });
      expect(project.files).toEqual(files);
      expect(project.warnings.join('\n')).toMatch(found);
    });
  }

  it('keeps the versions of packages that fit', async () => {
    const made = await ViewProject.with();
    const path = 'requirements.txt';
    const names = made.read(path).split('\n').slice(1, -1);
    const pinned = names.map((line) => line.replace(/~=(.*)/, '==$1.9')).slice(1);
    const text = [...pinned, 'Old==1.0', '', '# What those need', 'x==1', ''].join('\n');
    const manifest = made.manifest();
    const generated = { ...manifest.generated, [path]: text.split('\n') };
    const kept = JSON.stringify({ ...manifest, generated, templates: '' });
    const project = await ViewProject.with({ [path]: text, [MANIFEST]: kept });
    await project.upgrade();
    const expected = [names[0], ...pinned, '', '# What those need', 'x==1', ''].join('\n');
    expect(project.read(path)).toBe(expected);
    expect(project.messages.join('\n')).toContain('Install the new packages');
  });
});

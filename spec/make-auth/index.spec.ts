import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { diffLines } from 'diff';
import { UsageError } from '../../src/errors';
import { manifestPath } from '../../src/manifest/format';
import { expectFile } from '../support/expected';
import { type PersonsFiles, ViewProject } from '../support/view-project';

const FILES = [
  'app/auth.py',
  'app/controllers/auth_controller.py',
  'app/controllers/leaving_controller.py',
  'app/controllers/second_factor_controller.py',
  'app/devices.py',
  'app/emails.py',
  'app/events.py',
  'app/export.py',
  'app/forms/auth_forms.py',
  'app/fresh.py',
  'app/leaving.py',
  'app/limits.py',
  'app/mail_links.py',
  'app/models/auth_event.py',
  'app/models/outbox_mail.py',
  'app/models/second_factor.py',
  'app/models/user_session.py',
  'app/notices.py',
  'app/outbox.py',
  'app/passwords.py',
  'app/reset_links.py',
  'app/routes/auth/__init__.py',
  'app/routes/auth/routes.py',
  'app/second_factor.py',
  'app/sessions.py',
  'app/templates/auth/account.html',
  'app/templates/auth/change_address.html',
  'app/templates/auth/change_password.html',
  'app/templates/auth/code.html',
  'app/templates/auth/confirm.html',
  'app/templates/auth/finish_sign_up.html',
  'app/templates/auth/forgot_password.html',
  'app/templates/auth/keep_account.html',
  'app/templates/auth/leave.html',
  'app/templates/auth/new_codes.html',
  'app/templates/auth/recovery_codes.html',
  'app/templates/auth/reset_password.html',
  'app/templates/auth/second_factor.html',
  'app/templates/auth/sign_in.html',
  'app/templates/auth/sign_up.html',
  'app/templates/auth/turn_off.html',
  'app/templates/auth/turn_on.html',
  'app/templates/components/account.html',
  'app/templates/mail/email_changed.txt',
  'app/templates/mail/has_account.txt',
  'app/templates/mail/leaving.txt',
  'app/templates/mail/new_address.txt',
  'app/templates/mail/new_device.txt',
  'app/templates/mail/password_changed.txt',
  'app/templates/mail/reset_password.txt',
  'app/templates/mail/second_factor.txt',
  'app/templates/mail/sign_up.txt',
  'app/templates/mail/wrong_codes.txt',
  'app/user_commands.py',
  'app/verification.py',
  'tests/auth/__init__.py',
  'tests/auth/conftest.py',
  'tests/auth/test_fresh.py',
  'tests/auth/test_leaving.py',
  'tests/auth/test_outbox.py',
  'tests/auth/test_second_factor.py',
  'tests/auth/test_sign_in.py',
  'tests/auth/test_verification.py',
];

const USER = 'app/models/user.py';

async function refusalOf(files: PersonsFiles, db = true): Promise<string> {
  const project = await ViewProject.with(files, db);
  const before = project.files;
  try {
    await project.makeAuth();
  } catch (error) {
    expect(project.files).toEqual(before);
    return String(error);
  }
  return 'none';
}

/** The lines that an edit adds, and those that it takes out. */
function linesOf(before = '', after = ''): string[] {
  return diffLines(before, after)
    .filter(({ added, removed }) => added || removed)
    .flatMap(({ added, value }) =>
      value
        .replace(/\n$/, '')
        .split('\n')
        .map((line) => `${added ? '+' : '-'}${line}`),
    );
}

describe('make-auth', () => {
  it('makes these files, and leaves these others', async () => {
    const project = await ViewProject.with();
    const before = project.files;
    const { changes } = await project.makeAuth();
    expect(Object.keys(changes)).toEqual(jasmine.arrayContaining(FILES));
    const updated = Object.keys(changes).filter((path) => !FILES.includes(path));
    const edits = updated.map((path) => [path, ...linesOf(before[path], changes[path])].join('\n'));
    expectFile(join(__dirname, 'edits.diff'), `${edits.sort().join('\n\n')}\n`);
    expect(project.warnings).toEqual([]);
  });

  it('says how to make the migration if none makes the table of users', async () => {
    const project = await ViewProject.with({ 'migrations/versions/0001_create_users.py': null });
    await project.makeAuth();
    expect(project.messages.join('\n')).toContain('flask db migrate -m "Add sign-in"');
    expect(Object.keys(project.changes).join()).not.toContain('migrations/');
  });

  it('adds no column that users have', async () => {
    const model = 'app/models/user.py';
    const made = (await ViewProject.with()).read(model);
    const project = await ViewProject.with({
      [model]: `${made}    is_admin: Mapped[bool] = mapped_column(default=False)\n`,
    });
    await project.makeAuth();
    const path = Object.keys(project.changes).find((each) => each.startsWith('migrations/')) ?? '';
    expect(project.read(path)).toContain('sa.Column("password_hash"');
    expect(project.read(path)).not.toContain('is_admin');
  });

  it('changes nothing in a second run', async () => {
    const project = await (await ViewProject.with()).makeAuth();
    const { files } = project;
    await project.makeAuth();
    expect(project.files).toEqual(files);
    expect(project.messages.at(-1)).toContain('Nothing to do');
  });

  it('names the Python of the environment that the project has', async () => {
    for (const [python, install] of [
      [undefined, 'scaffold setup'],
      ['venv/bin/python', 'scaffold setup'],
      ['.venv/bin/python', 'in .venv/.'],
    ] as const) {
      const project = await ViewProject.with(python === undefined ? {} : { [python]: '' });
      const said = (await project.makeAuth()).messages.join('\n');
      expect(said).toContain(install);
      for (const words of ['flask db upgrade', 'flask users create']) {
        expect(said).toContain(`${python ?? 'venv/bin/python'} -m ${words}`);
      }
    }
  });

  it('keeps what a person has changed since, and makes a file again that is gone', async () => {
    const { files } = await (await ViewProject.with()).makeAuth();
    const gone = 'app/limits.py';
    const project = await ViewProject.with({
      ...files,
      'app/auth.py': `${files['app/auth.py'] ?? ''}\n# mine\n`,
      'app/templates/components/header.html': '<header></header>\n',
      [gone]: null,
    });
    await project.makeAuth();
    expect(project.changes).toEqual({ [gone]: files[gone] ?? '' });
  });

  it('adds to a file that an earlier version made, and keeps what it has', async () => {
    const path = 'app/limits.py';
    const former = readFileSync(join(__dirname, 'former/limits.py'), 'utf8');
    const project = await (await ViewProject.with({ [path]: former })).makeAuth();
    const text = project.files[path] ?? '';
    const removed = diffLines(former, text).filter((each) => each.removed);
    expect(removed.map(({ value }) => value)).toEqual([
      'from flask import Flask, current_app, request\n',
    ]);
    for (const name of ['unstorable', 'init_app', 'limit_posts', 'by_waiting_user', 'TOO_MANY']) {
      expect(text).toMatch(new RegExp(`^(def )?${name}\\b`, 'm'));
    }
    const changed = `${former}\n\nMINE = 1\n`;
    expect(await refusalOf({ [path]: changed })).toContain('Rename the files');
  });

  it('adds nothing that is newer to a sign-in that is older', async () => {
    const first = await (await ViewProject.with()).makeAuth();
    const newer = ['app/sessions.py', 'app/models/user_session.py'];
    const manifest = first.manifest();
    const known = Object.entries(manifest.generated).filter(([path]) => !newer.includes(path));
    const project = await ViewProject.with({
      ...first.files,
      ...Object.fromEntries(newer.map((path) => [path, null])),
      [manifestPath('application')]: JSON.stringify({
        ...manifest,
        generated: Object.fromEntries(known),
      }),
    });
    await project.makeAuth();
    expect(project.changes).toEqual({});
  });

  it('leaves signing up out', async () => {
    const project = await (await ViewProject.with()).makeAuth({ registration: false });
    const made = Object.keys(project.changes);
    expect(FILES.filter((path) => !made.includes(path))).toEqual([
      'app/templates/auth/finish_sign_up.html',
      'app/templates/auth/sign_up.html',
      'app/templates/mail/sign_up.txt',
    ]);
    for (const path of FILES.filter((each) => made.includes(each))) {
      expect(project.read(path)).withContext(path).not.toContain('sign_up');
    }
  });

  it('hands each variable to the services of compose.yaml', async () => {
    const project = await (await ViewProject.with()).makeAuth();
    const names = project.read('.env.example').match(/^\w+(?==)/gm) ?? [];
    for (const name of names.filter((each) => !each.startsWith('FLASK_'))) {
      expect(project.read('compose.yaml')).toContain(`\n      ${name}: `);
    }
    expect(names).toHaveSize(17);
  });

  it('names in the README how to make the first user, and what Docker needs for that', async () => {
    const project = await (await ViewProject.with()).makeAuth();
    const [, users = ''] = project.read('README.md').split('## Users');
    expect(users).toContain('python -m flask users create you@example.com --admin');
    const needed = project.read('compose.yaml').match(/(?<=\$\{)\w+(?=:\?)/g) ?? [];
    const isSet = (name: string): boolean =>
      [users, project.read('.env')].some((text) => new RegExp(`\\b${name}=\\S`).test(text));
    expect(needed).toContain('PUBLIC_URL');
    expect(needed.filter((name) => !isSet(name))).toEqual([]);
  });

  it('shares its name with no resource', async () => {
    const project = await (await ViewProject.with()).makeAuth();
    const before = project.files;
    for (const refused of [
      project.makeResource('auth'),
      project.makeResource('auth', { fields: 'name', guard: 'users' }),
      project.make('auth.index', 'rc'),
    ]) {
      await expectAsync(refused).toBeRejectedWithError(
        UsageError,
        'auth is the name of sign-in: app/routes/auth/routes.py has its pages. Choose another name.',
      );
    }
    expect(project.files).toEqual(before);
  });

  it('makes no tests in a project that has none', async () => {
    const project = await (await ViewProject.with({ 'tests/conftest.py': null })).makeAuth();
    expect(Object.keys(project.changes).filter((path) => path.startsWith('tests/'))).toEqual([]);
  });

  it('says that it makes no tests where a fixture is missing', async () => {
    const files = { 'tests/conftest.py': 'def app(): ...\n\n\ndef client(app): ...\n' };
    const project = await (await ViewProject.with(files)).makeAuth();
    expect(Object.keys(project.changes).filter((path) => path.startsWith('tests/'))).toEqual([]);
    expect(project.warnings.join()).toContain(
      'Sign-in gets no tests: they need the fixtures application, app and client, and tests/conftest.py lacks application.',
    );
  });

  it('tells where to link to it if the header has no place', async () => {
    const path = 'app/templates/components/header.html';
    const project = await (await ViewProject.with({ [path]: '<header></header>\n' })).makeAuth();
    expect(project.messages.join('\n')).toContain(
      `Add to ${path}:\n    {% include "components/account.html" %}`,
    );
  });

  it('adds the columns in the style of the model, and only those that it lacks', async () => {
    const model = `from app.extensions import db


class User(db.Model):
    id = db.Column(db.Integer, primary_key=True)
    name = db.Column(db.String(80))
    email = db.Column(db.String(120), unique=True)
    is_admin = db.Column(db.Boolean)
    posts = db.relationship("Post")
`;
    const project = await (await ViewProject.with({ [USER]: model })).makeAuth();
    expect(project.read(USER)).toBe(`from secrets import randbits

from app.extensions import db
from app.models.types import UtcDateTime


class User(db.Model):
    id = db.Column(db.Integer, primary_key=True)
    name = db.Column(db.String(80))
    email = db.Column(db.String(120), unique=True)
    is_admin = db.Column(db.Boolean)
    password_hash = db.Column(db.String(255), info={"hidden": True})
    session_version = db.Column(
        db.Integer,
        nullable=False,
        default=lambda: randbits(31),
        server_default="0",
        info={"hidden": True},
    )
    disabled_at = db.Column(UtcDateTime, info={"hidden": True})
    leaves_at = db.Column(UtcDateTime, info={"hidden": True})
    posts = db.relationship("Post")
`);
  });

  it('warns of columns that no form asks for', async () => {
    const model = `from app.extensions import db


class User(db.Model):
    id = db.Column(db.Integer, primary_key=True)
    name = db.Column(db.String(80))
    email = db.Column(db.String(120), unique=True)
    city = db.Column(db.String(80), nullable=False)
    born = db.Column(db.Date, nullable=False)
    size = db.Column(db.Integer, nullable=False, default=1)
`;
    const project = await (await ViewProject.with({ [USER]: model })).makeAuth();
    expect(project.warnings.join()).toContain('A user needs city and born too.');
  });

  it('says that what has no guard stays open in the API', async () => {
    const project = await ViewProject.with({});
    await project.makeResource('notes', { fields: 'text' });
    await project.makeApi('notes');
    await project.makeAuth();
    expect(project.messages.join()).toContain('What has no guard stays open to everybody');
  });

  it('warns if two users could get one e-mail address', async () => {
    const model = (email: string, args = ''): string => `from app.extensions import db


class User(db.Model):
    id = db.Column(db.Integer, primary_key=True)
    name = db.Column(db.String(80))
    email = db.Column(db.String(120)${email})
${args}`;
    const unnamed = '    __table_args__ = (db.UniqueConstraint("email"),)\n';
    for (const [user, count] of [
      [model(''), 1],
      [model(', unique=True'), 0],
      [model('', unnamed), 0],
      [model('', '    index = db.Index("ix", db.func.lower(email), unique=True)\n'), 0],
      [model('', '    index = db.Index("ix", email)  # not unique\n'), 1],
      [model('', '    """unique"""\n'), 1],
    ] as const) {
      const { warnings } = await (await ViewProject.with({ [USER]: user })).makeAuth();
      expect(warnings.filter((each) => each.includes(`unique=True to it in ${USER}`)).length).toBe(
        count,
      );
    }
  });

  it('warns of pages on which anybody changes e-mail addresses, until they are for admins', async () => {
    const users = await (await ViewProject.with()).makeResource('users');
    const project = await ViewProject.with(users.files);
    await project.makeAuth();
    expect(project.warnings).toContain(
      jasmine.stringMatching(/^warn app\/forms\/user_form\.py changes e-mail addresses/),
    );
    for (const guard of [undefined, 'users', 'users-write'] as const) {
      project.messages.length = 0;
      await project.makeResource('users', guard ? { guard } : {});
      expect(project.warnings).toContain(
        `warn ${guard ? 'Every user' : 'Everybody'} can change the e-mail address of an account at ` +
          '/users/<int:user_id>/edit, and then its password with "Forgot your password?". ' +
          'Run this again with --guard admin.',
      );
    }
    for (const guard of ['admin', undefined] as const) {
      project.messages.length = 0;
      await project.makeResource('users', guard ? { guard } : {});
      expect(project.warnings.join()).not.toContain('e-mail address');
    }
  });

  it('adds columns that no form of users has', async () => {
    const project = await (await ViewProject.with()).makeAuth();
    await project.makeResource('users');
    expect(project.read('app/forms/user_form.py')).not.toMatch(/password|is_admin|session_version/);
  });

  it('takes settings that a person keeps in another file', async () => {
    const { files } = await (await ViewProject.with()).makeAuth();
    const settings = (name: string) => files[`config/${name}.py`] ?? '';
    const project = await ViewProject.with({
      'config/default.py': settings('default').replace('class Config', 'class Base'),
      'config/development.py': null,
      'config/local.py': 'MAIL_FOLDER = "mail"\n',
    });
    await project.makeAuth();
    expect(Object.keys(project.changes)).not.toContain('config/default.py');
  });

  it('adds settings that only comments, strings and reads mention', async () => {
    const { files } = await ViewProject.with();
    const mentions =
      '# PUBLIC_URL = 1\n"""\nPUBLIC_URL = 1\n"""\nmail = print(PUBLIC_URL="MAIL_FOLDER = 1")\n';
    const project = await ViewProject.with({
      'config/default.py': `${files['config/default.py'] ?? ''}    # PUBLIC_URL = 1\n`,
      'config/local.py': mentions,
    });
    await project.makeAuth();
    expect(project.read('config/default.py')).toContain('\n    PUBLIC_URL = os.environ.get(');
    expect(project.read('config/development.py')).toContain('\n    MAIL_FOLDER = "mail"');
  });

  it('adds settings to a class whose module has something of their name', async () => {
    const { files } = await ViewProject.with();
    const project = await ViewProject.with({
      'config/default.py': `PUBLIC_URL = "https://example.com"\n${files['config/default.py'] ?? ''}`,
    });
    await project.makeAuth();
    expect(project.read('config/default.py')).toContain('\n    PUBLIC_URL = os.environ.get(');
  });

  for (const [where, others] of [
    ['nested in it', 'class Config:\n    class Old:\n        PUBLIC_URL = 1\n'],
    ['beside it', 'class Old:\n    PUBLIC_URL = 1\n\n\nclass Config:'],
  ] as const) {
    it(`adds settings to a class though one ${where} has them`, async () => {
      const { files } = await ViewProject.with();
      const path = 'config/default.py';
      const project = await ViewProject.with({
        [path]: (files[path] ?? '').replace('class Config:', others),
      });
      await project.makeAuth();
      expect(project.read(path)).toContain('\n    PUBLIC_URL = os.environ.get(');
    });
  }

  it('leaves settings to what the class extends', async () => {
    const { files } = await ViewProject.with();
    const path = 'config/default.py';
    const project = await ViewProject.with({
      [path]: (files[path] ?? '').replace(
        'class Config:',
        'class Site:\n    PUBLIC_URL = "https://example.com"\n\n\nclass Config(Site):',
      ),
    });
    await project.makeAuth();
    expect(project.read(path)).not.toContain('PUBLIC_URL = os.environ.get(');
  });

  it('adds the settings that a person has not set', async () => {
    const project = await ViewProject.with({
      'config/local.py': 'class Site:\n    PUBLIC_URL = 1\n',
    });
    await project.makeAuth();
    expect(project.read('config/default.py')).not.toContain('PUBLIC_URL');
    expect(project.read('config/default.py')).toContain('\n    MAIL_SERVER = ');
  });

  it('adds lines to texts that only mention what they are about', async () => {
    const { files } = await ViewProject.with();
    const mention = '# PUBLIC_URL is missing\n';
    const header = 'app/templates/components/header.html';
    const texts = ['.env.example', 'compose.yaml', 'README.md'];
    const project = await ViewProject.with({
      ...Object.fromEntries(texts.map((path) => [path, mention + (files[path] ?? '')])),
      [header]: `{# {% include "components/account.html" %} #}\n${files[header] ?? ''}`,
    });
    await project.makeAuth();
    for (const path of texts) {
      expect(project.read(path))
        .withContext(path)
        .toMatch(/^[^#]*PUBLIC_URL\b/m);
    }
    expect(project.read(header)).toMatch(
      /^ {4}\{% include "components\/account.html" %\}\n {2}<\/div>\n<\/header>$/m,
    );
  });

  it('looks for the fixtures of tests on the syntax tree', async () => {
    const conftest = '"""\ndef app():\n"""\n\n\ndef client(): # def app(\n    pass\n';
    const project = await (await ViewProject.with({ 'tests/conftest.py': conftest })).makeAuth();
    expect(Object.keys(project.changes).filter((path) => path.startsWith('tests/'))).toEqual([]);
  });

  it('says that signing up stays open, and how to close it', async () => {
    const { files } = await (await ViewProject.with()).makeAuth();
    const project = await ViewProject.with(files);
    await project.makeAuth({ registration: false });
    expect(project.changes).toEqual({});
    expect(project.warnings.join()).toContain(
      'Anybody can still sign up: --no-registration leaves out a page, and removes none. To close it, remove sign_up() and finish_sign_up() from app/routes/auth/routes.py',
    );
  });

  it('does not open signing up in a second run', async () => {
    const { files } = await (await ViewProject.with()).makeAuth({ registration: false });
    const project = await ViewProject.with(files);
    for (const registration of [true, false]) {
      await project.makeAuth({ registration });
      expect(project.changes).toEqual({});
      expect(project.warnings).toEqual([]);
    }
  });

  it('refuses a text that is not UTF-8, of which it would lose some', async () => {
    const readme = Buffer.from('# caf\xe9\n', 'latin1');
    expect(await refusalOf({ 'README.md': readme })).toContain('README.md: not UTF-8');
  });

  it('sends a project without a database to `new --db`', async () => {
    expect(await refusalOf({}, false)).toContain('scaffold new NAME --db');
  });

  const refused: readonly (readonly [title: string, files: PersonsFiles, message: string])[] = [
    [
      'a file of its names',
      { 'app/limits.py': '' },
      'these names for its own files: app/limits.py. Rename',
    ],
    [
      'a URL that is taken',
      {
        'app/routes/mains/routes.py':
          'from flask import Blueprint\n\nbp = Blueprint("mains", __name__)\n\n\n@bp.get("/sign-in")\ndef enter():\n    return ""\n',
      },
      'app/routes/mains/routes.py:6: enter already serves /sign-in',
    ],
    [
      'another blueprint called auth',
      { 'app/api.py': 'from flask import Blueprint\n\nbp = Blueprint("auth", __name__)\n' },
      'app/api.py:3 already makes a blueprint called auth',
    ],
    [
      'a user without a name',
      {
        [USER]:
          'from app.extensions import db\n\n\nclass User(db.Model):\n    id = db.Column(db.Integer, primary_key=True)\n    email = db.Column(db.String(80))\n',
      },
      '    name: Mapped[str] = mapped_column(String(120))',
    ],
    ['no user', { [USER]: null, 'app/models/__init__.py': '' }, 'no model User'],
    [
      'settings somewhere else',
      { 'config/default.py': 'DEBUG = True\n' },
      'PUBLIC_URL = os.environ.get("PUBLIC_URL")',
    ],
    [
      'a helper that is gone',
      { 'app/links.py': 'def is_endpoint():\n    pass\n' },
      'app/links.py has no first_url, which app/auth.py imports',
    ],
    [
      'a layout that is gone',
      { 'app/templates/layouts/base.html': null },
      'layouts/base.html is missing',
    ],
  ];
  for (const [title, files, message] of refused) {
    it(`writes nothing for ${title}, and says what to change`, async () => {
      expect(await refusalOf(files)).toContain(message);
    });
  }
});

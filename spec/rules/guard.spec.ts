import { SchematicsException } from '@angular-devkit/schematics';
import { UsageError } from '../../src/errors';
import { AUTH } from '../support/own-auth';
import { type PersonsFiles, ViewProject } from '../support/view-project';

const ROUTES = 'app/routes/users/routes.py';
const SHOW = 'app/templates/users/show.html';
const TESTS = 'tests/test_users.py';
const NAVIGATION = 'app/navigation.py';

/** The decorators of each function: `index: @bp.get("/users") @login_required`. */
function decorators(routes: string): string[] {
  return [...routes.matchAll(/((?:^@.*\n)+)def (\w+)/gm)].map(
    ([, lines = '', name]) => `${name}: ${lines.trim().replaceAll('\n', ' ')}`,
  );
}

async function guarded(
  guard: 'users' | 'users-write' | 'admin',
  files: PersonsFiles = {},
): Promise<ViewProject> {
  return (await ViewProject.with({ ...AUTH, ...files })).makeResource('users', { guard });
}

const START = 'app/routes/home/routes.py';

/** A resource that is guarded once the module of the start page is this code. */
async function guardedBeside(
  home: string,
  files: Readonly<Record<string, string>> = {},
): Promise<ViewProject> {
  const open = await ViewProject.with({ ...AUTH, ...files, [START]: home });
  const project = await open.makeResource('users');
  project.messages.length = 0;
  return project.makeResource('users', { guard: 'users' });
}

describe('A guard', () => {
  it('is below each route', async () => {
    const routes = (await guarded('users')).read(ROUTES);
    expect(routes).toContain('from app.auth import login_required\n');
    expect(decorators(routes).length).toBe(7);
    for (const line of decorators(routes)) {
      expect(line).toMatch(/^\w+: @bp\.(get|post)\(".*"\) @login_required$/);
    }
  });

  it('lets everybody read with users-write, and hides the links of users', async () => {
    const project = await guarded('users-write');
    const lines = decorators(project.read(ROUTES));
    const open = lines.filter((line) => !line.includes('@login_required'));
    expect(open.map((line) => line.split(':')[0])).toEqual(['index', 'show']);
    expect(project.read('app/templates/users/index.html')).toContain(
      '    {% if current_user %}\n      <a class="button" href="{{ url_for(\'users.create\') }}">',
    );
    expect(project.read(SHOW).match(/{% if current_user %}/g)?.length).toBe(1);
  });

  it('is that of admins with admin', async () => {
    const project = await guarded('admin');
    expect(decorators(project.read(ROUTES)).join()).not.toContain('login_required');
    expect(project.read(ROUTES).match(/^@admin_required$/gm)?.length).toBe(7);
    expect(project.read(SHOW)).not.toContain('current_user');
  });

  it('changes nothing the second time', async () => {
    const project = await guarded('users-write');
    const { changes } = project;
    await project.makeResource('users', { guard: 'users-write' });
    expect(project.changes).toEqual(changes);
    expect(project.messages.at(-1)).toBe('info Nothing to do: users already exists.');
  });

  it('makes of a resource what it makes with it', async () => {
    for (const guard of ['users', 'users-write', 'admin'] as const) {
      const project = await (await ViewProject.with(AUTH)).makeResource('users');
      project.messages.length = 0;
      await project.makeResource('users', { guard });
      expect(project.files).toEqual((await guarded(guard)).files);
      expect(project.warnings).toEqual([]);
    }
  });

  it('takes the place of one that lets in more people, with the tests', async () => {
    for (const [before, after] of [
      ['users', 'admin'],
      ['users-write', 'users'],
      ['users-write', 'admin'],
    ] as const) {
      const project = await guarded(before);
      await project.makeResource('users', { guard: after });
      const { files } = await guarded(after);
      for (const [path, text] of Object.entries(files)) {
        if (path !== ROUTES && path !== NAVIGATION) {
          expect(project.read(path)).withContext(`${before} to ${after}: ${path}`).toBe(text);
        }
      }
    }
  });

  it('names the link that a person shows users, and only admins can follow', async () => {
    const made = await (await ViewProject.with(AUTH)).makeResource('users');
    const project = await ViewProject.with({
      ...made.files,
      ...made.remembered,
      [NAVIGATION]: made.read(NAVIGATION).replace('"users.index"', '"users.index", guard="users"'),
    });
    await project.makeResource('users', { guard: 'admin' });
    expect(project.warnings).toEqual([
      jasmine.stringMatching(
        /app\/navigation\.py:\d+ shows the link to all users\. Make it guard="admin"\./,
      ),
    ]);
  });

  it('goes onto all routes of a resource, whatever a person made of them', async () => {
    const project = await (await ViewProject.with(AUTH)).makeResource('users');
    const changed = project
      .read(ROUTES)
      .replace('@bp.get("/users")\n', '@bp.get("/people")\n@bp.get("/users")\n@cached(60)\n')
      .replace('return UserController().show(user_id)', 'return str(user_id)')
      .concat(
        '\n\n@login_required\n@bp.route("/users/export", methods=["GET", "POST"])\ndef export(): ...\n',
      )
      .concat('\n\ndef ping(): ...\n\n\nbp.add_url_rule("/users/ping", "ping", ping)\n');
    const own = await ViewProject.with({ ...project.files, [ROUTES]: changed });
    await own.makeResource('users', { guard: 'admin' });
    const lines = decorators(own.read(ROUTES));
    expect(lines).toContain(
      'index: @bp.get("/people") @bp.get("/users") @admin_required @cached(60)',
    );
    expect(lines).toContain(
      'export: @login_required @bp.route("/users/export", methods=["GET", "POST"]) @admin_required',
    );
    expect(lines).toContain('ping: @admin_required');
    expect(own.read(ROUTES).match(/^@admin_required$/gm)?.length).toBe(9);
  });

  it('is on all routes or on none', async () => {
    const project = await (await ViewProject.with(AUTH)).makeResource('users');
    const rule = 'bp.add_url_rule("/users/all", "all", UserController().index)\n';
    const own = await ViewProject.with({
      ...project.files,
      [ROUTES]: `${project.read(ROUTES)}\n\n${rule}`,
    });
    await expectAsync(own.makeResource('users', { guard: 'users' })).toBeRejectedWithError(
      SchematicsException,
      /nothing is guarded.*\n {2}app\/routes\/users\/routes\.py:\d+: login_required\(UserController\(\)\.index\)/,
    );
    expect(own.changes).toEqual({});
  });

  it('is refused where it is imported below what it would guard', async () => {
    const project = await (await ViewProject.with(AUTH)).makeResource('users');
    for (const name of ['login_required', 'current_user']) {
      const late = `from app.auth import ${name}  # noqa: E402\n`;
      const own = await ViewProject.with({
        ...project.files,
        [ROUTES]: `${project.read(ROUTES)}\n\n${late}`,
      });
      await expectAsync(own.makeResource('users', { guard: 'users' }))
        .withContext(name)
        .toBeRejectedWithError(
          SchematicsException,
          /routes\.py:\d+ imports login_required below a route that needs it/,
        );
      expect(own.changes).withContext(name).toEqual({});
    }
  });

  it('takes no weaker one for itself', async () => {
    const project = await guarded('users');
    const rule = 'bp.add_url_rule("/users/all", "all", login_required(UserController().index))\n';
    const own = await ViewProject.with({
      ...project.files,
      [ROUTES]: `${project.read(ROUTES)}\n\n${rule}`,
    });
    await own.makeResource('users', { guard: 'users' });
    expect(own.changes).toEqual({});
    await expectAsync(own.makeResource('users', { guard: 'admin' })).toBeRejectedWithError(
      SchematicsException,
      /admin_required\(login_required\(UserController\(\)\.index\)\)/,
    );
    expect(own.changes).toEqual({});
  });

  it('of those who change is on each route that takes a POST, whatever its name', async () => {
    const project = await (await ViewProject.with(AUTH)).makeResource('users');
    const both = project
      .read(ROUTES)
      .replace('@bp.get("/users")', '@bp.route("/users", methods=["GET", "POST"])');
    const own = await ViewProject.with({ ...project.files, [ROUTES]: both });
    await own.makeResource('users', { guard: 'users-write' });
    expect(decorators(own.read(ROUTES))[0]).toBe(
      'index: @bp.route("/users", methods=["GET", "POST"]) @login_required',
    );
    const rule = 'bp.add_url_rule("/users/all", view_func=Users.as_view("all"))\n';
    const other = await ViewProject.with({
      ...project.files,
      [ROUTES]: `${project.read(ROUTES)}\n\n${rule}`,
    });
    await expectAsync(other.makeResource('users', { guard: 'users-write' })).toBeRejectedWithError(
      /login_required\(Users\.as_view\("all"\)\)/,
    );
  });

  it('names the routes elsewhere that call what it guards, and stay open', async () => {
    const head = 'from flask import Blueprint\n\nfrom app.controllers import UserController\n\n';
    const route = (name: string, code: string): string =>
      `\n\n@bp.get("/${name}")\ndef ${name}():\n    return ${code}\n`;
    const home = [
      `${head}bp = Blueprint("home", __name__)\n`,
      route('people', 'UserController().index()'),
      route('person', 'UserController().show(1)'),
      route('other', 'OtherUserController().index()'),
      route('closed', 'UserController().index()').replace('def', '@login_required\ndef'),
    ].join('');
    const project = await guardedBeside(home);
    expect(project.warnings).toEqual([
      `warn ${START}:8: people also calls UserController, and is open to others. Put @login_required below its route.`,
      `warn ${START}:13: person also calls UserController, and is open to others. Put @login_required below its route.`,
    ]);
    expect(project.read(START)).toBe(home);
  });

  it('names functions elsewhere to which open routes may lead', async () => {
    const code = 'return UserController().index()';
    const home = `from flask import Blueprint
from flask.views import MethodView

from app import controllers
from app.auth import login_required
from app.controllers import UserController
from app.controllers import UserController as Users

bp = Blueprint("home", __name__)
get = bp.get


class People(MethodView):
    def get(self):
        ${code}


class Closed(MethodView):
    def get(self):
        ${code}


class Own(MethodView):
    decorators = [login_required]

    def get(self):
        ${code}


bp.add_url_rule("/people", view_func=People.as_view("people"))
bp.add_url_rule("/closed", view_func=login_required(Closed.as_view("closed")))
bp.add_url_rule("/own", view_func=Own.as_view("own"))


def listed():
    ${code}


@bp.get("/listed")
@login_required
def list_people():
    return listed()


@get("/hidden")
def hidden():
    ${code}


@bp.get("/named")
def named():
    users = UserController()
    return users.index()


@bp.get("/renamed")
def renamed():
    return Users().index()


@bp.get("/whole")
def whole():
    return controllers.UserController().index()


def register(app):
    @app.get("/inner")
    @login_required
    def inner():
        ${code}

    @app.cli.command("list")
    def command():
        ${code}
`;
    const project = await guardedBeside(home);
    expect(project.warnings).toEqual([
      jasmine.stringMatching(/: named also calls UserController, and is open to others\./),
      jasmine.stringMatching(/: renamed also calls UserController, and is open to others\./),
      jasmine.stringMatching(/: whole also calls UserController, and is open to others\./),
      jasmine.stringMatching(
        /: People\.get also calls UserController, .* may be .* lead.* to it with login_required\.$/,
      ),
      jasmine.stringMatching(/: hidden also calls UserController, and may be open to others\./),
    ]);
  });

  it('names routes that reach its methods under another name or through a class that extends the controller', async () => {
    const home = `from flask import Blueprint

from app.controllers import UserController
from app.controllers.people import Guests, People
from app.controllers.others import OtherController

bp = Blueprint("home", __name__)
make = UserController


@bp.get("/made")
def made():
    return make().index()


def maker():
    return UserController()


@bp.get("/from-maker")
def from_maker():
    return maker().index()


@bp.get("/looked-up")
def looked_up():
    return getattr(UserController(), "index")()


@bp.get("/heir")
def heir():
    return People().newest()


@bp.get("/second-heir")
def second_heir():
    guests = Guests("today")
    return guests.index()


@bp.get("/other")
def other():
    return OtherController().index()
`;
    const project = await guardedBeside(home, {
      'app/controllers/people.py': `from app.controllers.user_controller import UserController


class People(UserController):
    def newest(self):
        return self.index()


class Guests(People):
    def __init__(self, day):
        self.day = day
`,
    });
    expect(project.warnings.map((each) => /: (\w+) also calls/.exec(each)?.[1])).toEqual([
      'made',
      'from_maker',
      'looked_up',
      'heir',
      'second_heir',
    ]);
  });

  it('names functions beside the routes that may be routes, too', async () => {
    const ROUTES = 'app/routes/users/routes.py';
    const project = await (await ViewProject.with(AUTH)).makeResource('users');
    const head = project.read(ROUTES);
    const route = (name: string, decorators: string): string =>
      `\n\n${decorators}\ndef ${name}():\n    return ""\n`;
    const own = [
      `${head}\n\nget = bp.get\n`,
      route('people', '@get("/people")'),
      route('closed', '@get("/closed")\n@login_required'),
      route('described', '@describe("a page")'),
    ].join('');
    for (const [guard, what] of [
      ['users', 'one'],
      ['users-write', 'one that changes records'],
    ] as const) {
      const changed = await ViewProject.with({
        ...project.files,
        ...project.remembered,
        [ROUTES]: own,
      });
      await changed.makeResource('users', { guard });
      expect(changed.warnings).toEqual([
        jasmine.stringContaining(
          `: people may be a route: scaffold does not know @get("/people"). If it is ${what}, put @login_required below that.`,
        ),
      ]);
    }
  });

  it('goes onto functions that a call or a decorator in parentheses makes routes, of each blueprint beside it', async () => {
    const project = await (await ViewProject.with(AUTH)).makeResource('users');
    const own = `${project.read(ROUTES)}

more = Blueprint("more", __name__)


class Page:
    def called(self): ...


def called(): ...


bp.get("/called")(called)


def posted(): ...


bp.route("/posted", methods=["GET", "POST"])(bp.get("/post")(posted))


@(bp.post("/held"))
def held(): ...


@(
    bp.post("/long")
)
@(bp.post("/twice"))
def long(): ...


@more.post("/called")
def called(): ...
`;
    for (const [guard, names] of [
      ['users', ['called', 'posted', 'held']],
      ['users-write', ['posted', 'held']],
    ] as const) {
      const files = { ...project.files, ...project.remembered, [ROUTES]: own };
      const changed = await (await ViewProject.with(files)).makeResource('users', { guard });
      const code = changed.read(ROUTES);
      expect(
        [...code.matchAll(/@login_required\ndef (\w+)\(\): /g)].map(([, name]) => name),
      ).toEqual([...names, 'long', 'called']);
      expect(code).toContain(
        '@(\n    bp.post("/long")\n)\n@(bp.post("/twice"))\n@login_required\ndef long',
      );
      expect(code).toContain('@more.post("/called")\n@login_required\ndef called');
      expect(code).toContain('    def called(self): ...');
      expect(code).not.toContain('    @login_required');
      expect(changed.warnings).toEqual([]);
      expect((await changed.makeResource('users', { guard: 'none' })).read(ROUTES)).toBe(own);
    }
  });

  it('takes a route for one that changes records unless it is clear that it is none', async () => {
    const project = await (await ViewProject.with(AUTH)).makeResource('users');
    const own = [
      'WRITES = {"methods": ["POST"]}',
      '@bp.route("/spread", **WRITES)\ndef spread(): ...',
      'def called(): ...',
      'called.methods = ["POST"]',
      'bp.add_url_rule("/called", view_func=called)',
      '@bp.route("/read")\ndef read(): ...',
      'def shown(): ...',
      'bp.add_url_rule("/shown", view_func=shown)',
      '@Blueprint.post(bp, "/class")\ndef of_class(): ...',
    ];
    const code = `${project.read(ROUTES)}\n\n${own.join('\n\n\n')}\n`;
    const files = { ...project.files, ...project.remembered, [ROUTES]: code };
    const changed = await (
      await ViewProject.with(files)
    ).makeResource('users', { guard: 'users-write' });
    const guarded = [...changed.read(ROUTES).matchAll(/@login_required\ndef (\w+)\(\): /g)];
    expect(guarded.map(([, name]) => name)).toEqual(['spread', 'called']);
    expect(changed.warnings.join()).toContain(
      'of_class may be a route: scaffold does not know @Blueprint.post(bp, "/class")',
    );
    for (const view of ['box', 'box("all")']) {
      const box = `box = Box.as_view${view === 'box' ? '("all")' : ''}\nbp.add_url_rule("/box", view_func=${view})\n`;
      const boxed = await ViewProject.with({ ...files, [ROUTES]: `${code}\n\n${box}` });
      await expectAsync(
        boxed.makeResource('users', { guard: 'users-write' }),
      ).toBeRejectedWithError(/login_required\(box/);
    }
  });

  it('names all else that a blueprint may make a route of', async () => {
    const MORE = 'app/routes/users/more.py';
    const project = await (await ViewProject.with(AUTH)).makeResource('users');
    const more = `from app.auth import login_required
from app.routes.users.routes import bp, here

PATH = "/more"
again = bp.get("/again")
get = bp.get
unused = bp.get("/unused")
b = bp


@bp.get(PATH)
def computed(): ...


@again
def held(): ...


@again
@login_required
def closed(): ...


@here
def imported(): ...


def view(): ...


again(view)
get("/got")(view)
get("/guarded")(login_required(view))
bp.get(PATH)(view)
b.route(PATH)(view)
for make in (bp.get, bp.post):
    make("/looped")(view)
bp.add_url_rule(**{"rule": "/spread"}, view_func=view)
bp.record(lambda state: state.add_url_rule(PATH, view_func=view))
getattr(bp, "get")("/asked")(view)
{}.get("/users", bp.name)
`;
    const changed = await ViewProject.with({
      ...project.files,
      ...project.remembered,
      [ROUTES]: `${project.read(ROUTES)}\n\nhere = bp.get("/here")\n`,
      [MORE]: more,
    });
    await changed.makeResource('users', { guard: 'users' });
    const lines = more.split('\n');
    const places = changed.warnings.map((each) => {
      const [, path = '', line = '', what = ''] = /^warn (.*):(\d+): (.*) may /.exec(each) ?? [];
      return path === MORE ? `${what} | ${lines[Number(line) - 1] ?? ''}` : `${path}: ${what}`;
    });
    const whole = [
      'unused = bp.get("/unused")',
      'bp.get(PATH)(view)',
      'b.route(PATH)(view)',
      'for make in (bp.get, bp.post):',
      'bp.add_url_rule(**{"rule": "/spread"}, view_func=view)',
      'bp.record(lambda state: state.add_url_rule(PATH, view_func=view))',
      'getattr(bp, "get")("/asked")(view)',
      'again(view)',
      'get("/got")(view)',
    ];
    expect(places).toEqual([
      `${ROUTES}: here = bp.get("/here")`,
      'computed | @bp.get(PATH)',
      'held | @again',
      ...whole.map((line) => `${line} | ${line}`),
    ]);
    expect(changed.warnings[1]).toContain(
      'computed may be a route: scaffold does not know @bp.get(PATH). If it is one, put @login_required below that.',
    );
    expect(changed.warnings.at(-1)).toContain(
      'get("/got")(view) may make a route that scaffold does not know. If it makes one, put login_required(…) around its function.',
    );
  });

  it('reaches further files with routes of the resource', async () => {
    const MORE = 'app/routes/users/more.py';
    const code =
      'from app.controllers import UserController\nfrom app.routes.users.routes import bp\n\n\n' +
      '@bp.get("/people")\ndef people():\n    return UserController().index()\n';
    const made = await (await ViewProject.with(AUTH)).makeResource('users');
    const files = { ...made.files, ...made.remembered, [MORE]: code };
    const project = await (await ViewProject.with(files)).makeResource('users', { guard: 'users' });
    expect(project.read(MORE)).toContain('@login_required\ndef people');
    expect(project.warnings).toEqual([]);
  });

  it('keeps what a person changed on a page and in tests, unless it changes the same lines', async () => {
    const project = await (await ViewProject.with(AUTH)).makeResource('users');
    const [page, tests] = ['<!-- mine -->\n', '\n\ndef test_mine() -> None: ...\n'];
    const own = await ViewProject.with({
      ...project.files,
      ...project.remembered,
      [SHOW]: page + project.read(SHOW),
      [TESTS]: project.read(TESTS) + tests,
    });
    await own.makeResource('users', { guard: 'users-write' });
    const { files } = await guarded('users-write');
    expect(own.read(SHOW)).toBe(page + (files[SHOW] ?? ''));
    expect(own.read(TESTS)).toContain(tests);
    expect(own.read(TESTS)).toContain('def test_strangers_sign_in_first');
    expect(own.warnings).toEqual([]);
    for (const [path, from] of [
      [SHOW, 'class="button'],
      [TESTS, 'a user is signed'],
    ] as const) {
      const text = own.read(path).replace(from, `${from}s`);
      const other = await ViewProject.with({ ...own.files, ...own.remembered, [path]: text });
      await expectAsync(other.makeResource('users', { guard: 'admin' })).toBeRejectedWithError(
        SchematicsException,
        new RegExp(`nothing is guarded.*\\n {2}${path}:\\d+`),
      );
      expect(other.changes).toEqual({});
    }
  });

  it('keeps the pages and the tests of a person, and tells how to hide links', async () => {
    const project = await (await ViewProject.with(AUTH)).makeResource('users');
    const own = await ViewProject.with(project.files);
    await own.makeResource('users', { guard: 'users-write' });
    expect(own.read(SHOW)).toBe(project.read(SHOW));
    expect(own.warnings).toEqual([
      `warn app/templates/users/index.html already exists. It stays as it is. Put {% if current_user %} around links that are not for everybody.`,
      `warn ${SHOW} already exists. It stays as it is. Put {% if current_user %} around links that are not for everybody.`,
      `warn ${TESTS} already exists. It stays as it is. To see tests of the guard, move the file away and run this again.`,
    ]);
  });

  it('keeps a stronger guard of a person, and says so', async () => {
    const made = await guarded('users');
    const text = made
      .read(ROUTES)
      .replace('login_required\n', 'admin_required, login_required\n')
      .replace('@login_required\ndef show', '@admin_required\ndef show');
    const project = await ViewProject.with({ ...made.files, ...made.remembered, [ROUTES]: text });
    await project.makeResource('users', { guard: 'users-write' });
    expect(decorators(project.read(ROUTES)).slice(0, 2)).toEqual([
      'index: @bp.get("/users")',
      'show: @bp.get("/users/<int:user_id>") @admin_required',
    ]);
    expect(project.warnings).toContain(
      jasmine.stringMatching(/routes\.py:\d+: show has @admin_required already/),
    );
  });

  it('guards a single page', async () => {
    const project = await ViewProject.with(AUTH);
    await project.make('about', 'r', { guard: 'users' });
    expect(project.read('app/routes/mains/routes.py')).toContain(
      '@bp.get("/about")\n@login_required\ndef about() -> str:',
    );
    await project.make('index', 'r', { guard: 'admin' });
    expect(project.read('app/routes/mains/routes.py')).toContain(
      '@bp.get("/")\n@admin_required\ndef index()',
    );
  });

  it('guards a form together with what takes it, and leaves the other actions', async () => {
    for (const [view, ...guarded] of [
      ['users.create', 'create', 'store'],
      ['users.update', 'edit', 'update'],
      ['users.destroy', 'destroy'],
    ] as const) {
      const project = await (await ViewProject.with(AUTH)).makeResource('users');
      await project.make(view, 'rc', { guard: 'users' });
      const lines = decorators(project.read(ROUTES)).filter((line) => line.includes('required'));
      expect(lines.map((line) => line.split(':')[0])).toEqual(guarded);
    }
  });

  it('needs a route', async () => {
    const project = await ViewProject.with(AUTH);
    await expectAsync(project.make('about', '', { guard: 'users' })).toBeRejectedWithError(/-r/);
  });

  it('needs sign-in', async () => {
    for (const [path, missing] of [
      [null, 'app/auth.py'],
      ['current_user = None\n', 'login_required'],
      ['current_user = login_required = None\n', 'admin_required'],
    ] as const) {
      const project = await ViewProject.with({ 'app/auth.py': path });
      await expectAsync(project.makeResource('users', { guard: 'admin' })).toBeRejectedWithError(
        SchematicsException,
        new RegExp(`${missing}.*scaffold make:auth`),
      );
      expect(project.changes).toEqual({});
    }
  });

  it('needs a user who is false for visitors, unlike that of Flask-Login', async () => {
    const path = 'app/auth.py';
    const without = String(AUTH[path]).replace('current_user = None\n', '');
    const withFlaskLogin = { [path]: `from flask_login import current_user\n${without}` };
    await expectAsync(
      (await ViewProject.with(withFlaskLogin)).makeResource('users', { guard: 'users' }),
    ).toBeRejectedWithError(
      /^The current_user of Flask-Login, which app\/auth\.py imports, is true/,
    );
    const own = `import flask_login\nfrom werkzeug.local import LocalProxy\n\ncurrent_user = LocalProxy(lambda: flask_login.current_user if flask_login.current_user.is_authenticated else None)\n`;
    const project = await ViewProject.with({ [path]: own + without });
    await project.makeResource('users', { guard: 'users' });
    expect(project.read('app/routes/users/routes.py')).toContain('@login_required');
  });

  it('needs records to tell reading from changing', async () => {
    const project = await ViewProject.with(AUTH);
    await expectAsync(project.make('about', 'r', { guard: 'users-write' })).toBeRejectedWithError(
      UsageError,
      /about is a page/,
    );
  });
});

describe('Without a guard', () => {
  const ADMIN = 'warn Everybody can open /admin/users. ';

  it('a page for admins brings a warning, with or without sign-in', async () => {
    const project = await ViewProject.with(AUTH);
    await project.makeResource('admin.users', { namespace: true });
    expect(project.warnings).toEqual([`${ADMIN}Run this again with --guard admin.`]);
    project.messages.length = 0;
    await project.makeResource('admin.users', { namespace: true, guard: 'admin' });
    expect(project.warnings).toEqual([]);
    const other = await (await ViewProject.with()).make('admin.users.index', 'rc');
    expect(other.warnings[0]).toContain(`${ADMIN}Add sign-in with \`scaffold make:auth\``);
  });

  it('a page of those who sign in brings a warning', async () => {
    const project = await ViewProject.with(AUTH);
    await project.makeResource('users', { only: 'index' });
    await project.make('users.show', 'rc');
    expect(project.warnings).toEqual([
      'warn Everybody can open /users. Run this again with --guard admin.',
      'warn Everybody can open /users/<int:user_id>. Run this again with --guard admin.',
    ]);
    const open = await (await ViewProject.with()).makeResource('users');
    expect(open.warnings).toEqual([]);
  });

  it('a page of what sign-in keeps brings a warning', async () => {
    const project = await (await ViewProject.with()).makeAuth();
    project.messages.length = 0;
    for (const name of ['user-sessions', 'outbox-mails', 'known-devices', 'auth-events']) {
      await project.makeResource(name);
      expect(project.warnings).toEqual([
        `warn Everybody can open /${name}. Run this again with --guard admin.`,
      ]);
      project.messages.length = 0;
      await project.makeResource(name, { guard: 'admin' });
      expect(project.warnings).toEqual([]);
    }
  });

  it('a page of the main controller beside one with a guard brings a warning', async () => {
    const project = await ViewProject.with(AUTH);
    await project.make('plans', 'r', { guard: 'users' });
    await project.make('about', 'r');
    expect(project.warnings).toEqual([
      'warn Everybody can open /about, but not /plans. If you did not mean that, run this again with --guard.',
    ]);
    await project.make('terms', 'r', { guard: 'none' });
    expect(project.warnings.length).toBe(1);
  });
});

describe('A second resource of a guarded model', () => {
  const READERS = 'app/readers.py';

  async function reports(guard: 'admin' | 'owner' | 'users' | 'users-write'): Promise<ViewProject> {
    const project = await ViewProject.with(AUTH);
    return project.makeResource('reports', { fields: ['title'], guard });
  }

  it('takes over the guard by which the model is read, and the report says so', async () => {
    for (const [guard, readers] of [
      ['admin', 'admins'],
      ['users', 'users'],
    ] as const) {
      for (const [name, options, folder] of [
        ['summaries', { model: 'Report' }, 'summaries'],
        ['public.reports', { namespace: true }, 'public/reports'],
        ['projects.reports', {}, 'projects/reports'],
      ] as const) {
        const project = await reports(guard);
        const table = project.read(READERS);
        await project.makeModel('Project', 'name');
        await project.makeResource(name, options);
        const routes = decorators(project.read(`app/routes/${folder}/routes.py`));
        const word = guard === 'admin' ? '@admin_required' : '@login_required';
        expect(routes.length).toBe(7);
        expect(routes.filter((line) => !line.endsWith(word)))
          .withContext(name)
          .toEqual([]);
        expect(project.read(READERS)).toBe(table);
        expect(project.messages).toContain(
          `info app/readers.py lets only ${readers} read a report, so this run used --guard ${guard}. For a page that everybody may open, use --guard none.`,
        );
      }
    }
  });

  it('takes it over for a single view', async () => {
    const project = await reports('admin');
    await project.make('board.index', 'rc', { model: 'Report' });
    expect(decorators(project.read('app/routes/board/routes.py'))).toEqual([
      'index: @bp.get("/board") @admin_required',
    ]);
  });

  it('needs a word if only owners read', async () => {
    const project = await reports('owner');
    await project.makeModel('Project', 'name');
    const { changes } = project;
    for (const [name, options] of [
      ['journal', { model: 'Report' }],
      ['projects.reports', {}],
    ] as const) {
      await expectAsync(project.makeResource(name, options)).toBeRejectedWithError(
        SchematicsException,
        `Only its owner reads a report. Say --guard owner, users, admin or none to choose who may open ${name}.`,
      );
    }
    expect(project.changes).toEqual(changes);
    await project.makeResource('journal', { model: 'Report', guard: 'users' });
    expect(project.messages.join()).not.toContain('change app/controllers/report_controller.py');
    expect(project.read(READERS)).toContain('Report: owner("user")');
  });

  it('is open with --guard none, and a warning says that everybody reads', async () => {
    const project = await reports('admin');
    await project.makeResource('summaries', { model: 'Report', guard: 'none' });
    expect(project.read('app/routes/summaries/routes.py')).not.toContain('_required');
    expect(project.warnings).toContain(
      'warn Everybody may now read each report: app/readers.py says so.',
    );
  });

  it('is not open by a controller that shows users their own records', async () => {
    const project = await reports('owner');
    const { changes } = project;
    for (const guard of ['none', 'users-write'] as const) {
      await expectAsync(
        project.makeResource('journal', { model: 'Report', guard }),
      ).toBeRejectedWithError(
        SchematicsException,
        /ReportController shows each user only their own reports, .*--controller JournalController\.$/,
      );
    }
    expect(project.changes).toEqual(changes);
    const controller = 'JournalController';
    await project.makeResource('journal', { model: 'Report', guard: 'none', controller });
    expect(project.read('app/controllers/journal_controller.py')).not.toContain('current_user');
  });

  it('is for everybody to read where everybody reads, and open if the model is that of users', async () => {
    const project = await reports('users-write');
    await project.makeResource('summaries', { model: 'Report' });
    const open = decorators(project.read('app/routes/summaries/routes.py'))
      .filter((line) => !line.includes('@login_required'))
      .map((line) => line.split(':')[0]);
    expect(open).toEqual(['index', 'show']);
    const own = await guarded('admin');
    await own.makeResource('people', { model: 'User' });
    expect(own.read('app/routes/people/routes.py')).not.toContain('_required');
  });
});

describe('--guard none', () => {
  it('beside new pages opens these alone, and names each route that stays guarded', async () => {
    const project = await ViewProject.with(AUTH);
    await project.makeResource('users', { guard: 'users', only: 'index,create,store' });
    await project.makeResource('users', { guard: 'none' });
    const [warning] = project.warnings.filter((each) => each.includes('stay guarded'));
    expect(warning).toMatch(/^warn These routes stay guarded\. To open them, run this again:\n/);
    expect(warning?.match(/routes\.py:\d+: \w+ has @login_required$/gm)?.length).toBe(3);
    expect(project.read(ROUTES).match(/^@login_required$/gm)?.length).toBe(3);
    await project.makeResource('users', { guard: 'none' });
    expect(project.read(ROUTES)).not.toContain('_required');
  });
});

describe('A guard beside other resources of the model', () => {
  it('names those that let in more people, and the command that guards them', async () => {
    for (const guard of ['users', 'admin', 'owner', 'owner-write'] as const) {
      const project = await ViewProject.with(AUTH);
      await project.makeResource('memos', { fields: ['title'] });
      await project.makeResource('public.memos', { namespace: true });
      await project.makeResource('briefs', { model: 'Memo', controller: 'BriefController' });
      await project.makeResource('memos', { guard });
      const warnings = project.warnings.filter((each) => each.includes('lets in more people'));
      expect(warnings).toEqual(
        [
          ['briefs', 'briefs --model Memo --controller BriefController'],
          ['public/memos', 'public.memos --namespace'],
        ].map(
          ([folder, typed]) =>
            `warn memos is guarded now, but app/routes/${folder} has each memo, too, and lets in more people. Run \`scaffold make:resource ${typed} --guard ${guard}\`.`,
        ),
      );
    }
  });

  it('finds them by their controllers if the manifest has none', async () => {
    const project = await ViewProject.with(AUTH);
    await project.makeResource('memos', { fields: ['title'] });
    await project.makeResource('briefs', { model: 'Memo', controller: 'BriefController' });
    await project.makeResource('tags', { fields: ['name', 'memo:references:memos'] });
    const { '.scaffold/resources/briefs.json': _, ...remembered } = project.remembered;
    const own = await ViewProject.with({ ...project.files, ...remembered });
    await own.makeResource('memos', { guard: 'admin' });
    expect(own.warnings).toContain(
      'warn memos is guarded now, but app/routes/briefs has each memo, too, and lets in more people. Run `scaffold make:resource briefs --model Memo --controller BriefController --guard admin`.',
    );
    expect(own.warnings.join()).not.toContain('app/routes/tags');
    expect(own.read('app/readers.py')).not.toContain('Memo: admins');
  });

  it('names none that is as strict', async () => {
    const project = await ViewProject.with(AUTH);
    await project.makeResource('memos', { fields: ['title'] });
    await project.makeResource('admin.memos', { namespace: true, guard: 'admin' });
    await project.makeResource('memos', { guard: 'owner' });
    expect(project.warnings.join()).not.toContain('app/routes/admin/memos');
    await project.makeResource('admin.memos', { namespace: true, guard: 'admin' });
    await project.makeResource('memos', { guard: 'users' });
    expect(project.warnings.join()).not.toContain('app/routes/admin/memos');
  });
});

describe('A view of a guarded resource', () => {
  const FEW = 'index,create,store';

  it('takes over the guard, and the report says so', async () => {
    for (const guard of ['users', 'users-write', 'admin'] as const) {
      const project = await ViewProject.with(AUTH);
      await project.makeResource('users', { guard, only: FEW });
      await project.make('users.show', 'rc');
      await project.makeResource('users', { only: 'edit,update,destroy' });
      expect(decorators(project.read(ROUTES)).toSorted()).toEqual(
        decorators((await guarded(guard)).read(ROUTES)).toSorted(),
      );
      expect(project.messages).toContain(
        `info users is guarded, so this run used --guard ${guard}. For a page that everybody may open, use --guard none.`,
      );
    }
  });

  it('is open with --guard none', async () => {
    const project = await ViewProject.with(AUTH);
    await project.makeResource('users', { guard: 'admin', only: FEW });
    const { warnings } = project;
    await project.make('users.show', 'rc', { guard: 'none' });
    expect(decorators(project.read(ROUTES)).at(-1)).toBe('show: @bp.get("/users/<int:user_id>")');
    expect(project.warnings).toEqual([
      ...warnings,
      'warn Everybody can open /users/<int:user_id>, beside pages with --guard admin. It does not name records to those who may not read them.',
    ]);
    await project.make('users.index', 'rc', { guard: 'none' });
    expect(decorators(project.read(ROUTES))[0]).toBe('index: @bp.get("/users")');
  });

  it('needs a word if the routes have different guards', async () => {
    const project = await (await ViewProject.with(AUTH)).makeResource('users', { only: FEW });
    await project.make('users.create', 'rc', { guard: 'admin' });
    await project.make('users.index', 'rc', { guard: 'users' });
    const { changes } = project;
    await expectAsync(project.make('users.show', 'rc')).toBeRejectedWithError(
      SchematicsException,
      /^The routes beside users\.show have different guards, or some that scaffold does not know\. .*--guard users, or --guard none for everybody:\n {2}.*routes\.py:\d+: index: login_required\n.*: create: admin_required\n/,
    );
    await expectAsync(project.makeResource('users', { only: 'show' })).toBeRejected();
    await project.make('users.create', 'rc');
    expect(project.changes).toEqual(changes);
    await project.make('users.show', 'rc', { guard: 'users' });
    expect(decorators(project.read(ROUTES)).at(-1)).toContain('@login_required');
  });

  it('needs a word if a person guarded the routes in other ways', async () => {
    const [view, memo] = ['@bp.get("/memos")', { fields: 'title', only: 'index' }];
    for (const [written, shown] of [
      [view, `${view}\n@staff_required`],
      [view, `@bp.before_request\ndef check(): ...\n\n\n${view}`],
      [
        /@bp\.get\("\/memos"\)\n(?=def index)/,
        'bp.add_url_rule("/memos", view_func=Index.as_view("index"))\n\n\n',
      ],
    ] as const) {
      const made = await (await ViewProject.with(AUTH)).makeResource('memos', memo);
      const path = 'app/routes/memos/routes.py';
      const files = { ...made.files, ...made.remembered };
      const project = await ViewProject.with({
        ...files,
        [path]: made.read(path).replace(written, shown),
      });
      await expectAsync(project.makeResource('memos.notes', { fields: 'body' }))
        .withContext(shown)
        .toBeRejectedWithError(
          /: app\/routes\/memos\/routes\.py:\d+: (@staff_req|bp\.before_req|Index\.as_view)/,
        );
      await project.makeResource('memos.notes', { fields: 'body', guard: 'users' });
      expect(project.read('app/routes/memos/notes/routes.py')).toContain('@login_required');
    }
  });

  it('knows the decorators of sign-in by other names, and leaves them in place', async () => {
    const made = await (
      await (await ViewProject.with()).makeAuth()
    ).makeResource('notes', { fields: 'title', guard: 'users' });
    const path = 'app/routes/notes/routes.py';
    const files = { ...made.files, ...made.remembered };
    const fresh = made
      .read(path)
      .replace('import login_required', 'import fresh_login_required')
      .replaceAll('@login_required', '@fresh_login_required');
    const project = await ViewProject.with({ ...files, [path]: fresh });
    await project.make('notes.archive', 'rc');
    expect(decorators(project.read(path)).at(-1)).toMatch(/^archive: .* @login_required$/);
    await project.makeResource('notes', { guard: 'none' });
    expect(project.read(path).match(/^@fresh_login_required$/gm)?.length).toBe(7);
    const alias = made
      .read(path)
      .replace('import login_required', 'import login_required as members')
      .replaceAll('@login_required', '@members');
    const other = await ViewProject.with({ ...files, [path]: alias });
    await other.make('notes.archive', 'rc');
    expect(decorators(other.read(path)).at(-1)).toMatch(/^archive: .* @login_required$/);
  });

  it('is that of the whole resource where its actions ask for owners', async () => {
    for (const [before, action, guard] of [
      ['owner', 'edit', 'users'],
      ['owner', 'index', 'admin'],
      ['owner', 'show', 'none'],
      ['owner-write', 'index', 'none'],
    ] as const) {
      const made = await (
        await ViewProject.with(AUTH)
      ).makeResource('notes', {
        fields: 'title',
        guard: before,
      });
      await made.makeResource('notes.comments', { fields: 'body' });
      const { changes } = made;
      await expectAsync(made.make(`notes.${action}`, 'rc', { guard }))
        .withContext(`${before}, then ${action} ${guard}`)
        .toBeRejectedWithError(
          SchematicsException,
          /^notes has --guard owner.* Guard the whole resource/,
        );
      expect(made.changes).toEqual(changes);
    }
  });

  it('is that of who changes its model elsewhere', async () => {
    const further = { fields: 'title', model: 'Post', controller: 'BoardController' };
    const made = async (guard: 'users-write' | 'owner-write'): Promise<ViewProject> =>
      (await ViewProject.with(AUTH)).makeResource('posts', { fields: 'title', guard });
    const project = await made('users-write');
    await project.makeResource('boards', further);
    expect(project.read('app/routes/boards/routes.py').match(/^@login_required$/gm)?.length).toBe(
      5,
    );
    expect(project.messages.join('\n')).toContain(
      'Only users change a post elsewhere, so this run used --guard users-write.',
    );
    const owned = await made('owner-write');
    const { changes } = owned;
    await expectAsync(owned.makeResource('boards', further)).toBeRejectedWithError(
      SchematicsException,
      /^Only its owner changes a post elsewhere\. Say --guard owner-write, /,
    );
    expect(owned.changes).toEqual(changes);
    await owned.makeResource('boards', { ...further, guard: 'none' });
    expect(owned.warnings.join('\n')).toMatch(
      /Everybody can open the new routes of boards, beside pages with --guard owner-write\./,
    );
  });

  it('is asked for where more people read its model than may change it', async () => {
    for (const [guard, message] of [
      ['admin', /^Only admins change a post elsewhere\. Say --guard owner, users, admin or none/],
      [
        'owner',
        /^Only its owner changes a post elsewhere\. Say --guard owner, users, admin or none/,
      ],
    ] as const) {
      const project = await ViewProject.with(AUTH);
      await project.makeResource('posts', { fields: 'title', guard });
      const further = {
        fields: 'title',
        model: 'Post',
        guard: 'users',
        only: 'index,show',
      } as const;
      await project.makeResource('summaries', { ...further, controller: 'SummaryController' });
      const boards = { fields: 'title', model: 'Post', controller: 'BoardController' };
      const { changes } = project;
      await expectAsync(project.makeResource('boards', boards)).toBeRejectedWithError(
        SchematicsException,
        message,
      );
      expect(project.changes).toEqual(changes);
      await project.makeResource('boards', { ...boards, only: 'index' });
      expect(project.messages.join('\n')).toContain('lets only users read a post');
    }
  });

  it('stops where it does not find how owners are asked for', async () => {
    const made = await (
      await ViewProject.with(AUTH)
    ).makeResource('notes', { fields: 'title', guard: 'owner' });
    const path = 'app/controllers/note_controller.py';
    const project = await ViewProject.with({
      ...made.files,
      ...made.remembered,
      [path]: made.read(path).replaceAll('current_user.id', 'load_user().id'),
    });
    await expectAsync(
      project.makeResource('notes.comments', { fields: 'body' }),
    ).toBeRejectedWithError(
      SchematicsException,
      /^Only its owner sees a note, but .* no notes\(\) of its own/,
    );
  });

  it('of a parent tells what others than its owner may change from now on', async () => {
    for (const guard of ['admin', 'users-write', 'none'] as const) {
      const project = await (
        await ViewProject.with(AUTH)
      ).makeResource('notes', { fields: 'title', guard: 'owner-write' });
      await project.makeResource('notes.comments', { fields: 'body' });
      await project.makeResource('notes', { guard });
      expect(project.warnings.join('\n'))
        .withContext(guard)
        .toContain('notes.comments: not only the owner of what it belongs to may change it now.');
    }
  });

  it('for others than admins brings a warning on what sign-in keeps', async () => {
    const [path, remedy] = ['/user-sessions', 'Run this again with --guard admin.'];
    const kept = 'change what sign-in keeps of';
    for (const [guard, expected] of [
      ['none', [`Everybody can open ${path}, which shows what sign-in keeps.`]],
      ['users', [`Every user can open ${path} and ${kept} others.`]],
      ['users-write', [`Everybody can open ${path} and every user can ${kept} others.`]],
      ['owner', [`Every user can open ${path} and ${kept} their account, without its password.`]],
      [
        'owner-write',
        [
          `Everybody can open ${path} and every user can ${kept} their account, without its password.`,
        ],
      ],
      ['admin', []],
    ] as const) {
      const project = await (await ViewProject.with()).makeAuth();
      const warnings = expected.map((each) => `warn ${each} ${remedy}`);
      project.messages.length = 0;
      await project.makeResource('user_sessions', { guard });
      expect(project.warnings).withContext(guard).toEqual(warnings);
    }
  });

  it('that becomes weaker brings a warning on what sign-in keeps', async () => {
    const project = await (await ViewProject.with()).makeAuth();
    await project.makeResource('auth_events', { guard: 'admin' });
    project.messages.length = 0;
    await project.makeResource('auth_events', { only: 'index,show', guard: 'users' });
    expect(project.warnings).toEqual([
      'warn Every user can open /auth-events, which shows what sign-in keeps. Run this again with --guard admin.',
    ]);
  });

  it('names pages that show what sign-in keeps, unless they are for admins', async () => {
    const signIn = await (await ViewProject.with()).makeAuth();
    await signIn.makeResource('devices', { fields: 'session:references:user_sessions:optional' });
    expect(signIn.warnings.at(-1)).toMatch(
      /^warn Everybody can open \/devices.*, which shows what sign-in keeps: UserSession\. Run this again with --guard admin\.$/,
    );
    await signIn.makeResource('notes', { fields: 'title' });
    await signIn.addField('notes', 'token:references:user_sessions:optional');
    expect(signIn.warnings.at(-1)).toContain('scaffold make:resource notes --guard admin');
    const known = signIn.warnings.length;
    const fields = 'session:references:user_sessions:optional';
    await signIn.makeResource('traces', { fields, guard: 'admin' });
    expect(signIn.warnings.length).toBe(known);
  });

  it('has that of the actions, not of pages beside them', async () => {
    const project = await guarded('users');
    await project.make('users.news', 'rc', { guard: 'none' });
    await project.make('users.archive', 'rc');
    expect(decorators(project.read(ROUTES)).slice(-2)).toEqual([
      'news: @bp.get("/users/news")',
      'archive: @bp.get("/users/archive") @login_required',
    ]);
  });

  it('is open as a page where everybody reads', async () => {
    const project = await guarded('users-write');
    await project.make('users.archive', 'rc');
    expect(decorators(project.read(ROUTES)).at(-1)).toBe('archive: @bp.get("/users/archive")');
    expect(project.warnings).toEqual([]);
  });

  it('changes nothing the second time', async () => {
    const project = await guarded('admin');
    const { changes } = project;
    await project.makeResource('users');
    expect(project.changes).toEqual(changes);
    expect(project.warnings).toEqual([]);
  });
});

describe('What belongs to records whose pages have a longer name', () => {
  async function tasks(guard: 'owner' | 'users'): Promise<ViewProject> {
    const project = await ViewProject.with(AUTH);
    await project.makeResource('projects', { fields: 'name', guard });
    return project.makeResource('projects.tasks', { fields: 'title' });
  }

  it('takes over who may read them', async () => {
    const project = await tasks('users');
    await project.makeResource('tasks.remarks', { fields: 'text' });
    for (const line of decorators(project.read('app/routes/tasks/remarks/routes.py'))) {
      expect(line).toContain('@login_required');
    }
  });

  it('is refused if only their owner reads them, until somebody says who may open it', async () => {
    const project = await tasks('owner');
    await expectAsync(
      project.makeResource('tasks.remarks', { fields: 'text' }),
    ).toBeRejectedWithError(
      SchematicsException,
      /Only its owner reads a task\. Say --guard owner, users, admin or none to choose who may open tasks\.remarks/,
    );
    await project.makeResource('projects.tasks.remarks', { fields: 'text' });
    expect(project.read('app/readers.py')).toContain('Remark: owner("task.project.user")');
  });
});

import { type Ran, runSchematic } from './run-schematic';
import { ADMINS, guardsIn, LOGIN, MAIN } from './with-login';

const NOTES = 'blog/notes/routes.py';

async function notes(
  files: Readonly<Record<string, string>>,
  guard: string | undefined,
): Promise<Ran> {
  const ran = await runSchematic(files, 'make-resource', { name: 'notes', guard });
  return { ...ran, files: { ...ran.files, ...ran.remembered } };
}

const ACTIONS = ['index', 'show', 'create', 'edit', 'destroy'];

describe('--guard in an application that new did not make', () => {
  it('stays with an upgrade', async () => {
    const manifest = '.scaffold/resources/notes.json';
    for (const guard of ['users', 'users-write']) {
      const { files } = await notes(LOGIN, guard);
      const digest = files[manifest]?.replace(/"templates": ".*"/, '"templates": "older"') ?? '';
      const upgraded = await runSchematic({ ...files, [manifest]: digest }, 'upgrade', {});
      expect({ ...upgraded.files, ...upgraded.remembered })
        .withContext(guard)
        .toEqual(files);
    }
  });

  it('is the decorator that its views import, below each route', async () => {
    const made = await notes(LOGIN, 'users');
    expect(guardsIn(made, NOTES)).toEqual(ACTIONS.map((name) => `${name} @login_required`));
    expect(made.files[NOTES]).toContain('from flask_login import login_required\n');
    const { files } = await notes(LOGIN, undefined);
    expect(made.files[NOTES]?.replace(/^.*login_required\n/gm, '')).toBe(files[NOTES]);
  });

  it('leaves reading to everybody with users-write', async () => {
    expect(guardsIn(await notes(LOGIN, 'users-write'), NOTES)).toEqual([
      'index',
      'show',
      ...['create', 'edit', 'destroy'].map((name) => `${name} @login_required`),
    ]);
  });

  it('is that of admins with admin, wherever the application has it', async () => {
    const made = await notes({ ...LOGIN, 'blog/decorators.py': ADMINS }, 'admin');
    expect(guardsIn(made, NOTES)).toEqual(ACTIONS.map((name) => `${name} @admin_required`));
    expect(made.files[NOTES]).toContain('from blog.decorators import admin_required\n');
  });

  it('is the one of the module that is set', async () => {
    const made = await notes(
      {
        ...LOGIN,
        'blog/access.py': 'def login_required(view):\n    return view\n',
        'scaffold.toml': 'auth = "blog.access"\n',
      },
      'users',
    );
    expect(made.files[NOTES]).toContain('from blog.access import login_required\n');
  });

  it('takes the place of another one, goes with none, and changes nothing the second time', async () => {
    const open = await notes(LOGIN, undefined);
    const guarded = await notes(open.files, 'users-write');
    expect(guardsIn(guarded, NOTES)).toEqual(guardsIn(await notes(LOGIN, 'users-write'), NOTES));
    const closed = await notes(guarded.files, 'users');
    expect(guardsIn(closed, NOTES)).toEqual(ACTIONS.map((name) => `${name} @login_required`));
    const again = await notes(closed.files, 'users');
    expect(again.files).toEqual(closed.files);
    const opened = await notes(again.files, 'none');
    expect(opened.files[NOTES]).toBe(open.files[NOTES]);
  });

  it('is for the asked page alone, beside others of its blueprint', async () => {
    const made = await runSchematic(LOGIN, 'make-view', {
      name: 'reports',
      generateRoute: true,
      guard: 'users',
    });
    expect(guardsIn(made, MAIN)).toEqual([
      'index',
      'profile @login_required',
      'reports @login_required',
    ]);
    const again = async (ran: Ran, guard: string): Promise<Ran> => {
      const options = { name: 'profile', generateRoute: true, guard };
      return runSchematic({ ...ran.files, ...ran.remembered }, 'make-view', options);
    };
    const kept = await again(await again(made, 'users'), 'none');
    expect(kept.files[MAIN]).toBe(made.files[MAIN]);
    expect(kept.said.join()).toMatch(/profile has @login_required, which you put there\./);
  });

  it('is missed by a page beside guarded ones, and a warning says so', async () => {
    const made = await runSchematic(LOGIN, 'make-view', { name: 'about', generateRoute: true });
    expect(made.said).toContain(
      'warn Everybody can open /about, but not /profile. If you did not mean that, run this again with --guard.',
    );
  });

  for (const [what, files, guard, message] of [
    [
      'a guard without sign-in',
      { [MAIN]: LOGIN[MAIN]?.replace(/^.*login_required\n/gm, '') ?? '' },
      'users',
      /^--guard users needs the decorator login_required: this application has none\. Use that of Flask-Login, or set auth /,
    ],
    [
      'one of admins without a decorator for them',
      {},
      'admin',
      /^--guard admin needs the decorator admin_required: this application has none\. Write one /,
    ],
    [
      'a module that lacks the decorator',
      { 'scaffold.toml': 'auth = "blog.models"\n' },
      'users',
      /^--guard users needs the decorator login_required: scaffold\.toml:1: blog\.models has none\./,
    ],
    [
      'a module that nothing brings',
      { 'scaffold.toml': 'auth = "flask_user"\n' },
      'users',
      /scaffold\.toml:1: flask_user has none\./,
    ],
    [
      'owners',
      {},
      'owner-write',
      /^--guard owner-write gives records owners, .* Use --guard users-write, /,
    ],
  ] as const) {
    it(`refuses ${what}`, async () => {
      await expectAsync(notes({ ...LOGIN, ...files }, guard)).toBeRejectedWithError(message);
    });
  }
});

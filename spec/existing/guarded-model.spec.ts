import { type Ran, runSchematic } from './run-schematic';
import { ADMINS, guardsIn, LOGIN, MAIN } from './with-login';

type Files = Readonly<Record<string, string>>;

const WITH_ADMINS: Files = { ...LOGIN, 'blog/decorators.py': ADMINS };

/** A page of a person that shows the notes. */
const shown = (...guards: readonly string[]): Files => ({
  ...LOGIN,
  [MAIN]: `${LOGIN[MAIN] ?? ''}

@bp.route('/latest')
${guards.map((guard) => `@${guard}\n`).join('')}def latest():
    return render_template('index.html', title='Latest', notes=db.session.scalars(db.select(Note)))
`.replace(
    'from blog.main import bp\n',
    'from blog.extensions import db\nfrom blog.main import bp\nfrom blog.models import Note\n',
  ),
});

/** Runs `make:resource` in what an earlier run left, or another schematic. */
async function make(
  { files, remembered }: Pick<Ran, 'files' | 'remembered'>,
  name: string,
  options: object = {},
  schematic = 'make-resource',
): Promise<Ran> {
  return runSchematic({ ...files, ...remembered }, schematic, { name, ...options });
}

const app = (files: Files = LOGIN): Pick<Ran, 'files' | 'remembered'> => ({
  files: { ...files },
  remembered: {},
});

/** What is said of guards. */
function saidIn({ said }: Ran): string[] {
  return said.filter((line) => /^warn|guard/.test(line));
}

/** Which guard each function of a blueprint has. */
function guards(ran: Ran, name = 'briefs'): string {
  return guardsIn(ran, `blog/${name}/routes.py`).join(', ');
}

const OF_NOTES = { model: 'Note' };
const PAGES = { only: ['index', 'show'] };

const ALL_USERS =
  'index @login_required, show @login_required, create @login_required, edit @login_required, destroy @login_required';
const CHANGED_BY_USERS =
  'index, show, create @login_required, edit @login_required, destroy @login_required';

describe('a further resource of a guarded model, where new did not make the application', () => {
  it('takes over who reads the model', async () => {
    const briefs = await make(await make(app(), 'notes', { guard: 'users' }), 'briefs', OF_NOTES);
    expect(guards(briefs)).toBe(ALL_USERS);
    expect(saidIn(briefs)).toEqual([
      'info Only users read a note elsewhere, so this run used --guard users. For a page that everybody may open, use --guard none.',
    ]);
    const notes = await make(app(WITH_ADMINS), 'notes', { guard: 'admin' });
    const made = await make(notes, 'briefs', OF_NOTES);
    expect(guards(made)).toBe(ALL_USERS.replaceAll('login', 'admin'));
  });

  it('takes over who changes the model', async () => {
    const notes = await make(app(), 'notes', { guard: 'users-write' });
    const briefs = await make(notes, 'briefs', OF_NOTES);
    expect(guards(briefs)).toBe(CHANGED_BY_USERS);
    expect(saidIn(briefs).join()).toContain('Only users change a note elsewhere');
    expect(saidIn(await make(notes, 'briefs', { ...OF_NOTES, ...PAGES }))).toEqual([]);
  });

  it('keeps that with an upgrade, and changes nothing the second time', async () => {
    const made = await make(await make(app(), 'notes', { guard: 'users' }), 'briefs', OF_NOTES);
    const again = await make(made, 'briefs', OF_NOTES);
    expect({ ...again.files, ...again.remembered }).toEqual({ ...made.files, ...made.remembered });
    expect(made.remembered['.scaffold/resources/briefs.json']).toContain('"guard": "users"');
    const manifest = '.scaffold/resources/briefs.json';
    const older = made.remembered[manifest]?.replace(/"templates": ".*"/, '"templates": "older"');
    const files = { ...made.files, ...made.remembered };
    const upgraded = await runSchematic({ ...files, [manifest]: older ?? '' }, 'upgrade', {});
    expect({ ...upgraded.files, ...upgraded.remembered }).toEqual(files);
  });

  it('is open with none, and a warning says so', async () => {
    const notes = await make(app(), 'notes', { guard: 'users' });
    const briefs = await make(notes, 'briefs', { ...OF_NOTES, guard: 'none' });
    expect(guards(briefs)).toBe('index, show, create, edit, destroy');
    expect(saidIn(briefs)).toEqual([
      'warn Everybody can open the new routes of briefs, beside pages with --guard users.',
    ]);
    const third = await make(briefs, 'papers', { ...OF_NOTES, ...PAGES });
    expect(guards(third, 'papers')).toBe('index, show');
  });

  it('may be a single view, or further actions', async () => {
    const notes = await make(app(), 'notes', { ...PAGES, guard: 'users' });
    const options = { ...OF_NOTES, generateRoute: true };
    const view = await make(notes, 'briefs.index', options, 'make-view');
    expect(guards(view)).toBe('index @login_required');
    expect(guards(await make(notes, 'notes'), 'notes')).toBe(ALL_USERS);
    const open = await make(app(), 'notes', { ...PAGES, guard: 'users-write' });
    expect(guards(await make(open, 'notes'), 'notes')).toBe(CHANGED_BY_USERS);
  });

  it('takes over the guard that a person put on the only functions that use the model', async () => {
    const briefs = await make(app(shown('login_required')), 'briefs', OF_NOTES);
    expect(guards(briefs)).toBe(ALL_USERS);
    expect(guards(await make(app(shown()), 'briefs', OF_NOTES))).not.toContain('@');
  });

  it('stops where guards are not known, or no word says them', async () => {
    const unknown = app(shown('login_required', 'editors_only'));
    await expectAsync(make(unknown, 'briefs', OF_NOTES)).toBeRejectedWithError(
      /^Other pages of a note have guards .* Say who may open briefs, .*:\n {2}blog\/main\/routes\.py:\d+: @editors_only$/,
    );
    expect(guards(await make(unknown, 'briefs', { ...OF_NOTES, guard: 'none' }))).not.toContain(
      '@',
    );
    const read = await make(app(WITH_ADMINS), 'notes', PAGES);
    const notes = await make(read, 'notes', {
      only: ['create', 'edit', 'destroy'],
      guard: 'admin',
    });
    await expectAsync(make(notes, 'briefs', OF_NOTES)).toBeRejectedWithError(
      /^Only admins change a note elsewhere\. Say --guard users-write, users, admin or none .* open briefs\.$/,
    );
  });

  it('stops without a decorator for it', async () => {
    const files = shown('tokens.login_required');
    const main = files[MAIN]?.replace(/^(from flask_login.*|@login_required)\n/gm, '') ?? '';
    const briefs = make(app({ ...files, [MAIN]: main }), 'briefs', OF_NOTES);
    await expectAsync(briefs).toBeRejectedWithError(
      /^Only users read a note elsewhere, and --guard users needs the decorator login_required: .* use --guard none\.$/,
    );
  });

  it('is named by a later guard, with the command that guards it', async () => {
    const notes = await make(app(shown()), 'notes');
    const briefs = await make(notes, 'briefs', { ...OF_NOTES, only: ['index'] });
    const guarded = await make(briefs, 'notes', { guard: 'users' });
    expect(saidIn(guarded)).toEqual([
      'warn notes is guarded now, but /briefs has each note, too, and lets in more people. ' +
        'Run `scaffold make:resource briefs --model Note --only=index --guard users`.',
      `warn ${MAIN}:19: latest uses Note, too, and is open to others. Put @login_required below its route.`,
    ]);
    for (const [query, given] of [
      ['db.select(Memo)', 'from blog.models import Note as Memo'],
      ['db.select(models.Note)', 'from blog import models'],
      ['every()', 'from blog.models import Note\n\ndef every():\n    return db.select(Note)\n'],
    ] as const) {
      const files = shown();
      const main = files[MAIN]?.replace('db.select(Note)', query) ?? '';
      const [imported, named] = ['from blog.models import Note\n', `${given}\n`];
      const open = app({ ...files, [MAIN]: main.replace(imported, named) });
      expect(saidIn(await make(open, 'notes', { guard: 'users' })).join())
        .withContext(query)
        .toContain(': latest uses Note, too, and is open to others.');
    }
    const all = await make(guarded, 'briefs', { ...OF_NOTES, only: ['index'], guard: 'users' });
    expect(guards(all)).toBe('index @login_required');
    expect(saidIn(await make(all, 'notes', { guard: 'users' })).join()).not.toContain('/briefs');
  });
});

const REFERENCE = { fields: ['note:references:notes'] };

describe('what names guarded records, where new did not make the application', () => {
  for (const [what, fields] of [
    ['a reference', ['note:references:notes']],
    ['a relationship', ['notes:many:notes']],
  ] as const) {
    it(`is open with a warning: ${what}`, async () => {
      const notes = await make(app(), 'notes', { guard: 'users' });
      const links = await make(notes, 'links', { fields });
      expect(saidIn(links)).toEqual([
        'warn Everybody can open /links, which names each note to people who cannot open its pages. Run this again with --guard users.',
      ]);
      const guarded = await make(links, 'links', { fields, guard: 'users' });
      expect(guards(guarded, 'links')).toBe(ALL_USERS);
      expect(saidIn(guarded)).toEqual([]);
    });

    it(`is named by a later guard: ${what}`, async () => {
      const links = await make(await make(app(), 'notes'), 'links', { fields });
      const notes = await make(links, 'notes', { guard: 'users' });
      expect(saidIn(notes)).toEqual([
        'warn notes is guarded now, but /links names each note to people who cannot open its pages. ' +
          'Run `scaffold make:resource links --guard users`.',
      ]);
      expect(saidIn(await make(links, 'notes', { guard: 'users-write' }))).toEqual([]);
    });
  }

  it('may be for users where only admins read', async () => {
    const notes = await make(app(WITH_ADMINS), 'notes', { guard: 'admin' });
    const links = await make(notes, 'links', { ...REFERENCE, guard: 'users' });
    expect(saidIn(links).join()).toMatch(/^warn Every user can open \/links, .* --guard admin\.$/);
  });

  it('may be a further field', async () => {
    const notes = await make(app(), 'notes', { guard: 'users' });
    const links = await make(notes, 'links', { fields: ['name:string:40'] });
    const fields = ['note:references:notes:optional'];
    const added = await make(links, 'links', { fields }, 'add-field');
    expect(saidIn(added)).toEqual([
      'warn Everybody can open /links, which names each note to people who cannot open its pages. ' +
        'Run `scaffold make:resource links --guard users`.',
    ]);
  });

  it('says nothing where everybody reads', async () => {
    const notes = await make(app(), 'notes', { guard: 'users-write' });
    expect(saidIn(await make(notes, 'links', REFERENCE))).toEqual([]);
    expect(saidIn(await make(await make(app(), 'notes'), 'links', REFERENCE))).toEqual([]);
  });
});

import { AUTH } from '../support/own-auth';
import { type PersonsFiles, ViewProject } from '../support/view-project';

const READERS = 'app/readers.py';

/** Resources, made one after the other: `reports --guard admin`. */
async function made(resources: readonly string[], files: PersonsFiles = {}): Promise<ViewProject> {
  const project = await ViewProject.with({ ...AUTH, ...files });
  for (const typed of resources) {
    await add(project, typed);
  }
  return project;
}

async function add(project: ViewProject, typed: string): Promise<void> {
  const [words = '', guard] = typed.split(' --guard ');
  const [name = '', ...fields] = words.split(' ');
  await project.makeResource(name, {
    ...(fields.length > 0 ? { fields } : {}),
    ...(guard === undefined ? {} : { guard: guard as 'admin' }),
    ...(/^(admin|me)\./.test(name) ? { namespace: true } : {}),
  });
}

/** The entries of the table: `Report: admins`. */
function table(project: ViewProject): string[] {
  const [, body = ''] = /^READERS.*? = \{(.*?)\}$/ms.exec(project.read(READERS)) ?? [];
  return body.split('\n').flatMap((line) => line.trim().replace(/,$/, '') || []);
}

describe('The table of readers', () => {
  it('says for each guard who may read', async () => {
    for (const [guard, entries] of [
      ['admin', ['Report: admins']],
      ['users', ['Report: users']],
      ['owner', ['Report: owner("user")']],
      ['users-write', []],
      ['owner-write', []],
      ['none', []],
    ] as const) {
      expect(table(await made([`reports title --guard ${guard}`])))
        .withContext(guard)
        .toEqual([...entries]);
    }
  });

  it('is the same in whichever order resources and guards come', async () => {
    const whole = await made(['notes title --guard owner', 'reports title --guard admin']);
    const later = await made([
      'reports title',
      'notes title',
      'reports --guard admin',
      'notes --guard owner',
    ]);
    expect(table(later)).toEqual(['Note: owner("user")', 'Report: admins']);
    expect(table(whole)).toEqual(table(later));
    expect(whole.read(READERS)).toContain('from app.guards import admins, owner\n');
    expect(whole.read(READERS)).toContain('from app.models import Note, Report\n');
  });

  it('has all whom a resource of the model lets read: everybody counts most', async () => {
    const admin = 'admin.notes --guard admin';
    for (const [resources, entries] of [
      [['notes title --guard owner', admin], ['Note: either(owner("user"), admins)']],
      [['notes title --guard users', admin], ['Note: users']],
      [['notes title', admin], []],
      [['admin.notes title --guard admin', 'notes --guard none'], ['Note: everybody']],
      [['admin.notes title --guard admin', 'notes'], ['Note: admins']],
      [['notes title --guard users', admin, 'notes --guard admin'], ['Note: admins']],
    ] as const) {
      expect(table(await made(resources)))
        .withContext(resources.join())
        .toEqual([...entries]);
    }
  });

  it('has them whatever the resources and controllers are called, in either order', async () => {
    const briefs = { model: 'Memo', controller: 'BriefController' };
    for (const [guard, entry] of [
      ['admin', 'Memo: admins'],
      ['owner', 'Memo: owner("user")'],
    ] as const) {
      const first = await made(['memos title']);
      await first.makeResource('briefs', briefs);
      await first.makeResource('memos', { guard });
      expect(table(first)).withContext(guard).toEqual([]);
      await first.makeResource('briefs', { ...briefs, guard });
      expect(table(first)).withContext(guard).toEqual([entry]);
      const last = await made([`memos title --guard ${guard}`]);
      expect(table(last)).toEqual([entry]);
      await last.makeResource('briefs', { ...briefs, guard: 'none' });
      expect(table(last)).withContext(guard).toEqual(['Memo: everybody']);
    }
  });

  it('follows a guard to what belongs to the records, in whichever order guards come', async () => {
    const nested = [
      'projects name --guard users-write',
      'projects.tasks title',
      'projects.tasks.remarks text --guard users',
    ];
    const late = await made([...nested, 'projects.tasks --guard users', 'projects --guard owner']);
    const owned = ['Project: owner("user")', 'Remark: owner("task.project.user")'];
    expect(table(late)).toEqual([...owned, 'Task: owner("project.user")']);
    for (const [guard, entry] of [
      ['users', 'users'],
      ['none', 'everybody'],
    ] as const) {
      const project = await ViewProject.with({ ...late.files, ...late.remembered });
      await add(project, `projects --guard ${guard}`);
      expect(table(project))
        .withContext(guard)
        .toEqual([`Project: ${entry}`, 'Remark: users', 'Task: users']);
    }
  });

  it('keeps what a person added for what belongs to the records', async () => {
    const project = await made(['projects name --guard users', 'projects.tasks title']);
    const text = project.read(READERS).replace('Task: users', 'Task: either(editors, admins)');
    const own = await ViewProject.with({
      ...project.files,
      ...project.remembered,
      [READERS]: text,
    });
    await add(own, 'projects --guard owner');
    expect(table(own)).toEqual([
      'Project: owner("user")',
      'Task: either(editors, admins, owner("project.user"))',
    ]);
  });

  it('imports no word that it no longer uses', async () => {
    const project = await made(['reports title --guard users', 'reports --guard admin']);
    expect(project.read(READERS)).toContain('from app.guards import admins\n');
  });

  it('says so if a run lets more people read, and not the opposite', async () => {
    const refs = 'refs report:references:reports';
    for (const [resources, who] of [
      [['reports title --guard admin', refs, 'admin.reports --guard none'], 'Everybody'],
      [['reports title --guard admin', refs, 'admin.reports --guard users'], 'Every user'],
    ] as const) {
      const { warnings } = await made(resources);
      expect(warnings).toContain(`warn ${who} may now read each report: app/readers.py says so.`);
      expect(warnings.join()).not.toContain('offers each report');
    }
  });

  it('keeps what a person wrote', async () => {
    const project = await made(['reports title user:references:users --guard admin']);
    const text = project.read(READERS).replace('Report: admins,', 'Report: editors,  # ours');
    const own = await ViewProject.with({ ...project.files, [READERS]: text });
    await add(own, 'me.reports --guard owner');
    expect(table(own)).toEqual(['Report: either(editors, owner("user")),  # ours']);
  });

  it('leaves the names of users to everybody, such as those of authors', async () => {
    expect(table(await made(['admin.users --guard admin']))).toEqual([]);
  });

  it('must be a literal: otherwise a warning gives the line', async () => {
    const project = await made(['reports title --guard admin'], {
      [READERS]: 'READERS = make()\n',
    });
    expect(project.warnings).toEqual([
      jasmine.stringMatching(/The table is no literal.*\n {2}Report: admins$/),
    ]);
  });

  it('is needed by a guard', async () => {
    await expectAsync(
      made(['reports title --guard admin'], { [READERS]: null }),
    ).toBeRejectedWithError(/needs app\/readers\.py/);
  });
});

describe('The tests of what not everybody may read', () => {
  it('say who reads its records once another resource of the model opens them', async () => {
    const project = await made(['notes title --guard owner']);
    const isTested = (): boolean =>
      project.read('tests/test_notes.py').includes('def test_no_form_or_list_names_records');
    expect(isTested()).toBeTrue();
    await add(project, 'admin.notes --guard none');
    expect(table(project)).toEqual(['Note: everybody']);
    expect(isTested()).toBeFalse();
    await add(project, 'notes --guard none');
    expect(project.read('app/routes/notes/routes.py')).not.toContain('@login_required');
  });

  it('stay as a person has changed them, and a note says so', async () => {
    const project = await made(['notes title --guard owner']);
    const path = 'tests/test_notes.py';
    const own = project.read(path).replace(').labels == {}', ').labels == {}  # mine');
    const files = { ...project.files, ...project.remembered, [path]: own };
    const changed = await ViewProject.with(files);
    await add(changed, 'admin.notes --guard none');
    expect(changed.read(path)).toBe(own);
    expect(changed.messages.join()).toMatch(/tests\/test_notes\.py:\d+ stays as it is/);
  });
});

describe('What belongs to guarded records', () => {
  it('inherits the guard', async () => {
    for (const guard of ['users', 'users-write', 'admin'] as const) {
      const project = await made([`reports title --guard ${guard}`, 'reports.remarks text']);
      const explicit = await made([
        `reports title --guard ${guard}`,
        `reports.remarks text --guard ${guard}`,
      ]);
      expect(project.files).withContext(guard).toEqual(explicit.files);
    }
  });

  it('is for the owner of what it belongs to', async () => {
    const project = await made([
      'notes title --guard owner',
      'notes.comments text',
      'notes.comments.likes text',
    ]);
    expect(table(project)).toEqual([
      'Comment: owner("note.user")',
      'Like: owner("comment.note.user")',
      'Note: owner("user")',
    ]);
  });

  it('is changed by the owner of what it belongs to with owner-write', async () => {
    const project = await made(['posts title --guard owner-write', 'posts.replies text']);
    const controller = project.read('app/controllers/post_reply_controller.py');
    expect(
      controller.match(/if not PostController\(\)\.may_change\(post\):\n {12}abort\(403\)/g)
        ?.length,
    ).toBe(5);
    expect(project.messages).toContain(
      'info Only the owner of a post changes its replies. For replies that every user may change, use --guard users-write.',
    );
    const { changes } = project;
    await add(project, 'posts.replies');
    expect(project.changes).toEqual(changes);
    const users = await made([
      'posts title --guard owner-write',
      'posts.replies text --guard users-write',
    ]);
    expect(users.read('app/controllers/post_reply_controller.py')).not.toContain('may_change');
    const before = users.changes;
    await add(users, 'posts.replies');
    expect(users.changes).toEqual(before);
  });

  it('is open with --guard none, with a warning, and names no guarded record', async () => {
    const project = await made([
      'reports title --guard admin',
      'reports.remarks text --guard none',
    ]);
    expect(project.warnings).toEqual([
      jasmine.stringMatching(/Everybody can open .*remarks, beside pages with --guard admin/),
    ]);
    expect(project.read('app/templates/reports/remarks/index.html')).toContain(
      '{{ report.title if report is readable else "Report " ~ report.id }}',
    );
  });

  it('stays open if it is older than the guard, with a warning', async () => {
    const project = await made(['reports title', 'reports.remarks text', 'reports --guard admin']);
    expect(project.warnings).toContain(
      'warn reports is guarded now, but app/routes/reports/remarks is open to others. Run `scaffold make:resource reports.remarks --guard admin`.',
    );
  });

  it('may still be for its owners, which a warning says', async () => {
    const project = await made(['notes title --guard owner', 'admin.notes --guard admin']);
    expect(project.warnings).toContain(
      'warn admin.notes is guarded now, but app/routes/notes shows each note to its owner, too. ' +
        'If that is not meant, run `scaffold make:resource notes --guard admin`.',
    );
  });

  it('brings that warning if its model has another name, too', async () => {
    const project = await made(['reports title']);
    await project.makeResource('reports.notes', { fields: 'text', model: 'Remark' });
    await add(project, 'reports --guard owner');
    expect(project.warnings).toContain(
      'warn Only its owner sees a report now, but app/routes/reports/notes finds that of anybody. ' +
        'Run `scaffold make:resource reports.notes --model Remark --controller ReportRemarkController --guard users`.',
    );
  });
});

describe('A reference to guarded records', () => {
  it('is tested with records that the visitor may not read', async () => {
    const resources = [
      'notes title --guard owner',
      'tasks text note:references:notes --guard users',
    ];
    const tests = (await made(resources)).read('tests/test_tasks.py');
    expect(tests).toContain('"note_id": make_note(user_id=signed_in_id).id,');
    expect(tests).toContain('labels = [make_note().title]');
    expect(tests).toContain('test_records_of_others_are_no_choice');
  });

  it('of a page that everybody opens brings a warning', async () => {
    const project = await made(['reports title --guard admin', 'refs report:references:reports']);
    expect(project.warnings).toEqual([
      'warn Everybody can open /refs/create, but only admins have records to choose there. Run this again with --guard admin.',
    ]);
    expect(project.read('tests/test_refs.py')).toContain('labels = [make_report().title]');
  });

  it('that an existing page gets brings a warning', async () => {
    const reference = 'label:references:labels:optional';
    for (const [guard, reader] of [
      ['none', 'Everybody'],
      ['users', 'Every user'],
      ['owner-write', 'Every user'],
    ] as const) {
      const project = await made(['labels name --guard admin', `issues title --guard ${guard}`]);
      await project.addField('issues', reference);
      expect(project.warnings).toEqual([
        `warn ${reader} can open /issues/create, but only admins have records to choose there. Run \`scaffold make:resource issues --guard admin\`.`,
      ]);
      await project.addField('issues', reference);
      expect(project.warnings.length).toBe(1);
    }
    const closed = await made(['labels name --guard admin', 'issues title --guard admin']);
    await closed.addField('issues', reference);
    expect(closed.warnings).toEqual([]);
  });

  it('has the tests that it would have if the guard had come first', async () => {
    for (const [resource, fields, first, then] of [
      ['tasks', 'title labels:many', 'admin', 'users'],
      ['tasks', 'title labels:many', 'users', 'admin'],
      ['tasks', 'title label:references:labels', 'none', 'owner'],
      ['projects.tasks', 'title labels:many', 'admin', 'users'],
      ['projects.tasks', 'title label:references:labels', 'users', 'owner'],
    ] as const) {
      const rest = ['projects name', `${resource} ${fields} --guard users`];
      const later = await made([`labels name --guard ${first}`, ...rest]);
      await add(later, `labels --guard ${then}`);
      const atOnce = await made([`labels name --guard ${then}`, ...rest]);
      const path = `tests/test_${resource.replace('.', '_')}.py`;
      expect(later.read(path)).withContext(`${resource} ${first} ${then}`).toBe(atOnce.read(path));
      await add(later, `${resource} --guard admin`);
      expect(later.warnings.join()).not.toContain(path);
    }
  });

  it('from before the guard brings a warning', async () => {
    const project = await made(['reports title', 'refs report:references:reports']);
    await add(project, 'reports --guard admin');
    expect(project.warnings).toEqual([
      jasmine.stringMatching(/ref_form\.py:\d+ offers each report only to those who may read it\./),
    ]);
  });

  it('from before the guard brings none if all who open the form have records to choose', async () => {
    for (const [word, then, isTold] of [
      ['admin', 'admin', false],
      ['users', 'owner', false],
      ['users', 'admin', true],
      ['users-write', 'users', false],
      ['owner', 'admin', true],
    ] as const) {
      const project = await made([
        'reports title',
        `refs report:references:reports --guard ${word}`,
      ]);
      await add(project, `reports --guard ${then}`);
      expect(project.warnings.join().includes('offers each report'))
        .withContext(`${word} ${then}`)
        .toBe(isTold);
    }
  });
});

describe('A guard that a person typed', () => {
  const ROUTES = 'app/routes/reports/routes.py';

  /** Resources whose routes of reports have a decorator that the manifest does not know. */
  async function typed(decorator: string, isKnown = true): Promise<ViewProject> {
    const project = await made(['reports title']);
    const routes = project
      .read(ROUTES)
      .replace(/^@bp\..*$/gm, `$&\n@${decorator}`)
      .replace('from flask', `from app.auth import ${decorator}\nfrom flask`);
    const remembered = isKnown ? project.remembered : {};
    return ViewProject.with({ ...project.files, ...remembered, [ROUTES]: routes });
  }

  it('enters the table with the first run that names the records elsewhere, which says so', async () => {
    for (const [decorator, reader] of [
      ['admin_required', 'admins'],
      ['login_required', 'users'],
    ] as const) {
      for (const isKnown of [true, false]) {
        for (const resource of ['refs report:references:reports', 'reports.remarks text']) {
          const project = await typed(decorator, isKnown);
          await add(project, `${resource} --guard users`);
          expect(table(project)).withContext(resource).toContain(`Report: ${reader}`);
          expect(project.messages).toContain(
            'info Not everybody may open the pages of each report, so app/readers.py now says who may read it.',
          );
        }
      }
    }
  });

  it('counts whatever the person calls the functions of the routes', async () => {
    for (const [open, entries] of [
      ['def (index|show|edit)', ['Report: admins']],
      ['@admin_required\\ndef (index|show|edit)', []],
    ] as const) {
      const project = await typed('admin_required');
      const own = await ViewProject.with({
        ...project.files,
        ...project.remembered,
        [ROUTES]: project
          .read(ROUTES)
          .replace(new RegExp(open, 'g'), (found) =>
            found.replace('@admin_required\n', '').replace('def ', 'def any_'),
          ),
      });
      expect(own.read(ROUTES)).toContain('def any_show(');
      await add(own, 'refs report:references:reports');
      expect(table(own)).withContext(open).toEqual(entries);
    }
  });

  it('limits whom a form of another resource offers the records', async () => {
    const project = await typed('admin_required');
    await add(project, 'refs report:references:reports');
    expect(project.read('app/forms/ref_form.py')).toContain('RowField');
    expect(project.warnings).toEqual([
      'warn Everybody can open /refs/create, but only admins have records to choose there. Run this again with --guard admin.',
    ]);
    const later = await typed('admin_required');
    await add(later, 'tasks name --guard users');
    await later.addField('tasks', 'report:references:reports:optional');
    expect(table(later)).toContain('Report: admins');
  });

  it('is in the table once a run gives the resource a guard', async () => {
    const project = await typed('admin_required');
    await add(project, 'reports --guard users');
    expect(table(project)).toEqual(['Report: admins']);
  });

  it('is taken over by further resources of the model', async () => {
    const project = await typed('admin_required');
    await project.makeResource('summaries', { model: 'Report', controller: 'SummaryController' });
    expect(project.read('app/routes/summaries/routes.py').match(/@admin_required/g)?.length).toBe(
      7,
    );
    expect(table(project)).toEqual(['Report: admins']);
  });

  it('has to be decided on beside it and below it: --guard does', async () => {
    for (const isKnown of [true, false]) {
      const project = await typed('admin_required', isKnown);
      await expectAsync(add(project, 'reports.remarks text')).toBeRejectedWithError(
        /routes beside reports\.remarks\.index have different guards.*admin_required/s,
      );
      await expectAsync(project.make('reports.archive', 'r')).toBeRejectedWithError(
        /routes beside reports\.archive have different guards/,
      );
      await add(project, 'reports.remarks text --guard none');
      await project.make('reports.archive', 'r', { guard: 'none' });
      expect(project.warnings).toEqual([
        jasmine.stringMatching(/Everybody can open .*remarks, beside pages with --guard admin/),
        jasmine.stringMatching(/Everybody can open \/reports\/archive, beside pages with --guard/),
      ]);
    }
  });
});

describe('A comment or a string', () => {
  it('makes no owner', async () => {
    const project = await made(['posts title']);
    const path = 'app/controllers/post_controller.py';
    const text = project.read(path);
    const method =
      '    def posts(self):\n        """Not for current_user."""\n        # current_user\n        return "current_user"\n\n';
    const own = await ViewProject.with({
      ...project.files,
      [path]: text.replace('    def index(self)', `${method}    def index(self)`),
    });
    await own.make('posts.archive', 'rc');
    expect(own.read('app/routes/posts/routes.py')).not.toContain('login_required');
    await own.makeResource('posts.comments', { fields: ['text'] });
    expect(own.read('app/controllers/post_comment_controller.py')).not.toContain(
      'PostController()',
    );
    expect(table(own)).toEqual([]);
  });
});

describe('The table of readers, without a resource of the model', () => {
  for (const [opened, entry] of [
    ['me.notes --guard none', 'everybody'],
    ['admin.notes --guard users', 'users'],
  ] as const) {
    it(`forgets that ${entry} could read by its pages`, async () => {
      const lines = [
        'notes title --guard owner',
        'refs name note:references:notes:optional',
        'notes.pics name',
      ];
      const before = await made(lines);
      const project = await made([...lines, opened]);
      expect(table(project)).toContain(`Note: ${entry}`);
      expect(table(project)).toContain('Pic: owner("note.user")');
      project.messages.length = 0;
      await project.removeResource(opened.split(' ')[0] ?? '');
      expect(table(project)).toEqual(table(before));
      expect(project.messages).toContain('info app/readers.py now has Note: owner("user").');
      expect(project.read('tests/test_refs.py')).toBe(before.read('tests/test_refs.py'));
    });
  }

  const open = ['notes title', 'refs name note:references:notes:optional'];

  it('has an entry once only guarded pages are left', async () => {
    for (const [guarded, entries] of [
      ['admin.notes --guard admin', ['Note: admins']],
      ['admin.notes --guard users', ['Note: users']],
      ['admin.notes --guard users-write', []],
      ['admin.notes', []],
    ] as const) {
      const project = await made([...open, guarded]);
      expect(table(project)).withContext(guarded).toEqual([]);
      await project.removeResource('notes');
      expect(table(project))
        .withContext(guarded)
        .toEqual([...entries]);
    }
  });

  it('stays without the entry that a person took out', async () => {
    const project = await made(['notes title --guard admin', 'admin.notes --guard admin']);
    const text = project.read(READERS).replace('    Note: admins,\n', '');
    const own = await ViewProject.with({
      ...project.files,
      ...project.remembered,
      [READERS]: text,
    });
    await own.removeResource('admin.notes');
    expect(own.read(READERS)).toBe(text);
  });
});

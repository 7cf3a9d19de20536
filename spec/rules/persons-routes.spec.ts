import { SchematicsException } from '@angular-devkit/schematics';
import type { GuardOption } from '../../src/naming/guards';
import { AUTH } from '../support/own-auth';
import { ViewProject } from '../support/view-project';

const ROUTES = 'app/routes/posts/routes.py';
const EXPORT = `

@bp.get("/posts/export")
def export() -> str:
    return ", ".join(post.title for post in db.session.scalars(select(Post)))
`;

/** Posts with a route that a person wrote. */
async function posts(guard: GuardOption = 'none', route = EXPORT): Promise<ViewProject> {
  const made = await (
    await ViewProject.with(AUTH)
  ).makeResource('posts', { fields: ['title'], guard });
  return ViewProject.with({
    ...made.files,
    ...made.remembered,
    [ROUTES]: made.read(ROUTES) + route,
  });
}

/** What stands between the URL and the function of the person's route. */
function decoratorsOf(project: ViewProject): string[] {
  const [, lines = ''] =
    /"\/posts\/export".*\)\n((?:@.*\n)*)def export/.exec(project.read(ROUTES)) ?? [];
  return lines.split('\n').slice(0, -1);
}

describe('A guard on a resource with a route of a person', () => {
  it('goes onto the route, and later ones take its place', async () => {
    const project = await posts('users');
    for (const [guard, decorators] of [
      ['owner', ['@login_required']],
      ['admin', ['@admin_required']],
      ['users', ['@login_required']],
      ['users-write', []],
      ['admin', ['@admin_required']],
      ['none', []],
    ] as const) {
      await project.makeResource('posts', { guard });
      expect(decoratorsOf(project)).withContext(guard).toEqual(decorators);
    }
    expect(project.read(ROUTES)).not.toContain('_required');
  });

  it('keeps the decorators of a person beside its own', async () => {
    const project = await posts('none', EXPORT.replace('def', '@login_required\ndef'));
    for (const [guard, decorators] of [
      ['users', ['@login_required']],
      ['admin', ['@admin_required', '@login_required']],
      ['users', ['@login_required']],
      ['users-write', ['@login_required']],
      ['none', ['@login_required']],
    ] as const) {
      await project.makeResource('posts', { guard });
      expect(decoratorsOf(project)).withContext(guard).toEqual(decorators);
    }
    expect(project.warnings.at(-1)).toMatch(
      /routes\.py:\d+: export has @login_required, which you put there\. Remove it to open the route\.$/,
    );
  });

  it('goes onto routes whose URL the program computes, or is refused', async () => {
    const [, , , ...code] = EXPORT.split('\n');
    for (const rule of ['URL', 'f"{URL}/csv"', 'URL + "/csv"']) {
      const text = `\n\nURL = "/posts/export"\n\n\n@bp.get(${rule})\n${code.join('\n')}`;
      const project = await posts('none', text);
      await project.makeResource('posts', { guard: 'admin' });
      expect(project.read(ROUTES))
        .withContext(rule)
        .toContain(`@bp.get(${rule})\n@admin_required\ndef export`);
      await project.makeResource('posts', { guard: 'none' });
      expect(project.read(ROUTES)).withContext(rule).not.toContain('_required');
    }
    const loop = '\n\nfor name in ("a", "b"):\n    bp.add_url_rule(f"/{name}", name, lambda: "")\n';
    const project = await posts('none', loop);
    await expectAsync(project.makeResource('posts', { guard: 'users' })).toBeRejectedWithError(
      /routes\.py:\d+: login_required\(lambda: ""\)$/,
    );
  });

  it('is named in the report', async () => {
    const project = await posts();
    await project.makeResource('posts', { guard: 'users' });
    expect(project.messages).toContain(
      jasmine.stringMatching(
        /^info app\/routes\/posts\/routes\.py:\d+: export is yours, and has @login_required now\.$/,
      ),
    );
    project.messages.length = 0;
    await project.makeResource('posts', { guard: 'users' });
    expect(project.messages).toEqual(['info Nothing to do: posts already exists.']);
    await project.makeResource('posts', { guard: 'none' });
    expect(project.messages).toContain(
      jasmine.stringMatching(
        /^info app\/routes\/posts\/routes\.py:\d+: export is yours, and @login_required is gone\. Everybody may open it\.$/,
      ),
    );
  });

  it('brings a warning if it gives owners to records that the route selects itself', async () => {
    const advice = (word: string): jasmine.AsymmetricMatcher<string> =>
      jasmine.stringMatching(
        new RegExp(
          `^warn app/routes/posts/routes\\.py:\\d+: /posts/export ${word}\\. Select them with PostController\\(\\)\\.posts\\(\\)\\.$`,
        ),
      );
    const all = advice("shows all owners' posts");
    for (const former of ['none', 'users'] as const) {
      const project = await posts(former);
      await project.makeResource('posts', { guard: 'users' });
      await project.makeResource('posts', { guard: 'owner' });
      expect(project.warnings).withContext(former).toEqual([all]);
    }
    const calls = EXPORT.replace('db.session.scalars(select(Post))', 'PostController().export()');
    const inController = await posts('none', calls);
    const controller = 'app/controllers/post_controller.py';
    const own = await ViewProject.with({
      ...inController.files,
      ...inController.remembered,
      [controller]: `${inController.read(controller)}
    def export(self):
        return self.rows()

    @staticmethod
    def rows():
        return db.session.scalars(select(Post))
`,
    });
    await own.makeResource('posts', { guard: 'owner' });
    expect(own.warnings).toEqual([all]);
    for (const call of ['PostController.rows()', 'getattr(PostController(), "export")()']) {
      const project = await posts('none', calls.replace('PostController().export()', call));
      const other = await ViewProject.with({
        ...project.files,
        ...project.remembered,
        [controller]: own.read(controller),
      });
      await other.makeResource('posts', { guard: 'owner' });
      expect(other.warnings).withContext(call).toEqual([all]);
    }
    for (const [query, before] of [
      ['select(Article)', 'from app.models import Post as Article'],
      ['select(models.Post)', 'from app import models'],
      [
        'every()',
        'def every():\n    return narrowed(Post)\n\n\ndef narrowed(model):\n    return select(model)',
      ],
    ] as const) {
      const route = `\n\n${before}\n${EXPORT.replace('select(Post)', query)}`;
      const named = await posts('none', route);
      await named.makeResource('posts', { guard: 'owner' });
      expect(named.warnings).withContext(query).toEqual([all]);
    }
    const views = `
class Export(MethodView):
    def get(self):
        return str(Post.query.all())


bp.add_url_rule("/posts/export", view_func=login_required(Export.as_view("export")))
`;
    const inClass = await posts('none', views);
    await inClass.makeResource('posts', { guard: 'owner' });
    expect(inClass.warnings).toEqual([all]);
  });

  it('brings a warning for what belongs to the records of owners, wherever a guarded folder selects it', async () => {
    const query = 'db.session.scalars(select(Comment))';
    const route = (url: string, code = query): string =>
      `\n\n@bp.get("${url}")\ndef own() -> str:\n    return str(list(${code}))\n`;
    const shows = (path: string, url: string): jasmine.AsymmetricMatcher<string> =>
      jasmine.stringMatching(
        new RegExp(
          `^warn ${path}:\\d+: ${url} shows all owners' comments\\. ` +
            'Select them with db\\.select\\(Comment\\)\\.where\\(is_readable\\(Comment\\)\\)\\.$',
        ),
      );
    const [notes, comments, tags] = ['notes', 'notes/comments', 'tags'].map(
      (each) => `app/routes/${each}/routes.py`,
    ) as [string, string, string];
    const project = await ViewProject.with(AUTH);
    for (const [name, fields] of [
      ['notes', 'title'],
      ['notes.comments', 'text'],
      ['tags', 'name'],
    ] as const) {
      await project.makeResource(name, { fields });
    }
    const withRoutes = (code?: string): Promise<ViewProject> =>
      ViewProject.with({
        ...project.files,
        ...project.remembered,
        [notes]: project.read(notes) + route('/notes/comments', code),
        [comments]: project.read(comments) + route('/comments/latest', code),
        [tags]: project.read(tags) + route('/tags/comments', code),
      });
    const own = await withRoutes();
    await own.makeResource('notes', { guard: 'owner' });
    own.messages.length = 0;
    await own.makeResource('notes.comments', { guard: 'users' });
    expect(own.read('app/readers.py')).toContain('Comment: owner("note.user")');
    expect(own.warnings).toEqual(
      jasmine.arrayWithExactContents([
        shows(comments, '/comments/latest'),
        shows(notes, '/notes/comments'),
      ]),
    );
    own.messages.length = 0;
    await own.makeResource('tags', { guard: 'users-write' });
    expect(own.warnings).toEqual([shows(tags, '/tags/comments')]);
    own.messages.length = 0;
    for (const name of ['notes.comments', 'tags']) {
      await own.makeResource(name, { guard: name === 'tags' ? 'users-write' : 'users' });
    }
    expect(own.warnings).toEqual([]);
    await own.makeResource('tags', { guard: 'admin' });
    expect(own.warnings).toEqual([shows(tags, '/tags/comments')]);
    own.messages.length = 0;
    const readers = 'app/readers.py';
    const admins = await ViewProject.with({
      ...own.files,
      ...own.remembered,
      [readers]: own
        .read(readers)
        .replace('owner("note.user")', 'either(owner("note.user"), admins)'),
    });
    await admins.makeResource('tags', { guard: 'users' });
    expect(admins.warnings).toContain(shows(tags, '/tags/comments'));
    admins.messages.length = 0;
    await admins.makeResource('tags', { guard: 'admin' });
    expect(admins.warnings).toEqual([]);
    for (const code of [
      'db.session.scalars(select(Comment).where(is_readable(Comment)))',
      'db.session.scalars(select(Comment).where(Comment.note_id.in_(NoteController().notes())))',
    ]) {
      const mine = await withRoutes(code);
      await mine.makeResource('notes', { guard: 'owner' });
      mine.messages.length = 0;
      await mine.makeResource('notes.comments', { guard: 'users' });
      expect(mine.warnings).withContext(code).toEqual([]);
    }
  });

  it('is told beside assignments to items, whose keys may be anything', async () => {
    const items = '\n\nLABELS = {}\nLABELS["z-a"] = 1\nfirst, second = 1, 2\n';
    const project = await posts('none', items + EXPORT);
    await project.makeResource('posts', { guard: 'owner' });
    expect(project.warnings.join()).toContain("/posts/export shows all owners' posts.");
  });

  it('brings none if the route asks for the records of the user, or has others', async () => {
    for (const query of [
      'PostController().posts()',
      'select(Post).filter_by(user_id=current_user.id)',
      'select(Tag)',
    ]) {
      const project = await posts('none', EXPORT.replace('select(Post)', query));
      await project.makeResource('posts', { guard: 'owner' });
      expect(project.warnings).withContext(query).toEqual([]);
    }
  });
});

describe('--guard none for one action of owners', () => {
  it('is refused, because the method shows users their own records', async () => {
    const project = await posts('owner');
    const { changes } = project;
    await expectAsync(project.make('posts.index', 'rc', { guard: 'none' })).toBeRejectedWithError(
      SchematicsException,
      /posts has --guard owner, .*`scaffold make:resource posts --guard none`/,
    );
    expect(project.changes).toEqual(changes);
  });
});

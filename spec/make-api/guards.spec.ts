import { type GuardOption, GUARD_NAMES } from '../../src/naming/guards';
import { changed } from '../support/older';
import { AUTH } from '../support/own-auth';
import { ViewProject } from '../support/view-project';

const API = ['app/api/posts.py', 'tests/test_api_posts.py'];
const [MODULE = ''] = API;

const FIELDS = ['title:string:80:unique', 'labels:many:labels'];

async function withAuth(): Promise<ViewProject> {
  const project = await (await ViewProject.with()).makeAuth();
  return project.makeResource('labels', { fields: 'name' });
}

/** A project whose posts get these guards, one after the other, and are served at the given place among them. */
async function guarded(
  guards: readonly (GuardOption | undefined)[],
  servedAfter: number,
): Promise<ViewProject> {
  const project = await withAuth();
  for (const [index, guard] of guards.entries()) {
    await project.makeResource('posts', { ...(index === 0 && { fields: FIELDS }), guard });
    if (index === servedAfter) {
      await project.makeApi('posts');
    }
  }
  return project;
}

/** The decorators of the operations in a module, by their methods. */
function guardsIn(text: string): Record<string, string | undefined> {
  const found = text.matchAll(/^@bp\.(\w+)\("([^"]*)"\)\n@operation\(([^]*?)\)\ndef /gm);
  return Object.fromEntries(
    [...found].map(([, method, path = '', words = '']) => [
      path.endsWith('>') ? `${String(method)} one` : String(method),
      /guard=(\w+)/.exec(words)?.[1],
    ]),
  );
}

function servedFiles(project: ViewProject): object {
  return API.map((path) => [project.read(path), project.manifest('posts').generated[path]]);
}

describe('Guards of the API', () => {
  const all = (
    guard: string | undefined,
    ...[reads]: (string | undefined)[]
  ): Record<string, string | undefined> => ({
    get: reads,
    post: guard,
    'get one': reads,
    'patch one': guard,
    'delete one': guard,
  });

  for (const [guard, expected] of Object.entries({
    users: all('login_required', 'login_required'),
    'users-write': all('login_required'),
    owner: all('login_required', 'login_required'),
    'owner-write': all('login_required'),
    admin: all('admin_required', 'admin_required'),
  })) {
    it(`are those of the pages: ${guard}`, async () => {
      const word = guard as GuardOption;
      const two = await guarded([word], 0);
      expect(guardsIn(two.read(MODULE))).toEqual(expected);
      const one = await (
        await withAuth()
      ).makeResource('posts', { fields: FIELDS, guard: word, api: true });
      expect(one.files).toEqual(two.files);
      expect(one.remembered).toEqual(two.remembered);
      expect(two.warnings).toEqual([]);
    });
  }

  it('ask the controller for the owner, as pages do', async () => {
    const owner = (await guarded(['owner'], 0)).read(MODULE);
    expect(owner.match(/PostController\(\)\.posts\(\)/g)?.length).toBe(4);
    expect(owner).not.toContain('db.select(Post)');
    expect(owner).not.toContain('get_or_404(Post');
    const write = (await guarded(['owner-write'], 0)).read(MODULE);
    expect(
      write.match(/if not PostController\(\)\.may_change\(post\):\n {8}abort\(403\)/g)?.length,
    ).toBe(2);
  });

  for (const from of [undefined, ...GUARD_NAMES]) {
    for (const to of [...GUARD_NAMES, 'none'] as const) {
      if (from !== to && (from !== undefined || to !== 'none')) {
        it(`follow those of the pages from ${from ?? 'none'} to ${to}`, async () => {
          const followed = await guarded([from, to], 0);
          const after = await guarded([from, to], 1);
          expect(servedFiles(followed)).toEqual(servedFiles(after));
          expect(followed.warnings).toEqual(after.warnings);
        });
      }
    }
  }

  it('follow that of one page', async () => {
    const project = await guarded([undefined], 0);
    await project.make('posts.index', 'rc', { guard: 'users' });
    expect(guardsIn(project.read(MODULE))).toEqual({ ...all(undefined), get: 'login_required' });
    expect(project.read('tests/test_api_posts.py')).toMatch(
      /def test_everybody_reads\(.*\n.*\n {4}assert stranger\.get\(f"\/api\/posts\/\{post_id\}"\)\.status_code == 200\n\n/,
    );
    await project.make('posts.index', 'rc', { guard: 'none' });
    expect(guardsIn(project.read(MODULE))).toEqual(all(undefined));
  });

  it('have a test of operations that nobody has written yet, with the methods that they close', async () => {
    const tried = (project: ViewProject): string | undefined =>
      /rule\.methods or set\(\)\) - \{(.*)\}/.exec(project.read('tests/test_api_posts.py'))?.[1];
    const project = await guarded([undefined], 0);
    for (const [guard, left] of [
      ['users', '"HEAD", "OPTIONS"'],
      ['owner-write', '"HEAD", "OPTIONS", "GET"'],
      ['none', undefined],
    ] as const) {
      await project.makeResource('posts', { guard });
      expect(tried(project)).withContext(guard).toBe(left);
    }
    expect(project.read('tests/test_api_posts.py')).not.toContain('uuid4');
    await project.make('posts.index', 'rc', { guard: 'users' });
    expect(tried(project)).toBeUndefined();
  });

  it('protect what belongs to the records of owners, as pages do, and follow these', async () => {
    const project = await guarded(['owner'], 0);
    await project.makeResource('posts.comments', { fields: 'text' });
    await project.makeApi('posts.comments');
    const count = (code: string): number =>
      project.read('app/api/posts_comments.py').split(code).length - 1;
    expect(count('PostController().posts().filter_by(id=post_id)')).toBe(5);
    await project.makeResource('posts', { guard: 'owner-write' });
    expect(count('PostController().posts()')).toBe(0);
    expect(count('if not PostController().may_change(post):')).toBe(3);
  });

  it('leave the names of fields to the form, also of records that the user may not read', async () => {
    const project = await withAuth();
    await project.makeResource('labels', { guard: 'admin' });
    await project.makeResource('posts', { fields: FIELDS, guard: 'owner', api: true });
    expect(project.read('tests/test_api_posts.py')).toContain('renamed = {"labels": "label_ids"}');
  });

  it('stay as strict as a person made the route', async () => {
    const project = await changed(await guarded(['users'], -1), {
      'app/routes/posts/routes.py': [
        [
          'from app.auth import login_required',
          'from app.auth import admin_required, login_required',
        ],
        ['@login_required\ndef destroy', '@admin_required\ndef destroy'],
      ],
    });
    await project.makeApi('posts');
    expect(guardsIn(project.read(MODULE))).toEqual({
      ...all('login_required', 'login_required'),
      'delete one': 'admin_required',
    });
  });

  it('come with --guard where a person has guarded pages since the API was made', async () => {
    const routes = 'app/routes/posts/routes.py';
    const typed = (text: string, decorator: string): string =>
      text
        .replace('from flask import', `from app.auth import ${decorator}\nfrom flask import`)
        .replaceAll(/\n(?=def )/g, `\n@${decorator}\n`);
    for (const [decorator, guard, expected] of [
      ['login_required', 'users', all('login_required', 'login_required')],
      ['login_required', 'admin', all('admin_required', 'admin_required')],
      ['admin_required', 'users', all('admin_required', 'admin_required')],
      ['login_required', 'owner', all('login_required', 'login_required')],
    ] as const) {
      const open = await guarded([undefined], 0);
      const project = await changed(open, {
        [routes]: [[open.read(routes), typed(open.read(routes), decorator)]],
      });
      await project.makeResource('posts', { guard });
      expect(guardsIn(project.read(MODULE)))
        .withContext(`${decorator}, ${guard}`)
        .toEqual(expected);
      expect(project.warnings.filter((each) => each.includes('app/api/posts.py'))).toEqual([]);
      const made = await guarded([undefined, guard], 0);
      if (decorator === made.read(routes).match(/@(\w+_required)/)?.[1]) {
        expect(servedFiles(project)).withContext(guard).toEqual(servedFiles(made));
      }
    }
  });

  it('follow those of pages with decorators that nobody knows, and say so', async () => {
    const page = '/<int:post_id>/delete")\n@login_required\n';
    const project = await changed(await guarded(['owner'], 0), {
      'app/routes/posts/routes.py': [[page, `${page}@traced\n`]],
    });
    for (const [guard, expected] of [
      ['admin', all('admin_required', 'admin_required')],
      ['users', all('login_required', 'login_required')],
      ['none', all(undefined)],
    ] as const) {
      project.messages.length = 0;
      await project.makeResource('posts', { guard });
      expect(guardsIn(project.read(MODULE)))
        .withContext(guard)
        .toEqual(expected);
      expect(project.warnings).toContain(
        jasmine.stringMatching(
          /^warn app\/api\/posts\.py does not do what these lines of yours do\.[^]*routes\.py:\d+: @traced$/,
        ),
      );
    }
  });

  it("are refused where users have no tokens, as with a sign-in of one's own", async () => {
    const open = await (await ViewProject.with(AUTH)).makeResource('posts', { fields: 'title' });
    await open.makeApi('posts');
    const { files } = open;
    const why = /^The API serves posts, and knows users by their tokens/;
    for (const guard of ['users', 'owner'] as const) {
      await expectAsync(open.makeResource('posts', { guard })).toBeRejectedWithError(why);
    }
    await expectAsync(open.make('posts.edit', 'rc', { guard: 'users' })).toBeRejectedWithError(why);
    expect(open.files).toEqual(files);
  });

  it('refuse to change while a person has changed the same lines', async () => {
    const project = await changed(await guarded(['users'], 0), {
      [MODULE]: [['post = db.get_or_404(Post, post_id)', 'post = mine(post_id)']],
    });
    const before = project.files;
    await expectAsync(project.makeResource('posts', { guard: 'owner' })).toBeRejectedWithError(
      /app\/api\/posts\.py:\d+/,
    );
    expect(project.files).toEqual(before);
  });

  it('are refused if nothing says who owns the records', async () => {
    const made = await guarded(['owner'], -1);
    const manifest = made.manifest('posts');
    const request = { ...manifest.request, actions: {} };
    const project = await ViewProject.with({
      ...made.files,
      ...made.remembered,
      '.scaffold/resources/posts.json': JSON.stringify({ ...manifest, request }),
    });
    await expectAsync(project.makeApi('posts')).toBeRejectedWithError(
      /PostController asks who owns a record/,
    );
  });
});

const OWN = `

@bp.get("/posts/all")
@operation("All posts", answers=PostPage)
def all_posts() -> ResponseReturnValue:
    return {"items": [post.title for post in db.session.scalars(db.select(Post))]}


@bp.delete("/posts/all")
@operation("Delete all posts")
@logged
def delete_all() -> ResponseReturnValue:
    return "", 204


@bp.get("/posts/count")
def count() -> ResponseReturnValue:
    return {"count": 1}


@bp.get("/posts/first")
@operation("First post", guard=login_required)
def first() -> ResponseReturnValue:
    return {}
`;

/** Served posts with operations that a person wrote. */
async function withOwn(own = OWN): Promise<ViewProject> {
  const project = await guarded([undefined], 0);
  const text = project
    .read(MODULE)
    .replace('import operation\n', 'import operation\nfrom app.auth import login_required\n');
  project.messages.length = 0;
  return ViewProject.with({
    ...project.files,
    ...project.remembered,
    [MODULE]: text + own,
  });
}

/** What stands between the URL and the function of the person's operations. */
function ownGuards(project: ViewProject): string[] {
  const found = project.read(MODULE).matchAll(/\n@bp\.\w+\("\/posts\/[a-z]+"\)\n((?:@.*\n)*)def/g);
  return [...found].map(([, lines = '']) => lines.replaceAll('\n', ' ').trim());
}

describe('Guards of operations that a person wrote', () => {
  it('are those of the resource, beside what the person put there', async () => {
    const project = await withOwn();
    const expected = (
      reads: string | undefined,
      changes: string | undefined,
      first = '',
    ): string[] => {
      const given = (guard: string | undefined): string => (guard ? `, guard=${guard}` : '');
      return [
        `@operation("All posts"${given(reads)}, answers=PostPage)`,
        `@operation("Delete all posts"${given(changes)}) @logged`,
        reads ? `@${reads}` : '',
        `@operation("First post", guard=login_required)${first}`,
      ];
    };
    for (const [guard, lines] of [
      ['users', expected('login_required', 'login_required')],
      ['admin', expected('admin_required', 'admin_required', ' @admin_required')],
      ['users-write', expected(undefined, 'login_required')],
      ['owner', expected('login_required', 'login_required')],
    ] as const) {
      await project.makeResource('posts', { guard });
      expect(ownGuards(project)).withContext(guard).toEqual(lines);
      expect(project.read(MODULE)).toContain(`from app.auth import `);
    }
    await project.makeResource('posts', { guard: 'none' });
    expect(ownGuards(project)).toEqual(expected(undefined, undefined));
    expect(project.read(MODULE)).toContain('from app.auth import login_required\n');
    expect(JSON.stringify(project.manifest('posts').generated[MODULE])).not.toContain('all_posts');
  });

  it('are named in the report, with what shows the records of all owners', async () => {
    const project = await withOwn();
    const line = (message: string): jasmine.AsymmetricMatcher<string> =>
      jasmine.stringMatching(new RegExp(`^\\w+ app/api/posts\\.py:\\d+: ${message}$`));
    await project.makeResource('posts', { guard: 'users' });
    expect(project.messages).toEqual(
      jasmine.arrayContaining([
        line('all_posts is yours, and has guard=login_required now\\.'),
        line('delete_all is yours, and has guard=login_required now\\.'),
        line('count is yours, and has @login_required now\\.'),
      ]),
    );
    expect(project.warnings).toEqual([]);
    await project.makeResource('posts', { guard: 'owner' });
    expect(project.warnings).toEqual([
      line(
        "/api/posts/all shows all owners' posts\\. Select them with PostController\\(\\)\\.posts\\(\\)\\.",
      ),
    ]);
    project.messages.length = 0;
    await project.makeResource('posts', { guard: 'owner' });
    expect(project.messages).toEqual(['info Nothing to do: posts already exists.']);
  });

  it('bring a warning for what belongs to the records of owners', async () => {
    const made = await guarded(['owner'], -1);
    await made.makeResource('posts.comments', { fields: 'text', api: true });
    const module = 'app/api/posts_comments.py';
    const own = `

@bp.delete("/comments/<int:comment_id>")
@operation("Delete a comment")
def delete_any(comment_id: int) -> ResponseReturnValue:
    db.session.delete(db.get_or_404(Comment, comment_id))
    return "", 204
`;
    const project = await ViewProject.with({
      ...made.files,
      ...made.remembered,
      [module]: made.read(module) + own,
    });
    await project.makeResource('posts.comments', { guard: 'users' });
    expect(project.warnings).toEqual([
      jasmine.stringMatching(
        /^warn app\/api\/posts_comments\.py:\d+: \/api\/comments\/<int:comment_id> shows all owners' comments\. Select them with db\.select\(Comment\)\.where\(is_readable\(Comment\)\)\.$/,
      ),
    ]);
  });

  it('are named in the report when they go', async () => {
    const project = await withOwn();
    const named = (): string[] =>
      project.messages.flatMap(
        (each) => /^\w+ app\/api\/posts\.py:\d+: (.*)/.exec(each)?.[1] ?? [],
      );
    await project.makeResource('posts', { guard: 'users' });
    project.messages.length = 0;
    await project.makeResource('posts', { guard: 'users-write' });
    expect(named()).toEqual([
      'all_posts is yours, and guard=login_required is gone. Everybody may open it.',
      'count is yours, and @login_required is gone. Everybody may open it.',
      'first has guard=login_required already. It stays as it is.',
    ]);
    await project.makeResource('posts', { guard: 'admin' });
    project.messages.length = 0;
    await project.makeResource('posts', { guard: 'none' });
    expect(named()).toEqual([
      'all_posts is yours, and guard=admin_required is gone. Everybody may open it.',
      'delete_all is yours, and guard=admin_required is gone. Everybody may open it.',
      'count is yours, and @admin_required is gone. Everybody may open it.',
      'first is yours, and @admin_required is gone.',
      'first has guard=login_required, which you put there. Remove it to open the route.',
    ]);
    project.messages.length = 0;
    await project.makeResource('posts', { guard: 'none' });
    expect(named().length).toBe(1);
  });

  it('are named, and not called open, where nobody knows what guards them', async () => {
    const own = `
editors_only = login_required


@bp.get("/posts/drafts")
@operation("Drafts", guard=editors_only)
def drafts() -> ResponseReturnValue:
    return {}
`;
    const project = await withOwn(own);
    await project.makeResource('posts', { guard: 'admin' });
    expect(ownGuards(project)).toEqual([
      '@operation("Drafts", guard=editors_only) @admin_required',
    ]);
    project.messages.length = 0;
    await project.makeResource('posts', { guard: 'none' });
    expect(ownGuards(project)).toEqual(['@operation("Drafts", guard=editors_only)']);
    expect(project.messages.filter((each) => each.includes(' drafts '))).toEqual([
      jasmine.stringMatching(/drafts is yours, and @admin_required is gone\.$/),
      jasmine.stringMatching(/drafts has guard=editors_only, which you put there\./),
    ]);
  });

  it('are refused where there is no function', async () => {
    const project = await withOwn('\n\nbp.add_url_rule("/posts/all", view_func=PostPage.all)\n');
    const { files } = project;
    await expectAsync(project.makeResource('posts', { guard: 'admin' })).toBeRejectedWithError(
      /app\/api\/posts\.py:\d+: admin_required\(PostPage\.all\)/,
    );
    expect(project.files).toEqual(files);
  });
});

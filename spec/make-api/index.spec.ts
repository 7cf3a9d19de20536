import { ViewProject } from '../support/view-project';

const FIELDS = ['title:string:80:unique', 'status:enum:draft:live', 'author:references:users'];

const METHODS: Readonly<Record<string, string>> = {
  index: 'get',
  show: 'get',
  store: 'post',
  update: 'patch',
  destroy: 'delete',
};

const SHARED = [
  'app/api/__init__.py',
  'app/api/docs.py',
  'app/api/openapi.py',
  'app/api/problems.py',
  'app/api/reading.py',
  'app/api/records.py',
  'app/api/schemas.py',
  'app/api/types.py',
  'app/templates/api/docs.html',
  'tests/test_api.py',
];

async function withSignIn(): Promise<ViewProject> {
  return (await ViewProject.with()).makeAuth();
}

async function withPosts(files: Record<string, string> = {}, db = true): Promise<ViewProject> {
  return (await ViewProject.with(files, db)).makeResource('posts', { fields: FIELDS });
}

/** The files that a command made, and those that it changed. */
async function changesOf(
  project: ViewProject,
  change: (project: ViewProject) => Promise<unknown>,
): Promise<{ made: string[]; changed: string[] }> {
  const before = project.files;
  await change(project);
  const after = Object.entries(project.files);
  return {
    made: after
      .map(([path]) => path)
      .filter((path) => !(path in before))
      .toSorted(),
    changed: after
      .filter(([path, text]) => path in before && before[path] !== text)
      .map(([path]) => path)
      .toSorted(),
  };
}

/** Why make:api does nothing. */
async function refusalOf(project: ViewProject, name = 'posts'): Promise<string> {
  const before = project.files;
  const error = await project.makeApi(name).then(
    () => undefined,
    (reason: unknown) => String(reason),
  );
  expect(project.files).toEqual(before);
  return error ?? 'none';
}

/** The same project with a file as a person changed it. */
async function changedBy(
  project: ViewProject,
  path: string,
  change: (text: string) => string,
): Promise<ViewProject> {
  const files = { ...project.files, ...project.remembered };
  return ViewProject.with({ ...files, [path]: change(files[path] ?? '') });
}

/** The fields that a client of posts sends. */
function sentIn(project: ViewProject): string[] {
  const [, schema = ''] =
    /^class PostIn.*:\n((?: .*\n)*)/m.exec(project.read('app/api/posts.py')) ?? [];
  return [...schema.matchAll(/^ {4}(\w+):/gm)].map(([, name = '']) => name);
}

describe('make-api', () => {
  it('begins the API with the first resource, and adds each further one to it', async () => {
    const project = await withPosts();
    expect(await changesOf(project, (each) => each.makeApi('posts'))).toEqual({
      made: [...SHARED, 'app/api/posts.py', 'tests/test_api_posts.py'].toSorted(),
      changed: ['app/__init__.py', 'requirements.txt'],
    });
    await project.makeResource('posts.comments', { fields: 'body:text' });
    expect(await changesOf(project, (each) => each.makeApi('posts.comments'))).toEqual({
      made: ['app/api/posts_comments.py', 'tests/test_api_posts_comments.py'],
      changed: ['app/api/__init__.py'],
    });
    expect(project.read('app/__init__.py')).toContain('    app.register_blueprint(api_bp)\n');
    expect(project.read('app/api/__init__.py')).toContain(
      'bp.register_blueprint(posts_bp)\nbp.register_blueprint(posts_comments_bp)\n',
    );
    expect(project.read('requirements.txt')).toContain('\npydantic~=2.14\n');
    expect(project.manifest().generated['app/api/schemas.py']).toBeDefined();
    expect(project.manifest('posts').generated['app/api/posts.py']).toBeDefined();
    expect(project.manifest('posts').request.options).toEqual({ api: true });
  });

  it('lists records in the order of their pages', async () => {
    const project = await (await withPosts()).makeApi('posts');
    await project.makeResource('posts.comments', { fields: 'body:text', api: true });
    expect(project.read('app/api/posts.py')).toContain('.order_by(Post.id.desc())');
    expect(project.read('app/api/posts_comments.py')).toContain('.order_by(Comment.id)');
  });

  it('makes a resource and its API in one run', async () => {
    const one = await ViewProject.with();
    await one.makeResource('posts', { fields: FIELDS, api: true });
    const two = await (await withPosts()).makeApi('posts');
    expect(one.files).toEqual(two.files);
    expect(one.remembered).toEqual(two.remembered);
  });

  it('gives each column the type that its form has', async () => {
    const project = await withPosts();
    await project.makeResource('labels', { fields: 'name' });
    const fields = [
      'body:text:optional',
      'code:string:20:optional',
      'price:decimal:10:2:min=0',
      'cost:decimal:8:2:default=0.50',
      'stars:integer:min=1:max=5:default=3',
      'size:bigint:optional',
      'ratio:float:min=0',
      'day:date',
      'at:time:optional',
      'starts:datetime:default=now',
      'done:boolean',
      'sure:boolean:optional',
      'mail:email',
      'site:url:optional',
      'data:json:optional',
      'key:uuid',
      'password_hash:string:optional',
      'kind:enum:a:b:default=a',
      'post:references:posts:optional',
      'labels:many:labels',
    ];
    await project.makeResource('samples', { fields });
    await project.makeApi('samples');
    const text = project.read('app/api/samples.py');
    const linesOf = (name: string): string[] =>
      (new RegExp(`class ${name}\\(\\w+\\):\n((?: {4}.*\n)+)`).exec(text)?.[1] ?? '')
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '');
    expect(linesOf('SampleIn')).toEqual([
      'body: OptionalText | None = None',
      'code: Annotated[BlankText, Limits(max_length=20), EMPTY_IS_NULL] | None = None',
      'price: Annotated[Decimal, Digits(10, 2, min=0)]',
      'cost: Annotated[Decimal, Digits(8, 2)] = Decimal("0.50")',
      'stars: Annotated[int, Limits(ge=1, le=5), WHOLE] = 3',
      'size: Int64 | None = None',
      'ratio: Annotated[FiniteFloat, Limits(ge=0)]',
      'day: IsoDate',
      'at: IsoTime | None = None',
      'starts: UtcTime = LEFT_OUT',
      'done: bool = False',
      'sure: bool | None = None',
      'mail: Annotated[EmailText, Limits(max_length=254)]',
      'site: Annotated[UrlText, Limits(max_length=2048)] | None = None',
      'data: JsonData | None = None',
      'kind: SampleKind = SampleKind.A',
      'post_id: Annotated[Int64 | None, Refers(Post.id)] = None',
      'label_ids: Annotated[',
      'list[Int64], Limits(max_length=1000), Refers(Label.id, many="labels")',
      '] = LEFT_OUT',
    ]);
    expect(linesOf('SampleOut')).toEqual([
      'id: int',
      'body: str | None',
      'code: str | None',
      'price: Annotated[Decimal, Digits(10, 2, min=0)]',
      'cost: Annotated[Decimal, Digits(8, 2)]',
      'stars: int',
      'size: int | None',
      'ratio: float',
      'day: IsoDate',
      'at: IsoTime | None',
      'starts: UtcTime',
      'done: bool',
      'sure: bool | None',
      'mail: str',
      'site: str | None',
      'data: JsonData | None',
      'key: UUID',
      'kind: SampleKind',
      'post_id: Annotated[int | None, Shown(Post.id)]',
      'label_ids: Annotated[list[int], Refers(Label.id, many="labels")]',
      'created_at: UtcTime',
      'updated_at: UtcTime',
    ]);
  });

  it('has the operations of the actions that the resource has, at their URLs', async () => {
    const project = await ViewProject.with();
    await project.makeResource('posts', {
      fields: 'title',
      only: 'index,show',
      route: '/articles',
    });
    await project.makeApi('Post');
    const text = project.read('app/api/posts.py');
    expect([...text.matchAll(/^@bp\..*$/gm)].map(([line]) => line)).toEqual([
      '@bp.get("/articles")',
      '@bp.get("/articles/<int:post_id>")',
    ]);
    expect(text).not.toContain('PostIn');
    await project.makeResource('posts', { route: '/articles' });
    await project.makeApi('posts');
    expect(project.read('app/api/posts.py')).toContain('@bp.delete("/articles/<int:post_id>")');
  });

  it('avoids the names of its own modules', async () => {
    const project = await ViewProject.with();
    await project.makeResource('records', { fields: 'title' });
    await project.makeApi('records');
    expect(project.read('app/api/records_.py')).toContain('bp = Blueprint("records_", __name__)');
    expect(project.read('app/api/records.py')).toContain('def save_or_refuse');
  });

  for (const [name, change] of Object.entries<(project: ViewProject) => Promise<unknown>>({
    'add:field': (project) =>
      project.addField('posts', ['price:decimal:default=0', 'on:date:optional']),
    'remove:field': (project) => project.removeField('posts', 'status', { deleteData: true }),
    'rename:field': (project) => project.renameField('posts', 'title:headline'),
    'rename:field of a reference': (project) => project.renameField('posts', 'author:writer'),
    'change:field': (project) => project.changeField('posts', 'title:string:200'),
  })) {
    it(`serves what make:api makes of the model after ${name}`, async () => {
      const project = await (await withPosts()).makeApi('posts');
      await change(project);
      const after = await withPosts();
      await change(after);
      await after.makeApi('posts');
      for (const path of ['app/api/posts.py', 'tests/test_api_posts.py']) {
        expect(project.read(path)).withContext(path).toBe(after.read(path));
        expect(project.manifest('posts').generated[path])
          .withContext(path)
          .toEqual(after.manifest('posts').generated[path]);
      }
      expect(project.warnings).toEqual(after.warnings);
    });
  }

  it('keeps what a person wrote beside a new field', async () => {
    const made = await (await withPosts()).makeApi('posts');
    const project = await changedBy(made, 'app/api/posts.py', (text) => `${text}\n\nMINE = 1\n`);
    await project.addField('posts', 'note:optional');
    const text = project.read('app/api/posts.py');
    expect(text).toContain('    note: ');
    expect(text).toContain('\nMINE = 1\n');
  });

  it('names the lines of a person that use a field that goes', async () => {
    const made = await (await withPosts()).makeApi('posts');
    const project = await changedBy(made, 'app/api/posts.py', (text) =>
      text.replace('    status: PostStatus\n', '    status: str = "live"\n'),
    );
    await expectAsync(
      project.removeField('posts', 'status', { deleteData: true }),
    ).toBeRejectedWithError(/app\/api\/posts\.py:\d+: status: str = "live"/);
  });

  it('changes nothing in a second run', async () => {
    const project = await (await withPosts()).makeApi('posts');
    const before = { ...project.files, ...project.remembered };
    await project.makeApi('posts');
    expect({ ...project.files, ...project.remembered }).toEqual(before);
    expect(project.messages.at(-1)).toContain('Nothing to do: posts is in the API already.');
  });

  it('serves each action alone', async () => {
    for (const only of ['index', 'show', 'store', 'update', 'destroy']) {
      const project = await (
        await ViewProject.with({}, true)
      ).makeResource('posts', { fields: FIELDS, only });
      await project.makeApi('posts');
      const [, method = ''] = /^@bp\.(\w+)\(/m.exec(project.read('app/api/posts.py')) ?? [];
      expect(method).toBe(METHODS[only] ?? '');
    }
  });

  it('has nothing to do if pages that it serves are asked for again', async () => {
    const project = await (await withPosts()).makeApi('posts');
    const before = project.files;
    for (const options of [{}, { only: 'show' }]) {
      await project.makeResource('posts', options);
      expect(project.messages.at(-1)).toContain('Nothing to do: posts already exists.');
      expect(project.files).toEqual(before);
    }
  });

  it('keeps a module that a person changed, and says so', async () => {
    const made = await (await withPosts()).makeApi('posts');
    const project = await changedBy(made, 'app/api/posts.py', (text) => `${text}\n# mine\n`);
    const before = project.files;
    await project.makeApi('posts');
    expect(project.files).toEqual(before);
    expect(project.warnings).toEqual([
      jasmine.stringContaining('app/api/posts.py was changed, so it stays as it is.'),
    ]);
  });

  const PAGES = 'app/routes/posts/routes.py';

  it('guards operations as fresh sign-in and other names of a decorator guard their pages', async () => {
    const made = await (
      await withSignIn()
    ).makeResource('posts', { fields: 'title', guard: 'users', api: true });
    for (const name of ['fresh_login_required', 'login_required as fresh_login_required']) {
      const project = await changedBy(made, PAGES, (text) =>
        text
          .replace('import login_required', `import ${name}`)
          .replaceAll('@login_required', '@fresh_login_required'),
      );
      const before = project.files;
      await project.makeApi('posts');
      expect(project.files).withContext(name).toEqual(before);
    }
  });

  it('does not open what decorators that nobody knows may guard', async () => {
    const guard = (text: string): string =>
      text.replaceAll(/^(@bp\.(?:get|post).*)(\n@login_required)?/gm, '$1\n@staff_required');
    const open = await (await withSignIn()).makeResource('posts', { fields: 'title' });
    const project = await changedBy(open, PAGES, guard);
    expect(await refusalOf(project)).toMatch(
      /^Error: These lines may refuse .*--guard users.*\n {2}app\/routes\/posts\/routes\.py:\d+: @staff_required\n/s,
    );
    await project.makeResource('posts', { api: true, guard: 'users' });
    expect(project.read('app/api/posts.py').match(/guard=login_required/g)?.length).toBe(5);
    expect(project.warnings.at(-1)).toMatch(
      /^warn app\/api\/posts\.py does not do what these lines of yours do\..*\.py:\d+: @staff_required\n/s,
    );
    const served = await (
      await withSignIn()
    ).makeResource('posts', { fields: 'title', guard: 'users', api: true });
    expect(await refusalOf(await changedBy(served, PAGES, guard))).toBe('none');
  });

  it('does not open what a hook before its pages may guard, wherever it stands', async () => {
    const hook = '\n\n@bp.before_request\ndef only_staff(): ...\n';
    const open = await (
      await withSignIn()
    ).makeResource('staff.posts', { fields: 'title', namespace: true });
    const imported =
      '\nfrom app.routes.staff import bp as staff_bp\n\nstaff_bp.before_request(ask)\n';
    const asks =
      '\n\ndef ask(): return request.blueprint == "staff.posts"\n\napp.before_request(ask)\n';
    for (const [path, text] of [
      ['app/routes/staff/posts/__init__.py', hook],
      ['app/routes/staff/__init__.py', hook],
      ['app/__init__.py', imported],
      ['app/__init__.py', asks],
      ['app/hooks.py', imported],
    ] as const) {
      const project = await changedBy(open, path, (before) => before + text);
      expect(await refusalOf(project, 'staff.posts'))
        .withContext(path)
        .toMatch(/^Error: These lines may refuse .*\n {2}app\/.*py:\d+: \w+\.before_request$/s);
    }
    const others = await open.makeResource('staff.notes', { fields: 'text', namespace: true });
    for (const [path, text] of [
      ['app/routes/staff/notes/__init__.py', hook],
      [
        'app/__init__.py',
        imported.replace('routes.staff', 'routes.staff.notes').replaceAll('staff_bp', 'notes_bp'),
      ],
      ['app/__init__.py', asks.replace('staff.posts', 'mains')],
    ] as const) {
      const project = await changedBy(others, path, (before) => before + text);
      await project.makeApi('staff.posts');
      expect(project.messages.at(-1)).toMatch(/Like its pages, the API .* is open to everybody\./);
    }
  });

  it('names the operations of each resource of a model by the resource, and takes no generated line for yours', async () => {
    const first = await (await withSignIn()).makeResource('posts', { fields: 'title', api: true });
    first.messages.length = 0;
    const project = await first.makeResource('articles', { model: 'Post', api: true });
    const functions = [...project.read('app/api/articles.py').matchAll(/^def (\w+)\(/gm)];
    expect(functions.map(([, name]) => name)).toEqual([
      'list_articles',
      'create_article',
      'read_article',
      'change_article',
      'delete_article',
    ]);
    expect(project.warnings.filter((each) => each.includes('app/api/articles.py'))).toEqual([]);
  });

  it('says what the form of another resource keeps programs from sending', async () => {
    const own = await (
      await withSignIn()
    ).makeResource('notes', { fields: 'text', guard: 'owner', api: true });
    own.messages.length = 0;
    const admin = { namespace: true, guard: 'admin', api: true } as const;
    const project = await own.makeResource('admin.notes', admin);
    expect(
      project.warnings.filter((each) => each.includes('API') || each.includes('app/api')),
    ).toEqual([
      jasmine.stringMatching(
        /^warn The API of admin\.notes takes no user_id, .* `scaffold make:api admin\.notes`\.$/,
      ),
    ]);
  });

  it('names what a person asks in routes and in a controller', async () => {
    const made = await withPosts();
    const asks = 'if not session.get("staff"):\n        abort(401)\n    return';
    const controller = 'app/controllers/post_controller.py';
    for (const [path, change, line] of [
      [PAGES, (text: string) => text.replace('return', asks), 'index'],
      [
        controller,
        (text: string) => text.replace('Controller:', 'Controller(Secured):'),
        'Secured',
      ],
      [
        controller,
        (text: string) =>
          text.replace('Controller:', 'Controller:\n    def __init__(self): abort(401)\n'),
        '__init__',
      ],
    ] as const) {
      const project = await changedBy(made, path, change);
      await project.makeApi('posts');
      expect(project.warnings).toEqual([
        jasmine.stringMatching(new RegExp(`does not do .*\n {2}${path}:\\d+: ${line}$`, 's')),
      ]);
      expect(project.messages.at(-1)).toContain(' The API of posts is open to everybody.');
    }
  });

  it('names the methods of a person whose conditions it does not have', async () => {
    const project = await changedBy(
      await withPosts(),
      'app/controllers/post_controller.py',
      (text) => text.replace('select(Post)', 'select(Post).where(Post.status == "live")'),
    );
    await project.makeApi('posts');
    expect(project.warnings).toEqual([
      jasmine.stringMatching(
        /^warn app\/api\/posts\.py does not do .*\n {2}app\/controllers\/post_controller\.py:\d+: index$/s,
      ),
    ]);
  });

  it('takes no field that a person keeps off the form, neither now nor later', async () => {
    const project = await changedBy(await withPosts(), 'app/forms/post_form.py', (text) =>
      text.replace(/^ {4}status = .*\n(?: {8}.*\n| {4}\)\n)*/m, ''),
    );
    await project.makeApi('posts');
    expect(sentIn(project)).toEqual(['title', 'author_id']);
    expect(project.read('app/api/posts.py')).toMatch(/class PostOut[^]*status:/);
    expect(project.read('tests/test_api_posts.py')).not.toContain('"status"');
    expect(project.warnings).toEqual([]);
    expect((await changesOf(project, (each) => each.makeApi('posts'))).changed).toEqual([]);
    expect((await changesOf(project, (each) => each.upgrade({ names: 'posts' }))).changed).toEqual(
      [],
    );
    await project.addField('posts', 'pages:integer:optional');
    expect(sentIn(project)).toEqual(['title', 'author_id', 'pages']);
  });

  it('takes what a base class of the form has, but not what the form sets to None', async () => {
    const project = await changedBy(await withPosts(), 'app/forms/post_form.py', (text) =>
      text
        .replace(/^ {4}title = .*\n(?: {8}.*\n| {4}\)\n)*/m, '')
        .replace(/^ {4}status = .*\n(?: {8}.*\n| {4}\)\n)*/m, '    status = None\n')
        .replace(
          'class PostForm(ModelForm)',
          'class WithTitle(ModelForm):\n    title = StringField()\n\n\nclass PostForm(WithTitle)',
        ),
    );
    await project.makeApi('posts');
    expect(sentIn(project)).toEqual(['title', 'author_id']);
  });

  it('names the fields and the methods of a form that a person wrote', async () => {
    const own = '\n    def validate_title(self, field):\n        raise ValueError("No.")\n';
    const project = await changedBy(
      await withPosts(),
      'app/forms/post_form.py',
      (text) => text.replace('Length(max=80)', 'Length(min=3, max=80)') + own,
    );
    await project.makeApi('posts');
    expect(project.warnings.join()).toMatch(
      /app\/api\/posts\.py does not do what .* refuse values, write the same there:\n {2}app\/forms\/post_form\.py:\d+: title\n {2}app\/forms\/post_form\.py:\d+: validate_title$/,
    );
  });

  it('refuses what it cannot serve', async () => {
    const own = await withPosts({ 'app/api/__init__.py': '' });
    expect(await refusalOf(own)).toContain('app/api/__init__.py is another package');
    const other = await withPosts({
      'app/other.py': 'from flask import Blueprint\n\nbp = Blueprint("api", __name__)\n',
    });
    expect(await refusalOf(other)).toContain('already makes a blueprint called api');
    const old = await changedBy(await withPosts(), 'app/forms/base.py', (text) =>
      text.replaceAll('taken(', 'taken_('),
    );
    expect(await refusalOf(old)).toContain('The API needs taken in app/forms/base.py');
    const posts = await withPosts();
    expect(await refusalOf(posts, 'notes')).toContain('There is no model Note yet.');
    await posts.makeModel('Note', 'title');
    expect(await refusalOf(posts, 'notes')).toContain('notes has no routes');
    await posts.makeResource('docs', { fields: 'title' });
    expect(await refusalOf(posts, 'docs')).toContain(
      '/api/docs is the page that describes the API',
    );
    await posts.makeResource('copies', { fields: 'copy:integer' });
    expect(await refusalOf(posts, 'copies')).toContain('The API cannot have a field copy');
  });
});

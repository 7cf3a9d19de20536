import { UsageError } from '../../src/errors';
import { ACTION_NAMES } from '../../src/naming/actions';
import { ViewProject } from '../support/view-project';

const ROUTES = 'app/routes/posts/routes.py';
const CONTROLLER = 'app/controllers/post_controller.py';

describe('make-view', () => {
  it('makes the five files of an index, and updates three', async () => {
    const { changes } = await (await ViewProject.with()).make('posts.index', 'rcm');
    expect(Object.keys(changes).sort()).toEqual([
      'app/__init__.py',
      'app/controllers/__init__.py',
      CONTROLLER,
      'app/models/__init__.py',
      'app/models/post.py',
      'app/routes/posts/__init__.py',
      ROUTES,
      'app/templates/posts/index.html',
    ]);
  });

  it('takes the short and the explicit form for the same', async () => {
    const short = await (await ViewProject.with()).make('posts.index', 'rcm');
    const long = await (
      await ViewProject.with()
    ).make('posts.index', '', { route: '/posts', controller: 'PostController', model: 'Post' });
    expect(long.changes).toEqual(short.changes);
    await short.make('posts.show', 'rc');
    await long.make('posts.show', '', {
      route: '/posts/<int:post_id>',
      controller: 'PostController',
    });
    expect(long.changes).toEqual(short.changes);
  });

  it('changes nothing but the template, the route and the method for the next view', async () => {
    const project = await (await ViewProject.with()).make('posts.index', 'rcm');
    const before = project.changes;
    const after = (await project.make('posts.show', 'rc')).changes;
    const changed = Object.keys(after).filter((path) => after[path] !== before[path]);
    expect(changed.sort()).toEqual([CONTROLLER, ROUTES, 'app/templates/posts/show.html']);
    expect(after[CONTROLLER]).toContain(before[CONTROLLER] ?? '?');
    expect(after[ROUTES]).toContain(before[ROUTES] ?? '?');
    expect(project.warnings).toEqual([]);
  });

  it('makes the template alone without flags, and says that nothing leads to it', async () => {
    const project = await (await ViewProject.with()).make('guides.deep.install');
    expect(Object.keys(project.changes)).toEqual(['app/templates/guides/deep/install.html']);
    expect(project.messages.join()).toContain('has no URL yet');
  });

  for (const [name, flags] of [
    ['about', 'rc'],
    ['posts.index', 'rcm'],
    ['posts.show', 'r'],
    ['posts.create', 'c'],
    ['recipes.comments.index', 'rcm'],
    ['admin.users.index', 'rc'],
    ['things.destroy', 'r'],
    ['pages.list', 'rc'],
  ] as const) {
    it(`finds nothing to do the second time for ${name} -${flags}`, async () => {
      const project = await (await ViewProject.with()).make(name, flags);
      const { changes } = project;
      project.messages.length = 0;
      await project.make(name, flags);
      expect(project.changes).toEqual(changes);
      const model = flags.includes('m') ? 1 : 0;
      expect(project.messages.length)
        .withContext(project.messages.join('\n'))
        .toBe(model + 1);
      expect(project.messages.at(-1)).toBe(`info Nothing to do: ${name} already exists.`);
    });
  }

  it('leaves a model, a method and a template that are there, with warnings', async () => {
    const project = await (await ViewProject.with()).make('posts.index', 'rcm');
    const before = project.changes;
    const edited = await ViewProject.with({
      ...before,
      'app/templates/posts/index.html': '<h1>Mine</h1>\n',
    });
    await edited.make('posts.index', 'rcm');
    expect(edited.changes).toEqual({});
    expect(edited.warnings.length).toBe(2);
    await edited.make('posts.index', 'rcm', { replaceTemplate: true });
    expect(edited.changes).toEqual({
      'app/templates/posts/index.html': before['app/templates/posts/index.html'] ?? '?',
    });
  });

  it('warns of nothing that it replaces', async () => {
    const made = await (await ViewProject.with()).make('posts.index', 'rcm');
    const page = 'app/templates/posts/index.html';
    const edited = await ViewProject.with({ ...made.changes, [page]: '<h1>Mine</h1>\n' });
    await edited.make('posts.index', 'rc', { replaceTemplate: true });
    expect(Object.keys(edited.changes)).toEqual([page]);
    expect(edited.warnings).toEqual([]);
  });

  it('says where to look, and which migration is needed', async () => {
    const project = await (await ViewProject.with()).make('recipes.comments.index', 'rcm');
    const said = project.messages.join('\n');
    expect(said).toContain('GET /recipes/<int:recipe_id>/comments  →  recipes.comments.index');
    expect(said).toContain('flask db migrate -m "Create recipes and comments"');
    expect(said).toContain('flask db upgrade');
  });

  it('names the URL, whether this run made it or not', async () => {
    const project = await (await ViewProject.with()).make('posts.index', 'r');
    expect(project.messages).toContain('info GET /posts  →  posts.index');
    project.messages.length = 0;
    await project.make('posts.index', 'cm', { replaceTemplate: true });
    expect(project.messages).toContain('info GET /posts  →  posts.index');
  });

  it('says of a new model what comes next', async () => {
    const project = await (await ViewProject.with()).make('recipes.comments.index', 'rcm');
    expect(project.messages).toContain(
      'info Next: add columns to Recipe in app/models/recipe.py and Comment in app/models/comment.py before you make pages with a form, and migrate the database. ' +
        'Then `scaffold make:view recipes.comments.index --force` shows them.',
    );
    project.messages.length = 0;
    await project.make('recipes.comments.show', 'rcm');
    expect(project.messages.join()).not.toContain('Next');
  });

  it('warns of a method that a person changed, and of no other, while it makes something else', async () => {
    const project = await (await ViewProject.with()).make('posts.index', 'c');
    const controller = 'app/controllers/post_controller.py';
    const mine = {
      [controller]: 'class PostController:\n    def index(self):\n        return ""\n',
    };
    const changed = await ViewProject.with({ ...project.changes, ...mine });
    await project.make('posts.index', 'rc');
    expect(project.warnings).toEqual([]);
    await changed.make('posts.index', 'rc');
    expect(changed.warnings).toEqual([
      jasmine.stringMatching(/post_controller\.py:2: PostController already has index\. It stays/),
    ]);
  });

  for (const [typed, meant] of [
    ['posts.idnex', 'posts.index'],
    ['posts.shwo', 'posts.show'],
    ['blog.posts.delet', 'blog.posts.delete'],
  ] as const) {
    it(`makes ${typed} as it is typed, and asks whether ${meant} was meant`, async () => {
      const project = await (await ViewProject.with()).make(typed, 'rc');
      expect(Object.keys(project.changes)).toContain(
        `app/templates/${typed.replaceAll('.', '/')}.html`,
      );
      expect(project.warnings).toEqual([
        `warn ${typed} was made as you typed it. Did you mean ${meant}?`,
      ]);
    });
  }

  it('asks whether the plural was meant that exists beside a new singular', async () => {
    const project = await (await ViewProject.with()).make('projects.index', 'rc');
    await project.make('project.show', 'rc');
    expect(project.warnings).toEqual([
      'warn project.show was made as you typed it. Did you mean projects.show?',
    ]);
    await project.make('project.index', 'rc');
    expect(project.warnings.filter((each) => each.includes('Did you mean')).length).toBe(1);
  });

  it('refuses main beside mains, unless it is a blueprint of the project or has another controller', async () => {
    const project = await ViewProject.with();
    for (const [name, flags] of [
      ['main.index', 'rcm'],
      ['main.about', 'r'],
      ['main.about', 'c'],
    ] as const) {
      await expectAsync(project.make(name, flags)).toBeRejectedWithError(
        UsageError,
        `MainController shows the pages in mains. Did you mean ${name.replace('main', 'mains')}? ` +
          'Otherwise choose another folder, or another controller with --controller.',
      );
    }
    await project.make('main.about', 'r', { controller: 'Other' });
    await project.make('main.team', 'r');
    expect(Object.keys(project.changes)).toContain('app/templates/main/team.html');
  });

  it('lets the route show the page itself without a controller, and says how to connect one', async () => {
    const project = await (await ViewProject.with()).make('posts.archive', 'r');
    expect(project.read(ROUTES)).toContain('return render_template("posts/archive.html")');
    await project.make('posts.archive', 'c');
    expect(project.warnings.join()).toContain('return PostController().archive()');
    expect(project.warnings.join()).toContain(`${ROUTES}:6`);
  });

  it('has the route call an existing method', async () => {
    const project = await (await ViewProject.with()).make('posts.archive', 'c');
    await project.make('posts.archive', 'r');
    expect(project.read(ROUTES)).toContain('return PostController().archive()');
  });

  it('makes pages without data where there is no model', async () => {
    const project = await ViewProject.with();
    for (const action of ACTION_NAMES) {
      await project.make(`things.${action}`, 'rc');
    }
    const controller = project.read('app/controllers/thing_controller.py');
    expect(controller).not.toMatch(/\bdb\b|Thing\b|form/);
    expect(controller).toContain(
      'return redirect(first_url("things.show", "things.index", thing_id=thing_id))',
    );
    expect(project.read('app/templates/things/show.html')).not.toContain('thing.');
  });

  it('makes pages without data, and no parent, of an enum among the models', async () => {
    const text = 'from enum import Enum\n\n\nclass Status(Enum):\n    DRAFT = 1\n';
    const project = await ViewProject.with({ 'app/models/status.py': text });
    await project.make('statuses.index', 'rc');
    await project.make('statuses.notes.index', 'rc');
    expect(project.read('app/controllers/status_controller.py')).not.toContain('Status)');
    expect(project.messages.join()).toContain('GET /statuses/notes  →  statuses.notes');
  });

  it('works without a database, and refuses a model there', async () => {
    const project = await ViewProject.with({}, false);
    await expectAsync(project.make('posts.index', 'rcm')).toBeRejectedWithError(/no database/);
    expect(project.changes).toEqual({});
    await project.make('posts.index', 'rc');
    expect(project.read(CONTROLLER)).toContain('def index(self) -> str:');
  });

  it('finds a record by the column that a parameter is named after', async () => {
    const project = await ViewProject.with();
    await project.make('users.show', 'c', { route: '/users/<string:email>' });
    expect(project.read('app/controllers/user_controller.py')).toContain(
      'user = db.one_or_404(db.select(User).filter_by(email=email))',
    );
    expect(project.warnings).toEqual([]);
    await project.make('users.index', 'rc');
    expect(project.read('app/templates/users/index.html')).toContain(
      `{% if "users.show" is endpoint("email") %}`,
    );
  });

  it('hands on a parameter that is no column, with a warning', async () => {
    const project = await ViewProject.with();
    await project.make('users.show', 'c', { route: '/users/<string:slug>' });
    expect(project.read('app/controllers/user_controller.py')).toContain('slug=slug');
    expect(project.warnings.join()).toContain('User has no column slug');
  });

  it('leaves the pages of a child unscoped that has no key of its parent', async () => {
    const project = await (await ViewProject.with()).make('recipes.index', 'rcm');
    await project.make('comments.index', 'rcm');
    await project.make('recipes.comments.show', 'rc');
    await project.make('recipes.comments.index', 'rc');
    const controller = project.read('app/controllers/recipe_comment_controller.py');
    expect(controller).toContain(
      '        recipe = db.get_or_404(Recipe, recipe_id)\n' +
        '        comment = db.get_or_404(Comment, comment_id)\n',
    );
    expect(controller).toContain('db.select(Comment).order_by(Comment.id.desc())');
    expect(project.read('app/templates/recipes/comments/index.html')).toContain(
      '<h1>Comments</h1>',
    );
    expect(project.read('app/templates/recipes/comments/show.html')).toContain(
      `url_for('recipes.comments.edit', recipe_id=recipe.id, comment_id=comment.id)`,
    );
  });

  it('shows the form of an action again that is made before its page', async () => {
    const project = await (await ViewProject.with()).make('users.store', 'rc');
    expect(project.read('app/templates/users/create.html')).toContain('{{ fields(form) }}');
    await project.make('users.create', 'rc');
    expect(project.warnings).toEqual([]);
  });

  it('works in a folder of a workspace', async () => {
    const files = (await ViewProject.with()).make('about', 'rc', { projectPath: 'nowhere' });
    await expectAsync(files).toBeRejectedWithError(
      /^No Flask application was found: no Python file in nowhere or below/,
    );
  });

  it('refuses a name that cannot be used', async () => {
    const project = await ViewProject.with();
    await expectAsync(project.make('posts..show', 'rc')).toBeRejectedWithError(UsageError);
  });
});

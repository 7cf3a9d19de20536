import { ViewProject } from '../support/view-project';

const INIT = 'app/routes/posts/__init__.py';
const ROUTES = 'app/routes/posts/routes.py';

/** A project with files of a person's in the routes of posts, registered. */
async function withRoutes(routes: string, init = 'from app.routes.posts.routes import bp\n') {
  const base = await (await ViewProject.with()).make('posts.about', 'r');
  return ViewProject.with({ ...base.changes, [INIT]: init, [ROUTES]: routes });
}

const HEAD = 'from flask import Blueprint\n\nbp = Blueprint("posts", __name__)\n';

describe('A route that a person wrote', () => {
  const same = {
    'a decorator with methods':
      '@bp.route("/posts", methods=["GET", "POST"])\ndef index():\n    return ""\n',
    'another spelling of its name':
      '@bp.get("/posts", endpoint="index")\ndef all_posts():\n    return ""\n',
    add_url_rule: 'def index():\n    return ""\n\n\nbp.add_url_rule("/posts", view_func=index)\n',
    'an endpoint of add_url_rule':
      'bp.add_url_rule("/posts", endpoint="index", view_func=lambda: "")\n',
    'one rule of several': '@bp.get("/all")\n@bp.get("/posts/")\ndef index():\n    return ""\n',
  };
  for (const [title, code] of Object.entries(same)) {
    it(`is found as ${title}`, async () => {
      const project = await withRoutes(`${HEAD}\n\n${code}`);
      await project.make('posts.index', 'r');
      expect(Object.keys(project.changes)).toEqual(['app/templates/posts/index.html']);
      expect(project.warnings).toEqual([]);
    });

    it(`is refused to others as ${title}`, async () => {
      const project = await withRoutes(`${HEAD}\n\n${code}`);
      await expectAsync(project.make('posts.list', 'c', { route: '/posts' })).toBeRejectedWithError(
        /^app\/routes\/posts\/routes\.py:\d+: .* already serves GET \/posts/,
      );
    });
  }

  it('is found in another file of the package, and in one of the main pages', async () => {
    const other = `from app.routes.posts.routes import bp\n\n\n@bp.get("/posts")\ndef listing():\n    return ""\n`;
    const base = await withRoutes(HEAD);
    const project = await ViewProject.with({
      ...base.changes,
      [INIT]: '',
      [ROUTES]: HEAD,
      'app/routes/posts/more.py': other,
    });
    await expectAsync(project.make('posts.index', 'r')).toBeRejectedWithError(
      /more\.py:4: listing/,
    );
    const about = await (await ViewProject.with()).make('about', 'r');
    await expectAsync(about.make('posts.index', '', { route: '/about' })).toBeRejectedWithError(
      /app\/routes\/mains\/routes\.py:\d+: about already serves GET \/about/,
    );
  });

  it('is found anywhere for a URL of its own, whatever its parameters are called', async () => {
    const project = await (await ViewProject.with()).make('users.show', 'rc');
    const changed = project.changes;
    await expectAsync(
      project.make('posts.show', '', { route: '/users/<int:id>' }),
    ).toBeRejectedWithError(/users\/routes\.py:9: show/);
    expect(project.changes).toEqual(changed);
    await project.make('posts.show', '', { route: '/users/<string:id>' });
    expect(project.read(ROUTES)).toContain('@bp.get("/users/<string:id>")');
  });

  it('keeps its endpoint for another method, with a warning', async () => {
    const routes = `${HEAD}\n\n@bp.post("/posts")\ndef index():\n    return ""\n`;
    const project = await withRoutes(routes);
    await project.make('posts.index', 'r');
    expect(project.read(ROUTES)).toBe(routes);
    expect(project.warnings.join()).toContain('index serves POST /posts as index');
  });

  it('is connected where it calls the controller in a way of its own', async () => {
    const call = '    controller = make_controller()\n    return controller.index()\n';
    const project = await withRoutes(`${HEAD}\n\n@bp.get("/posts")\ndef index():\n${call}`);
    await project.make('posts.index', 'c');
    expect(project.warnings).toEqual([]);
  });

  it('keeps its URL, with a warning', async () => {
    const project = await withRoutes(
      `${HEAD}\n\n@bp.get("/articles")\ndef index():\n    return ""\n`,
    );
    await project.make('posts.index', 'r');
    expect(project.warnings.join()).toContain(`${ROUTES}:6: index serves GET /articles as index`);
  });
});

describe('A new route', () => {
  it('goes to a blueprint of another name and variable that the package makes', async () => {
    const init =
      'from flask import Blueprint\n\nblog = Blueprint("journal", __name__)\n\nfrom app.routes.posts import routes  # noqa: E402, F401\n';
    const routes =
      'from app.routes.posts import blog\n\n\n@blog.get("/posts/old")\ndef old():\n    return ""\n';
    const project = await withRoutes(routes, init);
    await project.make('users.index', 'rc');
    await project.make('posts.show', 'c', {
      route: '/posts/<int:id>',
      controller: 'PostController',
    });
    expect(project.read(ROUTES)).toContain('@blog.get("/posts/<int:id>")\ndef show(id: int)');
    expect(project.read(INIT)).toBe(init);
    expect(project.messages.join()).toContain('→  journal.show');
  });

  it('leaves out what the blueprint puts before it', async () => {
    const project = await withRoutes(
      'from flask import Blueprint\n\nbp = Blueprint("posts", __name__, url_prefix="/posts")\n',
    );
    await project.make('posts.index', 'r');
    await project.make('posts.show', 'r');
    expect(project.read(ROUTES)).toContain('@bp.get("")\ndef index()');
    expect(project.read(ROUTES)).toContain('@bp.get("/<int:post_id>")\ndef show(post_id: int)');
    await project.make('posts.about', 'r', { route: '/about-posts' });
    expect(project.messages.at(-1)).toBe('info GET /posts/about-posts  →  posts.about');
    expect(project.read(ROUTES)).toContain('@bp.get("/about-posts")\n');
    await expectAsync(
      project.make('posts.news', 'r', { route: '/about-posts' }),
    ).toBeRejectedWithError(/about already serves GET \/posts\/about-posts/);
  });

  it('leaves out what the blueprint is registered with', async () => {
    const base = await (await ViewProject.with()).make('posts.about', 'r');
    const app = base
      .read('app/__init__.py')
      .replace('register_blueprint(posts_bp)', 'register_blueprint(posts_bp, url_prefix="/posts")');
    const project = await ViewProject.with({
      ...base.changes,
      'app/__init__.py': app,
      [ROUTES]: `${HEAD}\n\n@bp.get("/old")\ndef old():\n    return ""\n`,
    });
    await project.make('posts.show', 'r');
    expect(project.read(ROUTES)).toContain('@bp.get("/<int:post_id>")\ndef show(post_id: int)');
    await expectAsync(
      project.make('posts.list', '', { route: '/posts/old' }),
    ).toBeRejectedWithError(/routes\.py:6: old already serves GET \/posts\/old/);
  });

  it('has the endpoint that its blueprint is registered with, wherever that is', async () => {
    const base = await (await ViewProject.with()).make('posts.about', 'r');
    const app = base
      .read('app/__init__.py')
      .replace(/ +from app\.routes\.posts .*\n/, '')
      .replace('app.register_blueprint(posts_bp)', 'register(app)')
      .replace('def create_app', 'from app.blueprints import register\n\n\ndef create_app');
    const project = await ViewProject.with({
      ...base.changes,
      'app/__init__.py': app,
      'app/blueprints.py':
        'from app.routes.posts import bp as posts_bp\n\n\ndef register(app):\n' +
        '    app.register_blueprint(posts_bp, name="journal", url_prefix="/posts")\n',
    });
    await project.make('posts.show', 'rc');
    expect(project.read(ROUTES)).toContain('@bp.get("/<int:post_id>")\ndef show(post_id: int)');
    expect(project.messages.join()).toContain('→  journal.show');
    expect(project.read('app/blueprints.py').match(/register_blueprint/g)?.length).toBe(1);
  });

  it('gets another function where the file means something else by its name', async () => {
    const project = await withRoutes(`${HEAD}\n\ndef index():\n    return 1\n`);
    await project.make('posts.index', 'r');
    expect(project.read(ROUTES)).toContain(
      '@bp.get("/posts", endpoint="index")\ndef index_page() -> str:',
    );
  });

  it('has the types of its parameters', async () => {
    const project = await ViewProject.with();
    const route = '/a/<b>/<float:c>/<uuid:d>/<path:e>/<own:f>';
    await project.make('things.thing', 'r', { route });
    const text = project.read('app/routes/things/routes.py');
    expect(text).toContain('def thing(b: str, c: float, d: UUID, e: str, f: Any) -> str:');
    expect(text).toContain('from typing import Any\nfrom uuid import UUID\n\nfrom flask');
    expect(project.warnings.join()).toContain('no converter "own"');
  });

  it('makes the blueprints that are missing above it, empty and registered once', async () => {
    const project = await (await ViewProject.with()).make('admin.reports.daily.index', 'r');
    expect(project.read('app/routes/admin/routes.py')).toBe(
      'from flask import Blueprint\n\nbp = Blueprint("admin", __name__)\n',
    );
    expect(project.read('app/routes/admin/reports/__init__.py')).toContain(
      'bp.register_blueprint(daily_bp)',
    );
    expect(project.read('app/__init__.py').match(/register_blueprint/g)?.length).toBe(2);
  });

  it('says what to add to routes that have no blueprint', async () => {
    const project = await ViewProject.with({ [INIT]: '', [ROUTES]: 'x = 1\n' });
    await expectAsync(project.make('posts.index', 'r')).toBeRejectedWithError(
      `${ROUTES}: this file defines no blueprint. Add this above its routes:\n` +
        '    from flask import Blueprint\n\n    bp = Blueprint("posts", __name__)',
    );
  });

  it('takes a package with an empty file for one without a blueprint', async () => {
    const project = await ViewProject.with({ 'app/routes/admin/__init__.py': '' });
    await project.make('admin.users.index', 'r');
    expect(project.read('app/routes/admin/__init__.py')).toContain('__all__ = ["bp"]');
  });
});

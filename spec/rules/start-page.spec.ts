import { ViewProject } from '../support/view-project';

const PAGE = 'app/templates/mains/index.html';
const GUIDE = 'app/templates/macros/guide.html';
const ROUTES = 'app/routes/mains/routes.py';
const CONTROLLER = 'app/controllers/main_controller.py';
const EXPORTS = 'app/controllers/__init__.py';
const OLD = [PAGE, GUIDE, CONTROLLER];

const ABOUT = `

    def about(self) -> str:
        return render_template("about.html")
`;

describe('removeStartPage', () => {
  for (const db of [true, false]) {
    it(`leaves nothing of the generated page, ${db ? 'with' : 'without'} a database`, async () => {
      const project = await ViewProject.with({}, db);
      await project.make('posts.index', db ? 'cm' : 'c', { route: '/' });
      const { files } = project;
      expect(OLD.filter((path) => path in files)).toEqual([]);
      expect(files[ROUTES]).toBe(
        'from flask import Blueprint\n\nbp = Blueprint("mains", __name__)\n',
      );
      expect(files[EXPORTS]).toBe(
        'from app.controllers.post_controller import PostController\n\n__all__ = ["PostController"]\n',
      );
      expect(files['app/routes/posts/routes.py']).toContain('@bp.get("/")');
      expect(project.messages).toContain('info GET /  →  posts.index');
      expect(project.warnings).toEqual([]);
    });
  }

  it('empties the exports if nothing else is exported', async () => {
    const project = await (await ViewProject.with()).make('welcome', '', { route: '/' });
    expect(project.read(EXPORTS)).toBe('');
    expect(project.read(ROUTES)).not.toContain('MainController');
  });

  it('makes the controller anew if the view needs it', async () => {
    const project = await (await ViewProject.with()).make('welcome', 'c', { route: '/' });
    expect(project.read(CONTROLLER)).toContain('def welcome(self)');
    expect(project.read(CONTROLLER)).not.toContain('index');
    expect(project.read(ROUTES)).not.toContain('index');
    expect(project.files[PAGE]).toBeUndefined();
  });

  it('keeps the other pages of the controller', async () => {
    const project = await (await ViewProject.with()).make('about', 'rc');
    await project.make('posts.index', 'cm', { route: '/' });
    expect(project.read(CONTROLLER)).toBe(
      `from flask import render_template\n\n\nclass MainController:${ABOUT.slice(1)}`,
    );
    expect(project.read(ROUTES)).toContain('MainController().about()');
    expect(project.read(ROUTES)).not.toContain('index');
    expect(project.read(EXPORTS)).toContain('MainController');
  });

  for (const name of ['mains.index', 'index']) {
    it(`replaces the template alone for ${name}`, async () => {
      const project = await (await ViewProject.with()).make(name, 'rc');
      expect(Object.keys(project.changes)).toEqual([PAGE]);
      expect(project.read(PAGE)).toContain('<h1>Index</h1>');
      expect(project.files[GUIDE]).toBeUndefined();
      expect(project.warnings).toEqual([]);
      project.messages.length = 0;
      await project.make(name, 'rc');
      expect(project.messages).toEqual(['info Nothing to do: mains.index already exists.']);
    });
  }

  it('has nothing to do the second time', async () => {
    const project = await (await ViewProject.with()).make('posts.index', 'c', { route: '/' });
    const { files } = project;
    await project.make('posts.index', 'c', { route: '/' });
    expect(project.files).toEqual(files);
    expect(project.messages.at(-1)).toBe('info Nothing to do: posts.index already exists.');
  });

  it('keeps a template of mains.index that a person changed', async () => {
    const project = await (await ViewProject.with({ [PAGE]: 'mine' })).make('mains.index', 'rc');
    expect(project.changes).toEqual({});
    expect(project.warnings).toEqual([`warn ${PAGE} already exists. It stays as it is.`]);
  });

  it('keeps macros that another template uses, or that a person changed', async () => {
    const use = '{% from "macros/guide.html" import step %}';
    for (const [path, text] of [
      ['app/templates/help.html', use],
      [GUIDE, 'mine'],
    ] as const) {
      const project = await (await ViewProject.with({ [path]: text })).make('mains.index');
      expect(project.files[GUIDE]).toBeDefined();
    }
  });

  describe('keeps all of it if a person changed a part, and names its route:', () => {
    const CHANGED: Readonly<Record<string, readonly [path: string, from: string, to: string]>> = {
      'the template': [PAGE, 'Hello World<', 'Hi<'],
      'the method': [CONTROLLER, 'index.html"', 'index.html", a=1'],
      'the method beside another one': [CONTROLLER, 'html")', `htm")\n${ABOUT.slice(1)}`],
      'the route': [ROUTES, 'def index', '@cached\ndef index'],
    };
    for (const [what, [path, from, to]] of Object.entries(CHANGED)) {
      it(what, async () => {
        const text = (await ViewProject.with()).read(path);
        const person = await ViewProject.with({ [path]: text.replace(from, to) });
        await expectAsync(person.make('posts.index', 'c', { route: '/' })).toBeRejectedWithError(
          `${ROUTES}:8: index already serves GET /. Choose another URL with --route, or remove that route.`,
        );
      });
    }

    it('and works once the route is deleted', async () => {
      const [head = ''] = (await ViewProject.with()).read(ROUTES).split('\n\n\n');
      const following = await ViewProject.with({ [ROUTES]: `${head}\n`, [PAGE]: null });
      await following.make('posts.index', 'c', { route: '/' });
      expect(following.read('app/routes/posts/routes.py')).toContain('@bp.get("/")');
    });

    it('but not for line ends', async () => {
      const page = (await ViewProject.with()).read(PAGE).replaceAll('\n', '\r\n');
      const person = await ViewProject.with({ [PAGE]: page });
      await person.make('posts.index', 'c', { route: '/' });
      expect(person.files[PAGE]).toBeUndefined();
    });

    it('or if nothing remembers it', async () => {
      const person = await ViewProject.with({ '.scaffold/application.json': null });
      await expectAsync(person.make('posts.index', 'c', { route: '/' })).toBeRejectedWithError(
        /index already serves GET \//,
      );
    });
  });

  it('keeps all of it while something else uses the page, and names its route', async () => {
    const link = 'app/templates/about.html';
    const text = `<p>\n<a href="{{ url_for('mains.index') }}">Home</a>\n`;
    for (const [path, used] of [
      [link, text],
      ['app/other.py', 'from app.controllers import MainController\n'],
    ] as const) {
      const person = await ViewProject.with({ [path]: used });
      await expectAsync(person.make('posts.index', 'c', { route: '/' })).toBeRejectedWithError(
        /index already serves GET \//,
      );
    }
    const changed = await ViewProject.with({
      [link]: text.replace("url_for('mains", "first_url('posts"),
    });
    await changed.make('posts.index', 'c', { route: '/' });
    expect(changed.files[PAGE]).toBeUndefined();
  });

  it('keeps all of it if the view has another URL, until that route is deleted', async () => {
    const project = await (await ViewProject.with()).make('posts.index', 'rc');
    const { files } = project;
    await expectAsync(project.make('posts.index', 'c', { route: '/' })).toBeRejectedWithError(
      /index already serves GET \//,
    );
    const routes = (files['app/routes/posts/routes.py'] ?? '').split('\n\n\n')[0] ?? '';
    const following = await ViewProject.with({
      ...files,
      'app/routes/posts/routes.py': `${routes}\n`,
    });
    await following.make('posts.index', 'c', { route: '/' });
    expect(following.read('app/routes/posts/routes.py')).toContain('@bp.get("/")');
    expect(following.files[PAGE]).toBeUndefined();
  });

  it('keeps the start page for a form, which is sent to the same URL', async () => {
    const project = await (await ViewProject.with()).make('posts.store', 'c', { route: '/' });
    expect(OLD.filter((path) => !(path in project.files))).toEqual([]);
  });
});

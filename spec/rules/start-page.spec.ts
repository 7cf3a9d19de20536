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

  describe('names what a person changed, and works once that is deleted:', () => {
    const original = ViewProject.with().then((project) => project.files);
    const lines = async (path: string): Promise<string> => (await original)[path] ?? '';
    const cases: Record<string, () => Promise<[path: string, changed: string, rest?: string]>> = {
      'the template': async () => [PAGE, (await lines(PAGE)).replace('Hello World<', 'Hi<')],
      'the name of the application on it': async () => [
        PAGE,
        (await lines(PAGE)).replace('· Blog', '· Shop'),
      ],
      'the method': async () => {
        const text = await lines(CONTROLLER);
        const [head = ''] = text.split('    def');
        return [CONTROLLER, text.replace('index.html"', 'index.html", a=1'), `${head}    pass\n`];
      },
      'the method beside another one': async () => {
        const text = (await lines(CONTROLLER)) + ABOUT.slice(1);
        const [head = ''] = text.split('    def');
        return [CONTROLLER, text.replace('"mains/', '"home/'), head + ABOUT.slice(2)];
      },
    };
    for (const [what, change] of Object.entries(cases)) {
      it(what, async () => {
        const [path, changed, rest = null] = await change();
        const person = await ViewProject.with({ [path]: changed });
        await expectAsync(person.make('posts.index', 'c', { route: '/' })).toBeRejectedWithError(
          new RegExp(`^The start page was changed, so it stays\\. To replace it, delete .*${path}`),
        );
        const following = await ViewProject.with({ [path]: rest });
        await following.make('posts.index', 'c', { route: '/' });
        expect([PAGE, GUIDE].filter((each) => each in following.files)).toEqual([]);
        expect(following.files[CONTROLLER] ?? '').not.toContain('index');
        expect(following.read(ROUTES)).not.toContain('index');
      });
    }

    it('the route, and all that it may use', async () => {
      const text = await lines(ROUTES);
      const [head = ''] = text.split('\n\n\n');
      const decorated = text.replace('def index', '@cached\ndef index');
      const person = await ViewProject.with({ [ROUTES]: decorated });
      await expectAsync(person.make('posts.index', 'c', { route: '/' })).toBeRejectedWithError(
        `The start page was changed, so it stays. To replace it, delete ${PAGE}, the method index in ${CONTROLLER}:5 ` +
          `(with pass in its place) and the function index in ${ROUTES}:8, and run this command again.`,
      );
      const following = await ViewProject.with({ [ROUTES]: `${head}\n`, [PAGE]: null });
      await following.make('posts.index', 'c', { route: '/' });
      expect(following.read('app/routes/posts/routes.py')).toContain('@bp.get("/")');
    });
  });

  it('refuses while something else uses the page, and names a way that works', async () => {
    const link = 'app/templates/about.html';
    const text = `<p>\n<a href="{{ url_for('mains.index') }}">Home</a>\n`;
    const person = await ViewProject.with({
      [link]: text,
      'app/other.py': 'from app.controllers import MainController\n',
    });
    await expectAsync(person.make('posts.index', 'c', { route: '/' })).toBeRejectedWithError(
      `This would delete the start page, which is still used in app/other.py:1 and ${link}:2. Change that, and run this command ` +
        'again. first_url("posts.index") works before and after, unlike url_for("mains.index").',
    );
    const changed = await ViewProject.with({
      [link]: text.replace("url_for('mains", "first_url('posts"),
    });
    await changed.make('posts.index', 'c', { route: '/' });
    expect(changed.files[PAGE]).toBeUndefined();
  });

  it('names the route to delete if the view has another URL, and works then', async () => {
    const project = await (await ViewProject.with()).make('posts.index', 'rc');
    const { files } = project;
    await expectAsync(project.make('posts.index', 'c', { route: '/' })).toBeRejectedWithError(
      /^app\/routes\/posts\/routes\.py:8: index already serves posts\.index at \/posts\. Delete it,/,
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

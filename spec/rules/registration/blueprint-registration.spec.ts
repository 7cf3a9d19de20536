import { join } from 'node:path';
import { PythonSource, SourceError } from '../../../src/python/source';
import { registerBlueprint } from '../../../src/rules/registration/blueprint-registration';
import { expectEditsIn } from '../../python/diff';

const POSTS = { package: 'app.routes.posts', variable: 'bp', alias: 'posts_bp' };

async function register(text: string): Promise<string> {
  const source = await PythonSource.parse('app/__init__.py', text);
  const registered = registerBlueprint(source, POSTS);
  expect(registerBlueprint(registered, POSTS)).toBe(registered);
  return registered.toString();
}

describe('registerBlueprint', () => {
  expectEditsIn(join(__dirname, 'factories'), register);

  const present = [
    'from app.routes.posts import bp as posts_bp\napp.register_blueprint(posts_bp, url_prefix="/x")',
    'from app.routes.posts.routes import bp\nif debug:\n    app.register_blueprint(bp)',
    'from .routes import posts\napp.register_blueprint(blueprint=posts.bp)',
    'import app.routes.posts\napplication.register_blueprint(app.routes.posts.bp)',
    'import app.routes.posts as posts\napplication.register_blueprint(posts.bp)',
    'from .routes.posts import bp\nfor each in [bp]:\n    app.register_blueprint(each)',
    'def serve(app):\n    from app.routes.posts import bp\n    app.register_blueprint(bp)',
    'from app.routes.posts import bp as posts_bp\nblog_bp.register_blueprint(posts_bp)\napp.register_blueprint(blog_bp)',
    'from app.routes.posts import bp\ndef mount(app, it):\n    app.register_blueprint(it)\nmount(app, bp)\nmount(app, x)',
    'from app.routes import posts\ndef mount(app, all):\n    for it in all:\n        app.register_blueprint(it)\nmount(app, [posts.bp, x])',
  ];
  for (const text of present) {
    it(`leaves what serves the blueprint: ${JSON.stringify(text)}`, async () => {
      expect(await register(text)).toBe(text);
    });
  }

  async function refusalOf(text: string): Promise<string> {
    const source = await PythonSource.parse('app/__init__.py', text);
    try {
      registerBlueprint(source, POSTS);
    } catch (error) {
      expect(error).toBeInstanceOf(SourceError);
      return String(error);
    }
    return 'none';
  }

  it('names two factories', async () => {
    const factory = (name: string) =>
      `def ${name}():\n    site = Flask(__name__)\n    return site\n`;
    const refusal = await refusalOf(factory('create_app') + factory('create_admin'));
    expect(refusal).toContain('create_app (line 1) and create_admin (line 4)');
  });

  it('names two functions that register blueprints', async () => {
    const refusal = await refusalOf(
      'def one(app):\n    app.register_blueprint(a)\ndef two(app):\n    app.register_blueprint(b)\n',
    );
    expect(refusal).toContain('one (line 1) and two (line 3)');
  });

  it('names a function that registers blueprints and one around it that does so, too', async () => {
    const refusal = await refusalOf(
      'def outer(app):\n    def inner(app):\n        app.register_blueprint(a)\n\n    app.register_blueprint(b)\n',
    );
    expect(refusal).toContain('inner (line 2) and outer (line 1)');
  });

  /** Files in which no place is sure to have the application. */
  const unclear: Readonly<Record<string, string>> = {
    'an empty file': '',
    'words in a comment': '# def create_app(): app.register_blueprint(bp)\n',
    'words in a text':
      'TEXT = """\ndef create_app():\n    app = Flask(__name__)\n    app.register_blueprint(bp)\n"""\n',
    'an application without a name': 'def create_app():\n    return Flask(__name__)\n',
    'an application under a condition':
      'def create_app(x):\n    if x:\n        app = Flask("x")\n        return app\n    return None\n',
    'two functions that register blueprints':
      'def one(app):\n    app.register_blueprint(a)\ndef two(app):\n    app.register_blueprint(b)\n',
  };
  for (const [what, text] of Object.entries(unclear)) {
    it(`asks for a function to register blueprints in, and uses it: ${what}`, async () => {
      const refusal = await refusalOf(text);
      const [, helper = ''] =
        /Add this function, call it .*:\n\n( {4}def [^]*)$/.exec(refusal) ?? [];
      const followed = `${text}\n\n${helper.replace(/^ {4}/gm, '')}\n`;
      const once = await register(followed);
      expect(once).toMatch(
        /def register_blueprints\(app\):\n {4}"""Register the blueprints\."""\n {4}app\.register_blueprint\(posts_bp\)\n$/,
      );
      const source = await PythonSource.parse('app/__init__.py', once);
      const next = { package: 'app.routes.news', variable: 'bp', alias: 'news_bp' };
      expect(registerBlueprint(source, next).toString()).toContain(
        '    app.register_blueprint(posts_bp)\n    app.register_blueprint(news_bp)\n',
      );
    });
  }

  it('says that a file makes no application', async () => {
    expect(await refusalOf('')).toContain('this file makes no application');
  });

  it('refuses an application that is only there under a condition', async () => {
    const refusal = await refusalOf(
      'def create_app(x):\n    if x:\n        app = Flask("x")\n        return app\n    return None\n',
    );
    expect(refusal).toContain(
      'create_app (line 1) has no place where the application always exists',
    );
  });
});

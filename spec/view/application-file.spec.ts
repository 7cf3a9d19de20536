import { Tree } from '@angular-devkit/schematics';
import { projectIn } from '../support/project-in';
import { SourceError } from '../../src/python/source';
import { applicationFile } from '../../src/view/application-file';

/** The path of the file that the application of these files gets its blueprints in. */
async function find(files: Readonly<Record<string, string>>): Promise<string> {
  const tree = Tree.empty();
  for (const [path, text] of Object.entries(files)) {
    tree.create(path, text);
  }
  const project = projectIn(tree);
  const start = await project.source('app/__init__.py');
  return start ? (await applicationFile(project, start)).path : '';
}

const FACTORY = 'def create_app():\n    app = Flask(__name__)\n    return app\n';

describe('applicationFile', () => {
  it('is outside of the package where no file in it makes an application', async () => {
    const other = { 'app/__init__.py': '', 'tests/conftest.py': 'app = Flask("test")\n' };
    expect(await find({ ...other, 'main.py': FACTORY, 'run.py': 'import main\n' })).toBe('main.py');
    const lines = 'app = make()\nfrom app.routes.posts import bp\napp.register_blueprint(bp)\n';
    expect(await find({ ...other, 'wsgi.py': lines })).toBe('wsgi.py');
  });

  it('is the file itself where it registers blueprints', async () => {
    const text =
      'from .web import serve\ndef create_app():\n    app = Flask("a")\n    serve(app)\n    app.register_blueprint(a)\n    return app\n';
    const serve = 'def serve(app):\n    app.register_blueprint(x)\n';
    expect(await find({ 'app/__init__.py': text, 'app/web.py': serve })).toBe('app/__init__.py');
  });

  it('is where the factory is imported from', async () => {
    const text = 'from app.core.factory import create_app\n';
    expect(await find({ 'app/__init__.py': text, 'app/core/factory.py': FACTORY })).toBe(
      'app/core/factory.py',
    );
  });

  it('is where the application is imported from', async () => {
    const text = 'from .site import app as application\n';
    expect(await find({ 'app/__init__.py': text, 'app/site.py': 'app = Flask("a")\n' })).toBe(
      'app/site.py',
    );
  });

  it('is where a helper is imported from', async () => {
    const text = `from app.web import register_blueprints as serve\n${FACTORY.replace('    return', '    serve(app)\n    return')}`;
    const helper = 'def register_blueprints(app):\n    app.register_blueprint(x)\n';
    expect(await find({ 'app/__init__.py': text, 'app/web/__init__.py': helper })).toBe(
      'app/web/__init__.py',
    );
  });

  it('is the file itself where a helper of another one is called under a condition', async () => {
    const text = `from app.web import serve\n${FACTORY.replace('    return', '    if app.debug:\n        serve(app)\n    return')}`;
    const helper = 'def serve(app):\n    app.register_blueprint(x)\n';
    expect(await find({ 'app/__init__.py': text, 'app/web.py': helper })).toBe('app/__init__.py');
  });

  it('is where a function in the factory that is imported registers blueprints', async () => {
    const text = 'from app.factory import create_app\n';
    const inner = '    def serve():\n        app.register_blueprint(x)\n    serve()\n    return';
    const factory = FACTORY.replace('    return', inner);
    expect(await find({ 'app/__init__.py': text, 'app/factory.py': factory })).toBe(
      'app/factory.py',
    );
  });

  it('is the module that a helper is called on, also behind a factory that is imported', async () => {
    const factory = `from app import errors, routes\n${FACTORY.replace('    return', '    errors.init_app(app)\n    routes.init_app(app)\n    return')}`;
    const files = {
      'app/__init__.py': 'from app.factory import create_app\n',
      'app/factory.py': factory,
      'app/errors.py': 'def init_app(app):\n    app.register_error_handler(404, x)\n',
      'app/routes/__init__.py': 'def init_app(app):\n    app.register_blueprint(x)\n',
    };
    expect(await find(files)).toBe('app/routes/__init__.py');
  });

  it('is the only other file of the package that makes one, in whatever folder', async () => {
    const files = { 'app/__init__.py': '', 'app/errors.py': 'x = Flask\n' };
    for (const path of ['app/factory.py', 'app/core/web/start.py']) {
      expect(await find({ ...files, [path]: FACTORY })).toBe(path);
    }
    expect(await find({ ...files, 'app/tests/test_app.py': FACTORY })).toBe('app/__init__.py');
  });

  it('is refused where several make one', async () => {
    const files = { 'app/__init__.py': '', 'app/a.py': FACTORY, 'app/b.py': FACTORY };
    await expectAsync(find(files)).toBeRejectedWithError(
      SourceError,
      'app/__init__.py: app/a.py and app/b.py each make an application. Import the factory of the right one here',
    );
  });

  it('is the file itself where nothing leads on', async () => {
    expect(await find({ 'app/__init__.py': 'from app.gone import create_app\n' })).toBe(
      'app/__init__.py',
    );
    expect(await find({ 'app/__init__.py': FACTORY })).toBe('app/__init__.py');
    expect(await find({ 'app/__init__.py': 'from . import app\n' })).toBe('app/__init__.py');
  });
});

import { Tree } from '@angular-devkit/schematics';
import { findServed } from '../../src/project/served';
import { projectIn } from '../support/project-in';

const BLUEPRINT = 'bp = Blueprint("x", __name__)\n';

/** The names of the blueprints that are registered, in an application with `a.bp`, `b.bp`, `c.views.bp`, `d.bp` and this factory. */
async function registeredBy(...lines: readonly string[]): Promise<string[]> {
  const tree = Tree.empty();
  tree.create('app/__init__.py', `${lines.join('\n')}\n`);
  for (const name of ['a', 'b', 'c/views', 'd/views']) {
    tree.create(`app/${name}.py`, BLUEPRINT.replace('x', name.replace('/views', '')));
  }
  tree.create('app/d/__init__.py', 'from app.d.views import bp\n');
  const { blueprints } = await findServed(projectIn(tree));
  return blueprints.filter(({ isRegistered }) => isRegistered).map(({ name }) => name);
}

describe('findServed knows which blueprints are registered', () => {
  const factories: Record<string, [lines: readonly string[], registered: readonly string[]]> = {
    'by a call': [['from app.a import bp', 'app.register_blueprint(bp)'], ['a']],
    'in a function': [
      ['def create_app():', '    from app import b', '    app.register_blueprint(b.bp)'],
      ['b'],
    ],
    'in a loop': [
      [
        'from app.a import bp as one',
        'from app.b import bp as two',
        'for each in (one, two):',
        '    app.register_blueprint(each)',
      ],
      ['a', 'b'],
    ],
    'by the package of the module': [
      ['import app.a', 'from . import b as other', 'app.register_blueprint(app.a.bp)'],
      ['a'],
    ],
    'by a module of a package': [
      ['from app import c', 'web.register_blueprint(c.views.bp)'],
      ['c'],
    ],
    'by a package that passes it on': [
      ['def create_app():', '    from .d import bp as d_bp', '    web.register_blueprint(d_bp)'],
      ['d'],
    ],
    'by a function that is given it': [
      [
        'from app import a, b',
        'def register(app, *blueprints):',
        '    for each in blueprints:',
        '        app.register_blueprint(each)',
        'register(app, a.bp)',
      ],
      ['a'],
    ],
    'beside one of a package that is installed': [
      [
        'from app.a import bp',
        'from flask_x import other',
        'web.register_blueprint(bp)',
        'web.register_blueprint(other)',
      ],
      ['a'],
    ],
    'by a name, beside those that only the program knows': [
      [
        'from app import a',
        'for name in names:',
        '    web.register_blueprint(load(name))',
        'web.register_blueprint(a.bp)',
      ],
      ['a', 'b', 'c', 'd'],
    ],
    'by a name that only the program knows': [
      ['for name in names:', '    app.register_blueprint(load(name))'],
      ['a', 'b', 'c', 'd'],
    ],
  };
  for (const [how, [lines, registered]] of Object.entries(factories)) {
    it(how, async () => {
      expect(await registeredBy(...lines)).toEqual([...registered]);
    });
  }
});

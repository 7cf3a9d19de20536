import { Tree } from '@angular-devkit/schematics';
import { findElsewhere } from '../../src/project/elsewhere';
import { projectIn } from '../support/project-in';

const BLUEPRINT = 'bp = Blueprint("x", __name__)\n';

/** The names of the blueprints that are registered, in an application with `a.bp`, `b.bp` and this factory. */
async function registeredBy(...lines: readonly string[]): Promise<string[]> {
  const tree = Tree.empty();
  tree.create('app/__init__.py', `${lines.join('\n')}\n`);
  for (const name of ['a', 'b']) {
    tree.create(`app/${name}.py`, BLUEPRINT.replace('x', name));
  }
  const { blueprints } = await findElsewhere(projectIn(tree));
  return blueprints.filter(({ isRegistered }) => isRegistered).map(({ name }) => name);
}

describe('findElsewhere knows which blueprints are registered', () => {
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
    'by a name that only the program knows': [
      ['for name in names:', '    app.register_blueprint(load(name))'],
      ['a', 'b'],
    ],
  };
  for (const [how, [lines, registered]] of Object.entries(factories)) {
    it(how, async () => {
      expect(await registeredBy(...lines)).toEqual([...registered]);
    });
  }
});

import { Tree } from '@angular-devkit/schematics';
import { Project } from '../../src/project/project';
import { projectIn } from '../support/project-in';
import { servedAt } from '../../src/project/served';

/** The files of a blueprint, and others. */
function project(files: Readonly<Record<string, string>>): Project {
  const tree = Tree.empty();
  const all = {
    'app/routes/posts/__init__.py':
      'from flask import Blueprint\n\nbp = Blueprint("posts", __name__)\n',
    ...files,
  };
  for (const [path, text] of Object.entries(all)) {
    tree.create(path, text);
  }
  return projectIn(tree);
}

describe('What a blueprint is registered with', () => {
  const register = (line: string): string => `def register_blueprints(app):\n    ${line}\n`;
  const IMPORT = 'from app.routes.posts import bp as posts_bp\n\n\n';
  for (const [where, files] of [
    [
      'by the application',
      {
        'app/__init__.py':
          IMPORT + register('app.register_blueprint(posts_bp, url_prefix="/blog", name="b")'),
      },
    ],
    [
      'by a helper among the routes, which the application calls',
      {
        'app/__init__.py':
          'from app.routes.registry import register_blueprints\n\napp = Flask(__name__)\nregister_blueprints(app)\n',
        'app/routes/registry.py':
          IMPORT + register('app.register_blueprint(posts_bp, url_prefix="/blog", name="b")'),
      },
    ],
    [
      'by a helper, beside others that the application registers',
      {
        'app/__init__.py': 'app.register_blueprint(api)\n',
        'app/routes/registry.py':
          'from \\\n    .posts import bp\n' +
          register('app.register_blueprint(bp, url_prefix="/blog", name="b")'),
      },
    ],
  ] as const) {
    it(`is known where it is registered ${where}`, async () => {
      const blog = project(files);
      const { blueprints } = await servedAt(blog, [], ['app/routes/posts']);
      expect(blueprints.map(({ endpoints, prefix }) => [endpoints, prefix])).toEqual([
        ['b', '/blog'],
      ]);
    });
  }
});

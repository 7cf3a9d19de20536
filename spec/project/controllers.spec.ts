import { Tree } from '@angular-devkit/schematics';
import { findController } from '../../src/project/controllers';
import { projectIn } from '../support/project-in';
import { classIn } from '../../src/naming/class-names';

const CLASS = 'class PostController:\n    pass\n';

describe('findController', () => {
  for (const [where, files, path] of [
    [
      'as it is registered',
      {
        'app/controllers/__init__.py': 'from app.blog import PostController\n',
        'app/blog.py': CLASS,
        'app/controllers/old.py': CLASS,
      },
      'app/blog.py',
    ],
    [
      'in the file of its name',
      { 'app/controllers/post_controller.py': CLASS, 'app/controllers/old.py': CLASS },
      'app/controllers/post_controller.py',
    ],
    [
      'in another file',
      { 'app/controllers/blog.py': `X = 1\n\n\n${CLASS}` },
      'app/controllers/blog.py',
    ],
    [
      'in a file that registers another one',
      {
        'app/controllers/__init__.py': 'from app.controllers.main import MainController\n',
        'app/controllers/main.py': `class MainController: ...\n\n\n${CLASS}`,
      },
      'app/controllers/main.py',
    ],
    [
      'in a module that is imported as such',
      {
        'app/controllers/__init__.py': 'from app.controllers import blog\n',
        'app/controllers/blog.py': CLASS,
      },
      'app/controllers/blog.py',
    ],
    ['nowhere', { 'app/controllers/blog.py': '# class PostController\n' }, undefined],
  ] as const) {
    it(`finds a controller ${where}`, async () => {
      const tree = Tree.empty();
      for (const [name, text] of Object.entries({ 'app/__init__.py': '', ...files })) {
        tree.create(name, text);
      }
      const names = classIn('controllers', 'post_controller', 'PostController');
      const found = await findController(projectIn(tree), names);
      expect(found?.source.path).toBe(path);
    });
  }
});

import { Tree } from '@angular-devkit/schematics';
import { findBlueprint } from '../../src/project/blueprints';
import { projectIn } from '../support/project-in';

describe('findBlueprint', () => {
  it('finds each of the blueprints that a package makes, by its name, or else the first', async () => {
    const tree = Tree.empty();
    tree.create('app/__init__.py', '');
    tree.create(
      'app/routes/blog/__init__.py',
      'from flask import Blueprint\n\none = Blueprint("blog", __name__)\ntwo = Blueprint("news", __name__)\n',
    );
    const project = projectIn(tree);
    const variables = ['blog', 'news', 'other'].map(async (name) => {
      return (await findBlueprint(project, { folder: 'app/routes/blog', name }))?.variable;
    });
    expect(await Promise.all(variables)).toEqual(['one', 'two', 'one']);
  });
});

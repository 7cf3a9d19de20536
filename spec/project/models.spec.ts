import { Tree } from '@angular-devkit/schematics';
import { findModelOfTable } from '../../src/project/models';
import { Project } from '../../src/project/project';
import { projectIn } from '../support/project-in';
import { PythonSource } from '../../src/python/source';

const MODELS: Readonly<Record<string, string>> = {
  'app/models/user.py': 'class User(db.Model):\n    __tablename__ = "people"\n',
  'app/models/request.py': 'class HTTPRequest(db.Model):\n    pass\n',
  'app/models/post.py': 'class Post(db.Model):\n    author_id = Column(ForeignKey("people.id"))\n',
};

function project(): Project {
  const tree = Tree.empty();
  tree.create('app/__init__.py', '');
  for (const [path, text] of Object.entries(MODELS)) {
    tree.create(path, text);
  }
  return projectIn(tree);
}

describe('findModelOfTable', () => {
  for (const [table, path] of [
    ['people', 'app/models/user.py'],
    ['http_request', 'app/models/request.py'],
  ] as const) {
    it(`finds the model of ${table}, and parses no file that cannot have it`, async () => {
      const parse = spyOn(PythonSource, 'parse').and.callThrough();
      expect((await findModelOfTable(project(), table))?.source.path).toBe(path);
      expect(parse.calls.allArgs().map(([parsed]) => parsed)).toEqual([path]);
    });
  }

  it('finds none for a table that has none', async () => {
    expect(await findModelOfTable(project(), 'users')).toBeUndefined();
  });
});

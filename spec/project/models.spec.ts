import { Tree } from '@angular-devkit/schematics';
import { DEFAULT_LAYOUT } from '../../src/layout';
import { modelOfClass } from '../../src/naming/class-names';
import { findModel, findModelOfTable, findNamesake, modelsIn } from '../../src/project/models';
import { Project } from '../../src/project/project';
import { projectIn } from '../support/project-in';
import { PythonSource } from '../../src/python/source';

const MODELS: Readonly<Record<string, string>> = {
  'app/models/user.py': 'class User(db.Model):\n    __tablename__ = "people"\n',
  'app/models/request.py': 'class HTTPRequest(db.Model):\n    pass\n',
  'app/shop/models.py': 'class Product(db.Model):\n    __tablename__ = "products"\n',
  'app/shop/prices.py': 'class Price:\n    pass\n',
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

  it('finds a model in the module of a feature', async () => {
    expect((await findModelOfTable(project(), 'products'))?.source.path).toBe('app/shop/models.py');
  });

  it('finds none for a table that has none', async () => {
    expect(await findModelOfTable(project(), 'users')).toBeUndefined();
  });
});

describe('findModel', () => {
  it('finds a model in the module of a feature, and no other class there', async () => {
    const found = await findModel(project(), modelOfClass('Product', DEFAULT_LAYOUT));
    expect(found?.source.path).toBe('app/shop/models.py');
    expect(await findModel(project(), modelOfClass('Price', DEFAULT_LAYOUT))).toBeUndefined();
    expect(await findNamesake(project(), modelOfClass('Price', DEFAULT_LAYOUT))).toBeUndefined();
  });

  it('lists it among the models', async () => {
    expect(await modelsIn(project())).toEqual(['HTTPRequest', 'Post', 'Product', 'User']);
  });
});

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { applicationRoot, projectRoot } from '../../src/cli/project-root';
import { temporaryFolder } from '../support/temporary-folder';
import { writeFiles } from '../support/write-files';

const MADE_BY_NEW = {
  'app/__init__.py': 'app = Flask(__name__)\n',
  'app/links.py': 'def first_url() -> str:\n',
  'app/models/post.py': '',
};

const OTHER = {
  'src/shop/__init__.py': 'app = Flask(__name__)\n',
  'src/shop/admin/__init__.py': '',
  'docs/index.md': '',
};

describe('The root of a project', () => {
  it('is the folder that `new` made, from every folder below it', () => {
    const root = writeFiles(MADE_BY_NEW);
    for (const folder of ['.', 'app', 'app/models']) {
      expect(projectRoot(join(root, folder))).toBe(root);
      expect(applicationRoot(join(root, folder))).toBe(root);
    }
  });

  it('is the nearest folder that holds an application and is no package', () => {
    const root = writeFiles(OTHER);
    for (const folder of ['.', 'docs', 'src/shop/admin']) {
      expect(applicationRoot(join(root, folder))).toBe(root);
    }
    expect(() => projectRoot(root)).toThrowError(/^This folder is not in a project that `scaffold/);
  });

  for (const [name, text] of [
    ['scaffold.toml', ''],
    ['pyproject.toml', '[tool.scaffold]\npackage = "shop"\n'],
    ['.scaffold/resources/posts.json', '{}'],
  ] as const) {
    it(`is the nearest folder with ${name}, before any application`, () => {
      const root = writeFiles({ ...OTHER, [name]: text });
      expect(applicationRoot(join(root, 'src/shop/admin'))).toBe(root);
    });
  }

  it('is not marked by the settings of others', () => {
    const root = writeFiles({ ...OTHER, 'src/pyproject.toml': '[tool.ruff]\n' });
    writeFileSync(join(root, 'scaffold.toml'), '');
    expect(applicationRoot(join(root, 'src'))).toBe(root);
  });

  it('is not above the repository', () => {
    const root = writeFiles({ ...MADE_BY_NEW, 'vendor/docs/index.md': '' });
    mkdirSync(join(root, 'vendor/.git'));
    expect(applicationRoot(join(root, 'vendor/docs'))).toBe(join(root, 'vendor/docs'));
  });

  it('is the working directory where there is no application', () => {
    const folder = temporaryFolder();
    expect(applicationRoot(folder)).toBe(folder);
    expect(() => projectRoot(folder)).toThrowError(/^This folder is not in a project/);
  });
});

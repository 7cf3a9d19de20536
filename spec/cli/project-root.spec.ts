import { join } from 'node:path';
import { applicationRoot, projectRoot } from '../../src/cli/project-root';
import { temporaryFolder } from '../support/temporary-folder';
import { writeFiles } from '../support/write-files';

const PROJECT = { 'app/__init__.py': '', 'app/links.py': 'def first_url() -> str:\n' };

describe('The root of a project', () => {
  it('is the folder that `new` made, and for other applications the working directory', () => {
    const root = writeFiles(PROJECT);
    expect([projectRoot(root), applicationRoot(root)]).toEqual([root, root]);
    const other = temporaryFolder();
    expect(applicationRoot(other)).toBe(other);
    expect(() => projectRoot(other)).toThrowError(/^This folder is not a project that `scaffold/);
  });

  it('is named where it is above the folder', () => {
    const root = writeFiles(PROJECT);
    for (const rootOf of [projectRoot, applicationRoot]) {
      expect(() => rootOf(join(root, 'app'))).toThrowError(
        `This folder is not the root of the project. Change to .. (${root}).`,
      );
    }
  });

  it('is named where the folder is a package of another application', () => {
    const root = writeFiles({ 'requirements.txt': 'Flask\n', 'shop/admin/__init__.py': '' });
    expect(applicationRoot(root)).toBe(root);
    expect(applicationRoot(join(root, 'shop'))).toBe(join(root, 'shop'));
    expect(() => applicationRoot(join(root, 'shop/admin'))).toThrowError(
      `This folder is not the root of the project. Change to ../.. (${root}).`,
    );
  });
});

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../src/project/root';
import { temporaryFolder } from '../support/temporary-folder';

describe('projectRoot', () => {
  it('is a folder that holds app/__init__.py and app/templates/', () => {
    const root = temporaryFolder();
    mkdirSync(join(root, 'app/templates'), { recursive: true });
    expect(() => projectRoot(root)).toThrowError(/^This folder is not a project/);
    writeFileSync(join(root, 'app/__init__.py'), '');
    expect(projectRoot(root)).toBe(root);
  });

  it('is named where it is above the folder', () => {
    const root = temporaryFolder();
    mkdirSync(join(root, 'app/templates'), { recursive: true });
    writeFileSync(join(root, 'app/__init__.py'), '');
    expect(() => projectRoot(join(root, 'app'))).toThrowError(
      `This folder is not the root of the project. Change to .. (${root}).`,
    );
  });
});

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commitNewFolder } from '../../../src/cli/commit/app-folder';
import { temporaryFolder } from '../../support/temporary-folder';
import { treeOf } from '../../support/tree-of';

describe('commitNewFolder', () => {
  const files = [{ path: 'app/run.py', content: Buffer.from('x') }];

  it('makes the folder with its files and nothing beside it', () => {
    const parent = temporaryFolder();
    commitNewFolder(join(parent, 'blog'), [...files, { path: 'x/deleted', content: undefined }]);
    expect(Object.keys(treeOf(parent))).toEqual(['blog/', 'blog/app/', 'blog/app/run.py']);
  });

  it('takes the place of an empty folder', () => {
    const parent = temporaryFolder();
    mkdirSync(join(parent, 'blog'));
    commitNewFolder(join(parent, 'blog'), files);
    expect(readFileSync(join(parent, 'blog/app/run.py'), 'utf8')).toBe('x');
  });

  it('leaves everything as it was where the folder has been filled in the meantime', () => {
    const parent = temporaryFolder();
    mkdirSync(join(parent, 'blog'));
    writeFileSync(join(parent, 'blog/mine'), '');
    const before = treeOf(parent);
    expect(() => {
      commitNewFolder(join(parent, 'blog'), files);
    }).toThrowError('Another program made the folder blog in the meantime. Choose another name.');
    expect(treeOf(parent)).toEqual(before);
  });

  it('removes what a run that was killed has left beside it, and nothing else', () => {
    const parent = temporaryFolder();
    // In a container, one that was killed had the id of this one.
    for (const name of [4194304999, process.pid, process.ppid, 'notes']) {
      mkdirSync(join(parent, `.blog.scaffold-${name}`));
    }
    commitNewFolder(join(parent, 'blog'), files);
    const left = Object.keys(treeOf(parent)).filter((name) => name.startsWith('.'));
    expect(left).toEqual(['.blog.scaffold-notes/', `.blog.scaffold-${process.ppid}/`].sort());
  });
});

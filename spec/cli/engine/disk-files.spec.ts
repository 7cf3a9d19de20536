import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DiskFiles } from '../../../src/cli/engine/disk-files';
import { temporaryFolder } from '../../support/temporary-folder';

describe('DiskFiles', () => {
  let root: string;
  let files: DiskFiles;

  beforeEach(() => {
    root = temporaryFolder();
    mkdirSync(join(root, 'app/models'), { recursive: true });
    writeFileSync(join(root, 'app/a.py'), 'é = 1\n');
    symlinkSync('a.py', join(root, 'app/link.py'));
    symlinkSync('models', join(root, 'app/linked'));
    symlinkSync('missing', join(root, 'app/broken'));
    symlinkSync('..', join(root, 'app/above'));
    files = new DiskFiles(root);
  });

  it('tells files from folders by what links lead to', () => {
    expect(files.filesIn('app').toSorted()).toEqual(['a.py', 'link.py']);
    expect(files.foldersIn('app').toSorted()).toEqual(['linked', 'models']);
    const names = ['a.py', 'link.py', 'models', 'linked', 'broken', 'missing', 'a.py/below'];
    expect(names.filter((name) => files.has(`app/${name}`))).toEqual(['a.py', 'link.py']);
  });

  it('lists nothing in what is no folder', () => {
    for (const path of ['app/missing', 'app/a.py', 'app/broken']) {
      expect([...files.filesIn(path), ...files.foldersIn(path)]).toEqual([]);
    }
  });

  it('does not wait for somebody who writes into a pipe', () => {
    execFileSync('mkfifo', [join(root, 'app/pipe.py')]);
    expect(files.has('app/pipe.py')).toBeFalse();
    expect(files.read('app/pipe.py')?.toString()).toBe('');
    expect(files.text('app/pipe.py')).toBe('');
  });

  it('keeps what it read first', () => {
    expect(files.read('app/link.py')?.toString()).toBe('é = 1\n');
    writeFileSync(join(root, 'app/a.py'), 'edited = 1\n');
    expect(files.read('app/link.py')?.toString()).toBe('edited = 1\n');
    expect(files.text('app/link.py')).toBe('edited = 1\n');
    expect([...files.found].map(([path, content]) => [path, content.toString()])).toEqual([
      ['app/link.py', 'é = 1\n'],
    ]);
  });
});

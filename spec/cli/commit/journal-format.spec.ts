import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pendingFiles, recover } from '../../../src/cli/commit/journal';
import { readJournal } from '../../../src/cli/commit/journal-format';
import { temporaryFolder } from '../../support/temporary-folder';
import { treeOf } from '../../support/tree-of';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('readJournal', () => {
  let root: string;

  beforeEach(() => {
    root = temporaryFolder();
    mkdirSync(join(root, '.scaffold'));
  });

  function leave(name: 'begun' | 'decided', journal: object): string {
    const file = join(root, `.scaffold/${name}.json`);
    writeFileSync(file, JSON.stringify(journal));
    return file;
  }

  /** What scaffold 0.1 left when it was killed: its journal had no version. */
  function leaveUnversioned(name: 'begun' | 'decided'): string {
    writeFileSync(join(root, 'run.py'), 'a\n');
    writeFileSync(join(root, '.run.py.scaffold-1'), 'a\nb\n');
    mkdirSync(join(root, 'x'));
    writeFileSync(join(root, 'x/.y.py.scaffold-1'), 'y\n');
    const write = (path: string, staged: string, before: string | null, after: string): object => ({
      path,
      file: path,
      staged,
      before,
      after,
    });
    return leave(name, {
      writes: [
        write('run.py', '.run.py.scaffold-1', base64('a\n'), base64('a\nb\n')),
        write('x/y.py', 'x/.y.py.scaffold-1', null, base64('y\n')),
      ],
      folders: ['x'],
    });
  }

  it('reads a journal without a version, with the kinds of its edits', () => {
    const journal = readJournal(root, leaveUnversioned('decided'));
    expect(journal?.edits.map(({ kind, path }) => [kind, path])).toEqual([
      ['insert', 'run.py'],
      ['create', 'x/y.py'],
    ]);
  });

  it('lets a commit without a version be finished', () => {
    leaveUnversioned('decided');
    expect(pendingFiles(root).map(({ path }) => path)).toEqual(['run.py', 'x/y.py']);
    expect(recover(root)).toEqual([]);
    expect(treeOf(root)).toEqual({
      '.scaffold/': '755',
      'run.py': '644 a\nb\n',
      'x/': '755',
      'x/y.py': '644 y\n',
    });
  });

  it('lets a commit without a version be taken back', () => {
    leaveUnversioned('begun');
    expect(recover(root)).toEqual([]);
    expect(treeOf(root)).toEqual({ '.scaffold/': '755', 'run.py': '644 a\n' });
  });

  for (const name of ['begun', 'decided'] as const) {
    it(`refuses a ${name} journal of an unknown version, and leaves it`, () => {
      const file = leave(name, { version: 2, edits: 'unknown' });
      expect(() => recover(root)).toThrowError(
        `A newer version of scaffold was interrupted here, and this version cannot read its journal (.scaffold/${name}.json). ` +
          'Update scaffold and run it again, to finish or undo that run.',
      );
      expect(existsSync(file)).toBeTrue();
    });
  }
});

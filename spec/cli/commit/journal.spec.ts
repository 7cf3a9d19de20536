import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commitFiles, recover } from '../../../src/cli/commit/journal';
import { temporaryFolder } from '../../support/temporary-folder';
import { treeOf } from '../../support/tree-of';

const file = (path: string, content: string) => ({ path, content: Buffer.from(content) });

describe('commitFiles', () => {
  let root: string;

  beforeEach(() => {
    root = temporaryFolder();
    mkdirSync(join(root, '.scaffold'));
    writeFileSync(join(root, 'run.py'), 'old');
  });

  /** What is in the project, without the state that the lock keeps there. */
  function project(): Record<string, string> {
    return Object.fromEntries(
      Object.entries(treeOf(root)).filter(([path]) => !path.startsWith('.scaffold')),
    );
  }

  it('creates and replaces files, with the folders that they need', () => {
    commitFiles(root, [file('run.py', 'new'), file('a/b/c.py', 'c')]);
    expect(readFileSync(join(root, 'run.py'), 'utf8')).toBe('new');
    expect(readFileSync(join(root, 'a/b/c.py'), 'utf8')).toBe('c');
    expect(treeOf(join(root, '.scaffold'))).toEqual({});
  });

  it('keeps the mode of a file that it replaces', () => {
    chmodSync(join(root, 'run.py'), 0o750);
    commitFiles(root, [file('run.py', 'new')]);
    expect(statSync(join(root, 'run.py')).mode & 0o777).toBe(0o750);
  });

  it('writes through a symbolic link that stays in the project', () => {
    symlinkSync('run.py', join(root, 'link.py'));
    commitFiles(root, [file('link.py', 'new')]);
    expect(readFileSync(join(root, 'run.py'), 'utf8')).toBe('new');
    expect(project()['link.py']).toMatch(/ run\.py$/);
  });

  const refusals: [string, (root: string) => void, string, RegExp][] = [
    [
      'a link out of the project',
      (root) => {
        symlinkSync(temporaryFolder(), join(root, 'out'));
      },
      'out/x.py',
      /^out\/x\.py is .*out of the project/,
    ],
    [
      'a link that leads nowhere',
      (root) => {
        symlinkSync('nowhere', join(root, 'x.py'));
      },
      'x.py',
      /^x\.py is .*nowhere/,
    ],
    [
      'a read-only file',
      (root) => {
        writeFileSync(join(root, 'x.py'), 'x', { mode: 0o444 });
      },
      'x.py',
      /^x\.py is read-only/,
    ],
    [
      'a folder in the place of a file',
      (root) => {
        mkdirSync(join(root, 'x.py'));
      },
      'x.py',
      /^x\.py is not a file/,
    ],
    [
      'a file in the place of a folder',
      (root) => {
        writeFileSync(join(root, 'x'), '');
      },
      'x/y.py',
      /^x is not a folder/,
    ],
  ];
  for (const [name, prepare, path, message] of refusals) {
    it(`refuses ${name}, and writes nothing`, () => {
      prepare(root);
      const before = project();
      expect(() => {
        commitFiles(root, [file('run.py', 'new'), file('new/a.py', 'a'), file(path, 'y')]);
      }).toThrowError(message);
      expect(project()).toEqual(before);
    });
  }

  describe('killed', () => {
    const plan = JSON.stringify({ files: ['run.py', 'a/b.py'], folders: ['a'] });

    beforeEach(() => {
      mkdirSync(join(root, '.scaffold/journal'));
      writeFileSync(join(root, '.scaffold/journal/0'), 'new');
      writeFileSync(join(root, '.scaffold/journal/1'), 'b');
      mkdirSync(join(root, 'a'));
    });

    it('before it was decided, leaves nothing after the next run', () => {
      writeFileSync(join(root, '.scaffold/journal/plan.json'), plan);
      recover(root);
      expect(Object.keys(treeOf(root))).toEqual(['.scaffold/', 'run.py']);
      expect(readFileSync(join(root, 'run.py'), 'utf8')).toBe('old');
    });

    it('after it was decided, is finished by the next run', () => {
      writeFileSync(join(root, '.scaffold/journal/decided.json'), plan);
      recover(root);
      expect(Object.keys(treeOf(root))).toEqual(['.scaffold/', 'a/', 'a/b.py', 'run.py']);
      expect(readFileSync(join(root, 'run.py'), 'utf8')).toBe('new');
    });

    it('in the middle of its renames, is finished by the next run', () => {
      writeFileSync(join(root, '.scaffold/journal/decided.json'), plan);
      writeFileSync(join(root, 'run.py'), 'new');
      recover(root);
      expect(readFileSync(join(root, 'a/b.py'), 'utf8')).toBe('b');
    });

    it('while it wrote its plan, leaves nothing', () => {
      writeFileSync(join(root, '.scaffold/journal/plan.json'), plan.slice(0, 10));
      recover(root);
      expect(treeOf(join(root, '.scaffold'))).toEqual({});
      expect(readFileSync(join(root, 'run.py'), 'utf8')).toBe('old');
    });
  });
});

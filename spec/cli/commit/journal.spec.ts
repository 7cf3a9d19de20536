import fs, {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import {
  commitEdits,
  commitEditsAfter,
  pendingFiles,
  recover,
} from '../../../src/cli/commit/journal';
import { planEdits, type StagedFile } from '../../../src/cli/commit/planned-edit';
import { temporaryFolder } from '../../support/temporary-folder';
import { treeOf } from '../../support/tree-of';
import { killedAfter, killedOnceDecided } from './killed-after';

const file = (path: string, content: string) => ({ path, content: Buffer.from(content) });
const deleted = (path: string) => ({ path, content: undefined });
const FILES: readonly StagedFile[] = [
  file('run.py', 'new'),
  file('a/b/c.py', 'c'),
  file('a/d.py', 'd'),
  deleted('old/very/e.py'),
];

describe('commitEdits', () => {
  let root: string;

  beforeEach(() => {
    root = temporaryFolder();
    mkdirSync(join(root, '.scaffold'));
    prepare();
  });

  function prepare(): void {
    rmSync(join(root, 'a'), { recursive: true, force: true });
    mkdirSync(join(root, 'old/very'), { recursive: true });
    writeFileSync(join(root, 'old/very/e.py'), 'e');
    writeFileSync(join(root, 'run.py'), 'old');
  }

  function commit(files = FILES): void {
    commitEdits(root, planEdits(root, files));
  }

  it('creates, replaces and deletes files with their folders, and leaves nothing else', () => {
    commit();
    expect(treeOf(root)).toEqual(after());
  });

  it('does other work when only renames are left', async () => {
    let atWork: Record<string, string> = {};
    const before = treeOf(root);
    const work = (): Promise<void> => {
      atWork = treeOf(root);
      return Promise.resolve();
    };
    await commitEditsAfter(work, root, planEdits(root, FILES));
    expect(atWork['run.py']).toBe(before['run.py']);
    expect(Object.keys(atWork).filter((path) => path.includes('.scaffold-')).length).toBe(3);
    expect(treeOf(root)).toEqual(after());
  });

  it('changes no file where other work fails', async () => {
    const before = treeOf(root);
    const work = (): Promise<void> => Promise.reject(new Error('no'));
    await expectAsync(commitEditsAfter(work, root, planEdits(root, FILES))).toBeRejectedWithError(
      'no',
    );
    expect(treeOf(root)).toEqual(before);
  });

  it('does no other work where a file cannot be written', async () => {
    const edits = planEdits(root, FILES);
    writeFileSync(join(root, 'old/very/e.py'), 'mine');
    const before = treeOf(root);
    const work = jasmine.createSpy('work');
    await expectAsync(commitEditsAfter(work, root, edits)).toBeRejectedWithError(/was edited/);
    expect(work).not.toHaveBeenCalled();
    expect(treeOf(root)).toEqual(before);
  });

  it('keeps the folders of deleted files that hold something else', () => {
    writeFileSync(join(root, 'old/f.py'), 'f');
    commit();
    expect(treeOf(root)).toEqual({ ...after(), 'old/': '755', 'old/f.py': '644 f' });
  });

  it('keeps the folder of a deleted file that gets another one', () => {
    commit([deleted('old/very/e.py'), file('old/very/new/f.py', 'f')]);
    expect(Object.keys(treeOf(join(root, 'old')))).toEqual(['very/', 'very/new/', 'very/new/f.py']);
  });

  it('keeps the mode of a file that it replaces', () => {
    chmodSync(join(root, 'run.py'), 0o750);
    commit();
    expect(statSync(join(root, 'run.py')).mode & 0o777).toBe(0o750);
  });

  it('writes through a symbolic link that stays in the project', () => {
    symlinkSync('run.py', join(root, 'link.py'));
    commit([file('link.py', 'new')]);
    expect(readFileSync(join(root, 'run.py'), 'utf8')).toBe('new');
    expect(treeOf(root)['link.py']).toMatch(/ run\.py$/);
  });

  it('does not write through a link in the place of its own files', () => {
    writeFileSync(join(root, 'mine.txt'), 'mine');
    symlinkSync('mine.txt', join(root, `.run.py.scaffold-${process.pid}`));
    commit([file('run.py', 'new')]);
    expect(readFileSync(join(root, 'mine.txt'), 'utf8')).toBe('mine');
    expect(readFileSync(join(root, 'run.py'), 'utf8')).toBe('new');
  });

  it('leaves alone a file that is what it is to be, though it is read-only', () => {
    chmodSync(join(root, 'run.py'), 0o444);
    commit([file('run.py', 'old'), file('a.py', 'a')]);
    expect(existsSync(join(root, 'a.py'))).toBeTrue();
  });

  for (const path of ['run.py', 'old/very/e.py']) {
    it(`refuses where ${path} was edited since the plan, and writes nothing`, () => {
      const edits = planEdits(root, FILES);
      writeFileSync(join(root, path), 'mine');
      const before = treeOf(root);
      expect(() => {
        commitEdits(root, edits);
      }).toThrowError(`${path} was edited while scaffold ran: run it again.`);
      expect(treeOf(root)).toEqual(before);
    });
  }

  it('refuses where a file to be deleted was deleted since the plan', () => {
    const edits = planEdits(root, FILES);
    rmSync(join(root, 'old'), { recursive: true });
    const before = treeOf(root);
    expect(() => {
      commitEdits(root, edits);
    }).toThrowError('old/very/e.py was edited while scaffold ran: run it again.');
    expect(treeOf(root)).toEqual(before);
  });

  it('keeps what is edited at the last moment, and returns its edits', () => {
    const edits = planEdits(root, FILES);
    const { renameSync: rename } = fs;
    let refused: string[];
    fs.renameSync = (from, to) => {
      rename(from, to);
      if (String(to).endsWith('decided.json')) {
        edit();
      }
    };
    try {
      refused = commitEdits(root, edits).map(({ path }) => path);
    } finally {
      fs.renameSync = rename;
    }
    expect(refused).toEqual(['run.py', 'old/very/e.py']);
    expectEdited();
  });

  it('writes nothing where one of the files cannot be written', () => {
    const edits = planEdits(root, [...FILES, file('z/e.py', 'e')]);
    writeFileSync(join(root, 'z'), 'in the way');
    const before = treeOf(root);
    expect(() => {
      commitEdits(root, edits);
    }).toThrow();
    expect(treeOf(root)).toEqual(before);
  });

  describe('killed', () => {
    it('at any moment leaves all or nothing, once the next run has recovered', () => {
      const before = treeOf(root);
      const ends: ('before' | 'after')[] = [];
      for (let lives = 0; ; lives++) {
        const wasKilled = killedAfter(lives, commit);
        expect(recover(root)).toEqual([]);
        const isAfter = existsSync(join(root, 'a/d.py'));
        expect(treeOf(root)).toEqual(isAfter ? after() : before);
        ends.push(isAfter ? 'after' : 'before');
        prepare();
        if (!wasKilled) {
          break;
        }
      }
      expect(ends.length).toBeGreaterThan(15);
      expect(ends.slice().sort().reverse()).toEqual(ends);
      expect(new Set(ends).size).toBe(2);
    });

    it('while it recovers, is recovered by the next run', () => {
      let lives = 0;
      for (let wasKilled = true; wasKilled; lives++) {
        decide();
        wasKilled = killedAfter(lives, () => {
          recover(root);
        });
        recover(root);
        expect(treeOf(root)).toEqual(after());
        prepare();
      }
      expect(lives).toBeGreaterThan(FILES.length);
    });

    /** Leaves what a run leaves that is killed just after its decision. */
    function decide(): void {
      killedOnceDecided(commit);
      expect(existsSync(join(root, '.scaffold/decided.json'))).toBeTrue();
    }

    it('after it was decided, keeps what a person has edited since, and returns its edits', () => {
      decide();
      edit();
      const refused = recover(root).map(({ after, path }) => [after !== null, path]);
      expect(refused).toEqual([
        [true, 'run.py'],
        [false, 'old/very/e.py'],
      ]);
      expectEdited();
      expect(recover(root)).toEqual([]);
    });

    it('after it was decided, keeps a folder that a person has put in the place of a file', () => {
      decide();
      for (const path of ['run.py', 'old/very/e.py']) {
        rmSync(join(root, path));
        mkdirSync(join(root, path));
      }
      expect(recover(root).map(({ path }) => path)).toEqual(['run.py', 'old/very/e.py']);
      expect(statSync(join(root, 'run.py')).isDirectory()).toBeTrue();
      expect(statSync(join(root, 'old/very/e.py')).isDirectory()).toBeTrue();
    });

    it('after it was decided, tells of the files that it has not written, and leaves them', () => {
      decide();
      const before = treeOf(root);
      expect(pendingFiles(root)).toEqual([...FILES]);
      expect(treeOf(root)).toEqual(before);
      edit();
      expect(pendingFiles(root)).toEqual(FILES.slice(1, 3));
    });

    it('tells of them also where another run writes them while this one reads', () => {
      decide();
      const { readFileSync: read } = fs;
      const reading = (...args: Parameters<typeof read>): ReturnType<typeof read> => {
        const content = read(...args);
        if (String(args[0]).endsWith('decided.json')) {
          return content;
        }
        rmSync(String(args[0]));
        return content;
      };
      Object.assign(fs, { readFileSync: reading });
      try {
        expect(pendingFiles(root)).toEqual([...FILES]);
      } finally {
        Object.assign(fs, { readFileSync: read });
      }
    });

    it('before it was decided, has no files to write', () => {
      killedAfter(4, commit);
      expect(existsSync(join(root, '.scaffold/begun.json'))).toBeTrue();
      expect(pendingFiles(root)).toEqual([]);
    });

    it('after it was decided, is finished where the project has been moved', () => {
      decide();
      const moved = join(temporaryFolder(), 'moved');
      renameSync(root, moved);
      expect(recover(moved)).toEqual([]);
      expect(readFileSync(join(moved, 'run.py'), 'utf8')).toBe('new');
    });
  });

  /** What a person does to two of the files. */
  function edit(): void {
    writeFileSync(join(root, 'run.py'), 'mine');
    writeFileSync(join(root, 'old/very/e.py'), 'mine');
  }

  function expectEdited(): void {
    expect(treeOf(root)).toEqual({
      ...after(),
      'old/': '755',
      'old/very/': '755',
      'old/very/e.py': '644 mine',
      'run.py': '644 mine',
      'run.py.scaffold-new': '644 new',
    });
  }

  function after(): Record<string, string> {
    return {
      '.scaffold/': '755',
      'a/': '755',
      'a/b/': '755',
      'a/b/c.py': '644 c',
      'a/d.py': '644 d',
      'run.py': '644 new',
    };
  }
});

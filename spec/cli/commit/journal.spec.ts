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
import { changesIn } from '../../../src/cli/commit/change';
import { commitChanges, pendingFiles, recover } from '../../../src/cli/commit/journal';
import { temporaryFolder } from '../../support/temporary-folder';
import { treeOf } from '../../support/tree-of';

const file = (path: string, content: string) => ({ path, content: Buffer.from(content) });
const FILES = [file('run.py', 'new'), file('a/b/c.py', 'c'), file('a/d.py', 'd')];

describe('commitChanges', () => {
  let root: string;

  beforeEach(() => {
    root = temporaryFolder();
    mkdirSync(join(root, '.scaffold'));
    writeFileSync(join(root, 'run.py'), 'old');
  });

  function commit(files = FILES): void {
    commitChanges(root, changesIn(root, files));
  }

  it('creates and replaces files, with the folders that they need, and leaves nothing else', () => {
    commit();
    expect(treeOf(root)).toEqual(after());
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

  it('leaves alone a file that is what it is to be, though it is read-only', () => {
    chmodSync(join(root, 'run.py'), 0o444);
    commit([file('run.py', 'old'), file('a.py', 'a')]);
    expect(existsSync(join(root, 'a.py'))).toBeTrue();
  });

  it('refuses where a file was edited since the change was planned, and writes nothing', () => {
    const changes = changesIn(root, FILES);
    writeFileSync(join(root, 'run.py'), 'mine');
    const before = treeOf(root);
    expect(() => {
      commitChanges(root, changes);
    }).toThrowError('run.py was edited while scaffold ran: run it again.');
    expect(treeOf(root)).toEqual(before);
  });

  it('keeps what is edited at the last moment, and says so', () => {
    const changes = changesIn(root, FILES);
    const { renameSync: rename } = fs;
    let edited: string[];
    fs.renameSync = (from, to) => {
      rename(from, to);
      if (String(to).endsWith('decided.json')) {
        writeFileSync(join(root, 'run.py'), 'mine');
      }
    };
    try {
      edited = commitChanges(root, changes);
    } finally {
      fs.renameSync = rename;
    }
    expect(edited).toEqual(['run.py']);
    expect(readFileSync(join(root, 'run.py'), 'utf8')).toBe('mine');
    expect(readFileSync(join(root, 'run.py.scaffold-new'), 'utf8')).toBe('new');
    expect(existsSync(join(root, 'a/d.py'))).toBeTrue();
  });

  it('writes nothing where one of the files cannot be written', () => {
    const changes = changesIn(root, [...FILES, file('z/e.py', 'e')]);
    writeFileSync(join(root, 'z'), 'in the way');
    const before = treeOf(root);
    expect(() => {
      commitChanges(root, changes);
    }).toThrow();
    expect(treeOf(root)).toEqual(before);
  });

  describe('killed', () => {
    const MUTATIONS = [
      'chmodSync',
      'mkdirSync',
      'renameSync',
      'rmSync',
      'rmdirSync',
      'writeFileSync',
    ] as const;

    /**
     * Runs work as in a process that is killed: of its calls that change the disk the first `lives` are done, of the
     * next one, if it writes, half, and nothing of what follows.
     *
     * @returns whether it was killed.
     */
    function killedAfter(lives: number, work: () => void): boolean {
      const originals = MUTATIONS.map((name) => [name, fs[name]] as const);
      let left = lives;
      for (const [name, original] of originals) {
        const fake = (path: string, content: Buffer | string, ...rest: unknown[]): unknown => {
          if (left-- > 0) {
            return (original as (...args: unknown[]) => unknown)(path, content, ...rest);
          }
          if (left === -1 && name === 'writeFileSync') {
            (original as typeof writeFileSync)(path, content.slice(0, content.length / 2));
          }
          throw new Error('killed');
        };
        Object.assign(fs, { [name]: fake });
      }
      try {
        work();
        return false;
      } catch {
        return true;
      } finally {
        Object.assign(fs, Object.fromEntries(originals));
      }
    }

    it('at any moment leaves all or nothing, once the next run has recovered', () => {
      const before = treeOf(root);
      const ends: ('before' | 'after')[] = [];
      for (let lives = 0; ; lives++) {
        const wasKilled = killedAfter(lives, () => {
          commit();
        });
        expect(recover(root)).toEqual([]);
        const isAfter = existsSync(join(root, 'a/d.py'));
        expect(treeOf(root)).toEqual(isAfter ? after() : before);
        ends.push(isAfter ? 'after' : 'before');
        rmSync(join(root, 'a'), { recursive: true, force: true });
        writeFileSync(join(root, 'run.py'), 'old');
        if (!wasKilled) {
          break;
        }
      }
      expect(ends.length).toBeGreaterThan(12);
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
        rmSync(join(root, 'a'), { recursive: true });
        writeFileSync(join(root, 'run.py'), 'old');
      }
      expect(lives).toBeGreaterThan(FILES.length);
    });

    /** Leaves what a run leaves that is killed just after its decision. */
    function decide(): void {
      const rename = fs.renameSync;
      killedAfter(1000, () => {
        fs.renameSync = (from, to) => {
          rename(from, to);
          MUTATIONS.forEach((name) => {
            Object.assign(fs, {
              [name]: () => {
                throw new Error('killed');
              },
            });
          });
        };
        commit();
      });
      expect(existsSync(join(root, '.scaffold/decided.json'))).toBeTrue();
    }

    it('after it was decided, keeps what a person has edited since, and says so', () => {
      decide();
      writeFileSync(join(root, 'run.py'), 'mine');
      expect(recover(root)).toEqual(['run.py']);
      expect(readFileSync(join(root, 'run.py'), 'utf8')).toBe('mine');
      expect(readFileSync(join(root, 'run.py.scaffold-new'), 'utf8')).toBe('new');
      expect(readFileSync(join(root, 'a/b/c.py'), 'utf8')).toBe('c');
      expect(recover(root)).toEqual([]);
    });

    it('after it was decided, tells of the files that are still to be written, and leaves them', () => {
      decide();
      const before = treeOf(root);
      expect(pendingFiles(root)).toEqual(FILES);
      expect(treeOf(root)).toEqual(before);
      writeFileSync(join(root, 'run.py'), 'mine');
      expect(pendingFiles(root)).toEqual(FILES.slice(1));
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
        expect(pendingFiles(root)).toEqual(FILES);
      } finally {
        Object.assign(fs, { readFileSync: read });
      }
    });

    it('before it was decided, has no files to write', () => {
      killedAfter(4, () => {
        commit();
      });
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

import fs, { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LockHolder } from '../../../src/cli/commit/lock';
import { planEdits, type PlannedEdit } from '../../../src/cli/commit/planned-edit';
import { applyEdits, withProject } from '../../../src/cli/commit/project';
import { DiskFiles } from '../../../src/cli/engine/disk-files';
import { historyIn } from '../../../src/cli/history/history';
import { temporaryFolder } from '../../support/temporary-folder';
import { killedOnceDecided } from './killed-after';

describe('applyEdits', () => {
  const { renameSync: rename } = fs;
  let root: string;
  let edits: readonly PlannedEdit[];
  let told: string[];
  let holder: LockHolder;

  beforeEach(() => {
    root = temporaryFolder();
    mkdirSync(join(root, '.scaffold'));
    writeFileSync(join(root, 'run.py'), 'old');
    writeFileSync(join(root, 'old.py'), 'old');
    edits = planEdits(root, [
      { path: 'run.py', content: Buffer.from('new') },
      { path: 'a.py', content: Buffer.from('new') },
      { path: 'old.py', content: undefined },
    ]);
    told = [];
    const tell = (message: string): void => {
      told.push(message);
    };
    holder = { signal: new AbortController().signal, tell };
  });

  afterEach(() => {
    fs.renameSync = rename;
  });

  /** A person edits files once nothing stops the commit any more. */
  function editOnceDecided(): void {
    fs.renameSync = (from, to) => {
      rename(from, to);
      if (String(to).endsWith('decided.json')) {
        editNow();
      }
    };
  }

  function editNow(): void {
    writeFileSync(join(root, 'run.py'), 'mine');
    writeFileSync(join(root, 'old.py'), 'mine');
  }

  function pathsInHistory(): string[] {
    return historyIn(new DiskFiles(root)).flatMap(({ run }) => run.edits.map(({ path }) => path));
  }

  it('tells of the files that a person edits meanwhile, and returns what it applied', () => {
    editOnceDecided();
    const applied = applyEdits(root, edits, holder, undefined);
    expect(applied.map(({ path }) => path)).toEqual(['a.py']);
    expect(told).toEqual([
      "run.py was edited while scaffold wrote the files. It stays as it is; scaffold's version is in run.py.scaffold-new.",
      'old.py was edited while scaffold wrote the files. It was not deleted.',
    ]);
  });

  it('keeps what it applied in the history, and nothing else', () => {
    editOnceDecided();
    applyEdits(root, edits, holder, ['make:view', 'a']);
    expect(pathsInHistory()).toEqual(['a.py']);
  });

  it('keeps in the history what was applied after a kill, and nothing else', async () => {
    killedOnceDecided(() => applyEdits(root, edits, holder, ['make:view', 'a']));
    editNow();
    await withProject(root, holder, () => undefined);
    expect(told.length).toBe(2);
    expect(pathsInHistory()).toEqual(['a.py']);
  });
});

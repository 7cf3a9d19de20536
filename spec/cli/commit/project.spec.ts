import fs, { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { planEdits } from '../../../src/cli/commit/planned-edit';
import { applyEdits } from '../../../src/cli/commit/project';
import { temporaryFolder } from '../../support/temporary-folder';

describe('applyEdits', () => {
  it('tells of the files that a person edits meanwhile, and returns what it applied', () => {
    const root = temporaryFolder();
    mkdirSync(join(root, '.scaffold'));
    writeFileSync(join(root, 'run.py'), 'old');
    writeFileSync(join(root, 'old.py'), 'old');
    const edits = planEdits(root, [
      { path: 'run.py', content: Buffer.from('new') },
      { path: 'a.py', content: Buffer.from('new') },
      { path: 'old.py', content: undefined },
    ]);
    const told: string[] = [];
    const tell = (message: string): void => {
      told.push(message);
    };
    const { renameSync: rename } = fs;
    fs.renameSync = (from, to) => {
      rename(from, to);
      if (String(to).endsWith('decided.json')) {
        writeFileSync(join(root, 'run.py'), 'mine');
        writeFileSync(join(root, 'old.py'), 'mine');
      }
    };
    try {
      const { signal } = new AbortController();
      const applied = applyEdits(root, edits, { signal, tell }, undefined);
      expect(applied.map(({ path }) => path)).toEqual(['a.py']);
    } finally {
      fs.renameSync = rename;
    }
    expect(told).toEqual([
      "run.py was edited while scaffold wrote the files. It stays as it is; scaffold's version is in run.py.scaffold-new.",
      'old.py was edited while scaffold wrote the files. It was not deleted.',
    ]);
  });
});

import fs, { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { changesIn } from '../../../src/cli/commit/change';
import { writeChanges } from '../../../src/cli/commit/project';
import { temporaryFolder } from '../../support/temporary-folder';

describe('writeChanges', () => {
  it('tells of a file that a person edits while it writes, and what was written', () => {
    const root = temporaryFolder();
    mkdirSync(join(root, '.scaffold'));
    writeFileSync(join(root, 'run.py'), 'old');
    const files = ['run.py', 'a.py'].map((path) => ({ path, content: Buffer.from('new') }));
    const changes = changesIn(root, files);
    const told: string[] = [];
    const tell = (message: string): void => {
      told.push(message);
    };
    const { renameSync: rename } = fs;
    fs.renameSync = (from, to) => {
      rename(from, to);
      if (String(to).endsWith('decided.json')) {
        writeFileSync(join(root, 'run.py'), 'mine');
      }
    };
    try {
      const { signal } = new AbortController();
      const written = writeChanges(root, changes, { signal, tell });
      expect(written.map(({ path }) => path)).toEqual(['a.py']);
    } finally {
      fs.renameSync = rename;
    }
    expect(told).toEqual([
      'run.py was edited while scaffold wrote the files. It stays; what scaffold would have made of it is in run.py.scaffold-new.',
    ]);
  });
});

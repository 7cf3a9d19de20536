import { normalize, virtualFs } from '@angular-devkit/core';
import { HostTree } from '@angular-devkit/schematics';
import { lastValueFrom } from 'rxjs';
import { CommitSink } from '../../../src/cli/commit/commit-sink';
import type { StagedFile } from '../../../src/cli/commit/staged-file';

describe('CommitSink', () => {
  let host: virtualFs.SimpleMemoryHost;
  let tree: HostTree;
  let written: StagedFile[][];

  beforeEach(async () => {
    host = new virtualFs.SimpleMemoryHost();
    const content = virtualFs.stringToFileBuffer('old');
    await lastValueFrom(host.write(normalize('/run.py'), content), { defaultValue: undefined });
    tree = new HostTree(host);
    written = [];
  });

  function commit(): Promise<void> {
    const sink = new CommitSink(host, (files) => {
      written.push(files);
      return Promise.resolve();
    });
    return lastValueFrom(sink.commit(tree));
  }

  it('hands on all that is created and changed at once', async () => {
    tree.overwrite('run.py', 'new');
    tree.create('app/x.py', 'x');
    await commit();
    expect(written).toEqual([
      [
        { path: 'app/x.py', content: Buffer.from('x') },
        { path: 'run.py', content: Buffer.from('new') },
      ],
    ]);
  });

  it('hands on nothing where nothing is staged', async () => {
    await commit();
    expect(written).toEqual([]);
  });

  it('refuses to delete and to rename, rather than leaving it out', async () => {
    tree.delete('run.py');
    await expectAsync(commit()).toBeRejectedWithError(/deletes no files: \/run\.py/);
    tree = new HostTree(host);
    tree.rename('run.py', 'main.py');
    await expectAsync(commit()).toBeRejectedWithError(/renames no files: \/run\.py/);
    expect(written).toEqual([]);
  });
});
